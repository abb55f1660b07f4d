"""What every verb begins with: the stored character, or a word for several of them, locked; and who does it, and the
note that it was done."""

import uuid
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import connection

from characters.models import Character

Person = AbstractBaseUser | AnonymousUser | None


def lock(character: Character) -> Character:
    """The stored character, locked until the transaction ends. Of several, the smallest key comes first."""
    # Two statements: after waiting for a lock, PostgreSQL reads the locked row anew and nothing that is joined to it.
    Character.objects.select_for_update(no_key=True).only("pk").get(pk=character.pk)
    held = Character.objects.with_table().get(pk=character.pk)
    held.build = {} if held.build is None else held.build
    return held


def lock_word(word: str) -> None:
    """Wait for whoever locked this word, and keep it until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [word])


def lock_count(owner: AbstractBaseUser | None, guest: uuid.UUID | None) -> None:
    """Lock how much a person or a guest has, until the transaction ends: of two that count at once each finds room.
    After `lock`, where both are needed."""
    lock_word(f"count {owner.pk if owner else ''} {guest}")


def note(character: Character, kind: str, by: Person, **data: Any) -> None:
    """Write into the history what happened beside the build."""
    character.events.create(kind=kind, data=data, by=user_of(by))


def user_of(person: Person) -> Any:
    """The account of whoever does something, None for a guest and for the site itself."""
    return person if person is not None and person.is_authenticated else None

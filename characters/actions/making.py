"""How characters come to be and go: made, copied, put in the bin and taken back, adopted from a guest."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign
from characters.actions.held import Person, note, user_of
from characters.clashes import hold, refuse_clash
from characters.models import Character, Revision
from rules.kernel import Document
from rules.kernel.builds import NAME_LIMIT
from rules.rulebook import core_of, of_game

PLAYED_FEWER = "The game master of this table can take one of them out of play."
LISTED_FEWER = "Leave one of them out of its list of books."


def create_character(
    *,
    system: str,
    by: Person = None,
    guest: uuid.UUID | None = None,
    name: str = "",
    build: Mapping[str, Any] | None = None,
    campaign: Campaign | None = None,
    document: Document | None = None,
    npc: bool = False,
    homebrew: Sequence[int] | None = None,
) -> Character:
    """A new character of a game, empty or with the choices of a build or of an imported document.

    It is built with these editions of homebrew, or with all that its table plays. Raises Refused where those cannot be
    read together, or are deleted.
    """
    book = core_of(system)
    character = Character(
        owner=user_of(by),
        guest=None if user_of(by) else guest,
        campaign=campaign,
        book=book,
        system=system,
        name=name,
        build={} if build is None else build,
        npc=npc,
        homebrew=of_game(campaign.books if campaign else (), system) if homebrew is None else list(homebrew),
    )
    if document is not None:
        character.name = document.name
        character.build = {} if document.build is None else document.build
        character.settings = dict(document.settings or {})
        character.extra = dict(document.extra or {})
        character.stage, character.awards = document.stage, document.awards
    with transaction.atomic():
        hold(character.homebrew)
        refuse_clash(character.core, character.homebrew, PLAYED_FEWER if homebrew is None else LISTED_FEWER)
        character.save()
        character.revisions.create(version=character.version, kind=Revision.Kind.CREATE, by=user_of(by))
    return character


def duplicate(*, character: Character, by: Person = None, guest: uuid.UUID | None = None) -> Character:
    """A copy of the choices under a new name, with a history of its own. At an archived table it takes no seat."""
    table = character.campaign
    twin = create_character(
        system=character.system,
        by=by,
        guest=guest,
        name=f"{character.name or 'Nameless'}, a copy"[:NAME_LIMIT],
        build=character.build,
        campaign=table if table and table.archived_at is None else None,
        npc=character.npc,
        homebrew=(),
    )
    twin.homebrew, twin.settings, twin.extra = character.homebrew, character.settings, character.extra
    twin.rolled, twin.stage, twin.awards = character.rolled, character.stage, character.awards
    twin.save(update_fields=["homebrew", "settings", "extra", "rolled", "stage", "awards"])
    return twin


def bin_character(*, character: Character, by: Person = None) -> None:
    """Put a character in the bin, from where it can be taken back."""
    with transaction.atomic():
        if Character.objects.kept().filter(pk=character.pk).update(deleted_at=timezone.now()):
            note(character, "binned", by)


def unbin_character(*, character: Character, by: Person = None) -> None:
    with transaction.atomic():
        if Character.objects.binned().filter(pk=character.pk).update(deleted_at=None):
            note(character, "unbinned", by)


def adopt(*, user: AbstractBaseUser, guest: uuid.UUID) -> int:
    """Give a guest's characters to the account they signed up or logged in with. Returns how many."""
    return Character.objects.filter(guest=guest).update(owner=user, guest=None)

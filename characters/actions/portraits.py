"""The portrait of a character: given, taken along by a copy, removed."""

from hashlib import sha256

from django.db import transaction

from characters.actions.locking import Person, lock, lock_count, note
from characters.crest import instead, is_drawn
from characters.faces import BUSTS
from characters.limits import portraits_are_full, refuse_portraits
from characters.models import Character, Portrait
from rules.refusals import Refused


@transaction.atomic
def give_portrait(*, character: Character, jpeg: bytes, by: Person = None) -> None:
    """Give a character a portrait (`pictures.portrait_of`) instead of what it had.

    Raises Refused where somebody has as many as they may.
    """
    held = lock(character)
    if not held.portrait:
        lock_count(held.owner, held.guest)
        refuse_portraits(held.owner, held.guest)
    _keep(held, jpeg)
    note(held, "portrait", by)


@transaction.atomic
def remove_portrait(*, character: Character, by: Person = None) -> None:
    held = lock(character)
    if Portrait.objects.filter(character=held).delete()[0]:
        _mark(held, "")
        note(held, "no-portrait", by)


@transaction.atomic
def choose_bust(*, character: Character, bust: str, by: Person = None) -> None:
    """Give a character one of the busts in `faces`, or with "" its crest; a portrait of its own still wins.

    Raises Refused for a bust that nobody has cut.
    """
    if bust and bust not in BUSTS:
        raise Refused("There is no such bust. Choose one of those on this page.")
    held = lock(character)
    if held.bust != bust:
        Character.objects.filter(pk=held.pk).update(bust=bust)
        note(held, "portrait" if bust else "no-portrait", by)
    character.bust = bust


@transaction.atomic
def choose_crest(*, character: Character, part: str, by: Person = None) -> None:
    """Give the crest of a character another charge (“key/”) or division (“/Gable”), or with "" those of its name.

    Raises Refused for what nobody has drawn.
    """
    if not is_drawn(part):
        raise Refused("There is no such crest. Choose one of those on this page.")
    held = lock(character)
    crest = instead(held.crest, part) if part else ""
    if held.crest != crest:
        Character.objects.filter(pk=held.pk).update(crest=crest)
        note(held, "own-crest", by)
    character.crest = crest


def copy_portrait(original: Character, made: Character) -> None:
    """Give a copy the portrait of its original, where its owner may have one more."""
    jpeg = original.portrait and portrait_bytes(original)
    if jpeg and not portraits_are_full(made.owner, made.guest):
        _keep(made, jpeg)


def portrait_bytes(character: Character) -> bytes:
    """The portrait of a character as JPEG; nothing where it has none."""
    found = Portrait.objects.filter(character=character.pk).values_list("data", flat=True).first()
    return bytes(found or b"")


def _keep(character: Character, jpeg: bytes) -> None:
    Portrait.objects.update_or_create(character=character, defaults={"data": jpeg})
    _mark(character, sha256(jpeg).hexdigest()[:16])


def _mark(character: Character, digest: str) -> None:
    Character.objects.filter(pk=character.pk).update(portrait=digest)
    character.portrait = digest

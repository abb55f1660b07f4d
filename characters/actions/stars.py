"""The checks of a character that come first in play."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from characters.actions.locking import lock
from characters.history.revisions import Step, replay, rewind
from characters.models import Character
from rules.kernel.documents import checks_along

MOST_STARS = 40


@transaction.atomic
def star_checks(*, character: Character, keys: Sequence[str]) -> None:
    """Star the checks of these keys instead of those that were, as far as there is room for them."""
    held = lock(character)
    starred = list(dict.fromkeys(keys))[:MOST_STARS]
    if held.starred != starred:
        Character.objects.filter(pk=held.pk).update(starred=starred)
    character.starred = starred


def stars_moved(held: Character, changes: Iterable[Step]) -> dict[str, str]:
    """Which stars are of another key after these changes of a build: they stay with the entries they were given to."""
    made, placed = list(changes), [one for one in held.game.placed if one.checks]
    lists = {"", "entries", *(f"entries.{one.key}" for one in placed)}
    if not held.starred or not placed or not any(change.path in lists for change in made):
        return {}
    _, build = rewind(held.name, held.build, made)
    stars = held.starred
    for change in made:
        before, (_, build) = build, replay(held.name, build, [change])
        stars = checks_along(stars, before, build, placed)
    return {was: now for was, now in zip(held.starred, stars, strict=True) if was != now}

"""The checks of a character that come first in play."""

from collections.abc import Sequence

from django.db import transaction

from characters.actions.locking import lock
from characters.models import Character

MOST_STARS = 40


@transaction.atomic
def star_checks(*, character: Character, keys: Sequence[str]) -> None:
    """Star the checks of these keys instead of those that were, as far as there is room for them."""
    held = lock(character)
    starred = list(dict.fromkeys(keys))[:MOST_STARS]
    if held.starred != starred:
        Character.objects.filter(pk=held.pk).update(starred=starred)
    character.starred = starred

"""What tests of a review do again and again: read Jane, change her, press a button of the page."""

from typing import Any

from django.urls import reverse

from characters import actions
from characters.models import Character
from tests.cast import Cast
from tests.characters.posting import words


def jane(cast: Cast) -> Character:
    return Character.objects.with_table().get(pk=cast.jane.pk)


def change(cast: Cast, path: str, value: Any) -> Character:
    held = jane(cast)
    return actions.change_build(character=held, changes={path: value}, drawn=held.version).character


def judge(cast: Cast, deed: str, **data: Any) -> str:
    return words(cast["gm"].post(reverse("judge", args=[cast.jane.pk]), {"deed": deed, **data}, follow=True))

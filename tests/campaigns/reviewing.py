"""What tests of a review do again and again: read Jane, change her, press a button of the page,
read the page, write a draft."""

from typing import Any

from django.test import Client
from django.urls import reverse

from campaigns.review import comments
from characters import actions
from characters.models import Character, Comment
from tests.cast import Cast
from tests.characters.posting import words


def jane(cast: Cast) -> Character:
    return Character.objects.with_table().get(pk=cast.jane.pk)


def change(cast: Cast, path: str, value: Any) -> Character:
    held = jane(cast)
    return actions.change_build(character=held, changes={path: value}, drawn=held.version).character


def judge(cast: Cast, deed: str, **data: Any) -> str:
    return words(cast["gm"].post(reverse("judge", args=[cast.jane.pk]), {"deed": deed, **data}, follow=True))


def read(client: Client, cast: Cast) -> str:
    return words(client.get(reverse("review", args=[cast.jane.pk])))


def draft(cast: Cast, text: str, at: str = "") -> Comment:
    return comments.draft(character=cast.jane, by=cast.users["gm"], text=text, at=at)

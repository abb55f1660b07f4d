"""A table with characters at it, and what its pages say of them."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from campaigns.demo import demo
from campaigns.models import Campaign
from tests.characters.posting import words
from tests.staged import staged

Inn = tuple[Campaign, Client]


crossroads = staged(demo.CROSSROADS)


@pytest.fixture
def inn(crossroads: None, book: Any) -> Inn:
    """The demo's table where games meet, and its game master."""
    client = Client()
    client.force_login(get_user_model().objects.get(username="rowena"))
    return Campaign.objects.get(name=demo.CROSSROADS), client


def at(table: Campaign, name: str = "roster", *rest: int, **asked: str) -> str:
    return reverse(name, args=[table.pk, *rest], query=asked)


def names(page: Any) -> list[str]:
    """Who stands in a roster, from top to bottom."""
    return re.findall(r'<th scope="row"><(?:i|img) class="initial.*?<a [^>]*>([^<]+)</a>', words(page), re.S)


def line(page: Any, name: str) -> str:
    """One row of a roster."""
    rows: list[str] = re.findall(r'<tr id="row-.*?</tr>', words(page), re.S)
    return next(row for row in rows if f">{name}</a>" in row)

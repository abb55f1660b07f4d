"""Asking as a page does: addresses, forms, and what comes back."""

import re
from typing import Any

from django.urls import reverse

from characters.models import Character

HX = {"HX-Request": "true"}
"""What htmx says of itself."""
FORM = "application/x-www-form-urlencoded"


def at(character: Character, name: str, *rest: str) -> str:
    """The address of a character's page by its name."""
    return reverse(name, args=[character.pk, *rest])


def words(answer: Any) -> str:
    """The text of an answer."""
    return str(answer.content.decode())


def targets(answer: Any) -> list[str]:
    """The elements that an answer draws anew."""
    return re.findall(r'hx-swap-oob="innerHTML:#([^"]+)"', words(answer))

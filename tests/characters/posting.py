"""Asking as a page does: addresses, forms, and what comes back."""

import re
from html import unescape
from typing import Any

from django.urls import reverse

from characters.models import Character

HX = {"HX-Request": "true"}
"""What htmx says of itself."""
SCRIPT = {"Accept": "application/json"}
"""How scripts of the play page ask."""
FORM = "application/x-www-form-urlencoded"


def at(character: Character, name: str, *rest: str) -> str:
    """The address of a character's page by its name."""
    return reverse(name, args=[character.pk, *rest])


def words(answer: Any) -> str:
    """The text of an answer, without the line breaks that only make a template easier to read."""
    parts = re.split(r"(<textarea.*?</textarea>)", str(answer.content.decode()), flags=re.DOTALL)
    parts[::2] = (re.sub(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)", "", part) for part in parts[::2])
    parts[::2] = (re.sub(r"\s*\n\s*", " ", part) for part in parts[::2])
    return "".join(parts)


def targets(answer: Any) -> list[str]:
    """The elements that an answer draws anew."""
    found = re.findall(r'hx-swap-oob="innerHTML:#([^"]+)"', words(answer))
    return [key for keys in found for key in keys.split(",#")]


def filled_in(page: Any, form: str = 'id="step-form"') -> dict[str, list[str]]:
    """What a browser would send of the builder's form, or another one, as it stands."""
    form = words(page).partition(form)[2].partition("</form>")[0]
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        told = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if "name" in told and (told.get("type") not in ("radio", "checkbox") or " checked" in tag):
            sent.setdefault(told["name"], []).append(unescape(told.get("value", "")))
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        sent.setdefault(name, []).append(chosen[1] if chosen else "")
    for name in re.findall(r'<textarea[^>]*name="([^"]+)"', form):
        sent[name] = [""]
    return sent

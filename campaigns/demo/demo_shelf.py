"""Homebrew at work in the demo world: a table that plays with a book whose next edition is out, and a player who uses
one that is not in play."""

from typing import Any

from django.utils import timezone

from campaigns.models import Campaign
from campaigns.tables import campaign_books
from characters import actions
from characters.library import character_books
from characters.models import Character
from rules import systems
from rules.audit.figure_choices import kind_plural
from rules.homebrew.bookfile import sections_of, shape_named
from rules.models import Book, Entry

TITLE = "Notes from the Lamp Room"
OWN = "What the Fog Left"
KEEPER: dict[str, Any] = {
    "key": "lamp-keeper",
    "name": "Lamp-keeper",
    "family": "Harbour folk",
    "summary": "Born on a light where someone always had to be awake. You notice what moves at the edge of the dark.",
    "effects": [{"to": "passive-perception", "amount": 1}],
}
WIDER: dict[str, Any] = {
    **KEEPER,
    "effects": [{"to": "passive-perception", "amount": 2}],
    "requires": [{"of": "alertness", "least": 5}],
}
WISP: dict[str, Any] = {
    "key": "homing-wisp",
    "name": "Homing Wisp",
    "summary": "A small flame that always drifts towards the place where it was lit.",
    "incantation": "Lumen Redi",
    "discipline": "elemental",
}
FOGBORN: dict[str, Any] = {
    "key": "fogborn",
    "name": "Fogborn",
    "family": "Harbour folk",
    "summary": "Found on the quay one grey morning, and never once lost since.",
    "effects": [{"to": "perception", "amount": 1}],
}


def show(table: Campaign, system: str, gm: Any, player: Any, other: Any) -> None:
    """A book in play, a character built with it, its next edition; and one who is built with a book of their own."""
    first = _edition(gm, system, TITLE, "1", {"species": [KEEPER], "spell": [WISP]})
    campaign_books.use_book(campaign=table, book=first, by=gm)
    _built(player, table, first, "Linnet Vane", KEEPER["key"], 17)
    second = _edition(gm, system, TITLE, "2", {"species": [WIDER], "spell": [WISP]})
    campaign_books.use_book(campaign=table, book=second, by=gm)
    own = _edition(other, system, OWN, "1", {"species": [FOGBORN]})
    _built(other, table, own, "Ansel Brook", FOGBORN["key"], 19)


def _built(player: Any, table: Campaign, book: Book, name: str, species: str, seed: int) -> Character:
    character = actions.create_character(system=book.system, by=player, name=name, campaign=table)
    character = character_books.add_book(character=character, book=book, by=player)
    picked = actions.change_build(
        character=character, changes={"picks.species": species}, drawn=character.version, by=player
    ).character
    return actions.fill_at_random(character=picked, by=player, seed=seed)


def _edition(author: Any, system: str, title: str, edition: str, rows: dict[str, list[dict[str, Any]]]) -> Book:
    key = title.lower().replace(" ", "-")
    game = systems.get(system)
    book = Book.objects.create(
        owner=author, system=system, key=key, edition=edition, title=title, short=title,
        about="Written down between two watches.", sections=sections_of(game), published_at=timezone.now(),
    )  # fmt: skip
    for kind, entries in rows.items():
        section = kind_plural(shape_named(game, kind))
        for place, entry in enumerate(entries):
            named = {name: entry[name] for name in ("key", "name", "summary")}
            data = {"section": section, "page": 0, **entry}
            Entry.objects.create(book=book, kind=kind, place=place, section=section, data=data, **named)
    return book

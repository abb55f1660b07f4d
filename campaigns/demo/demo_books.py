"""Homebrew of the demo world: a book in two editions by the game master, and a player's draft with faults in it."""

from typing import Any

from rules.homebrew import authoring
from rules.models import Book

ALMANAC = "The Lantern Marsh Almanac"
DRAFT = "Nettle and Bone"
MARSHBORN = {
    "name": "Marshborn",
    "summary": "Raised where the will-o'-the-wisps drift. You hear a footstep in the reeds before it is taken.",
    "family": "Marsh folk",
    "effects": [{"to": "passive-perception", "amount": 1}],
}
WISPLIGHT = {
    "name": "Wisplight",
    "summary": "A small flame leaves your wand, drifts ahead and comes back when called.",
    "incantation": "Ignis Erraticus",
    "discipline": "conjuration",
    "levels": [
        {"level": 1, "effect": "It lights the way for as long as you keep walking."},
        {"level": 3, "effect": "It finds a path through marsh, fog or maze, if there is one."},
    ],
}
REED_WALKER = {
    "name": "Reed-Walker",
    "summary": "You cross soft ground without a sound and leave no track on it.",
    "archetype": "outlaw",
    "effect": "No one follows you through marsh, snow or sand by your tracks.",
    "effects": [{"to": "covert", "amount": 1}],
    "requires": [{"of": "alertness", "least": 2}],
}
LANTERN = {
    "name": "Storm lantern",
    "summary": "It burns in any wind and warms anyone who carries it.",
    "sort": "Lights",
    "effects": [{"to": "fortitude", "amount": 1}],
}
STILTS = {
    "name": "Heron stilts",
    "summary": "Folded they fit a pocket; unfolded they carry you over a ditch.",
    "sort": "Getting about",
    "effects": [{"to": "acrobatics", "amount": 1}],
}
FERAL = {
    "name": "Bone-speaker",
    "summary": "The dead are patient with you, and you with them.",
    "family": "Marsh folk",
    "effects": [{"to": "willpower", "amount": 1, "per": "fortitude"}],
}
NETTLE = {
    "name": "Nettle cloak",
    "summary": "It stings anyone who holds you, and keeps the rain off.",
    "effects": [{"to": "bravrey", "amount": 1}],
}


def write(gm: Any, player: Any, system: str) -> None:
    """The demo's books, made once: edition 2 of the almanac gives its lantern more, and adds a thing."""
    if Book.objects.filter(owner=gm, title=ALMANAC).exists():
        return
    almanac = _book(gm, system, ALMANAC, "What grows, glows and goes bump between the school and the sea.", (
        ("species", MARSHBORN), ("spell", WISPLIGHT), ("feature", REED_WALKER), ("item", LANTERN),
    ))  # fmt: skip
    almanac = authoring.publish(book=almanac)
    second = authoring.begin_edition(book=almanac, by=gm)
    lantern = second.entries.get(kind="item")
    authoring.write_entry(
        book=second, kind="item", row={**LANTERN, "effects": [{"to": "fortitude", "amount": 2}]},
        entry=lantern, seen=authoring.digest_of(lantern),
    )  # fmt: skip
    authoring.write_entry(book=second, kind="item", row=STILTS)
    authoring.publish(book=second)
    _book(player, system, DRAFT, "Not ready yet.", (("species", FERAL), ("item", NETTLE)))


def _book(by: Any, system: str, title: str, about: str, entries: tuple[tuple[str, dict[str, Any]], ...]) -> Book:
    book = authoring.begin(by=by, system=system, title=title, about=about)
    for kind, row in entries:
        authoring.write_entry(book=book, kind=kind, row=row)
    return book

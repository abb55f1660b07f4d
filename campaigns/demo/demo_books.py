"""Homebrew of the demo world: books by the game master, each with an edition that is out, and a player's draft with
faults in it."""

from typing import Any

from rules.homebrew import authoring
from rules.models import Book

ALMANAC = "The Lantern Marsh Almanac"
DRAFT = "Nettle and Bone"
FORDS = "Fords and Ferrymen"
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
FORD_TROLL: dict[str, Any] = {
    "name": "Ford troll",
    "summary": "Older than the bridge and slower than the river, and it knows what a toll is.",
    "nature": "mythical",
    "stats": [
        {"key": key, "low": low, "high": high}
        for key, low, high in (
            ("vigour", 6, 6),
            ("agility", 2, 3),
            ("stamina", 5, 5),
            ("timing", 4, 6),
            ("withstand-injury", 7, 9),
            ("withstand-magic", 4, 5),
            ("claw-strike", 6, 9),
            ("bite", 6, 6),
            ("dodge", 5, 6),
            ("movement", 6, 8),
        )
    ],
    "attacks": "Claws twice, bites whoever is down. In defence it Dodges.",
    "equipment": "A sack of wet coins from four kingdoms.",
    "notes": "It asks for the toll before it strikes, takes silver, and keeps its word for a day. Once penalties"
    " begin it walks into deep water, where nobody follows.",
}
STILL_WATER: dict[str, Any] = {
    "name": "Still Water",
    "summary": "A stretch of river stops, and holds whoever walks on it.",
    "text": "The water lies as flat as glass, ten paces wide from bank to bank, and bears a loaded cart. Upstream the"
    " river waits; when the spell ends, what has waited comes at once.",
    "skills": ["sorcery"],
    "stage": "modifier",
    "range": "Line of sight",
    "duration": "5 rounds",
    "maintenance": "normal",
    "resistance": "none",
    "resistance_rules": "n/a",
    "retry": "next-round",
    "twelve": "The river stops where you stand instead, and everybody upstream gets wet feet.",
    "difficulty": -2,
    "variants": [{"name": "A ford", "difficulty": 0}, {"name": "A river in flood", "difficulty": -3}],
    "rites": [{"bonus": 1, "text": "Drop a coin in first, and say whom it is for.", "fate": "vanishes"}],
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


def fords(gm: Any) -> Book:
    """A book of the second game, out in one edition and begun in the next."""
    book = _book(gm, "dominion", FORDS, "Where roads meet rivers, and who waits there.", (
        ("spell", STILL_WATER), ("beast", FORD_TROLL),
    ))  # fmt: skip
    first = authoring.publish(book=book)
    authoring.begin_edition(book=first, by=gm)
    return first


def _book(by: Any, system: str, title: str, about: str, entries: tuple[tuple[str, dict[str, Any]], ...]) -> Book:
    book = authoring.begin(by=by, system=system, title=title, about=about)
    for kind, row in entries:
        authoring.write_entry(book=book, kind=kind, row=row)
    return book

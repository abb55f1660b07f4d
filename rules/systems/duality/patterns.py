"""What an item can start as: a name, a kind, what it is used with, and one feature that suits it (5.1)."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.kernel import Build, Sheet, capitalise
from rules.kernel.pages import Option
from rules.systems.duality.feature_prices import total_bonus
from rules.systems.duality.held import HeldItem, HeldStyle, styles
from rules.systems.duality.pricing import called, feature_price


class Pattern(NamedTuple):
    """A start: `feature` is what it gives besides what every such item gives, `experience` the words of a relic."""

    label: str
    name: str
    feature: str = ""
    experience: str = ""


FOR_STYLES = {
    "melee": Pattern("A blade", "Blade", "attack"),
    "ranged": Pattern("A bow", "Bow", "attack"),
    "simple-weak": Pattern("A wand", "Wand", "attack"),
    "complex-powerful": Pattern("A staff", "Staff", "attack"),
    "evasive": Pattern("A light cloak", "Cloak", "defend"),
    "armored": Pattern("Armour that blocks", "Armour", "block"),
    "shielded": Pattern("A shield", "Shield", "block"),
    "riposte": Pattern("A parrying dagger", "Dagger", "defend"),
}
RELICS = (
    Pattern("A charm that heals", "Charm", "recovery", "Has seen worse"),
    Pattern("A tool with a knack", "Tools", "experience", "Opens what is shut"),
    Pattern("A relic with a past", "Ring", experience="Belonged to someone great"),
)
SIGNS = {
    "bow": ("bow", "sling"), "sword": ("sword", "blade", "rapier", "sabre", "needle"), "shield": ("shield", "cover"),
    "dagger": ("dagger", "knife", "knives"), "staff": ("staff", "wand", "oar", "spear", "club"),
    "hammer": ("hammer", "axe", "mace"), "armour": ("armour", "armor", "mail", "plate", "coat"),
    "cloak": ("cloak", "cape", "robe"), "ring": ("ring",), "charm": ("charm", "amulet", "necklace", "talisman"),
    "lantern": ("lantern", "lamp", "torch"), "tools": ("tool", "pick"), "key": ("key",), "book": ("book", "tome"),
    "flask": ("flask", "bottle", "potion"), "mask": ("mask",), "bell": ("bell",), "feather": ("feather", "quill"),
    "note": ("lute", "flute", "harp", "drum", "horn"), "cup": ("cup", "chalice"), "ship": ("boat", "ship"),
}  # fmt: skip
"""The drawing of an item by a word in its name."""
OF_STYLES = {"melee": "sword", "ranged": "bow", "simple-weak": "staff", "complex-powerful": "flame",
             "evasive": "cloak", "armored": "armour", "shielded": "shield", "riposte": "dagger"}  # fmt: skip


def sign(item: HeldItem) -> str:
    """The name of the drawing on the card of an item: by its name, else by what it is."""
    words = item.label.lower().replace("-", " ").split()
    for drawing, names in SIGNS.items():
        if any(word.startswith(name) or word.endswith(name) for word in words for name in names):
            return drawing
    return OF_STYLES.get(item.style.style.key, "sword") if item.style and item.style.style else "star"


def patterns(sheet: Sheet, price: int) -> Iterable[Option]:
    """What a new item can start as, with what it costs then; `price` is that of a bare one (5.1.3)."""
    known = {style.style.key: style for style in reversed(sheet.reading.memo(styles)) if style.style}
    for key, pattern in FOR_STYLES.items():
        if key in known:
            yield _option(sheet, pattern, price, known[key])
    for pattern in RELICS:
        yield _option(sheet, pattern, price, None)
    yield Option("", "From nothing…", price=_cost(price))


def _option(sheet: Sheet, pattern: Pattern, price: int, style: HeldStyle | None) -> Option:
    kind = "weapon" if style else "relic"
    picks: dict[str, Any] = {"kind": kind} | ({"style": str(style.place)} if style else {})
    entry: dict[str, Any] = {"name": pattern.name, "picks": picks}
    if pattern.experience:
        entry["notes"] = {"experience": pattern.experience}
    bare, given = HeldItem(0, Build.parse({}), kind, style, False, ()), f"for {style.label}" if style else "relic"
    if pattern.feature:
        entry["entries"] = {"features": [{"name": "", "picks": {"feature": pattern.feature}}]}
        had = bare.basic.get(pattern.feature, 0)
        price += feature_price(pattern.feature, None, had, 1, total_bonus(sheet.reading, bare))
        given = f"{given}, {called(pattern.feature).lower()} +{had + 1}"
    return Option(json.dumps(entry), pattern.label, gives=capitalise(given), price=_cost(price),
                  kinds=(kind.capitalize(),))  # fmt: skip


def _cost(price: int) -> str:
    return f"{price} XP" if price else "free"

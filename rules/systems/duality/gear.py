"""What abilities, styles and items come to in play: levels, ranges, damage, and what an item gives in words."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256

from rules.kernel import Reading
from rules.kernel.basics.pairing import LineMatch
from rules.kernel.documents.ledger import same_name
from rules.systems.duality.entries import Ability
from rules.systems.duality.feature_prices import features
from rules.systems.duality.held import HeldItem, HeldStyle, abilities, armed, in_use
from rules.systems.duality.kept import free_item, free_when_approved
from rules.systems.duality.pricing import signed

HEALER = "natural-healer"
RANGE = "Range: "


def range_of(style: HeldStyle) -> str:
    """How far a style reaches; an upgrade takes the place of what it came with (3.5.1)."""
    bought = [upgrade.name.removeprefix(RANGE) for upgrade in style.upgrades if upgrade.name.startswith(RANGE)]
    return " or ".join(bought) or (style.style.range if style.style else "")


def die_of(style: HeldStyle) -> int:
    """The faces of a style's damage die, 0 for none; an upgrade may make it larger (3.5.1)."""
    keys = (upgrade.key for upgrade in style.upgrades)
    bought = [int(key[1:]) for key in keys if key[:1] == "d" and key[1:].isdecimal()]
    return max([style.style.die if style.style else 0, *bought])


def damage(c: Reading, style: HeldStyle, with_weapon: bool = False, advantages: int = 0) -> str:
    """What a hit rolls: the dice, one more for each of the `advantages`, and the statistic (2, 4.1); "" for a style
    without dice."""
    faces = die_of(style)
    if not faces or not style.statistic:
        return ""
    count = dice_of(c, style, with_weapon=with_weapon) + advantages
    return f"{count}d{faces} {signed(c[style.statistic])}" if count > 0 else signed(c[style.statistic])


def dice_of(c: Reading, style: HeldStyle, *, with_weapon: bool = False) -> int:
    """How many dice a hit rolls, with those of a weapon (3.5, 5.1.3)."""
    weapon = armed(c, style) if with_weapon else None
    return style.dice + (weapon.totals.get("die", 0) if weapon else 0)


def hit_of(c: Reading, style: HeldStyle, *, with_weapon: bool = False) -> str:
    """What a hit comes to, in words: of a style without dice its statistic alone, which is nothing up to 0 (4.1)."""
    rolled = damage(c, style, with_weapon)
    if not rolled or dice_of(c, style, with_weapon=with_weapon) > 0:
        return rolled
    return f"{flat} (no die)" if (flat := c[style.statistic]) > 0 else "no damage"


def skills(c: Reading) -> dict[str, tuple[Ability, int, str]]:
    """Abilities by key: each at its highest level, and the item it comes from ("" for one's own) (3.4, 5.2)."""
    found: dict[str, tuple[Ability, int, str]] = {}
    for ability, level, source in _known(c):
        if ability.key not in found or level > found[ability.key][1]:
            found[ability.key] = ability, level, source
    return found


def _known(c: Reading) -> Iterator[tuple[Ability, int, str]]:
    for held in c.memo(abilities):
        if held.ability and held.level > 0:
            yield held.ability, held.level, ""
    for item in c.memo(in_use):
        for target, level in item.totals.items():
            kind, _, key = target.partition(":")
            ability = c.rulebook.find(Ability, key) if kind == "ability" else None
            if ability and level > 0:
                yield ability, level, item.label


def told(ability: Ability, level: int) -> str:
    """An ability in a sentence: “2 damage” at level 2 for “1 damage per level” (3.4)."""
    return re.sub(r"\b1\b([^.:,]*?) per level\b", rf"{level}\1", ability.summary)


def level_of(c: Reading, key: str) -> int:
    """The level an ability is known at, 0 for none."""
    return c.memo(skills)[key][1] if key in c.memo(skills) else 0


def relics(c: Reading) -> tuple[HeldItem, ...]:
    """The relics in use (5.1.2)."""
    return tuple(item for item in c.memo(in_use) if item.kind == "relic")


def own_marks(c: Reading) -> Mapping[int, str]:
    """The mark of each relic's own Advantage, by the relic's place: known by its name, else by its experience, so that
    no line above it matters; of several alike by which of them it is (5.1.2)."""
    found: dict[int, str] = {}
    seen: Counter[str] = Counter()
    for item in c.memo(relics):
        known = same_name(item.entry.name) or same_name(item.entry.notes.get("experience", ""))
        seen[known] += 1
        words = f"{known}\n{seen[known]}"
        found[item.place] = f"relic-{sha256(words.encode(errors='replace')).hexdigest()[:10]}"
    return found


def invested(c: Reading, item: HeldItem) -> int:
    """The experience points in an item, which selling it gives back (5.2)."""
    return sum(term.amount for term in features(c, item)) + (item.place != c.memo(free_item))


def worth(c: Reading, kept: LineMatch[HeldItem]) -> int:
    """The experience points in an approved item as it is now, or was where it is off the list by now."""
    if kept.now is not None or c.approved is None:
        return invested(c, kept.now or kept.then)
    return sum(term.amount for term in features(c.approved, kept.then)) + (kept.then is not c.memo(free_when_approved))

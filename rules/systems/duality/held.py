"""What stands in the lists of a build: experiences, abilities, combat styles, items with their features."""

from collections.abc import Iterable
from typing import NamedTuple

from rules.kernel import Build, Entry, Reading, Rulebook, derived
from rules.systems.duality.entries import Ability, Noun, Style, Tag, Upgrade, Verb
from rules.systems.duality.game import NOUNS, STATISTICS, VERBS, duality

BONUSES = ("attack", "defend", "experience", "specialization")
"""Features that cost the item's total bonus and no more (5.1.3)."""
TARGETS = (*BONUSES, *STATISTICS, "block")
"""Features that count towards the item's total bonus (5.1.3, D-02)."""
FEATURES = (*TARGETS, "life", "recovery", "style", "die", "ability")
ENDLESS = 1_000_000
"""Where the book sets no ceiling."""
WEAPONS_ONLY = frozenset({"attack", "defend", "style", "die"})


class HeldExperience(NamedTuple):
    """An experience of the character's past (3.3)."""

    place: int
    name: str
    bonus: int

    @property
    def key(self) -> str:
        return f"experience-{self.place + 1}"

    @property
    def path(self) -> str:
        return f"entries.experiences.{self.place}"

    @property
    def label(self) -> str:
        return self.name or f"Experience {self.place + 1}"


class HeldAbility(NamedTuple):
    """An ability and the level it has been bought to (3.4)."""

    place: int
    ability: Ability | None
    level: int

    @property
    def path(self) -> str:
        return f"entries.abilities.{self.place}"


class HeldStyle(NamedTuple):
    """A combat style with the statistic it stands on (3.5)."""

    place: int
    entry: Build
    style: Style | None
    statistic: str
    specialization: str
    bonus: int
    dice: int
    upgrades: tuple[Upgrade, ...]

    @property
    def key(self) -> str:
        return f"style-{self.place + 1}"

    @property
    def path(self) -> str:
        return f"entries.styles.{self.place}"

    @property
    def label(self) -> str:
        """The name it was given, or what kind it is."""
        return self.entry.name.strip() or (self.style.name if self.style else f"Style {self.place + 1}")

    @property
    def start(self) -> int:
        """The bonus it comes with: one where it has a bonus of its own (3.5.1, 3.5.2)."""
        return 1 if self.style and (self.style.bonus or self.style.block) else 0

    @property
    def start_dice(self) -> int:
        """The dice it comes with: Riposte has one, offensive styles none (3.5.1, 3.5.2)."""
        return 1 if self.style and self.style.die and not self.style.offensive else 0


class Feature(NamedTuple):
    """One line of an item beyond what every such item has (5.1.3). Less than nothing counts as nothing."""

    place: int
    entry: Build
    kind: str
    amount: int

    @property
    def written(self) -> int:
        """The amount as it stands in the build."""
        return self.entry.scores.get("amount", 1)

    @property
    def target(self) -> str:
        """The total it adds to, told apart from other features of its kind."""
        detail = {
            "specialization": self.entry.pick("specialization"),
            "ability": self.entry.pick("ability"),
            "style": self.entry.pick("style"),
            "experience": self.entry.name.strip(),
        }.get(self.kind, "")
        return f"{self.kind}:{detail}" if detail else self.kind


class HeldItem(NamedTuple):
    """A weapon or a relic (5)."""

    place: int
    entry: Build
    kind: str
    style: HeldStyle | None
    in_use: bool
    features: tuple[Feature, ...]

    @property
    def key(self) -> str:
        return f"item-{self.place + 1}"

    @property
    def path(self) -> str:
        return f"entries.items.{self.place}"

    @property
    def label(self) -> str:
        return self.entry.name.strip() or f"Item {self.place + 1}"

    @property
    def offensive(self) -> bool:
        return bool(self.kind == "weapon" and self.style and self.style.style and self.style.style.offensive)

    @property
    def basic(self) -> dict[str, int]:
        """What every such item has (5.1.1, 5.1.2)."""
        if self.kind == "relic":
            return {"experience": 1}
        if self.kind != "weapon" or self.style is None or self.style.style is None:
            return {}
        return {"attack": 1, "die": 1} if self.offensive else {"defend": 1, "block": 1}

    @property
    def totals(self) -> dict[str, int]:
        """Everything it gives, by target."""
        found = dict(self.basic)
        for feature in self.features:
            found[feature.target] = found.get(feature.target, 0) + feature.amount
        return found

    @property
    def styles(self) -> tuple[int, ...]:
        """The places of the styles it can be used with (5.1.1, 5.1.3)."""
        first = (self.style.place,) if self.style else ()
        more = (_place(f.entry.pick("style")) for f in self.features if f.kind == "style")
        return (*first, *(place for place in more if place is not None))


def _place(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 5 else None


@derived
def grid(rulebook: Rulebook) -> tuple[tuple[str, str, str], ...]:
    """Key, name and key of the tag of each specialization, verb by verb (3.2)."""
    cells = ((verb, noun) for verb in rulebook.all(Verb).values() for noun in rulebook.all(Noun).values())
    return tuple((f"{v.key}-{n.key}", f"{v.name} {n.name}", f"tag-{v.key}-{n.key}") for v, n in cells)


def experiences(c: Reading) -> tuple[HeldExperience, ...]:
    entries = c.build.entries.get("experiences", ())
    return tuple(HeldExperience(n, e.name.strip(), e.scores.get("bonus", 1)) for n, e in enumerate(entries))


def abilities(c: Reading) -> tuple[HeldAbility, ...]:
    return tuple(
        HeldAbility(n, c.rulebook.find(Ability, e.pick("ability")), e.scores.get("level", 1))
        for n, e in enumerate(c.build.entries.get("abilities", ()))
    )


def styles(c: Reading) -> tuple[HeldStyle, ...]:
    """Every combat style, in the order gained (3.5)."""
    return tuple(_style(c, n, e) for n, e in enumerate(c.build.entries.get("styles", ())))


def _style(c: Reading, place: int, entry: Build) -> HeldStyle:
    style = c.rulebook.find(Style, entry.pick("style"))
    statistic = entry.pick("statistic")
    taken = entry.picked("upgrades")
    bare = HeldStyle(
        place,
        entry,
        style,
        statistic if statistic in STATISTICS else "",
        entry.pick("specialization"),
        0,
        0,
        tuple(upgrade for upgrade in style.upgrades if upgrade.key in taken) if style else (),
    )
    return bare._replace(
        bonus=entry.scores.get("bonus", bare.start) if bare.start else 0,
        dice=entry.scores.get("dice", bare.start_dice),
    )


def items(c: Reading) -> tuple[HeldItem, ...]:
    """Every item, in the order gained (5)."""
    return tuple(_item(c, n, e) for n, e in enumerate(c.build.entries.get("items", ())))


def _item(c: Reading, place: int, entry: Build) -> HeldItem:
    held = c.memo(styles)
    number = _place(entry.pick("style"))
    style = held[number] if number is not None and number < len(held) else None
    kind = entry.pick("kind")
    features = tuple(
        Feature(n, f, f.pick("feature"), max(0, f.scores.get("amount", 1)))
        for n, f in enumerate(entry.entries.get("features", ()))
    )
    return HeldItem(
        place, entry, kind, style if kind == "weapon" else None, entry.picks.get("in-use") is True, features
    )


def in_use(c: Reading) -> tuple[HeldItem, ...]:
    return tuple(item for item in c.memo(items) if item.in_use)


@duality.holding
def learned(c: Reading) -> Iterable[Entry | None]:
    """Abilities, combat styles and tags; of an item, those that it gives while it is in use."""
    yield from (held.ability for held in c.memo(abilities) if held.level > 0)
    yield from (held.style for held in c.memo(styles))
    yield from (c.rulebook.find(Tag, c.pick(f"tag-{verb}-{noun}")) for verb in VERBS for noun in NOUNS)
    for feature in (feature for item in c.memo(in_use) for feature in item.features if feature.amount):
        if feature.kind == "ability":
            yield c.rulebook.find(Ability, feature.entry.pick("ability"))
        elif feature.kind == "specialization":
            yield c.rulebook.find(Tag, feature.entry.pick("tag"))


class Gift(NamedTuple):
    """What an item in use adds to something; only the highest counts (5.2, D-07)."""

    item: HeldItem
    amount: int
    counted: bool


def gifts(c: Reading, target: str) -> tuple[Gift, ...]:
    """What the items in use add to one thing."""
    return _ranked(c.memo(_given).get(target, ()))


def _given(c: Reading) -> dict[str, list[tuple[HeldItem, int]]]:
    """Which items in use add to a target, and how much."""
    found: dict[str, list[tuple[HeldItem, int]]] = {}
    for item in c.memo(in_use):
        for target, amount in item.totals.items():
            if amount > 0:
                found.setdefault(target, []).append((item, amount))
    return found


def _ranked(found: Iterable[tuple[HeldItem, int]]) -> tuple[Gift, ...]:
    held = list(found)
    best = max(range(len(held)), key=lambda n: held[n][1], default=-1)
    return tuple(Gift(item, amount, n == best) for n, (item, amount) in enumerate(held))


def armed(c: Reading, style: HeldStyle) -> HeldItem | None:
    """The weapon in use that helps a style most: by its bonus on that side, then by its dice (5.2)."""
    fit = c.memo(_weapons).get(style.place, ())
    side = "attack" if style.style and style.style.offensive else "defend"

    def edge(item: HeldItem) -> tuple[int, int, int]:
        totals = item.totals
        return totals.get(side, 0), totals.get("die", 0), -item.place

    return max(fit, key=edge, default=None)


def _weapons(c: Reading) -> dict[int, list[HeldItem]]:
    """The weapons in use, by the places of the styles they are used with."""
    found: dict[int, list[HeldItem]] = {}
    for item in c.memo(in_use):
        for place in dict.fromkeys(item.styles if item.kind == "weapon" else ()):
            found.setdefault(place, []).append(item)
    return found

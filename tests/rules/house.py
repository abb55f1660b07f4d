"""House rules looked at from outside: what a value of a setting moves, and whether somebody can be finished with it.

`make settings` tries every pair of every game and every value that is allowed, and says what it found; a word after
`python -m tests.rules.house` keeps to one game.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from itertools import permutations
from random import Random
from time import monotonic
from typing import Any

from rules import systems
from rules.kernel import Build, Cite, RulesContext, Setting, Sheet
from rules.kernel.documents import Ledger
from rules.kernel.documents.ledger import read_ledger
from rules.kernel.pages import Game, game_of
from tests.rules.strategies import whole

House = dict[str, Any]
Choice = tuple[str, Any]
"""A setting and its value."""
Pair = tuple[Choice, Choice]
Face = tuple[str, ...]
"""What is looked at: the name of a view, and what it is asked."""
VIEWS: Mapping[str, Callable[[Sheet], Any]] = {
    "figures": lambda sheet: sheet.figures,
    "budgets": lambda sheet: sheet.budgets,
    "findings": lambda sheet: sheet.findings,
    "trackers": lambda sheet: sheet.trackers,
    "facts": lambda sheet: game_of(sheet).facts(sheet),
    "checks": lambda sheet: sheet.checks,
    "steps": lambda sheet: [(step, step.fields) for step in game_of(sheet).steps(sheet)],
    "layout": lambda sheet: game_of(sheet).layout(sheet),
    "marks along": lambda sheet: sheet.game.marks_along(sheet.table.settings),
    "ledger": lambda sheet: [list(kind.subjects(sheet)) for kind in sheet.game.ledger_kinds.values()],
}
SEEDS = 8
"""So many random people are made before a value counts as one that nobody can be finished with."""


# What is to be seen


def look(sheet: Sheet, face: Face) -> Any:
    """One view of a sheet as plain data, without where it is written."""
    view, *asked = face
    if view in VIEWS:
        return plain(VIEWS[view](sheet))
    if view == "now":
        return plain(sheet.game.now(sheet, {asked[0]: int(asked[1])}))
    answers = dict(answer.split("=") for answer in asked[-1].split())
    if view == "ask":
        return plain(game_of(sheet).ask(sheet, answers))
    return plain(game_of(sheet).desk(sheet, sheet.rulebook.entries["spell"][asked[0]], answers))


def plain(value: Any) -> Any:
    """Only what people read: a citation says where a number comes from, not what it is."""
    if isinstance(value, Cite) or callable(value):
        return None
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        return [plain(inner) for inner in value]
    if is_dataclass(value):
        return [plain(getattr(value, field.name)) for field in fields(value)]
    return value


def faces(sheet: Sheet) -> Iterator[Face]:
    """Everything that is looked at, the cheap and likely first."""
    yield from ((view,) for view in VIEWS)
    yield from ASKED.get(sheet.game.key, ())
    for tracker in sheet.trackers:
        most = min(tracker.maximum.value if tracker.maximum else MARKS, MARKS)
        yield from (("now", tracker.key, str(mark)) for mark in range(1, most + 1))


MARKS = 12
ASKED: Mapping[str, tuple[Face, ...]] = {
    "hprpg": (
        ("ask", "aspect=intelligence ability=none"),
    ),
    "dominion": (
        ("ask", "skill=swimming modifier=2"),
        ("ask", "skill=brawling aim=neck modifier=-2"),
        ("ask", "skill=brawling aim=neck modifier=2"),
        ("ask", "skill=alertness actions=2"),
        ("ask", "skill=alertness injury=2"),
        ("ask", "skill=withstand-magic injury=2"),
        ("ask", "skill=consecrate-1"),
        ("ask", "skill=defile-1"),
        ("ask", "skill=timing-with-greatsword"),
        ("ask", "skill=cast-enchant-armour"),
        ("ask", "skill=cast-phantom-wound"),
    ),
    "duality": (
        ("ask", "kind=opposed specialization=create-fire"),
    ),
    "rough-magic": (
        ("desk", "creation", ""),
        ("desk", "protection", ""),
        ("desk", "sleep", "charm=2"),
        ("desk", "transmutation", "person=yes"),
    ),
    "forge": (
        ("ask", "push=yes safe=yes"),
        ("ask", "difficulty=opponent against=0"),
        ("ask", "tool=suited other-tool=right"),
        ("ask", "group=helps tool=suited other-tool=right"),
        ("ask", "difficulty=easy modifier=10"),
    ),
}  # fmt: skip
"""What settings move that shows only when it is asked for."""
MORE: Mapping[str, tuple[dict[str, Any], ...]] = {
    "hprpg": ({"picks": {"personality": "prodigy", "personality-dot": "charm"}, "scores": {"elemental": 8}},),
    "dominion": (
        {
            "rolls": {"attribute-dice": [3, 4, 5], "table": [7, 8]},
            "picks": {"race": "dwarf", "spells": ["enchant-armour", "hex-armour", "phantom-wound"]},
            "scores": {"vigour": 2, "agility": 1, "stamina": 1},
            "entries": {
                "equipment": [
                    {"name": "", "picks": {"item": item, "wielded": True}}
                    for item in ("maul", "musket", "flail", "greatsword")
                ]
            },
        },
    ),
    "duality": (
        {
            "scores": {"create-fire": 2, "life": 8},
            "picks": {"tag-create-fire": "superhuman"},
            "entries": {
                "styles": [
                    {"name": "", "picks": {"style": "simple-weak", "specialization": "create-fire"}},
                    {"name": "", "picks": {"style": "evasive", "statistic": "finesse"}},
                ],
                "items": [{"name": "Ring", "picks": {"kind": "relic", "in-use": True}, "scores": {"life": 2}}],
            },
        },
    ),
    "forge": (
        {
            "rolls": {"backgrounds": [4, 4, 9]},
            "entries": {
                "backgrounds": [{"name": "A word of her own"}],
                "classes": [{"name": f"Class {number}"} for number in range(16)],
                "bonds": [{"name": f"Bond {number}"} for number in range(101)],
                "possessions": [{"name": "Anvil", "scores": {"bulk": 50}}],
            },
        },
    ),
}
"""People in whom house rules show that change nothing for the usual ones."""
SWORD, LAMP = {"name": "Sword", "picks": {"kind": "weapon", "style": "0"}}, {"name": "Lamp", "picks": {"kind": "relic"}}
STYLES = [{"picks": {"style": "melee", "statistic": "strength"}}, {"picks": {"style": "evasive"}}]
WIZARD = {"picks": {"style": "simple-weak", "statistic": "strength", "specialization": "create-fire"}}
MUCH = {"picks": {"feature": "specialization"}, "scores": {"amount": 4}}
GROWN: Mapping[str, tuple[dict[str, Any], ...]] = {
    "dominion": (
        {
            "baseline": {"entries": {"skills": [{"name": "Juggling", "picks": {"attribute": "agility"}}]}},
            "ledger": [{"kind": "award", "amount": 9}],
            "build": {
                "entries": {
                    "equipment": [{"picks": {"item": "maul"}}],
                    "skills": [{"name": "Tumbling", "picks": {"attribute": "agility"}}],
                }
            },
        },
    ),
    "hprpg": (
        {
            "baseline": {
                "picks": {"species": "human-muggle", "personality": "champion", "archetype": "auror"},
                "scores": {"interrogate": 3},
            },
            "ledger": [{"kind": "archetype-step", "from": "interrogate", "to": "pickpocket"}],
            "build": {
                "picks": {"species": "human-muggle", "personality": "rebel", "archetype": "auror",
                          "spells": ["lumos"], "feats": ["ambush"]},
                "scores": {"interrogate": 3, "charm": 1, "elemental": 1},
            },
        },
    ),
    "duality": (
        {
            "baseline": {"entries": {"styles": STYLES, "items": [SWORD, LAMP]}},
            "ledger": [
                {"kind": "sale", "subject": "Sword", "by": "player"},
                {"kind": "item-lost", "subject": "Mirror", "amount": -3},
            ],
            "build": {"entries": {"styles": [{"picks": {"style": "ranged"}}, STYLES[1]], "items": [LAMP]}},
        },
        {
            "baseline": {"scores": {"strength": -1}},
            "ledger": [],
            "build": {
                "picks": {"tag-create-fire": "simple-weak"},
                "entries": {"styles": [WIZARD], "items": [LAMP | {"entries": {"features": [MUCH]}}]},
            },
        },
        {
            "settings": {"resurrection": True},
            "baseline": {"entries": {"experiences": [{"name": "Sailor"}]}},
            "ledger": [
                {"kind": "award", "amount": 60},
                {"kind": "return", "subject": "Sailor", "gained": "Came Back", "amount": 1},
            ],
            "build": {"entries": {"experiences": [{"name": "Sailor"}, {"name": "Came Back"}]}},
        },
    ),
    "rough-magic": (
        {
            "baseline": {"picks": {"avenue": "illusion"}, "entries": {"skills": [{"name": "Thaumaturgy"}]}},
            "ledger": [{"kind": "change", "subject": "picks.avenue", "from": "illusion", "to": "conjuration"}],
            "build": {"picks": {"avenue": "conjuration"}, "entries": {"skills": [{"name": "Thaumaturgy"}]}},
        },
        {
            "baseline": {"entries": {"skills": [{"name": "Thaumaturgy"}]}},
            "ledger": [],
            "build": {"picks": {"avenue": "conjuration"}, "entries": {"skills": [{"name": "Thaumaturgy"}]}},
        },
    ),
    "forge": (
        {
            "baseline": {"scores": {"agility": 3}, "entries": {"values": [{"name": "Honour"}]}},
            "ledger": [{"kind": "change", "subject": "scores.agility", "from": 3, "to": 4}],
            "build": {"scores": {"agility": 4}, "entries": {"values": [{"name": "Pride"}]}},
        },
    ),
}  # fmt: skip
"""The same after an approval: documents of a life."""


# Who is looked at


@dataclass(frozen=True)
class Person:
    """A character with what happened to it."""

    build: Build
    life: RulesContext

    def read(self, system: Game, house: House) -> Sheet:
        return system.read(self.build, table=replace(self.life, settings={**self.life.settings, **house}))


@cache
def people(system: Game) -> tuple[Person, ...]:
    """Somebody for every setting: some who were made for it come first, then some by chance and those of the cases."""
    chance = [system.random({}, Random(seed), system.rulebook, RulesContext()) for seed in range(3)]
    new = (Person(Build.parse(build), RulesContext()) for build in (*MORE.get(system.key, ()), *chance, *whole(system)))
    return (*(grown(life) for life in GROWN.get(system.key, ())), *new)


def grown(life: Mapping[str, Any]) -> Person:
    ledger, baseline = Ledger(read_ledger(life["ledger"])), Build.parse(life["baseline"])
    table = RulesContext(life.get("settings", {}), "advancement", ledger, baseline=baseline)
    return Person(Build.parse(life["build"]), table)


@dataclass(frozen=True)
class Witness:
    """Where a value of a setting shows."""

    person: Person
    face: Face

    def sees(self, system: Game, before: House, after: House) -> bool:
        one, other = (self.person.read(system, house) for house in (before, after))
        return bool(look(one, self.face) != look(other, self.face))


class Hall:
    """A game whose settings are tried; it remembers where each was seen, for it shows there in other company too."""

    def __init__(self, system: Game) -> None:
        self.system = system
        self._seen: dict[Choice, list[Witness]] = {}

    def values(self, setting: Setting) -> list[Any]:
        """What may be chosen besides the usual: every choice; of a number the ends and what is next to the usual."""
        if setting.choices:
            offered: list[Any] = list(setting.choices)
        elif isinstance(setting.default, bool):
            offered = [True, False]
        else:
            assert isinstance(setting.default, int)
            offered = [setting.low, setting.default - 1, setting.default + 1, setting.high]
        return [v for v in dict.fromkeys(offered) if setting.accepts(v) and v != setting.default]

    def choices(self) -> Iterator[Choice]:
        """Each setting with each of its values."""
        for setting in self.system.settings.values():
            yield from ((setting.key, value) for value in self.values(setting))

    def pairs(self) -> list[Pair]:
        return [(one, other) for one, other in permutations(self.choices(), 2) if one[0] != other[0]]

    def allowed(self) -> list[Choice]:
        """Every value that a game master may choose."""
        return [(setting.key, value) for setting in self.system.settings.values() for value in _range(setting)]

    def moves(self, choice: Choice, company: House) -> bool:
        """Whether a value of a setting is seen anywhere, beside what else is decided; or a conflict is said."""
        before, after = company, company | dict([choice])
        if self.system.conflicts(after):
            return True
        seen = self._seen.setdefault(choice, [])
        if any(witness.sees(self.system, before, after) for witness in seen):
            return True
        found = next(self._search(before, after), None)
        if found:
            seen.append(found)
        return found is not None

    def _search(self, before: House, after: House) -> Iterator[Witness]:
        for person in people(self.system):
            one, other = (person.read(self.system, house) for house in (before, after))
            for face in faces(other):
                if look(one, face) != look(other, face):
                    yield Witness(person, face)
                    break

    def finishes(self, house: House) -> bool:
        """Whether somebody is legal and has nothing left to do; or a conflict is said."""
        return bool(self.system.conflicts(house)) or any(self._finished(house, seed) for seed in range(SEEDS))

    def _finished(self, house: House, seed: int) -> bool:
        table, rulebook = RulesContext(settings=house), self.system.rulebook
        sheet = self.system.read(Build.parse(self.system.random({}, Random(seed), rulebook, table)), table=table)
        return sheet.legal and not sheet.unfinished


def _range(setting: Setting) -> Iterable[Any]:
    if setting.choices:
        return setting.choices
    return (True, False) if isinstance(setting.default, bool) else range(setting.low, setting.high + 1)


def dead(hall: Hall, pairs: Iterable[Pair], values: Iterable[Choice]) -> Iterator[str]:
    """What moves nothing, alone or in these pairs; what lets nobody be finished, in them or among these values."""
    mute = [choice for choice in hall.choices() if not hall.moves(choice, {})]
    yield from (f"{key} = {value!r} moves nothing" for key, value in mute)
    for one, other in pairs:
        said = "{} = {!r} and {} = {!r}".format(*one, *other)
        if other not in mute and not hall.moves(other, dict([one])):
            yield f"of {said} the second moves nothing"
        if not hall.finishes(dict([one, other])):
            yield f"nobody is finished with {said}"
    yield from (
        f"nobody is finished with {key} = {value!r}" for key, value in values if not hall.finishes({key: value})
    )


def main(*wanted: str) -> int:
    found = 0
    for system in systems.every():
        if wanted and system.key not in wanted:
            continue
        started, hall = monotonic(), Hall(system)
        pairs, values = hall.pairs(), hall.allowed()
        for words in dead(hall, pairs, values):
            found += 1
            print(f"{system.key}: {words}", flush=True)
        print(f"{system.key}: {len(pairs)} pairs, {len(values)} values, {monotonic() - started:.0f} s", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""A life of chance: in any order nothing is minted, and nothing is lost."""

import os
import re
from random import Random
from typing import Any

import pytest

from rules.kernel import RulesContext, Sheet
from rules.kernel.documents import apply
from rules.kernel.documents.ledger import same_name
from rules.kernel.pages import RatingField
from rules.systems.duality import system
from rules.systems.duality.gear import worth as worth_of
from rules.systems.duality.held import in_use
from rules.systems.duality.kept import kept_items, to_go
from rules.systems.duality.parted import name_in
from rules.systems.duality.returning import MOST_BOXES, boxes_left
from tests.rules.duality.grown import LANTERN, back, codes, entry, fields_of, read, refused, spent, unmarked
from tests.rules.duality.test_pricing import feature, item
from tests.rules.lives import settled

NAMES = ("Lantern", "Mirror", "Bell", "Drum", "Horn", "Lute", "Mask", "Coin", "Harp", "Rope", "Lens", "Key")


def everybody(rng: Random) -> dict[str, Any]:
    """Somebody at random with things to grow, to sell and to lose."""
    made = system.random({}, rng, system.rulebook, RulesContext(settings={"starting_xp": 40}))
    entries = {**made["entries"], "items": [*made["entries"]["items"], LANTERN, item("relic", "", feature("strength"))]}
    return {**made, "entries": {**entries, "experiences": [*entries.get("experiences", []), {"name": "Sailor"}]}}


def remembered(sheet: Sheet) -> int:
    """What all experiences of somebody come to, but for those of items."""
    own = re.compile(r"experience-\d+|style-\d+-experience")
    return sum(figure.value for key, figure in sheet.figures.items() if own.fullmatch(key))


class Life:
    """A character in play: what may be done is done at random, and the account is kept beside it."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.created = rng, everybody(rng)
        self.approved = self.build = self.created
        self.entries = [entry("award", amount=rng.randint(0, 20))]

    @property
    def sheet(self) -> Sheet:
        house = {"starting_xp": 60, "resurrection": True}
        return read(self.approved, self.build, *self.entries, created=self.created, **house)

    def approve(self) -> None:
        """What was done is settled, and costs what it cost."""
        before = self.sheet
        self.approved, self.entries = self.build, settled(*self.entries)
        assert (spent(self.sheet), remembered(self.sheet)) == (spent(before), remembered(before))

    def award(self) -> None:
        self.entries.append(entry("award", amount=self.rng.randint(1, 12)))

    def buy(self) -> None:
        """One field set to anything up to the limit it shows."""
        found = [field for field in fields_of(self.sheet).values() if isinstance(field, RatingField)]
        field = self.rng.choice(found)
        self.build = apply(self.build, field.path, self.rng.randint(min(field.low, field.limit), field.limit))

    def new_item(self) -> None:
        """With a name of its own: one like what went or may go might as well be that, not removed yet."""
        if self.sheet["xp"] > 0:
            held = self.build["entries"].get("items", [])
            gone = {name_in(one) for one in self.entries if one.kind in ("item-lost", "sale")}
            there = {same_name(one.get("name", "")) for one in self.approved["entries"].get("items", [])}
            name = self.rng.choice([name for name in NAMES if same_name(name) not in gone | there])
            self.build = apply(self.build, f"entries.items.{len(held)}", {"name": name, "picks": {"kind": "relic"}})

    def turn(self) -> None:
        """Lists in another order, but for styles, which weapons name by their place."""
        key = self.rng.choice(["items", "experiences"])
        lines = list(self.build["entries"].get(key, []))
        self.rng.shuffle(lines)
        self.build = {**self.build, "entries": {**self.build["entries"], key: lines}}

    def part_with(self) -> None:
        """An approved item is sold or lost, and leaves the list with the entry."""
        sheet = self.sheet
        if not (names := [kept.then.label for kept in sheet.reading.memo(kept_items) if kept.now]):
            return
        kind = system.ledger_kinds[self.rng.choice(["sale", "item-lost"])]
        made = entry(kind.key, self.rng.choice(names), by="gm")
        assert refused(sheet, made) == ""
        one = to_go(sheet.reading, made.subject)[0]
        worth, (was, left) = worth_of(sheet.reading, one), (sheet.budgets["xp"].spent.value, sheet["xp"])
        self.entries.append(kind.fill(sheet, made))
        ((path, gone),) = kind.edits(sheet, made).items()
        assert one.now is not None
        held = one.now.in_use and len(sheet.reading.memo(in_use)) > 2
        self.build = apply(self.build, path, gone)
        back = (worth if kind.key == "sale" else 0) + held
        assert (spent(self.sheet), self.sheet["xp"]) == (was - back, left + back)

    def die(self) -> None:
        sheet = self.sheet
        names = [name for name, _ in system.ledger_kinds["return"].subjects(sheet)]
        self.entries.append(entry("died", by="gm"))
        sheet = self.sheet
        most = MOST_BOXES - boxes_left(sheet.reading)
        made = back(self.rng.choice(names), self.rng.choice([*names, "Came Back"]), self.rng.randint(1, most))
        assert refused(sheet, made) == ""
        self.entries.append(made)
        assert spent(self.sheet) == spent(sheet)
        assert remembered(self.sheet) == remembered(sheet)

    def unmark(self) -> None:
        sheet = self.sheet
        names = [name for name, _ in system.ledger_kinds["box-unmarked"].subjects(sheet)]
        if names and sheet["xp"] >= 3:
            self.entries.append(unmarked(self.rng.choice(names)))
            assert remembered(self.sheet) == remembered(sheet) + 1

    def deduct(self) -> None:
        if left := self.sheet["xp"]:
            self.entries.append(entry(self.rng.choice(["deduction", "big-magic"]), amount=-self.rng.randint(1, left)))


DEEDS = (
    Life.award, Life.approve, Life.buy, Life.buy, Life.buy, Life.new_item, Life.turn, Life.part_with, Life.die,
    Life.unmark,
)  # fmt: skip


@pytest.mark.parametrize("seed", range(int(os.environ.get("LIVES", "12"))))
def test_through_any_order_what_came_in_is_what_went_out_and_what_is_left(seed: int) -> None:
    life = Life(Random(seed))
    assert life.sheet.legal
    for _ in range(20):
        life.rng.choice((*DEEDS, Life.deduct))(life)
        sheet = life.sheet
        budget, came = sheet.budgets["xp"], sum(one.amount for one in life.entries if one.kind == "award")
        assert budget.allowed.value == 60 + came
        assert sheet["xp"] == budget.remaining >= 0
        assert codes(sheet) == []

"""What a character has and carries, in bulk."""

from collections.abc import Iterable
from typing import NamedTuple

from rules.kernel import Item, Origin, Reading, Term, display_name
from rules.systems.forge.entries import Grade
from rules.systems.forge.game import cite, forge


class Thing(NamedTuple):
    """A possession: bulk of one of them, how many, its grade of price, whether it stays behind."""

    place: int
    name: str
    bulk: int
    quantity: int
    grade: Grade | None
    left: bool

    @property
    def path(self) -> str:
        return f"entries.possessions.{self.place}"

    @property
    def label(self) -> str:
        return self.name or f"Possession {self.place + 1}"

    @property
    def load(self) -> int:
        """The bulk that is carried of it."""
        return 0 if self.left else max(0, self.bulk) * max(0, self.quantity)

    @property
    def told(self) -> str:
        """Bulk, price and where it is, in a line."""
        words = (f"bulk {self.bulk}" if self.bulk else "", self.grade.name.lower() if self.grade else "",
                 "left behind" if self.left else "")  # fmt: skip
        return ", ".join(word for word in words if word)


def possessions(c: Reading) -> tuple[Thing, ...]:
    """Everything in the list (F-08)."""
    return tuple(
        Thing(
            place,
            display_name(entry, c.rulebook, Item),
            entry.scores.get("bulk", 0),
            entry.scores.get("quantity", 1),
            c.rulebook.find(Grade, entry.pick("price")),
            entry.picks.get("left") is True,
        )
        for place, entry in enumerate(c.build.entries.get("possessions", ()))
    )


@forge.figure("bulk", "Bulk carried", cite("equipment.html", "F-08"))
def bulk(c: Reading) -> Iterable[Term]:
    """Whatever is not left behind; things under 1 bulk are not counted."""
    where = cite("equipment.html", "F-08")
    for thing in c.memo(possessions):
        if thing.load:
            words = thing.label if thing.quantity == 1 else f"{thing.label} × {thing.quantity}"
            yield Term(thing.load, words, where, Origin.BOUGHT, path=thing.path)


UNBURDENED, ENCUMBERED, OVER = "unburdened", "encumbered", "too much"


def burden(c: Reading) -> str:
    """How heavy the load is: up to the capacity, up to its double, or beyond."""
    load = c["bulk"]
    if load <= max(0, c["carrying-capacity"]):
        return UNBURDENED
    return ENCUMBERED if load <= max(0, c["encumbered-limit"]) else OVER

"""Points for the abilities, and for the values where a table counts them."""

from collections.abc import Iterable

from rules.kernel import Budget, Origin, Reading, Term
from rules.kernel.purchases import spent
from rules.systems.forge.creation import values
from rules.systems.forge.game import cite, forge
from rules.systems.forge.purchases import allowed_abilities


@forge.budget
def ability_points(c: Reading) -> Iterable[Budget]:
    """Eight points, each ability worth as many as it is high; none by the Rolls page alone (F-01)."""
    if c.setting("source_only"):
        return
    points = c.number("ability_points")
    where = c.source("ability_points", cite("abilities.html"))
    yield Budget.of(
        "ability-points",
        "Ability points",
        where,
        allowed=[Term(points, "base", where)],
        spent=(*spent(c, "ability-points"), *_by_word(c)),
        unit="point",
    )


def _by_word(c: Reading) -> Iterable[Term]:
    """What abilities are by the GM's word costs no points (F-15)."""
    if more := sum(c.memo(allowed_abilities).values()):
        yield Term(-more, "allowed by your GM", cite("abilities.html", "F-15"), Origin.GRANTED)


@forge.budget
def value_points(c: Reading) -> Iterable[Budget]:
    """Points for the values, where a table has decided on some (F-02)."""
    points = c.number("value_points")
    if not points:
        return
    where = c.source("value_points", cite("fate.html", "F-02"))
    yield Budget.of(
        "value-points",
        "Value points",
        where,
        allowed=[Term(points, "base", where)],
        spent=[
            Term(value.rating, value.label, where, Origin.BOUGHT, path=f"{value.path}.scores.rating")
            for value in c.memo(values)
            if value.rating and value.rating > 0
        ],
        unit="point",
    )

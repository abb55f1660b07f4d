"""The one budget: points for the abilities."""

from collections.abc import Iterable

from rules.kernel import Budget, Origin, Reading, Term
from rules.systems.forge.creation import score_of
from rules.systems.forge.entries import Ability
from rules.systems.forge.game import cite, forge


@forge.budget
def ability_points(c: Reading) -> Iterable[Budget]:
    """Eight points, each ability worth as many as it is high; none by the Rolls page alone (F-01)."""
    if c.setting("source_only"):
        return
    where = cite("abilities.html", "F-01")
    yield Budget.of(
        "ability-points",
        "Ability points",
        where,
        allowed=[Term(c.number("ability_points"), "every character", where)],
        spent=[
            Term(score_of(c.build, key), ability.name, ability.cite, Origin.BOUGHT, path=f"scores.{key}")
            for key, ability in c.rulebook.all(Ability).items()
        ],
        unit="point",
    )

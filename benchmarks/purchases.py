"""One click in the builder on a character with a thousand purchases, against the same click on a fresh one."""

import sys
from itertools import count
from typing import Any

from benchmarks.timing import side_by_side
from benchmarks.world import world

GOAL = 2.0
PURCHASES = 1_000


def bought() -> dict[str, Any]:
    """A build whose ledger has at least a thousand lines, legal after a long campaign."""
    from rules.systems.duality.game import NOUNS, STATISTICS, VERBS

    grid = [f"{verb}-{noun}" for verb in VERBS for noun in NOUNS]
    past = [{"name": f"Remembers day {n}", "scores": {"bonus": 3}} for n in range(230)]
    guard = [{"picks": {"style": "melee", "statistic": "strength"}}, {"picks": {"style": "evasive"}}]
    guard[1]["picks"]["statistic"] = "instinct"
    return {
        "scores": {**dict.fromkeys(STATISTICS, 3), **dict.fromkeys(grid, 4), "life": 60, "recovery": 30, "block": 5},
        "picks": {f"tag-{key}": "superhuman" for key in grid},
        "entries": {"experiences": past, "styles": guard},
    }


def main() -> int:
    with world() as jane:
        from django.test import Client

        from characters import actions

        rich, fresh = (
            actions.create_character(system="duality", by=jane.owner, name=name, build=build)
            for name, build in (("Rich", bought()), ("Fresh", {}))
        )
        for character in (rich, fresh):
            type(character).objects.filter(pk=character.pk).update(stage="advancement")
            character.ledger_entries.create(kind="award", amount=5_000, role="gm")
            character.refresh_from_db()
        assert rich.read().legal
        lines = len(rich.read().budgets["xp"].spent.terms)
        assert lines >= PURCHASES, lines
        client = Client()
        client.force_login(jane.owner, backend="django.contrib.auth.backends.ModelBackend")
        turns = count()

        def change(character: Any) -> Any:
            form = {"scores.presence": str(1 + next(turns) % 2), "tab": "bench"}
            address = f"/characters/{character.pk}/build/statistics/"
            return client.post(address, form, headers={"HX-Request": "true"})

        assert change(rich).status_code == change(fresh).status_code == 200
        slow, quick, ratio = side_by_side(lambda: change(rich), lambda: change(fresh))
    print(f"a change among {lines:,} purchases {slow * 1000:6.2f} ms")
    print(f"a change on a fresh character  {quick * 1000:6.2f} ms")
    print(f"ratio                          {ratio:6.2f} (goal {GOAL})")
    return 0 if ratio <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())

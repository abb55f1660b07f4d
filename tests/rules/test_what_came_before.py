"""What the last approval has settled explains nothing that changes after it; and what a death ends, in every game."""

import sys
from collections.abc import Iterator
from dataclasses import fields as fields_of
from dataclasses import is_dataclass, replace
from random import Random
from typing import Any

import pytest

from rules import systems
from rules.kernel import Build, LedgerEntry, RulesContext, Sheet
from rules.kernel.documents import Ledger
from rules.kernel.documents.ledger import read_entry
from rules.kernel.pages import Chance, Game, ask, rate
from rules.kernel.purchases import purchases_of
from tests.by_game import MORTAL
from tests.rules.lives import award, change, entry, errors, grown, settled


def own_skills(*skills: tuple[str, str, int]) -> dict[str, Any]:
    lines = [{"name": n, "picks": {"attribute": at}, "scores": {"steps": steps}} for n, at, steps in skills]
    return {"scores": {"agility": 3, "vigour": 2}, "entries": {"skills": lines}}


def valued(*values: tuple[str, int]) -> dict[str, Any]:
    return {"entries": {"values": [{"name": name, "scores": {"rating": rating}} for name, rating in values]}}


def turned(build: Any) -> dict[str, Any]:
    """The same lines in another order."""
    return build | {"entries": {key: lines[::-1] for key, lines in build["entries"].items()}}


RENAMED = [
    ("dominion", own_skills(("Acrobatics", "agility", 1), ("Juggling", "vigour", 3)), "Juggling", "Acrobatics"),
    ("forge", valued(("Duty", 2), ("Honour", 1)), "Honour", "Duty"),
]


@pytest.mark.parametrize(("key", "build", "was", "now"), RENAMED)
def test_a_later_thing_of_an_old_name_is_not_the_renamed_one(key: str, build: Any, was: str, now: str) -> None:
    """The word that changed a name was for the line of then."""
    word = change(was, was, now)
    game = systems.get(key)
    for found in (build, turned(build)):
        assert errors(grown(game, found, build, award(90), *settled(word))) == errors(
            grown(game, found, build, award(90))
        )
    called = {"entries": {key: [_called(line, was, now) for line in lines] for key, lines in build["entries"].items()}}
    renamed = grown(game, build | called, build, award(90), word)
    assert errors(renamed) != errors(grown(game, build | called, build, award(90), *settled(word)))


def _called(line: Any, was: str, now: str) -> Any:
    return {**line, "name": now} if line["name"] == was else line


def test_what_the_gm_allowed_counts_until_the_next_approval() -> None:
    hprpg, path = systems.get("hprpg"), "picks.personality"
    champion, rebel = ({"picks": {"personality": key}} for key in ("champion", "rebel"))
    there, back = change(path, "champion", "rebel"), change(path, "rebel", "champion")
    assert "personality-changed" in errors(grown(hprpg, rebel, champion))
    assert "personality-changed" not in errors(grown(hprpg, rebel, champion, there))
    assert "personality-changed" in errors(grown(hprpg, rebel, champion, *settled(there)))
    assert "personality-changed" in errors(grown(hprpg, rebel, champion, there, back)), "a word back ends the first"
    assert "personality-changed" not in errors(grown(hprpg, rebel, champion, there, back, there))


@pytest.mark.parametrize(("now", "codes"), [
    (("Guard", "Baker"), []),
    (("Healer", "Baker"), []),
    (("Baker", "Smith"), []),
    (("Guard", "Smith"), []),
    (("Smith", "Baker"), []),
    (("Guard", "Healer"), []),
    (("Healer", "Smith"), ["background-gone"]),
    (("Smith", "Cook"), ["background-gone"]),
])  # fmt: skip
def test_every_name_that_was_allowed_on_the_way_holds(now: tuple[str, str], codes: list[str]) -> None:
    """Guard, then Healer, then Smith; and a Baker from the start, who may become a Guard."""
    forge = systems.get("forge")
    words = [change("Guard", "Guard", "Healer"), change("Healer", "Healer", "Smith"), change("Baker", "Baker", "Guard")]
    then, since = (
        {"entries": {"backgrounds": [{"name": name} for name in names]}} for names in (("Guard", "Baker"), now)
    )
    found = [code for code in errors(grown(forge, since, then, *words)) if code == "background-gone"]
    assert found == codes


@pytest.mark.parametrize(("name", "code"), [("Tricks", False), ("Stunts", False), ("Cooking", True)])
def test_a_skill_has_any_name_that_was_allowed(name: str, code: bool) -> None:
    words = [change("Juggling", "Juggling", "Tricks"), change("Tricks", "Tricks", "Stunts")]
    then, now = (own_skills((one, "agility", 1)) for one in ("Juggling", name))
    assert ("own-skill-gone" in errors(grown(systems.get("dominion"), now, then, *words))) == code


def many(count: int, *, first: int = 0) -> list[dict[str, Any]]:
    return [{"name": f"n{number}", "scores": {"steps": 1}} for number in range(first, first + count)]


CHAIN = [change(f"n{number}", f"n{number}", f"n{number + 1}") for number in range(245)]
RETURNS = [entry("return", 1, "n0", gained=f"g{number}") for number in range(250)]
KIND = change("background", "background", "n0")


@pytest.mark.parametrize(
    ("key", "before", "after", "told"),
    [
        ("duality", {"experiences": many(1)}, {"experiences": many(1)}, [*RETURNS, *CHAIN]),
        ("forge", {"backgrounds": many(1) * 100}, {"backgrounds": many(1, first=900)}, [KIND, *CHAIN]),
        ("forge", {"values": many(100)}, {"values": many(100, first=100)}, CHAIN),
        ("dominion", {"skills": many(100)}, {"skills": many(100, first=100)}, CHAIN),
    ],
    ids=["returns", "a word for a kind", "values", "skills"],
)
def test_names_that_go_on_and_on_cost_little(key: str, before: Any, after: Any, told: list[LedgerEntry]) -> None:
    """Calls are counted, not seconds: millions were made where a chain of names was read for each line anew."""
    then, now = ({"rolls": {"backgrounds": [1] * 100}, "entries": entries} for entries in (before, after))
    grown(systems.get(key), {}, {})  # What is made once for a rulebook is there already, whichever test comes first.
    made = 0

    def count(frame: object, event: str, what: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        grown(systems.get(key), now, then, *told, resurrection=True)
    finally:
        sys.setprofile(None)
    assert made < 800_000


def test_a_document_tells_what_was_there_at_the_approval() -> None:
    (one,) = settled(entry("change", subject="Juggling", **{"from": "Juggling", "to": "Acrobatics"}))
    assert one.as_json()["settled"] is True
    assert read_entry(one.as_json()) == one
    assert "settled" not in replace(one, settled=False).as_json()
    assert [len(Ledger((one, award(3))).of("change", "award")), len(Ledger((one, award(3))).fresh)] == [2, 1]


# Death

mortal = pytest.mark.parametrize("game", [*map(systems.get, MORTAL)], ids=MORTAL)


def dead(game: Game, seed: int = 3, *, since: int = 0) -> tuple[Any, Sheet]:
    """Somebody who died; `since` is how much less had been spent, by a death that remembers no more than that."""
    build = game.random({}, Random(seed), game.rulebook, RulesContext())
    alive = grown(game, build, build, award(500))
    death = game.ledger_kinds["died"].fill(alive, entry("died", on="2026-03-03"))
    if since:
        then = alive.budgets[game.ledger_kinds["award"].budget].spent.value
        death = replace(death, more={"spent": then - since})
    return build, grown(game, build, build, award(500), death)


@mortal
def test_the_dead_roll_nothing_and_every_surface_says_so(game: Game) -> None:
    build, sheet = dead(game)
    live = sheet.live({tracker.key: 1 for tracker in sheet.trackers})
    assert live.checks
    # What rest would heal is no matter any more.
    assert [fact.label for fact in live.facts if not fact.lasts or fact.label == "Dead"] == ["Dead"]
    for check in (*live.checks, ask(live, {}).check, *(ask(live, dict(one.answers)).check for one in live.checks[:5])):
        assert check.dice is None
        assert check.note
    raising = [kind.key for kind in game.ledger_kinds.values() if kind.raises]
    ends = [entry(key) for key in raising] or [entry("void", subject="its-death")]
    back = grown(game, build, build, replace(entry("died"), id="its-death"), *ends)
    assert (sheet.dead, back.dead) == (True, False)
    assert any(check.dice for check in back.live({}).checks)
    others = {key for one in systems.every() for key, kind in one.ledger_kinds.items() if kind.raises} - {*raising}
    assert grown(game, build, build, entry("died"), *map(entry, others)).dead


def chances(shown: object) -> Iterator[Chance]:
    """Every chance somewhere in what is printed."""
    if isinstance(shown, Chance):
        yield shown
    elif isinstance(shown, tuple):
        yield from (chance for part in shown for chance in chances(part))
    elif is_dataclass(shown):
        yield from (chance for part in fields_of(shown) for chance in chances(getattr(shown, part.name)))


@mortal
def test_the_paper_of_the_dead_has_no_chances(game: Game) -> None:
    for seed in range(4):
        _, sheet = dead(game, seed)
        assert all(chance.chance is None for chance in chances(game.layout(sheet)))


@mortal
def test_the_dead_buy_nothing(game: Game) -> None:
    _, sheet = dead(game)
    assert "bought-after-death" not in errors(sheet)
    for purchase in purchases_of(sheet.reading)[:3]:
        field = rate(sheet, purchase)
        assert (field.limit, field.reason) == (max(field.value, 0), "nothing can be bought after death")
    if game.ledger_kinds["award"].budget:
        assert "bought-after-death" in errors(dead(game, since=1)[1])


@pytest.mark.parametrize(
    "told",
    [[{"kind": "forsaken", "subject": ""}], [{"kind": "loss", "subject": "channel", "amount": -1}] * 6],
    ids=["forsaken", "channel lost"],
)
def test_whom_no_god_answers_the_list_says_so(told: list[dict[str, Any]]) -> None:
    """As the roll itself does, marked or not (10.5.6, 10.7, A-86, A-90)."""
    game = systems.get("dominion")
    build = {"scores": {"channel": 3, "heal": 2}, "picks": {"style": "wise-one"}}
    sheet = game.read(Build.parse(build), table=RulesContext(ledger=Ledger(map(read_entry, told))))
    for marks in ({}, {"injury": 1}):
        live = sheet.live(marks)
        heal = [check for check in live.checks if check.key.startswith("heal")]
        assert heal
        assert [check.dice for check in heal] == [None] * len(heal)
        assert [ask(live, dict(check.answers)).check.dice for check in heal] == [None] * len(heal)

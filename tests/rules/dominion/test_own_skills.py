"""Skills of one's own once a character is approved: known by their names, and renamed by a game master's word."""

from typing import Any

import pytest

from rules.kernel import Build
from tests.rules.dominion.growing import BASE, CROELLIC, JUGGLING, LORE, errors, judged, system

OWN = {"entries": {"skills": [JUGGLING, CROELLIC]}}


def test_a_skill_of_ones_own_is_known_by_its_name() -> None:
    def after(*skills: Any) -> Any:
        return {"entries": {"skills": list(skills)}}

    assert errors(judged(OWN, after(CROELLIC, JUGGLING))) == []
    assert errors(judged(OWN, after(LORE, CROELLIC))) == ["own-skill-gone"]
    other = {**JUGGLING, "picks": {"attribute": "intellect"}}
    assert "own-skill-attribute-changed" in errors(judged(OWN, after(other, CROELLIC)))
    luck = {"entries": {"skills": [{"name": "Gambling", "picks": {"attribute": "luck"}}]}}
    assert "own-skill-of-luck" in errors(system.read(Build.parse(luck)))


def test_another_name_takes_the_game_masters_word() -> None:
    tricks = {**JUGGLING, "name": "Tricks"}
    now = {"entries": {"skills": [tricks, CROELLIC]}}
    asked = judged(OWN, now)
    word = next(finding.gm_word for finding in asked.errors if finding.gm_word)
    assert (word.subject, word.was, word.now) == ("Juggling", "Juggling", "Tricks")
    change = {"kind": "change", "subject": "Juggling", "from": "Juggling", "to": "Tricks"}
    assert errors(judged(OWN, now, change)) == []
    fewer = {"entries": {"skills": [{**tricks, "scores": {"steps": 4}}, CROELLIC]}}
    assert errors(judged(OWN, fewer, change)) == ["step-given-back"]
    moved = {"entries": {"skills": [{**tricks, "picks": {"attribute": "intellect"}}, CROELLIC]}}
    assert "own-skill-attribute-changed" in errors(judged(OWN, moved, change))
    free = {"own_skill_rename": "free"}
    assert errors(judged(OWN, now, settings=free)) == []
    assert errors(judged(OWN, fewer, settings=free)) == ["step-given-back"]
    assert errors(judged(OWN, moved, settings=free)) == ["own-skill-gone"]
    (gone,) = judged(OWN, {"entries": {"skills": [CROELLIC]}}, settings=free).errors
    assert (gone.hint, gone.gm_word and gone.gm_word.now) == ("Learned skills stay.", None)


def own(name: str, attribute: str, steps: int = 3) -> dict[str, Any]:
    return {"name": name, "picks": {"attribute": attribute}, "scores": {"steps": steps}}


def skilled(*skills: Any) -> Any:
    return {"entries": {"skills": list(skills)}}


@pytest.mark.parametrize(
    ("now", "codes"),
    [
        (skilled(own("", "agility")), []),
        (skilled(own("Juggling", "agility")), []),
        (skilled(own("Singing", "intellect", 0), own("", "agility")), []),
        (skilled(), ["own-skill-gone"]),
        (skilled(own("", "intellect")), ["own-skill-attribute-changed"]),
        (skilled(own("Juggling", "intellect")), ["own-skill-attribute-changed"]),
        (skilled(own("Juggling", "agility", 2)), ["step-given-back"]),
    ],
)
def test_a_skill_without_a_name_is_held_to_its_line(now: Any, codes: list[str]) -> None:
    assert errors(judged(skilled(own("", "agility")), now, awards=30)) == codes


def test_a_skill_renamed_by_word_holds_its_steps_beside_a_new_one_of_its_old_name() -> None:
    change = {"kind": "change", "subject": "Juggling", "from": "Juggling", "to": "Tricks"}
    before = skilled(own("Juggling", "agility", 5))
    for old, new in ((0, 5), (2, 5), (5, 0)):
        now = skilled(own("Juggling", "agility", old), own("Tricks", "agility", new))
        assert errors(judged(before, now, change, awards=90)) == []
    fewer = skilled(own("Juggling", "agility", 1), own("Tricks", "agility", 4))
    assert errors(judged(before, fewer, change, awards=90)) == ["step-given-back"]


def test_a_line_without_name_and_steps_is_nothing_yet() -> None:
    assert errors(judged(skilled(own("", "agility", 0)), skilled(), awards=30)) == []
    assert errors(judged(skilled(own("", "agility", 0)), skilled(own("", "intellect")), awards=30)) == []


def test_two_skills_of_one_name_do_not_exchange_their_attributes() -> None:
    before = skilled(own("Juggling", "agility", 3), own("Juggling", "intellect", 1))
    assert errors(judged(before, skilled(*before["entries"]["skills"][::-1]))) == []
    after = skilled(own("Juggling", "agility", 1), own("Juggling", "intellect", 3))
    assert errors(judged(before, after, awards=30)) == ["step-given-back"]
    moved = skilled(own("Juggling", "agility", 3), own("Juggling", "vigour", 1))
    assert errors(judged(before, moved, awards=30)) == ["own-skill-attribute-changed"]


def test_a_roll_on_the_table_stays_with_the_skill_it_was_put_on() -> None:
    """It names the skill by its place, which may change (A-78)."""
    skills = [own("Croellic", "intellect"), own("Juggling", "agility")]

    def rolled(place: int, *skills: Any) -> Any:
        picks = {"race": "human", "table-1": f"own-skill-{place}"}
        return {**skilled(*skills), "rolls": {"attribute-dice": [8, 8, 8], "table": [4]}, "picks": picks}

    before = rolled(1, *skills)
    assert errors(judged(before, rolled(2, *skills[::-1]), awards=30)) == []
    moved = judged(before, rolled(1, *skills[::-1]), awards=30)
    assert errors(moved) == ["creation-changed"]
    (fix,) = moved.errors[0].fixes
    assert (fix.path, fix.value) == ("picks.table-1", "own-skill-2")
    many = [own(f"Lore {n}", "intellect", 0) for n in range(10)]
    assert errors(judged(rolled(1, *many), rolled(10, *many))) == ["creation-changed"]


def test_a_name_that_was_given_away_may_be_used_again() -> None:
    """Juggling became Tricks, was approved so, and another Juggling was learned and approved since."""
    word = {"kind": "change", "subject": "Juggling", "from": "Juggling", "to": "Tricks"}
    now = skilled(own("Tricks", "agility", 1), own("Juggling", "agility", 3))
    assert errors(judged(now, now, word, created=Build.parse(skilled(own("Juggling", "agility", 1))))) == []


def of_agility(name: str, steps: int, attribute: str = "agility") -> dict[str, Any]:
    return {"name": name, "picks": {"attribute": attribute}, "scores": {"steps": steps}}


JUGGLER = [of_agility("Juggling", 5), of_agility("Knots", 2)]
SWAPPED = [of_agility("Knots", 5), of_agility("Juggling", 2)]
EXCHANGED = [("Juggling", "Knots"), ("Knots", "Juggling")]
BY_A_THIRD = [("Juggling", "Somersaults"), ("Knots", "Juggling"), ("Somersaults", "Knots")]
ELSEWHERE = [of_agility("Juggling", 5), of_agility("Knots", 2, "intellect")]
THERE = [of_agility("Knots", 5), of_agility("Juggling", 2, "intellect")]


@pytest.mark.parametrize("turned", [False, True], ids=["in place", "turned round"])
@pytest.mark.parametrize(
    ("then", "now", "words", "free", "found"),
    [
        (JUGGLER, SWAPPED, [], False, ["step-given-back"]),
        (JUGGLER, SWAPPED, EXCHANGED[:1], False, ["own-skill-gone"]),
        (JUGGLER, SWAPPED, EXCHANGED, False, []),
        (JUGGLER, SWAPPED, BY_A_THIRD, False, []),
        (JUGGLER, JUGGLER, EXCHANGED, False, []),
        (JUGGLER[:1], SWAPPED[:1], EXCHANGED, False, ["own-skill-gone"]),
        (JUGGLER, SWAPPED, [], True, []),
        (JUGGLER, [of_agility("Knots", 5), of_agility("Juggling", 1)], [], True, ["step-given-back"]),
        (JUGGLER, SWAPPED[:1], [], True, ["own-skill-gone"]),
        (ELSEWHERE, THERE, EXCHANGED, False, []),
        (ELSEWHERE, THERE, [], True, []),
    ],
)
def test_names_of_skills_are_exchanged_by_word_or_freely(
    then: Any, now: Any, words: list[tuple[str, str]], free: bool, found: list[str], turned: bool
) -> None:
    """0.5, A-80: each rename is a word of its own, and where another name is free the attribute alone counts."""
    approved, built = ({**BASE, "entries": {**BASE["entries"], "skills": list(skills)}} for skills in (then, now))
    if turned:
        built["entries"]["skills"].reverse()
    ledger = [{"kind": "change", "by": "gm", "subject": was, "from": was, "to": to} for was, to in words]
    house = {"own_skill_rename": "free"} if free else {}
    sheet = judged(approved, built, *ledger, awards=60, settings=house)
    assert errors(sheet) == found
    if not found:
        assert sheet.budgets["aps"].remaining == judged(approved, approved, awards=60).budgets["aps"].remaining

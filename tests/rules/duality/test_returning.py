"""The dead who come back: worked cases, each with its ruling (4.3.2, D-27 to D-29)."""

from dataclasses import replace
from typing import Any

import pytest

from characters.ledger import forms
from rules.kernel import Build, LedgerEntry, RulesContext
from rules.kernel.causes import without_cause
from rules.kernel.documents import Ledger
from rules.kernel.pages import ask
from rules.kernel.sheet import DEAD as NO_ROLL
from rules.systems.duality import system
from rules.systems.duality.returning import boxes_left
from tests.rules.duality.grown import (
    DEAD,
    DIED,
    EVASIVE,
    MELEE,
    RICH,
    back,
    change,
    codes,
    entry,
    fields_of,
    known,
    past,
    read,
    refused,
    spent,
    unmarked,
)
from tests.rules.duality.test_pricing import fighter


def test_case_14_a_return_takes_and_gives_and_costs_nothing() -> None:
    smuggler = past(("Smuggler", 3))
    after = read(smuggler, smuggler, back("smuggler", "Came Back", 2), **DEAD)
    assert (codes(after), known(after), spent(after)) == ([], {"Smuggler": 1, "Came Back": 2}, 6)
    assert [line.label for line in after.figures["experience-1"].terms] == [
        "bought",
        "taken by death, 21 November 2026",
    ]
    assert after.figures["experience-2"].terms[0].label == "brought back from death, 21 November 2026"
    assert known(read(smuggler, smuggler, back("Smuggler", "Came Back", 2))) == {"Smuggler": 3}
    assert ("experiences", ("experience-1", "experience-2")) in [
        (panel.key, group.figures) for panel in system.panels(after) for group in panel.groups
    ]


def test_whoever_returns_is_dead_no_more() -> None:
    smuggler, died = past(("Smuggler", 3)), entry("died", by="gm")
    for entries, dead in (((died,), True), ((died, back("Smuggler", "Came Back", 2)), False)):
        facts = read(smuggler, smuggler, *entries, **DEAD).live({}).facts
        assert ("Dead" in [fact.label for fact in facts]) is dead
    again = read(smuggler, smuggler, died, back("Smuggler", "Came Back", 2), died, **DEAD)
    assert [fact.label for fact in again.live({}).facts] == ["Dead"]


def test_two_boxes_are_three_penalties_and_three_gifts() -> None:
    before = past(("Smuggler", 2), ("Sailor", 1))
    entries = back("Smuggler", "Came Back", 2), back("Sailor", "Smuggler", 1)
    after = read(before, before, *entries, **DEAD)
    assert (codes(after), known(after)) == ([], {"Smuggler": 1, "Sailor": 0, "Came Back": 2})
    assert spent(after) == spent(read(before, before))


def test_the_next_step_is_priced_by_what_was_bought() -> None:
    before, more = past(("Smuggler", 2)), past(("Smuggler", 3), ("Came Back", 1))
    entries = (back("Smuggler", "Came Back", 2),)
    after = read(before, more, *entries, points=4, **DEAD)
    assert (codes(after), after["xp"], known(after)) == ([], 0, {"Smuggler": 1, "Came Back": 3})
    assert codes(read(before, past(("Smuggler", 1)), *entries, **DEAD)) == ["below-baseline"]


def test_a_penalty_and_a_gift_follow_a_name_that_was_changed() -> None:
    said = change("Smuggler", "Smuggler", "Sailor"), change("Came Back", "Came Back", "Saw the other side")
    after = read(past(("Smuggler", 2)), past(("Sailor", 2)), back("Smuggler", "Came Back", 1), *said, **DEAD)
    assert known(after)["Sailor"] == 1


def test_the_experience_of_a_style_falls_and_rises_too() -> None:
    sailor = {**fighter({**MELEE, "notes": {"experience": "Taught by the sea"}}, EVASIVE)}
    sheet = read(sailor, sailor, back("taught by the sea", "Experience of Ranged", 1), **DEAD)
    assert sheet["style-1-experience"] == 0
    assert known(sheet) == {"Experience of Ranged": 1}


def test_case_15_a_penalty_may_leave_less_than_nothing_or_must_be_spread() -> None:
    before = past(("Smuggler", 1), ("Sailor", 1))
    sheet = read(before, before, back("Smuggler", "Came Back", 1), **DEAD)
    second = back("Smuggler", "Came Back", 1, "2026-11-22")
    assert known(sheet)["Smuggler"] == 0
    assert refused(read(before, before, back("Smuggler", "Came Back", 1), DIED, **DEAD), second) == ""
    assert known(read(before, before, back("Smuggler", "Came Back", 1), second, **DEAD))["Smuggler"] == -1
    spread = read(before, before, back("Smuggler", "Came Back", 1), DIED, **DEAD, penalty_floor="spread")
    assert "as long as there is one" in refused(spread, second)
    assert refused(spread, back("Sailor", "Came Back", 1)) == ""
    kind = system.ledger_kinds["return"]
    assert {value for value, _ in kind.subjects(spread)} == {"Came Back", "Sailor"}
    assert {value for value, _ in kind.subjects(sheet)} == {"Came Back", "Sailor", "Smuggler"}
    low = past(("Smuggler", 1))
    alone = read(low, low, DIED, **DEAD, penalty_floor="spread")
    assert refused(alone, back("Smuggler", "Came Back", 2)) == ""


@pytest.mark.parametrize(("made", "why"), [
    (back("Pirate", "Came Back", 1), "This character has no experience of that name."),
    (back("Smuggler", " ", 1), "Enter the experience that rises, or a new one."),
    (back("Smuggler", "Came Back", 4), "Enter 1, plus 1 for each box marked this time: 3 at most."),
    (unmarked("Smuggler"), "No marked box lowered this experience. The penalty for dying itself stays."),
])  # fmt: skip
def test_what_no_resurrection_does_is_refused(made: LedgerEntry, why: str) -> None:
    before = past(("Smuggler", 3))
    assert refused(read(before, before, DIED, **DEAD), made) == why
    assert refused(read(before, before), made) == "Resurrection is off in this campaign."


def test_only_the_dead_return_and_once() -> None:
    """One return may be several entries of one day, and takes three at most."""
    before, alive = past(("Smuggler", 3)), "No death is entered: enter “Death” first."
    first = back("Smuggler", "Came Back", 2)
    for entries, made, why in (
        ((), first, alive),
        ((DIED,), first, ""),
        ((DIED, first), back("Smuggler", "Came Back", 1), ""),
        ((DIED, first), first, alive),
        ((DIED, first), back("Smuggler", "Came Back", 1, "2026-11-22"), alive),
        ((DIED, first, back("Smuggler", "Came Back", 1)), back("Smuggler", "Came Back", 1), alive),
        ((DIED, first, DIED), first, ""),
        ((DIED, first, back("Smuggler", "Came Back", 1, "2026-11-22")), first, alive),
    ):
        assert refused(read(before, before, *entries, **DEAD), made) == why


def test_what_a_table_does_not_play_is_not_offered() -> None:
    before = past(("Smuggler", 3))

    def added(*told: Any) -> set[str]:
        """What is offered at a table that plays with returns, and at no other."""
        on, off = (
            {form.kind.key for form in forms(read(before, before, *told, resurrection=on), {"judge"}, {})}
            for on in (True, False)
        )
        return on - off

    assert added() == {"retained"}
    assert added(DIED) == {"return", "retained"}
    again = read(before, before, DIED)
    assert refused(again, DIED).endswith("Cancel the death.")
    assert "“Return from death”" in refused(read(before, before, DIED, **DEAD), DIED)


def test_a_table_may_count_gifts_towards_the_most() -> None:
    before, house = past(("Smuggler", 2), ("Cook", 1)), {**DEAD, "gift_above_cap": False}
    sheet = read(before, before, back("Cook", "Smuggler", 1), **house)
    again = read(before, before, back("Cook", "Smuggler", 1), DIED, **house)
    assert refused(again, back("Cook", "smuggler", 1)) == "In this campaign +3 is the maximum, gifts included."
    assert refused(again, back("Cook", "Came Back", 3)) == ""
    risen = read(before, before, back("Cook", "Smuggler", 1), DIED, **DEAD)
    assert refused(risen, back("Cook", "Smuggler", 3)) == ""
    beyond = read(before, past(("Smuggler", 3), ("Cook", 1)), back("Cook", "Smuggler", 1), **house)
    assert codes(beyond) == ["beyond-limit"]
    field = fields_of(sheet)["entries.experiences.0.scores.bonus"]
    assert (field.limit, field.reason) == (2, "3 is the maximum, gifts included")  # type: ignore[union-attr]


def test_case_16_a_box_is_unmarked_for_three_and_its_gift_stays() -> None:
    before = past(("Smuggler", 3))
    died = back("Smuggler", "Came Back", 2)
    sheet = read(before, before, died, points=3, **DEAD)
    assert list(system.ledger_kinds["box-unmarked"].subjects(sheet)) == [("Smuggler", "Smuggler, −2")]
    assert refused(sheet, unmarked("Smuggler")) == ""
    after = read(before, before, died, unmarked("Smuggler"), points=3, **DEAD)
    assert (codes(after), after["xp"], known(after)) == ([], 0, {"Smuggler": 2, "Came Back": 2})
    assert "The penalty for dying itself stays" in refused(after, unmarked("Smuggler"))
    twice = read(before, before, died, unmarked("Smuggler"), unmarked("Smuggler"), **DEAD)
    assert known(twice) == {"Smuggler": 2, "Came Back": 2}


def test_a_box_of_a_return_that_was_cancelled_is_told() -> None:
    """D-28: without the return no box was marked, and what was paid for it comes back with the entry."""
    before = past(("Smuggler", 3))
    rose = replace(back("Smuggler", "Came Back", 3), id="rose")
    void = entry("void", "rose", by="gm")
    paid = [replace(unmarked("Smuggler"), id=key) for key in ("one", "two", "three")]
    assert codes(read(before, before, rose, *paid[:2], **DEAD)) == []
    assert codes(read(before, before, rose, *paid, **DEAD)) == ["box-of-nothing"]
    after = read(before, before, rose, *paid[:2], void, **DEAD)
    assert (codes(after), known(after)) == (["box-of-nothing"] * 2, {"Smuggler": 3})
    gone = read(before, before, rose, *paid[:1], void, entry("void", "one", by="gm"), points=0, **DEAD)
    assert (codes(gone), gone["xp"]) == ([], 0)


def test_what_is_bought_after_a_death_is_counted_in_xp() -> None:
    before, died = past(("Smuggler", 1)), entry("died", by="gm", spent=1)
    (told,) = read(before, past(("Smuggler", 3)), died, **DEAD).errors
    assert told.message == "5 XP spent after the death."


def boxes(*entries: LedgerEntry) -> int:
    """The boxes that the ledger knows to be marked."""
    before = past(("Smuggler", 3), ("Sailor", 3))
    return boxes_left(read(before, before, *entries, **DEAD).reading)


def test_two_deaths_of_one_day_are_two() -> None:
    two, other, died = back("Smuggler", "A", 2), back("Sailor", "B", 2), entry("died", by="gm")
    assert [boxes(two, other), boxes(two, replace(other, on="2026-11-22"))] == [2, 2]
    one, more = replace(two, amount=1), replace(other, amount=1)
    assert [boxes(one, more), boxes(died, one, died, more)] == [1, 0]
    assert [boxes(two, more), boxes(two, more, unmarked("Smuggler")), boxes(unmarked("Smuggler"))] == [2, 1, 0]


def test_the_third_box_is_the_end() -> None:
    before = past(("Smuggler", 3))
    three = (back("Smuggler", "A", 3), back("Smuggler", "B", 2, "2026-11-22"))
    for entries, play, settings, dead in (
        ((), {"boxes": 2}, DEAD, False),
        ((), {"boxes": 3}, DEAD, True),
        ((), {"boxes": 3}, {}, False),
        (three, {}, DEAD, True),
        ((*three, unmarked("Smuggler")), {}, DEAD, False),
    ):
        sheet = read(before, before, *entries, **settings)
        live = sheet.live(play)
        assert ("Dead for good" in [fact.label for fact in live.facts]) is dead
        listed, asked = next(iter(live.checks)), ask(live, {"kind": "unopposed", "statistic": "strength"}).check
        for check in (listed, asked):
            assert check is not None
            assert ((check.dice, check.note) == (None, NO_ROLL)) is dead
        assert (sheet.dead, live.dead) == (dead and not play, dead)


TWO_BOXES = DIED, back("Smuggler", "A", 2), back("Sailor", "B", 1), DIED


@pytest.mark.parametrize(("amount", "more", "late"), [
    (1, (), False), (2, (), True), (3, (), True), (2, (unmarked("Smuggler"),), False),
])  # fmt: skip
def test_nobody_returns_by_the_third_box(amount: int, more: tuple[LedgerEntry, ...], late: bool) -> None:
    """D-28: what the form refuses is an error in a file, and the sheet says dead for good with it."""
    before = past(("Smuggler", 3), ("Sailor", 3))
    rose = back("Smuggler", "C", amount, "2026-11-24")
    assert ("no resurrection is possible" in refused(read(before, before, *TWO_BOXES, *more, **DEAD), rose)) is late
    after = read(before, before, *TWO_BOXES, *more, rose, **DEAD, starting_xp=600)
    assert (codes(after) == ["return-of-last-box"]) is late
    assert ("Dead for good" in [fact.label for fact in after.live({}).facts]) is late
    assert without_cause(after.reading) == ((rose,) if late else ())


def test_a_second_pair_of_one_return_may_not_mark_the_third_box() -> None:
    before = past(("Smuggler", 3), ("Sailor", 3))
    first, second = (back(name, "C", 1, "2026-11-24") for name in ("Smuggler", "Sailor"))
    assert refused(read(before, before, *TWO_BOXES, first, **DEAD), second).startswith("With that all three boxes")
    assert codes(read(before, before, *TWO_BOXES, first, second, **DEAD)) == ["return-of-last-box"]


def test_a_box_whose_unmarking_a_return_needed_is_not_marked_again() -> None:
    before, free = past(("Smuggler", 3), ("Sailor", 3)), replace(unmarked("Smuggler"), id="free")
    entries = *TWO_BOXES, free, back("Sailor", "C", 2, "2026-11-24")
    after = read(before, before, *entries, entry("void", "free", by="gm"), **DEAD)
    assert codes(after) == ["return-of-last-box"]


BLAZE, BLAZING = entry("blaze-of-glory"), {**DEAD, "blaze_of_glory": True}


def test_nobody_returns_from_a_blaze_of_glory() -> None:
    """4.3.2, D-28: it marks all boxes, and none of them is unmarked."""
    before, rose = past(("Smuggler", 3)), back("Smuggler", "A", 1)
    for entries, house, gone in (
        ((BLAZE, DIED), BLAZING, True),
        ((DIED, back("Smuggler", "A", 2), BLAZE, unmarked("Smuggler"), DIED), BLAZING, True),
        ((BLAZE, DIED), DEAD, False),
        ((BLAZE, DIED), {"blaze_of_glory": True}, False),
        ((DIED,), BLAZING, False),
    ):
        sheet = read(before, before, *entries, **house)
        assert ("Dead for good" in [fact.label for fact in sheet.live({}).facts]) is gone
        assert refused(sheet, rose).startswith("With that all three boxes") is gone
        after = read(before, before, *entries, rose, **house, starting_xp=600)
        assert ("return-of-last-box" in codes(after)) is gone
    kinds = {form.kind.key for form in forms(read(before, before, **BLAZING), {"play"}, {})}
    assert BLAZE.kind in kinds
    assert BLAZE.kind not in {form.kind.key for form in forms(read(before, before, **DEAD), {"play"}, {})}


def test_sailor_is_back_at_one_and_five_are_two() -> None:
    before = past(("Smuggler", 2), ("Sailor", 1))
    entries = back("Smuggler", "Came Back", 2), back("Sailor", "Smuggler", 1), unmarked("Sailor")
    after = read(before, before, *entries, points=5, **DEAD)
    assert (known(after)["Sailor"], after["xp"]) == (1, 2)


def test_what_a_new_soul_keeps_is_not_bought() -> None:
    kept = tuple(entry("retained", name, 2, by="gm") for name in ("Smuggler", "Sailor", "Cook"))
    table = RulesContext(settings={**RICH, **DEAD}, ledger=Ledger(kept))
    sheet = system.read(Build.parse(past()), table=table)
    assert (known(sheet), spent(sheet)) == ({"Smuggler": 2, "Sailor": 2, "Cook": 2}, 0)
    first = read(past(), past(), kept[0], **DEAD)
    assert refused(first, kept[1]) == ""
    assert refused(first, kept[0]) == "Enter another experience: +2 is the maximum for each."
    no_more = "3 boxes keep +6 in total."
    assert refused(sheet, entry("retained", "Pirate", 1)) == no_more
    assert refused(read(past(), past()), kept[0]) == "Resurrection is off in this campaign."


def test_a_box_may_leave_two_experiences_at_one() -> None:
    """D-29: the book gives two for each box, and not one experience."""
    ones = tuple(entry("retained", name, 1, by="gm") for name in ("Smuggler", "Sailor"))
    sheet = read(past(), past(), *ones, **DEAD)
    assert (codes(sheet), known(sheet), spent(sheet)) == ([], {"Smuggler": 1, "Sailor": 1}, 0)
    assert refused(sheet, entry("retained", "sailor ", 1)) == ""
    assert refused(sheet, entry("retained", "Sailor", 2)) == "Enter another experience: +2 is the maximum for each."
    assert refused(sheet, entry("retained", "Cook", 3)) == "A box keeps 1 experience at +2, or 2 at +1."
    assert known(read(past(), past(), entry("retained", "Cook", by="gm"), **DEAD)) == {"Cook": 2}


def test_a_new_soul_is_told_as_the_book_has_it() -> None:
    """4.3.2: leveled as any other, and which boxes stay marked is the player's to choose."""
    (ruling,) = [one for one in system.rulings if one.key == "D-29"]
    assert "levelled as usual" in ruling.text
    assert "For each box left marked" in ruling.text


@pytest.mark.parametrize("lines", [(("Smuggler", 1), ("Smuggler", 3)), (("Smuggler", 3), ("Smuggler", 1))])
def test_what_death_took_stays_with_the_approved_experience(lines: tuple[tuple[str, int], ...]) -> None:
    """A new one of the same words takes nothing of it, wherever it stands (0.4)."""
    smuggler, died = past(("Smuggler", 3)), entry("died", by="gm")
    settled = [replace(one, settled=True) for one in (died, back("Smuggler", "Came Back", 2))]
    after = read(smuggler, past(*lines), *settled, **DEAD)
    values = [after[f"experience-{n}"] for n in (1, 2)]
    assert sorted(zip((bonus for _, bonus in lines), values, strict=True)) == [(1, 1), (3, 1)]


def test_what_death_took_follows_a_name_that_the_gm_let_change() -> None:
    """Whoever takes the old name later takes neither penalty nor gift."""
    died, returned = entry("died", by="gm"), back("Smuggler", "Came Back", 2)
    words = change("Smuggler", "Smuggler", "Corsair"), change("Came Back", "Came Back", "Phoenix")
    settled = [replace(one, settled=True) for one in (died, returned, *words)]
    corsair = past(("Corsair", 3))
    assert known(read(corsair, corsair, *settled, **DEAD))["Corsair"] == 1
    now = past(("Corsair", 3), ("Smuggler", 1), ("Came Back", 1))
    after = known(read(corsair, now, *settled, **DEAD))
    assert after == {"Corsair": 1, "Smuggler": 1, "Came Back": 1, "Phoenix": 2}


def test_an_experience_without_words_gets_them_before_death_takes_of_it() -> None:
    """Its words could be anything afterwards, and the penalty would be of none."""
    nameless = past(("", 2))
    sheet = read(nameless, nameless, entry("died", by="gm"), **DEAD)
    assert refused(sheet, back("Experience 1", "Came Back", 1)) == "Describe Experience 1 first."


def test_what_death_took_of_a_style_stays_when_it_gets_words() -> None:
    style, worded = fighter(MELEE, EVASIVE), fighter({**MELEE, "notes": {"experience": "Swordplay"}}, EVASIVE)
    entries = entry("died", by="gm"), back("Experience of Melee", "Came Back", 1)
    before = read(style, style, *entries, **DEAD)["style-1-experience"]
    assert before == read(style, style, **DEAD)["style-1-experience"] - 1
    assert read(style, worded, *entries, **DEAD)["style-1-experience"] == before

"""What may happen to a character after the approval: the cases of the rulings, and lives by chance (H-22 to H-34)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules import systems
from rules.kernel import Build, LedgerEntry, Rulebook, RulesContext, Sheet
from rules.kernel.documents import Ledger, apply
from rules.kernel.pages import ChoiceField
from rules.kernel.pages.play_blocks import RollTable
from rules.systems.hprpg.entries import Archetype, Trait
from rules.systems.hprpg.ledger_kinds import by_keys, no_feat, no_step
from tests.books.test_faults import book, row
from tests.rules import lives
from tests.rules.cases import case
from tests.rules.hprpg.test_cases import FILES
from tests.rules.listed_blocks import blocks
from tests.rules.lives import award, change, changed, entry, errors

SYSTEM = systems.get("hprpg")
PEOPLE: dict[str, Any] = {file.stem: case(file)["document"]["build"] for file in FILES}
JANE = PEOPLE["jane-the-auror"]
PERCIVAL = PEOPLE["percival-the-geek"]
THREE = changed(JANE, scores__interrogate=3, scores__intuition=None, scores__tracking=None)
"""Jane with all her dots in Interrogate."""
PICKPOCKET = changed(THREE, scores__interrogate=None, scores__pickpocket=3)
STEPS = (
    entry("archetype-step", on="2026-01-01", **{"from": "interrogate", "to": "pickpocket"}),
    entry("archetype-step", on="2026-01-08", **{"from": "tracking", "to": "underworld"}),
    entry("archetype-step", on="2026-01-15", **{"from": "intuition", "to": "savvy"}),
)
OUTLAW = changed(PICKPOCKET, picks__archetype="outlaw")


def grown(document: Any, approved: Any, *entries: LedgerEntry, **more: Any) -> Sheet:
    return lives.grown(SYSTEM, document, approved, *entries, **more)


def codes(sheet: Sheet) -> list[str]:
    return [finding.code for finding in sheet.findings]


def left(sheet: Sheet) -> int:
    return sheet.budgets["awarded-dots"].remaining


def species(key: str) -> Any:
    return changed(JANE, picks__species=key)


# Species and personality


def test_another_species_takes_the_word_and_only_the_one_that_was_meant() -> None:
    was = species("human-muggleborn")
    (finding,) = grown(species("human-pureblood"), was).errors
    assert (finding.code, finding.cite.ruling) == ("species-changed", "H-23")
    bitten = change("picks.species", "human-muggleborn", "vampire")
    assert errors(grown(species("vampire"), was, bitten)) == []
    assert errors(grown(species("veela"), was, bitten)) == ["species-changed"]


def test_another_personality_takes_the_word_or_never_comes() -> None:
    was, now = (changed(JANE, picks__personality=key) for key in ("champion", "rebel"))
    word = change("picks.personality", "champion", "rebel")
    assert errors(grown(now, was)) == ["personality-changed"]
    before, after = grown(was, was), grown(now, was, word)
    assert (errors(after), left(after)) == ([], 0)
    assert [after[key] - before[key] for key in ("conviction", "willpower", "bravery")] == [-1, 1, 0]
    strict = grown(now, was, word, personality_change="never")
    assert (errors(strict), strict.errors[0].gm_word) == (["personality-changed"], None)


def test_a_free_dot_moves_by_the_word_and_goes_with_its_personality() -> None:
    was, now = (changed(PERCIVAL, picks__personality_dot=key) for key in ("history", "science"))
    (finding,) = grown(now, was).errors
    assert (finding.code, finding.cite.ruling) == ("personality-dot-changed", "H-27")
    assert errors(grown(now, was, change("picks.personality-dot", "history", "science"))) == []
    loner = changed(now, picks__personality="champion", picks__personality_dot=None)
    assert errors(grown(loner, was, change("picks.personality", "geek", "champion"))) == []


# Rows, rankings


def test_a_row_moves_by_a_word_of_its_own() -> None:
    now = changed(JANE, picks__archetype_dot_3="warding", picks__archetype_dot_6="hexes")
    assert errors(grown(now, JANE)) == ["archetype-row-changed"] * 2
    one = grown(now, JANE, change("picks.archetype-dot-3", "hexes", "warding"))
    assert [(f.code, f.at) for f in one.errors] == [("archetype-row-changed", "picks.archetype-dot-6")]


def test_of_two_rows_alike_the_approved_one_stays() -> None:
    sheet = grown(changed(JANE, picks__archetype_dot_6="hexes"), JANE)
    (alike,) = [finding for finding in sheet.errors if finding.code == "archetype-rows-alike"]
    assert [fix.path for fix in alike.fixes] == ["picks.archetype-dot-6"]
    both = changed(JANE, picks__archetype_dot_6="hexes")
    assert [f.fixes for f in grown(both, both).errors if f.code == "archetype-rows-alike"] == [()]


def test_an_approved_dot_that_is_offered_no_more_is_not_to_be_cleared() -> None:
    bogus = changed(JANE, picks__archetype_dot_6="bogus")
    assert [f.fixes for f in grown(bogus, bogus).errors if f.code == "archetype-dot-6-not-offered"] == [()]


def test_a_ranking_is_settled_for_good() -> None:
    now = changed(JANE, ranks__aspects=["mental", "physical", "social"])
    found = grown(now, JANE, change("ranks.aspects", JANE["ranks"]["aspects"], now["ranks"]["aspects"])).errors
    assert [f.gm_word for f in found if f.code == "ranking-changed"] == [None]


# Step by step


def test_a_step_exchanges_an_ability_and_carries_its_dots() -> None:
    assert sorted(errors(grown(PICKPOCKET, THREE))) == ["archetype-ability-foreign", "below-baseline"]
    sheet = grown(PICKPOCKET, THREE, STEPS[0])
    assert (errors(sheet), sheet["pickpocket"], "interrogate" in sheet.figures, left(sheet)) == ([], 4, False, 0)
    fewer = changed(PICKPOCKET, scores__pickpocket=2)
    assert errors(grown(fewer, THREE, STEPS[0])) == ["below-baseline"]
    more = changed(PICKPOCKET, scores__pickpocket=4)
    assert left(grown(more, THREE, STEPS[0], award(1))) == 0
    assert errors(grown(more, THREE, STEPS[0])) == ["awarded-dots-overspent"]


def test_a_step_stays_done_after_a_second_approval_and_costs_nothing_then() -> None:
    sheet = grown(PICKPOCKET, PICKPOCKET, STEPS[0], created=THREE)
    assert (codes(sheet), left(sheet)) == ([], 0)


def test_an_approved_step_is_not_undone_by_the_player() -> None:
    (foreign, below) = grown(THREE, PICKPOCKET, STEPS[0], created=THREE).errors
    assert [(f.code, f.at) for f in (foreign, below)] == [
        ("archetype-ability-foreign", "scores.interrogate"), ("below-baseline", "scores.pickpocket"),
    ]  # fmt: skip
    assert foreign.fixes[0].changes == {"scores.pickpocket": 3, "scores.interrogate": None}
    bare = changed(THREE, scores__interrogate=None)
    one = grown(THREE, bare, STEPS[0], created=THREE, archetype_step_dots="one")
    assert (errors(one), "interrogate" in one.figures) == (["archetype-ability-foreign"], False)
    back = entry("archetype-step", on="2026-02-01", **{"from": "pickpocket", "to": "interrogate"})
    assert "archetype-step-open" in codes(grown(PICKPOCKET, PICKPOCKET, STEPS[0], back, created=THREE))
    assert errors(grown(THREE, PICKPOCKET, STEPS[0], back, created=THREE)) == []
    assert "archetype-ability-foreign" in errors(grown(PICKPOCKET, THREE, STEPS[0], back, created=THREE))
    on = entry("archetype-step", on="2026-02-01", **{"from": "pickpocket", "to": "command"})
    commander = changed(PICKPOCKET, scores__pickpocket=None, scores__command=3)
    assert errors(grown(commander, commander, STEPS[0], on, created=THREE)) == []
    assert "archetype-ability-foreign" in errors(grown(THREE, commander, STEPS[0], on, created=THREE))


def test_a_step_may_start_the_new_ability_at_one_dot() -> None:
    bare = changed(THREE, scores__interrogate=None)
    one = {"archetype_step_dots": "one"}
    sheet = grown(bare, THREE, STEPS[0], **one)
    assert (errors(sheet), sheet["pickpocket"], sheet.budgets["archetype-abilities"].remaining) == ([], 1, 0)
    bought = grown(PICKPOCKET, THREE, STEPS[0], award(3), **one)
    assert (errors(bought), left(bought)) == ([], 0)
    assert errors(grown(PICKPOCKET, THREE, STEPS[0], leftover_dots="kept", **one)) == ["awarded-dots-overspent"]
    before = grown(changed(THREE, scores__interrogate=4), THREE, award(2), **one)
    step = by_keys(before, STEPS[0])
    assert (step.amount, left(before), left(grown(bare, THREE, award(2), step, **one))) == (-1, 1, 1)
    assert left(grown(changed(bare, scores__interrogate=4), THREE, award(2), step, **one)) == 1


@pytest.mark.parametrize(("house", "score"), [({}, 3), ({"archetype_step_dots": "one"}, None)])
def test_dots_that_were_not_moved_yet_move_at_a_press(house: dict[str, Any], score: int | None) -> None:
    (finding,) = [f for f in grown(THREE, THREE, STEPS[0], **house).findings if f.code == "archetype-step-open"]
    (fix,) = finding.fixes
    assert fix.changes == {"scores.pickpocket": score, "scores.interrogate": None}
    document: Any = THREE
    for path, value in fix.changes.items():
        document = apply(document, path, value)
    assert codes(grown(document, THREE, STEPS[0], **house)) == []


def test_a_step_is_like_for_like_and_has_a_day_of_its_own() -> None:
    unlike = entry("archetype-step", **{"from": "Interrogate", "to": "Underworld"})
    now = changed(THREE, scores__interrogate=None, scores__underworld=3)
    (finding,) = grown(now, THREE, unlike).errors
    assert (finding.code, finding.message) == (
        "archetype-step-unlike", "Interrogate is practical and Underworld knowledge.",
    )  # fmt: skip
    hurried = entry("archetype-step", subject="Tracking → Underworld", on="2026-01-01")
    assert errors(grown(PICKPOCKET, THREE, STEPS[0], hurried)) == ["archetype-steps-at-once"]
    nothing = entry("archetype-step", subject="Flying → Sailing")
    assert errors(grown(THREE, THREE, nothing)) == []


def test_the_third_step_makes_the_new_archetype_and_leaves_what_was_learned() -> None:
    assert errors(grown(OUTLAW, THREE, *STEPS[:2])) == ["archetype-changed"]
    sheet = grown(OUTLAW, THREE, *STEPS)
    assert (errors(sheet), left(sheet), sheet["insight"]) == ([], 0, grown(THREE, THREE)["insight"])
    assert {(t.label, t.amount, t.cite.section) for t in sheet.figures["insight"].terms if t.label == "Auror"} == {
        ("Auror", 2, "4.3")
    }
    (note,) = grown(PICKPOCKET, THREE, *STEPS).findings
    assert (note.code, note.fixes[0].value) == ("archetype-step-last", "outlaw")
    rows = changed(OUTLAW, picks__archetype_dot_3="warding", picks__archetype_dot_6="hexes")
    assert errors(grown(rows, THREE, *STEPS)) == ["archetype-row-changed"] * 2
    assert codes(grown(OUTLAW, OUTLAW, *STEPS, created=THREE)) == []


def test_feats_stay_with_who_changes_step_by_step_and_no_others_come() -> None:
    was, now = (changed(made, picks__feats=["ambush"]) for made in (THREE, OUTLAW))
    assert errors(grown(now, was, *STEPS)) == []
    assert errors(grown(OUTLAW, was, *STEPS)) == ["feat-given-back"]
    assert "feat-of-another-archetype" in errors(grown(now, THREE, *STEPS))


STEPS_BACK = tuple(
    entry("archetype-step", on=f"2026-02-0{day}", **{"from": step.more["to"], "to": step.more["from"]})
    for day, step in enumerate(STEPS, start=1)
)
WORD_BACK = change("picks.archetype", "outlaw", "auror")


def test_the_way_back_leads_through_three_more_steps() -> None:
    back = grown(THREE, OUTLAW, *STEPS, *STEPS_BACK, created=THREE)
    assert (codes(back), back["interrogate"], left(back)) == ([], 4, 0)


@pytest.mark.parametrize("back", [STEPS_BACK, (WORD_BACK,)], ids=["step by step", "at once"])
def test_an_archetype_that_was_left_again_takes_a_word_or_three_more_steps(back: tuple[LedgerEntry, ...]) -> None:
    """H-26: the steps that once led there are used up, and ask for nothing more."""
    told = lives.settled(*STEPS, *back)
    assert codes(grown(THREE, THREE, *told, created=THREE)) == []
    assert "archetype-changed" in errors(grown(OUTLAW, THREE, *told, created=THREE))
    again = [replace(step, on=step.on.replace("-01-", "-03-")) for step in STEPS]
    assert "archetype-changed" in errors(grown(OUTLAW, THREE, *told, *again[:2], created=THREE))
    assert codes(grown(OUTLAW, THREE, *told, *again, created=THREE)) == []
    (note,) = grown(PICKPOCKET, THREE, *told, *again, created=THREE).findings
    assert note.code == "archetype-step-last"
    assert codes(grown(PICKPOCKET, THREE, *told, again[0], created=THREE)) == []
    assert codes(grown(THREE, THREE, *told, again[0], created=THREE)) == ["archetype-step-open"]


def test_a_return_at_once_that_is_not_approved_yet_asks_for_no_dots_to_move() -> None:
    assert codes(grown(THREE, OUTLAW, *lives.settled(*STEPS), WORD_BACK, created=THREE)) == []


# At once


def test_an_archetype_changes_at_once_by_the_word_and_takes_its_rows_along() -> None:
    now = changed(OUTLAW, picks__archetype_dot_3=None, picks__archetype_dot_6=None)
    (finding,) = grown(now, THREE).errors
    assert (finding.code, finding.cite.ruling) == ("archetype-changed", "H-26")
    word = change("picks.archetype", "auror", "outlaw")
    before, after = grown(THREE, THREE), grown(now, THREE, word)
    assert (errors(after), left(after), after["pickpocket"]) == ([], 0, before["interrogate"])
    assert after["insight"] - before["insight"] == -2
    assert errors(grown(now, now, word, created=THREE)) == []
    had = changed(THREE, picks__feats=["ambush"])
    assert errors(grown(now, had, word)) == []
    (finding,) = grown(changed(now, scores__interrogate=3, scores__pickpocket=None), THREE, word).errors[:1]
    assert finding.fixes[0].changes == {"scores.pickpocket": 3, "scores.interrogate": None}
    scholar = changed(now, picks__archetype="scholar", scores__pickpocket=None, scores__collaboration=3)
    on = change("picks.archetype", "outlaw", "scholar")
    assert errors(grown(scholar, now, word, on, created=THREE)) == []


def test_a_feat_of_the_new_archetype_is_no_gift_of_the_change() -> None:
    now = changed(JANE, picks__archetype="warrior", picks__archetype_dot_3=None, picks__archetype_dot_6=None,
                  scores__interrogate=None, scores__command=1, picks__feats=["duelist"])  # fmt: skip
    assert "feat-without-word" in errors(grown(now, JANE, change("picks.archetype", "auror", "warrior")))


def test_a_feat_that_was_paid_for_stays_spent_when_it_goes_with_its_archetype() -> None:
    turned = changed(OUTLAW, picks__archetype_dot_3=None, picks__archetype_dot_6=None)
    had, word = changed(THREE, picks__feats=["ambush"]), change("picks.archetype", "auror", "outlaw")
    priced: dict[str, Any] = {"created": THREE, "feat_price": 2}
    before = grown(turned, had, award(3), **priced)
    told = SYSTEM.ledger_kinds["change"].fill(before, word)
    assert told.more == {"from": "auror", "to": "outlaw", "feats": ["ambush"]}
    for entries in ((award(3), word), (award(3), told)):
        sheet = grown(turned, had, *entries, **priced)
        assert (errors(sheet), left(sheet)) == ([], 1)
        assert [t.label for t in sheet.budgets["awarded-dots"].spent.terms] == ["Ambush, lost with its archetype"]
    assert left(grown(turned, turned, award(3), told, **priced)) == 1
    dear = grown(turned, turned, award(1), told, **priced)
    assert [(f.code, f.fixes) for f in dear.errors] == [("awarded-dots-overspent", ())]
    back = (told, change("picks.archetype", "outlaw", "auror"))
    assert left(grown(had, had, award(3), *back, **priced)) == 1
    fill = SYSTEM.ledger_kinds["change"].fill
    assert fill(grown(turned, had, created=THREE), word) is word
    assert fill(before, species_word := change("picks.species", "human-halfblood", "vampire")) is species_word
    assert fill(grown(turned, THREE, feat_price=2), word) is word
    assert left(grown(turned, turned, award(3), change("picks.archetype", "auror", "outlaw"), **priced)) == 3
    odd = replace(word, more={**word.more, "feats": ["sailing", 3]})
    assert left(grown(turned, turned, award(3), odd, **priced)) == 3


def cancelled(*entries: LedgerEntry, which: int) -> tuple[LedgerEntry, ...]:
    """Entries that were approved, of which the GM has cancelled one since."""
    named = [replace(one, id=f"e{place}") for place, one in enumerate(lives.settled(*entries))]
    return (*named, entry("void", subject=f"e{which}"))


@pytest.mark.parametrize("which", range(3))
@pytest.mark.parametrize("again", [False, True], ids=["since the approval", "before another"])
@pytest.mark.parametrize("house", [{}, {"archetype_step_dots": "one"}], ids=["carried", "one"])
def test_a_step_of_an_archetype_that_was_approved_is_not_asked_for_again(
    which: int, again: bool, house: dict[str, Any]
) -> None:
    """H-25, 0.1: rows and dots stay as learned, whatever is cancelled of the way there."""
    now = changed(OUTLAW, scores__pickpocket=None) if house else OUTLAW
    steps = cancelled(*STEPS, which=which)
    told = lives.settled(*steps) if again else steps
    before = grown(now, now, *lives.settled(*STEPS), created=THREE, **house)
    after = grown(now, now, *told, created=THREE, **house)
    assert (after.figures, codes(after), left(after)) == (before.figures, codes(before), left(before))
    more = changed(now, scores__underworld=1)
    assert left(grown(more, now, *told, award(1), created=THREE, **house)) == 0


def test_a_step_that_was_cancelled_before_its_archetype_was_approved_counts_no_more() -> None:
    fresh = [replace(one, id=f"e{place}") for place, one in enumerate(STEPS)]
    assert errors(grown(OUTLAW, THREE, *fresh, entry("void", subject="e2"))) == ["archetype-changed"]
    one = cancelled(STEPS[0], which=0)
    assert errors(grown(PICKPOCKET, PICKPOCKET, *one, created=THREE)) == ["ability-of-another-archetype"]
    assert errors(grown(THREE, PICKPOCKET, *one, created=THREE)) == []


def test_dots_that_a_cancelled_step_had_taken_are_put_back_for_what_they_cost() -> None:
    """H-25 with one dot: awarded dots return with the step, and those of creation cost none."""
    bare, house = changed(THREE, scores__interrogate=None), {"archetype_step_dots": "one", "created": THREE}
    lost = award(2), *cancelled(replace(STEPS[0], amount=-1), which=0)
    assert [left(grown(changed(bare, scores__interrogate=dots), bare, *lost, **house)) for dots in (3, 4)] == [2, 1]


def test_a_change_at_once_that_was_approved_charges_no_dot_that_moved() -> None:
    now = changed(OUTLAW, picks__archetype_dot_3=None, picks__archetype_dot_6=None)
    word, on = change("picks.archetype", "auror", "outlaw"), change("picks.archetype", "outlaw", "scholar")
    assert left(grown(now, now, *cancelled(word, which=0), created=THREE)) == 0
    scholar = changed(now, picks__archetype="scholar", scores__pickpocket=None, scores__collaboration=3)
    for which in range(2):
        assert left(grown(scholar, scholar, *cancelled(word, on, which=which), created=THREE)) == 0
    first = grown(now, THREE, replace(word, id="w"), entry("void", subject="w"))
    assert "archetype-changed" in errors(first)
    odd = replace(word, more={**word.more, "feats": ["ambush"]})
    priced = cancelled(award(3), odd, which=1)
    assert left(grown(now, now, *priced, created=THREE, feat_price=2)) == 1


# Dots


def leftover(**scores: int) -> Any:
    made = changed(JANE, scores__fitness=3, scores__precision=3, scores__vitality=None)
    return changed(made, **{f"scores__{key}": dots for key, dots in scores.items()})


def test_dots_that_creation_left_over_lapse_or_are_kept() -> None:
    for now in (leftover(fitness=4), leftover(vitality=1)):
        sheet = grown(now, leftover())
        budget = sheet.budgets["awarded-dots"]
        assert (errors(sheet), budget.spent.value, budget.allowed.value) == (["awarded-dots-overspent"], 1, 0)
    assert errors(grown(leftover(vitality=1), leftover(), leftover_dots="kept")) == []
    assert errors(grown(leftover(fitness=4), leftover(), leftover_dots="kept")) == ["awarded-dots-overspent"]
    assert errors(grown(leftover(vitality=2), leftover(), leftover_dots="kept")) == ["awarded-dots-overspent"]
    pooled = grown(leftover(vitality=2), leftover(), leftover_dots="kept", species_pool=1)
    assert (errors(pooled), pooled.budgets["species-pool"].remaining) == ([], 0)


@pytest.mark.parametrize("pool", [0, 1])
@pytest.mark.parametrize("points", [0, 1, 3])
def test_with_kept_dots_the_field_goes_as_far_as_the_verdict(points: int, pool: int) -> None:
    house = {"leftover_dots": "kept", "species_pool": pool}
    sheet = grown(leftover(), leftover(), award(points), **house)
    step = next(step for step in SYSTEM.steps(sheet) if step.key == "aspects")
    for rate in lives.rates(step.fields):
        for to, legal in ((rate.limit, True), (rate.limit + 1, False)):
            found = grown(apply(leftover(), rate.path, to), leftover(), award(points), **house)
            assert found.legal is legal, (rate.path, to, errors(found))


def test_awarded_dots_pay_above_the_approved_and_none_comes_back() -> None:
    was = changed(JANE, scores__charm=2, scores__deception=None, scores__logic=3, scores__alertness=2)
    now = changed(was, scores__charm=3, scores__logic=4)
    sheet = grown(now, was, award(2))
    assert (errors(sheet), left(sheet)) == ([], 0)
    assert errors(grown(changed(now, scores__charm=1), was, award(2))) == ["below-baseline"]
    high = changed(JANE, scores__bravery=5)
    assert errors(grown(changed(high, scores__bravery=6), high, award(3), created=JANE)) == ["rating-too-high"]


def test_a_second_approval_gives_no_award_back() -> None:
    now = changed(JANE, scores__logic=4)
    for sheet in (grown(now, JANE, award(3)), grown(now, now, award(3), created=JANE)):
        assert (errors(sheet), left(sheet)) == ([], 1)
    dear = changed(now, scores__logic=6)
    assert left(grown(changed(now, scores__logic=5), now, award(3), created=JANE)) == 0
    assert "awarded-dots-overspent" in errors(grown(dear, now, award(3), created=JANE))


def test_a_deduction_takes_what_is_not_spent() -> None:
    assert left(grown(JANE, JANE, award(3), entry("deduction", -2))) == 1


# Feats


def test_feats_come_by_the_word_or_for_dots() -> None:
    six = [key for key, _ in SYSTEM.ledger_kinds["feat"].subjects(grown(JANE, JANE))]
    assert len(six) == 6
    all_six = grown(changed(JANE, picks__feats=six), JANE)
    assert errors(all_six) == ["feat-without-word"] * 6
    assert [f.gm_word.subject for f in all_six.errors if f.gm_word] == [f"picks.feats.{key}" for key in sorted(six)]
    two = changed(JANE, picks__feats=["ambush", "lie-detector"])
    assert errors(grown(two, JANE, entry("feat", subject="Ambush"), entry("feat", subject="lie-detector"))) == []
    assert errors(grown(two, JANE, entry("feat", subject="ambush"))) == ["feat-without-word"]
    assert errors(grown(two, JANE, *(change(f"picks.feats.{key}", None, True) for key in six))) == []
    dear = grown(two, JANE, award(3), feat_price=2)
    (finding,) = dear.errors
    assert (finding.code, dict(finding.values)) == ("awarded-dots-overspent", {"allowed": 3, "spent": 4})
    assert [fix.label for fix in finding.fixes] == ["Remove Ambush", "Remove Lie Detector"]
    one = changed(JANE, picks__feats=["ambush"])
    assert left(grown(one, JANE, award(3), feat_price=2)) == 1
    assert left(grown(one, one, award(3), created=JANE, feat_price="2")) == 1
    assert errors(grown(two, JANE, feat_price="free")) == []
    assert errors(grown(JANE, one)) == ["feat-given-back"]
    assert errors(grown(changed(JANE, picks__feats=["sailing"]), JANE)) == ["feats-unknown"]


def reasons(sheet: Sheet, path: str) -> dict[str, str]:
    (field,) = [f for step in SYSTEM.steps(sheet) for f in step.fields if f.path == path]
    assert isinstance(field, ChoiceField)
    return {option.key: option.reason for option in field.options}


def test_a_feat_and_a_spell_say_what_they_take_before_they_are_chosen() -> None:
    word = "after approval only your GM can allow a change"
    sheet = grown(JANE, JANE, entry("feat", subject="ambush"), learning_spells="gm_word")
    assert [reasons(sheet, "picks.feats")[key] for key in ("ambush", "lie-detector")] == ["", word]
    assert [reasons(sheet, "picks.spells")[key] for key in ("lumos", "reducto")] == ["", word]
    priced = grown(JANE, JANE, award(1), feat_price=2)
    assert reasons(priced, "picks.feats")["ambush"] == "costs 2 awarded dots; 1 left"
    assert reasons(grown(JANE, JANE, award(2), feat_price=2), "picks.feats")["ambush"] == ""


def test_a_feat_goes_with_its_archetype_and_takes_a_word_of_its_own_afterwards() -> None:
    gained = entry("feat", subject="Ambush")
    away, back = change("picks.archetype", "auror", "outlaw"), change("picks.archetype", "outlaw", "auror")
    again = changed(JANE, picks__feats=["ambush"])
    assert errors(grown(again, JANE, gained)) == []
    for old in (gained, change("picks.feats.ambush", None, True)):
        assert errors(grown(again, JANE, *lives.settled(old, away, back))) == ["feat-without-word"]
        assert errors(grown(again, JANE, *lives.settled(old, away, back), old)) == []
        assert errors(grown(again, again, *lives.settled(old, away, back, old))) == []


def test_nobody_dead_gains_a_feat_or_learns_a_spell() -> None:
    free = {"feat_price": "free", "learning_spells": "free"}
    now = changed(JANE, picks__feats=["ambush"], picks__spells=[*JANE["picks"]["spells"], "aguamente"])
    for house in (free, {}):
        death = SYSTEM.ledger_kinds["died"].fill(grown(JANE, JANE, **house), entry("died"))
        assert codes(grown(JANE, JANE, death, **house)) == []
        sheet = grown(now, JANE, death, entry("feat", subject="ambush"), **house)
        found = {(one.code, one.at, one.fixes[0].path) for one in sheet.findings}
        assert found == {("bought-after-death", at, at) for at in ("picks.feats.ambush", "picks.spells.aguamente")}
        assert (
            reasons(grown(JANE, JANE, death, **house), "picks.spells")["aguamente"]
            == "nothing can be bought after death"
        )


def test_a_death_remembers_feats_and_spells_once() -> None:
    """With all other choices; one of before, which has only lists of those, is read as it was."""
    free = {"feat_price": "free", "learning_spells": "free"}
    now = changed(JANE, picks__feats=["ambush"], picks__spells=[*JANE["picks"]["spells"], "aguamente"])
    death = SYSTEM.ledger_kinds["died"].fill(grown(JANE, JANE, **free), entry("died"))
    assert death.more.keys() == {"held", "paid"}
    before = entry("died", feats=[], spells=JANE["picks"]["spells"])
    told = [[one for one in grown(now, JANE, died, **free).findings if one.breaks] for died in (death, before)]
    assert told[0] == told[1]
    assert [one.at for one in told[1]] == ["picks.feats.ambush", "picks.spells.aguamente"]
    priced = {**free, "feat_price": 2}
    once = [one.at for one in grown(now, JANE, death, lives.award(2), **priced).errors]
    assert sorted(once) == ["picks.feats.ambush", "picks.spells.aguamente"]


def test_a_death_may_say_anything_of_what_was_known() -> None:
    told = entry("died", feats=[{}, "ambush"], spells=[[]])
    now = changed(JANE, picks__feats=["ambush"])
    assert "bought-after-death" in codes(grown(now, JANE, told))


# Spells, Muggles, abilities of one's own


def test_learning_a_spell_is_worth_a_look() -> None:
    now = changed(JANE, picks__spells=["aguamente", "incendio", "stupefy"])
    assert codes(grown(now, JANE)) == ["spells-learned"]
    assert codes(grown(now, JANE, learning_spells="free")) == []
    (finding,) = grown(now, JANE, learning_spells="gm_word").errors
    assert (finding.code, finding.at) == ("spell-without-word", "picks.spells.aguamente")
    assert finding.gm_word
    word = change(finding.gm_word.subject, finding.gm_word.was, finding.gm_word.now)
    assert codes(grown(now, JANE, word, learning_spells="gm_word")) == []


def muggle(**house: Any) -> Sheet:
    return SYSTEM.read(
        Build.parse(changed(species("human-muggle"), picks__spells=["incendio"])), table=RulesContext(house)
    )


def test_magic_of_a_muggle_is_noted_or_forbidden() -> None:
    assert (codes(muggle()), codes(muggle(muggle_magic="allowed"))) == (["muggle-magic"], [])
    strict = muggle(muggle_magic="forbidden")
    places = ["elemental", "warding", "kinetic", "curses"]
    assert {f.at for f in strict.errors if f.code == "muggle-magic"} == {
        "picks.spells.incendio", *(f"scores.{key}" for key in places)
    }  # fmt: skip
    assert not [check for check in strict.checks if check.key.endswith("hexes")]
    spell = strict.rulebook.entries["spell"]["incendio"]
    asked = [SYSTEM.ask(strict, {"aspect": "charm", "ability": key}).check for key in ("hexes", "speed")]
    assert [SYSTEM.casting(strict, spell, {}).dice, asked[0].dice, asked[1].note] == [None, None, ""]
    assert not [one for one in blocks(SYSTEM.layout(strict)) if one.title == "Casting" and isinstance(one, RollTable)]
    plain = {**apply(species("human-muggle"), "picks.spells", None), "scores": {}}
    made = SYSTEM.random(plain, Random(1), SYSTEM.rulebook, table := RulesContext({"muggle_magic": "forbidden"}))
    whole = SYSTEM.read(Build.parse(made), table=table)
    assert (whole.legal, whole.unfinished, whole["hexes"] > 0) == (True, False, True)
    step = next(step for step in SYSTEM.steps(whole) if step.key == "affinities")
    assert {rate.limit for rate in lives.rates(step.fields)} == {0}


def test_an_ability_of_ones_own_takes_the_word_and_awarded_dots() -> None:
    books = Rulebook.of((SYSTEM.core, book(trait=row("deep-dive", category="ability", type="practical"))))
    table = RulesContext({}, "advancement", Ledger((award(1),)), baseline=Build.parse(JANE))
    now = Build.parse(changed(JANE, scores__deep_dive=1))
    sheet = SYSTEM.read(now, books, table)
    (finding,) = sheet.errors
    assert (finding.code, finding.at) == ("own-ability-without-word", "scores.deep-dive")
    before = SYSTEM.read(Build.parse(JANE), books, table)
    step = next(step for step in SYSTEM.steps(before) if step.key == "abilities")
    assert [rate.limit for rate in lives.rates(step.fields) if rate.path == "scores.deep-dive"] == [0]
    word = change("Deep Dive", None, "practical")
    allowed = SYSTEM.read(now, books, replace(table, ledger=Ledger((*table.ledger, word))))
    assert (errors(allowed), left(allowed)) == ([], 0)
    assert errors(SYSTEM.read(now, books, replace(table, baseline=now, created=Build.parse(JANE)))) == []


def test_nourishment_says_how_much_returns() -> None:
    told = [next(t.summary for t in grown(JANE, JANE, **house).trackers if t.key == "fortitude")
            for house in ({}, {"nourishment": "full"})]  # fmt: skip
    assert [words.endswith(end) for words, end in zip(told, ("One point returns.", "All of it returns."), strict=True)]


# What may be entered


def test_a_feat_is_offered_of_the_archetype_and_refused_of_any_other() -> None:
    sheet = grown(JANE, changed(JANE, picks__feats=["ambush"]))
    assert no_feat(sheet, entry("feat", subject="Lie Detector")) == ""
    assert no_feat(sheet, entry("feat", subject="duelist")) == "Choose a new feat of the archetype."


def test_a_step_is_offered_like_for_like_and_towards_one_archetype() -> None:
    offered = dict(SYSTEM.ledger_kinds["archetype-step"].subjects(grown(THREE, THREE)))
    assert offered["Interrogate → Pickpocket"] == "Interrogate → Pickpocket (Outlaw)"
    assert "Interrogate → Underworld" not in offered
    begun = grown(PICKPOCKET, THREE, STEPS[0])
    made = by_keys(begun, entry("archetype-step", subject="Tracking → Underworld"))
    assert made.more == {"from": "tracking", "to": "underworld"}
    assert {name for name, _ in SYSTEM.ledger_kinds["archetype-step"].subjects(begun)} == {
        "Tracking → Underworld", "Intuition → Savvy",
    }  # fmt: skip

    def told(subject: str, on: str = "2026-01-02") -> str:
        made = by_keys(begun, entry("archetype-step", subject=subject, on=on))
        return no_step(begun, made).partition(". ")[0]

    assert told("Tracking → Underworld") == ""
    assert told("Tracking → Underworld", "2026-01-01") == "You can take 1 step a day"
    assert told("Tracking → Savvy") == "Swap innate for innate, practical for practical or knowledge for knowledge."
    assert told("Tracking → Speculation") == "You've already started another archetype"
    own = "Choose one of your special abilities and the one that replaces it."
    assert told("Flying → Sailing") == told("Pickpocket") == own


# Lives


def steps_on(sheet: Sheet, document: Any, rng: Random) -> tuple[Any, LedgerEntry | None]:
    """A step, with its dots moved."""
    found = list(SYSTEM.ledger_kinds["archetype-step"].subjects(sheet))
    if not found or not document["picks"].get("archetype"):
        return document, None
    told = rng.choice(found)[0]
    keys = {trait.name: key for key, trait in sheet.rulebook.all(Trait).items()}
    lost, gained = (keys[name] for name in told.split(" → "))
    dots = document["scores"].get(lost) if sheet.reading.setting("archetype_step_dots") == "carried" else None
    made = apply(apply(document, f"scores.{lost}", None), f"scores.{gained}", dots)
    return made, by_keys(sheet, entry("archetype-step", subject=told))


def feat_gained(sheet: Sheet, document: Any, rng: Random) -> tuple[Any, LedgerEntry | None]:
    found = list(SYSTEM.ledger_kinds["feat"].subjects(sheet))
    if not found:
        return document, None
    key = rng.choice(found)[0]
    return apply(document, f"picks.feats.{key}", True), entry("feat", subject=key)


def deducted(sheet: Sheet, document: Any, rng: Random) -> tuple[Any, LedgerEntry | None]:
    most = left(sheet)
    return document, entry("deduction", -rng.randint(1, most)) if most > 0 else None


HOUSES: tuple[dict[str, Any], ...] = ({}, {"archetype_step_dots": "one"}, {"leftover_dots": "kept", "species_pool": 2})


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("seed", range(8))
def test_through_any_life_the_account_holds(seed: int, house: dict[str, Any]) -> None:
    for sheet in lives.life(SYSTEM, Random(seed), (steps_on, feat_gained, deducted), **house):
        budget = sheet.budgets["awarded-dots"]
        assert budget.allowed.value - budget.spent.value == budget.remaining >= 0
        assert budget.allowed.value == sheet.table.ledger.total("award")
        assert sheet.legal, [finding.message for finding in sheet.errors]
        assert all(one.remaining >= 0 for one in sheet.budgets.values())


@pytest.mark.parametrize("allowed", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_dots_of_another_archetype_move_by_one_fix_whoever_asks_for_it(seed: int, allowed: bool) -> None:
    """The ability that was and the one that takes its place say the same of the dots: they move, and are not lost."""
    rng = Random(seed)
    before = SYSTEM.random({}, rng, SYSTEM.rulebook, RulesContext())
    was = before["picks"]["archetype"]
    now = rng.choice([key for key in SYSTEM.rulebook.all(Archetype) if key != was])
    made = changed(before, picks__archetype=now)
    word = [change("picks.archetype", was, now)] if allowed else []
    codes = ("ability-of-another-archetype", "below-baseline")
    found = {code: [f for f in grown(made, before, *word).errors if f.code == code] for code in codes}
    moves = {code: {fix for one in findings for fix in one.fixes} for code, findings in found.items()}
    assert moves[codes[0]] == moves[codes[1]] != set()
    assert all(one.message.endswith(". Move its dots.") for one in found["below-baseline"])
    assert all(one.hint.startswith("Move the dots to ") for one in found[codes[0]])
    for fix in moves[codes[0]]:
        made = apply(apply(made, fix.path, fix.value), fix.clears, None)
    left = [finding.code for finding in grown(made, before, *word).errors]
    assert not set(codes) & set(left)
    assert ("archetype-changed" in left) is not allowed

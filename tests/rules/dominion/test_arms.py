"""Arms of an approved character: found, lost, or paid for once."""

from typing import Any

import pytest

from rules.kernel import Build, LedgerEntry, RulesContext, Sheet
from rules.kernel.documents import Ledger, apply
from rules.kernel.documents.ledger import read_ledger
from rules.kernel.pages import ListField, RatingField
from tests.rules.dominion.growing import BASE, errors, judged, system

MAUL = {"picks": {"item": "maul"}}
SWORD = {"picks": {"item": "longsword"}}


def test_arms_come_in_play_and_cost_nothing() -> None:
    def carrying(*things: Any) -> Any:
        return {**BASE, "entries": {**BASE.get("entries", {}), "equipment": list(things)}}

    bare, found = carrying(), {"picks": {**MAUL["picks"], "found": True}}
    assert errors(judged(bare, carrying(MAUL), awards=9)) == ["bought-after-creation"]
    assert errors(judged(bare, carrying(found))) == []
    (more,) = judged(carrying(MAUL), carrying({**MAUL, "scores": {"quantity": 3}}), awards=9).errors
    assert (more.code, more.fixes) == ("bought-after-creation", ()), "one of the three was paid for"
    (two,) = judged(carrying(MAUL), carrying(MAUL, MAUL), awards=9).errors
    assert [fix.path for fix in two.fixes] == ["entries.equipment.1.picks.found"]
    held = judged(bare, carrying(MAUL), awards=9, settings={"arms_in_play": "at_price"})
    assert (errors(held), held.budgets["aps"].spent.value) == ([], _spent(bare) + 5)


FOUND = {"picks": {"item": "mighty-armour", "found": True}}
REOPENED = {"kind": "reopened", "by": "gm", "id": "again"}
CLOSED = {"kind": "void", "subject": "again", "by": "gm"}


def _costs(sheet: Sheet) -> tuple[int, list[str], bool]:
    """The APs spent, the findings that matter to a find, and whether the builder offers to mark one."""
    told = {"found-at-creation", "bought-after-creation", "equipment-given-back", "not-for-sale"}
    page = next(step for step in system.steps(sheet) if step.key == "equipment")
    (gear,) = (field for field in page.fields if isinstance(field, ListField))
    flags = [field.path for line in gear.items for field in line if field.path.endswith(".found")]
    return sheet.budgets["aps"].spent.value, [f.code for f in sheet.findings if f.code in told], bool(flags)


def test_what_creation_bought_is_never_found_in_play() -> None:
    """Marked before an approval it costs its price, and an approval refunds nothing (A-76, A-82)."""
    new = system.read(Build.parse(armed(FOUND)))
    assert _costs(new) == (5, ["found-at-creation"], True)
    ((fix,),) = (finding.fixes for finding in new.findings if finding.code == "found-at-creation")
    bare = apply(armed(FOUND), fix.path, fix.value)
    assert _costs(system.read(Build.parse(bare))) == (5, [], False)
    assert _costs(judged(armed(FOUND), armed(FOUND))) == (5, ["found-at-creation"], True)
    assert _costs(judged(armed(FOUND), bare)) == (5, [], True)
    later = judged(armed(FOUND), armed(FOUND, FOUND), created=Build.parse(armed(FOUND)))
    assert _costs(later) == (5, ["found-at-creation"], True), "another one was found since"
    assert _costs(judged(armed(FOUND), armed(*bare["entries"]["equipment"], FOUND))) == (5, [], True)
    again = judged(armed(), armed(FOUND), {"kind": "lost", "subject": "mighty-armour", "settled": True},
                   created=Build.parse(armed(FOUND)))  # fmt: skip
    assert _costs(again) == (5, [], True), "the first was lost, and the second found"


def test_what_was_found_stays_free_while_creation_is_open_again() -> None:
    approved = judged(armed(FOUND), armed(FOUND), created=Build.parse(armed()))
    assert _costs(approved) == (0, [], True)
    opened = RulesContext(ledger=Ledger(read_ledger([REOPENED])))
    assert _costs(system.read(Build.parse(armed(FOUND, SWORD)), table=opened)) == (3, [], True)
    looted = {"picks": {"item": "scimitar"}}
    assert _costs(system.read(Build.parse(armed(looted)), table=opened))[1] == []
    assert _costs(judged(armed(FOUND), armed(FOUND), REOPENED, CLOSED)) == (0, [], True), "approved again"


def test_one_of_several_alike_is_restored_and_no_other_touched() -> None:
    """The fix takes the place of what became less or was marked as found, else it comes last."""
    for then, now in (
        ((SWORD, SWORD), (SWORD,)), ((SWORD, TWO), (TWO,)), ((TWO,), (SWORD,)),
        ((SWORD, TWO), (SWORD, APART)), ((SWORD, SWORD), (SWORD, APART)),
    ):  # fmt: skip
        broken = judged(armed(*then), armed(*now))
        ((fix,),) = (finding.fixes for finding in broken.errors)
        restored = apply(armed(*now), fix.path, fix.value)
        assert errors(judged(armed(*then), restored)) == [], (then, now)
        assert len(restored["entries"]["equipment"]) == len(then)


def _spent(build: Any) -> int:
    return system.read(Build.parse(build)).budgets["aps"].spent.value


def test_what_was_lost_stays_paid_for() -> None:
    armed, bare = {"entries": {"equipment": [SWORD]}}, {"entries": {"equipment": []}}
    assert errors(judged(armed, bare)) == ["equipment-given-back"]
    for subject in ("longsword", "Longsword "):
        gone = judged(armed, bare, {"kind": "lost", "subject": subject})
        assert (errors(gone), gone.budgets["aps"].spent.value) == ([], 3)
    # A later approval no longer has it, and what it cost stays spent.
    later = judged(bare, bare, {"kind": "lost", "subject": "longsword"}, created=Build.parse(armed))
    assert (errors(later), later.budgets["aps"].spent.value) == ([], 3)
    # As long as the line is there, it is counted once.
    assert judged(armed, armed, {"kind": "lost", "subject": "longsword"}).budgets["aps"].spent.value == 3


def armed(*things: Any) -> Any:
    return {"entries": {"equipment": list(things)}}


TWO = {**SWORD, "scores": {"quantity": 2}}
LOST = {"kind": "lost", "subject": "longsword"}
PRICED = {"arms_in_play": "at_price"}
APART = {**SWORD, "picks": {**SWORD["picks"], "found": True}}


def swords(many: int) -> Any:
    return armed({**SWORD, "scores": {"quantity": many}}) if many else armed()


def losses(entries: str) -> list[dict[str, Any]]:
    """An entry for each letter: "o" was there at the last approval, "n" is new."""
    return [{**LOST, "settled": when == "o"} for when in entries]


@pytest.mark.parametrize(
    ("created", "approved", "now", "entries", "spent"),
    [
        (1, 1, 0, "n", 3),  # lost
        (1, 1, 1, "n", 6),  # and bought again
        (1, 1, 1, "", 3),
        (1, 1, 0, "", "equipment-given-back"),
        (1, 0, 0, "o", 3),  # approved without it
        (1, 0, 1, "o", 6),  # and bought again since
        (1, 1, 0, "on", 6),  # bought again, approved, and lost like the first
        (1, 1, 0, "o", "equipment-given-back"),
        (0, 1, 1, "", 3),  # bought after creation
        (0, 1, 0, "n", 3),  # and lost
        (0, 1, 0, "", "equipment-given-back"),
        (0, 0, 0, "n", 3),  # bought and lost between two approvals
        (2, 2, 1, "n", 6),
        (2, 2, 0, "n", "equipment-given-back"),
    ],
)
def test_at_a_price_each_thing_is_paid_for_once(
    created: int, approved: int, now: int, entries: str, spent: int | str
) -> None:
    first = Build.parse(swords(created))
    sheet = judged(swords(approved), swords(now), *losses(entries), settings=PRICED, created=first)
    assert (errors(sheet) or sheet.budgets["aps"].spent.value) == ([spent] if isinstance(spent, str) else spent)


@pytest.mark.parametrize(
    ("created", "approved", "now", "entries", "spent"),
    [
        (1, 1, 0, "n", 3),
        (0, 1, 0, "n", 3),  # bought while the table let APs buy arms
        (0, 1, 1, "o", 3),  # two were, and one was lost
        (2, 2, 1, "n", 6),
        (2, 1, 0, "on", 6),
        (2, 1, 1, "n", 6),  # an old document doesn't say what was settled
        (1, 1, 1, "n", "lost-still-listed"),
        (2, 2, 2, "n", "lost-still-listed"),
        (2, 2, 0, "n", "equipment-given-back"),
        (2, 1, 0, "o", "equipment-given-back"),
        (1, 0, 1, "o", "bought-after-creation"),
        (0, 0, 0, "n", 0),  # what came in play cost nothing
    ],
)
def test_an_entry_is_of_one_thing_that_is_gone(
    created: int, approved: int, now: int, entries: str, spent: int | str
) -> None:
    sheet = judged(swords(approved), swords(now), *losses(entries), created=Build.parse(swords(created)))
    assert (errors(sheet) or sheet.budgets["aps"].spent.value) == ([spent] if isinstance(spent, str) else spent)


@pytest.mark.parametrize("many", [1, 2])
def test_what_was_lost_leaves_the_list_at_a_click(many: int) -> None:
    sheet = judged(swords(many), swords(many), LOST)
    (error,) = sheet.errors
    assert ("ledger says 1 was lost" in error.message) == (many == 2)
    for fix in error.fixes:
        mended = judged(swords(many), apply(swords(many), fix.path, fix.value), LOST)
        assert (errors(mended), mended.budgets["aps"].spent.value) == ([], 3 * many)
    assert len(error.fixes) == (2 if many == 1 else 1)
    steppers = [(one.low, one.limit) for one in _rates(sheet) if one.path.endswith("quantity")]
    assert steppers == ([(1, many)] if many > 1 else [])


def _rates(sheet: Sheet) -> list[RatingField]:
    lists = [field for step in system.steps(sheet) for field in step.fields if isinstance(field, ListField)]
    return [field for one in lists for item in one.items for field in item if isinstance(field, RatingField)]


def test_at_a_price_the_field_lets_more_be_bought() -> None:
    for settings, most in ((PRICED, 99), ({}, 1)):
        spear = armed({"picks": {"item": "spear"}})
        sheet = judged(spear, spear, awards=400, settings=settings)
        assert next(one.limit for one in _rates(sheet) if one.path.endswith("quantity")) == most


@pytest.mark.parametrize("subject", ["longsword", " Longsword", "blade"])
def test_a_thing_is_meant_by_its_key_or_by_any_of_its_names(subject: str) -> None:
    blade = {**SWORD, "name": "Blade"}
    hammer = {**MAUL, "name": "Longsword"}
    gone = judged(armed(hammer, blade), armed(hammer), {"kind": "lost", "subject": subject})
    assert (errors(gone), gone.budgets["aps"].spent.value) == ([], 3 + 5)
    kind, entry = system.ledger_kinds["lost"], LedgerEntry("lost", subject=subject)
    whole = judged(armed(hammer, blade), armed(hammer, blade))
    assert (kind.refuse(whole, entry), kind.edits(whole, entry)) == ("", {"entries.equipment.1": None})
    assert kind.edits(judged(armed(), armed()), entry) == {}
    assert errors(judged(armed(blade), armed(), {"kind": "lost", "subject": "the moon"})) == ["equipment-given-back"]


def test_what_is_entered_as_lost_is_not_offered_again() -> None:
    kind, lost = system.ledger_kinds["lost"], LedgerEntry("lost", subject="longsword")
    for many, entries, offered in ((1, (), True), (1, (LOST,), False), (2, (LOST,), True), (2, (LOST, LOST), False)):
        sheet = judged(swords(many), swords(many), *entries)
        assert ("longsword" in dict(kind.subjects(sheet))) is offered
        assert kind.refuse(sheet, lost) == ("" if offered else "Already entered.")

"""What may happen to an approved character: the worked cases of the rulings, and an account that always balances."""

from random import Random
from typing import Any

import pytest

from campaigns.demo.demo import RAVEN
from rules.kernel import Build, LedgerEntry, RulesContext, Sheet
from rules.kernel.documents import Ledger, apply, awarded
from rules.kernel.documents.ledger import read_ledger
from rules.kernel.pages import ListField, RatingField, ask, rate
from rules.kernel.purchases import purchases_of
from rules.systems import get

system = get("dominion")
JUGGLING = {"name": "Juggling", "picks": {"attribute": "agility"}, "scores": {"steps": 5}}
LORE = {"name": "Sorcerous Lore", "picks": {"attribute": "intellect"}, "scores": {"steps": 5}}
CROELLIC = {"name": "Croellic", "picks": {"attribute": "intellect"}, "scores": {"steps": 1}}


def judged(approved: Any, now: Any, *ledger: dict[str, Any], awards: int = 0, **table: Any) -> Sheet:
    entries = Ledger((*awarded(awards), *read_ledger(list(ledger))))
    seat = RulesContext(stage="advancement", baseline=Build.parse(approved), ledger=entries, **table)
    return system.read(Build.parse(now), table=seat)


def errors(sheet: Sheet) -> list[str]:
    return [finding.code for finding in sheet.errors]


def left(build: Any) -> int:
    """What of creation is unspent, so that a case can begin with none."""
    return system.read(Build.parse(build)).budgets["aps"].remaining


def priest(steps: int = 3) -> Any:
    """Channel starts at 3 and has so many steps; everything else is as plain as can be."""
    scores = {"intuition": 3, "intellect": 1, "channel": steps}
    return {"picks": {"race": "human"}, "rolls": {"attribute-dice": [6, 6, 6]}, "scores": scores}


def breaks(many: int) -> dict[str, Any]:
    return {"kind": "lucky-break", "amount": -many, "on": "2026-11-20", "by": "player"}


BASE = apply(RAVEN, "scores.lucky-breaks", left(RAVEN))
"""Nothing of creation is unspent: what is left over came in since."""
DODGE = BASE["scores"].get("dodge", 0)


def dodge(build: Any, more: int) -> Any:
    return apply(build, "scores.dodge", DODGE + more)


def price(more: int) -> int:
    stat = system.read(Build.parse(BASE))["dodge"]
    return sum(stat + n for n in range(more))


def test_attributes_race_and_table_are_settled() -> None:
    up = apply(BASE, "scores.agility", BASE["scores"].get("agility", 0) + 1)
    assert "attribute-changed" in errors(judged(BASE, up))
    assert "creation-changed" in errors(judged(BASE, apply(BASE, "picks.race", "elf")))


def test_steps_are_paid_by_what_came_in_and_never_given_back() -> None:
    two = price(2)
    rich = judged(BASE, dodge(BASE, 2), awards=two + 1)
    assert (errors(rich), rich.budgets["aps"].remaining) == ([], 1)
    assert errors(judged(BASE, dodge(BASE, 3), awards=two + 1)) == ["aps-overspent"]
    assert errors(judged(dodge(BASE, 2), dodge(BASE, 1), awards=two + 1)) == ["step-given-back"]


def test_what_play_has_spent_is_not_sold_again() -> None:
    two = price(2)
    once = judged(BASE, BASE, breaks(3), awards=two + 2)
    assert (errors(once), once.budgets["aps"].remaining, once["aps"]) == ([], two - 1, two - 1)
    assert errors(judged(BASE, dodge(BASE, 2), breaks(3), awards=two + 2)) == ["aps-overspent"]


def test_lucky_breaks_are_entered_and_not_bought() -> None:
    before = BASE["scores"]["lucky-breaks"]
    assert errors(judged(BASE, apply(BASE, "scores.lucky-breaks", before + 1), awards=9)) == ["lucky-break-bought"]
    (told,) = judged(apply(BASE, "scores.lucky-breaks", 1), apply(BASE, "scores.lucky-breaks", 2), awards=9).errors
    assert told.message == "Lucky Breaks: 1 bought when approved, 2 now."
    assert errors(judged(BASE, apply(BASE, "scores.lucky-breaks", before - 1), awards=9)) == ["step-given-back"]


def test_a_deduction_takes_what_is_unspent() -> None:
    taken = judged(BASE, BASE, {"kind": "deduction", "amount": -2}, awards=9)
    assert taken.budgets["aps"].remaining == 7


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


def lost(fell_from: int | None = None) -> dict[str, Any]:
    at = {} if fell_from is None else {"from": fell_from}
    return {"kind": "loss", "subject": "channel", "amount": -1, "on": "2026-11-21", "note": "Resurrect", **at}


def channel(sheet: Sheet) -> tuple[int, int]:
    spent = sum(term.amount for term in sheet.budgets["aps"].spent.terms if term.label.startswith("Channel"))
    return sheet["channel"], spent


def test_a_point_of_channel_is_lost_and_bought_back() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    assert channel(judged(priest(3), priest(3))) == (start + 3, 3 * start + 3)
    fell = judged(priest(3), priest(3), lost(start + 3))
    assert channel(fell) == (start + 2, 3 * start + 3), "the point stays paid for"
    assert "lost, 21 November 2026, Resurrect" in [term.label for term in fell.figures["channel"].terms]
    back = judged(priest(3), priest(4), lost(start + 3), awards=90)
    assert channel(back) == (start + 3, 3 * start + 3 + start + 2), "the step back costs the stat after the loss"
    more = judged(priest(3), priest(5), lost(start + 3), awards=90)
    assert channel(more)[1] - channel(back)[1] == start + 3
    assert errors(back) == []
    typed = judged(priest(3), priest(2))
    assert errors(typed) == ["step-given-back"]
    assert "in the ledger" in typed.errors[0].hint


def test_no_step_that_a_loss_stands_on_goes_back() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    sheet = judged(priest(0), priest(3), lost(start + 2), awards=90)
    field = rate(sheet, next(one for one in purchases_of(sheet.reading) if one.key == "channel"))
    assert field.low == 2


def test_a_step_under_a_loss_that_is_taken_back_is_an_error() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    for steps in (3, 5, 7):
        (found,) = judged(priest(3), priest(steps), lost(start + 8), awards=90).errors
        assert (found.code, found.at, found.fixes[0].value) == ("step-given-back", "scores.channel", 8)
    none = apply(priest(0), "scores.channel", None)
    assert errors(judged(priest(0), none, lost(start + 1))) == ["step-given-back"]
    assert errors(judged(priest(3), priest(8), lost(start + 8), awards=90)) == []
    approved = {**lost(start + 8), "settled": True}
    assert errors(judged(priest(3), priest(3), approved)) == [], "what was approved isn't asked again"
    (less,) = judged(priest(3), priest(2), approved).errors
    assert less.fixes[0].value == 3


def test_a_loss_after_one_that_was_cancelled_still_stands_on_the_steps_between() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    first, second = {**lost(start + 3), "id": "first"}, lost(start + 3)
    void = {"kind": "void", "subject": "first"}
    whole = judged(priest(3), priest(4), lost(start + 4), awards=90)
    assert channel(judged(priest(3), priest(4), first, second, void, awards=90)) == channel(whole)
    known = judged(priest(3), priest(4), first, void, lost(start + 4), awards=90)
    assert channel(known) == channel(whole), "a loss that was cancelled before says nothing of a later one"


def test_channel_falls_to_nothing_and_no_further() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    gone = [lost(start - n) for n in range(start)]
    empty = judged(priest(0), priest(0), *gone)
    assert channel(empty) == (0, 0)
    served = {**priest(0), "scores": {**priest(0)["scores"], "bless": 1}}
    empty = judged(served, served, *gone)
    assert "Channel stat of 0" in ask(empty.live({}), {"skill": "bless"}).check.note
    assert channel(judged(priest(0), priest(1), *gone, awards=9)) == (1, 1), "a step from nothing costs one"
    assert judged(priest(0), priest(0), *gone, lost(0), lost())["channel"] == 0


@pytest.mark.parametrize("subject", ["channel", "Channel", "scores.channel"])
def test_a_loss_is_of_channel_by_any_of_its_words(subject: str) -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    entry = {**lost(start + 3), "subject": subject}
    assert channel(judged(priest(3), priest(3), entry)) == (start + 2, 3 * start + 3)
    kind = system.ledger_kinds["loss"]
    assert kind.refuse(judged(priest(3), priest(3)), LedgerEntry("loss", -1, subject=subject)) == ""


def test_a_loss_never_makes_a_step_cheaper() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    paid = 3 * start + 3
    assert channel(judged(priest(3), priest(3), lost())) == (start + 2, paid)
    assert channel(judged(priest(3), priest(3), lost(), lost(start + 2))) == (start + 1, paid)
    # From where it fell nobody has said, so a further step costs what it would without the loss.
    assert channel(judged(priest(3), priest(4), lost(), awards=90)) == (start + 3, paid + start + 3)
    low = judged(priest(0), priest(3), lost(), awards=90)
    assert rate(low, next(one for one in purchases_of(low.reading) if one.key == "channel")).low == 0


def test_a_loss_falls_from_no_less_than_was_approved() -> None:
    """What a document says is told beside what was approved, and the steps after it cost what they would (A-86)."""
    start = system.read(Build.parse(priest(0)))["channel"]
    for steps in (3, 5):
        true, low = (judged(priest(3), priest(steps), lost(start + told), awards=90) for told in (3, 0))
        assert channel(low) == channel(true)
        assert [f.code for f in true.findings if f.code == "loss-below-approved"] == []
        (finding,) = [f for f in low.findings if f.code == "loss-below-approved"]
        assert finding.message == f"The ledger says Channel fell from {start}, but it was {start + 3}."
    twice = judged(priest(3), priest(4), lost(start + 3), lost(start + 3), awards=90)
    assert channel(twice) == (start + 2, 3 * start + 3 + start + 2)
    assert not [f for f in twice.findings if f.code == "loss-below-approved"]
    high = judged(priest(3), priest(3), lost(99))
    assert rate(high, next(one for one in purchases_of(high.reading) if one.key == "channel")).low == 3


def test_a_loss_takes_as_many_points_as_it_says() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    two = {**lost(start + 3), "amount": -2}
    assert channel(judged(priest(3), priest(3), two)) == (start + 1, 3 * start + 3)
    back = judged(priest(3), priest(4), two, awards=90)
    assert channel(back) == (start + 2, 3 * start + 3 + start + 1)
    assert f"Channel {start} to {start + 4}, 2 lost" in [term.label for term in back.budgets["aps"].spent.terms]
    plain = {"kind": "loss", "subject": "channel", "from": start + 3}
    assert channel(judged(priest(3), priest(3), plain)) == (start + 2, 3 * start + 3)


def test_every_step_from_nothing_costs_one() -> None:
    """Also one that was lost again since (A-86)."""
    start = system.read(Build.parse(priest(0)))["channel"]
    gone = [lost(start - n) for n in range(start)]
    assert channel(judged(priest(0), priest(2), *gone, lost(1), awards=9)) == (1, 2)


def mount(price: int, to: int) -> dict[str, Any]:
    more = {"name": "Sleipnir", "beast": "Noble War Horse", "from": price, "to": to}
    return {"kind": "mount", "subject": "timing", "amount": -price, **more}


def rider(stat: int) -> Any:
    start = system.read(Build.parse(BASE))["horsemanship"]
    return apply(BASE, "scores.horsemanship", stat - start)


@pytest.mark.parametrize(("horsemanship", "to", "codes"), [(4, 6, ["mount-beyond-rider"]), (6, 6, []), (6, 7, 1)])
def test_a_mount_learns_no_more_than_its_rider_knows(horsemanship: int, to: int, codes: Any) -> None:
    sheet = judged(rider(horsemanship), rider(horsemanship), mount(5, to), awards=90)
    assert errors(sheet) == (["mount-beyond-rider"] if codes else [])
    before = judged(rider(horsemanship), rider(horsemanship), awards=90).budgets["aps"].remaining
    assert before - sheet.budgets["aps"].remaining == 5


WAR_HORSE = {"name": "Sleipnir", "beast": "Noble War Horse"}
ONLY = "You can only train a Noble War Horse or a Light War Horse."


@pytest.mark.parametrize(
    ("subject", "stat", "more", "why"),
    [
        ("timing", 5, WAR_HORSE, ""),
        ("Timing", 4, {"name": " sleipnir", "beast": "noble-war-horse"}, ""),
        ("Withstand Injury", 5, WAR_HORSE, ""),
        ("levade", 5, {"name": "Bay", "beast": "Light War Horse"}, ""),
        ("timing", 3, WAR_HORSE, "Timing of Sleipnir is 3; the minimum of a Noble War Horse is 4."),
        ("timing", 0, WAR_HORSE, "Timing of Sleipnir is 0; the minimum of a Noble War Horse is 4."),
        ("timing", 7, WAR_HORSE, "Timing of Sleipnir would be 8; the maximum of a Noble War Horse is 7."),
        (
            "withstand-injury",
            9,
            WAR_HORSE,
            "Withstand Injury of Sleipnir would be 10; the maximum is your Horsemanship, 9.",
        ),
        ("levade", 5, WAR_HORSE, "You can't train Levade of a Noble War Horse."),
        ("kick", 7, WAR_HORSE, "You can't train Kick of a Noble War Horse."),
        ("luck", 3, WAR_HORSE, "You can't train Luck of a Noble War Horse."),
        ("timing", 5, {"name": "Bay", "beast": "Pack Horse"}, ONLY),
        ("timing", 5, {"beast": "Dragon of nowhere"}, ONLY),
        ("timing", 5, {"name": 7}, ONLY),
    ],
)
def test_training_improves_what_the_bestiary_says(subject: str, stat: int, more: Any, why: str) -> None:
    kind, sheet = system.ledger_kinds["mount"], judged(rider(9), rider(9), awards=90)
    filled = kind.fill(sheet, LedgerEntry("mount", -stat, subject=subject, more=more))
    # What came with a file is judged like what is entered; of the beast, the form itself takes those it offers.
    assert kind.refuse(sheet, filled) == ("" if why == ONLY else why)
    entry = {"kind": "mount", "subject": subject, "amount": -stat, **filled.more}
    assert [finding.message for finding in judged(rider(9), rider(9), entry, awards=90).errors] == [why] * bool(why)


@pytest.mark.parametrize(
    ("subject", "stat", "more", "why"),
    [
        ("timing", 6, WAR_HORSE, ""),
        ("movement", 12, WAR_HORSE, "Movement of Sleipnir would be 13"),
        ("withstand-injury", 5, WAR_HORSE, ""),
        ("timing", 5, WAR_HORSE, "The ledger says Timing of Sleipnir is 6."),
        ("timing", 5, {**WAR_HORSE, "name": "Bay"}, ""),
        (
            "levade",
            5,
            {"name": "Sleipnir", "beast": "Light War Horse"},
            "The ledger says Sleipnir is a Noble War Horse.",
        ),
    ],
)
def test_a_mount_goes_on_from_where_it_stands(subject: str, stat: int, more: Any, why: str) -> None:
    kind, sheet = system.ledger_kinds["mount"], judged(rider(9), rider(9), mount(5, 6), awards=90)
    said = kind.refuse(sheet, kind.fill(sheet, LedgerEntry("mount", -stat, subject=subject, more=more)))
    assert said.startswith(why) if why else said == ""


def test_a_step_of_a_mount_is_one_and_has_its_price() -> None:
    for odd in ({**mount(5, 6), "amount": -1}, {**mount(4, 6), "amount": -4}, {**mount(5, 6), "from": True}):
        assert errors(judged(rider(9), rider(9), odd, awards=90)) == ["mount-out-of-step"]
    twice = judged(rider(9), rider(9), mount(5, 6), mount(5, 6), awards=90)
    assert errors(twice) == ["mount-out-of-step"]
    told = judged(rider(9), rider(9), mount(4, 5), mount(5, 6), awards=90).live({}).facts
    assert [fact.text for fact in told if fact.label == "Mount"] == ["Timing 6"]


def test_a_step_of_a_mount_needs_the_one_before_it() -> None:
    first, void = {**mount(5, 6), "id": "first"}, {"kind": "void", "subject": "first"}
    gone = {"kind": "mount-gone", "subject": "Sleipnir"}
    told = judged(rider(9), rider(9), first, mount(6, 7), void, awards=90)
    assert errors(told) == ["mount-out-of-step"]
    assert "Timing of Sleipnir is 5." in told.errors[0].message
    assert errors(judged(rider(9), rider(9), first, void, mount(6, 7), awards=90)) == [], "it was a mistake"
    assert errors(judged(rider(9), rider(9), first, gone, mount(6, 7), void, awards=90)) == [], "another of its name"


BARE = {"name": "", "beast": "Light War Horse"}
"""A mount without a name."""


def facts(*entries: dict[str, Any]) -> list[tuple[str, str]]:
    told = judged(rider(9), rider(9), *entries, awards=90).live({}).facts
    return [(fact.value, fact.text) for fact in told if fact.label == "Mount"]


def test_a_mount_that_is_gone_is_told_no_more_and_another_begins_afresh() -> None:
    gone = {"kind": "mount-gone", "subject": "sleipnir "}
    light = {**mount(6, 7), **BARE}
    assert facts(mount(5, 6), light) == [("Sleipnir", "Timing 6"), ("the Light War Horse", "Timing 7")]
    assert facts(mount(5, 6), light, gone) == [("the Light War Horse", "Timing 7")]
    again = judged(rider(9), rider(9), mount(5, 6), gone, mount(4, 5), awards=90)
    assert (errors(again), facts(mount(5, 6), gone, mount(4, 5))) == ([], [("Sleipnir", "Timing 5")])
    spent = [
        judged(rider(9), rider(9), *told, awards=90).budgets["aps"].remaining for told in ([], [mount(5, 6), gone])
    ]
    assert spent[0] - spent[1] == 5
    kind = system.ledger_kinds["mount-gone"]
    assert list(kind.subjects(again)) == [("Sleipnir", "Sleipnir")]
    assert facts(mount(5, 6), {"kind": "mount-gone"}) == []


def test_mounts_without_a_name_are_told_apart_by_what_they_are() -> None:
    other = {**mount(5, 6), "name": " ", "beast": "Noble War Horse"}
    assert errors(judged(rider(9), rider(9), {**mount(6, 7), **BARE}, other, awards=90)) == []
    two = judged(rider(9), rider(9), other, {**other, "from": 4, "to": 5, "amount": -4}, awards=90)
    assert [(one.message, one.hint) for one in two.errors] == [
        (
            "The ledger says Timing of the Noble War Horse is 6. Use a different name for another mount.",
            "Cancel the entry in the ledger.",
        )
    ]
    settled = judged(rider(9), rider(9), other, {**other, "from": 4, "amount": -4, "settled": True}, awards=90)
    assert [one.hint for one in settled.errors] == ["Ask your GM to cancel the entry."]


def test_a_form_offers_the_stats_that_training_improves() -> None:
    sheet = judged(rider(9), rider(9))
    kind = system.ledger_kinds["mount"]
    offered = dict(kind.subjects(sheet))
    assert list(kind.offers["beast"](sheet)) == ["Noble War Horse", "Light War Horse"]
    assert (offered["levade"], offered["withstand-injury"], "kick" in offered) == ("Levade", "Withstand Injury", False)


@pytest.mark.parametrize("subject", ["heal", "Heal", "scores.heal"])
def test_a_god_bars_a_skill_by_any_of_its_words(subject: str) -> None:
    forsaken, forgiven = {"kind": "forsaken", "subject": subject}, {"kind": "forgiven", "subject": "heal"}
    barred = judged(priest(), priest(), forsaken).live({})
    assert "Forsaken" in ask(barred, {"skill": "heal-1"}).check.note
    assert [fact.value for fact in barred.facts if fact.label == "Forsaken"] == ["Heal"]
    for entries in ((forsaken, forgiven), (forsaken, {"kind": "forgiven"})):
        assert "Forsaken" not in ask(judged(priest(), priest(), *entries).live({}), {"skill": "heal-1"}).check.note


@pytest.mark.parametrize("subject", ["", "priestcraft", "All Priestcraft"])
def test_a_god_bars_everything_by_any_of_its_words(subject: str) -> None:
    entries = ({"kind": "forsaken", "subject": subject}, {"kind": "forgiven", "subject": "Bless"})
    barred = judged(priest(), priest(), *entries).live({})
    assert "Forsaken" in ask(barred, {"skill": "bless"}).check.note
    assert [fact.value for fact in barred.facts if fact.label == "Forsaken"] == ["All Priestcraft"]


def test_words_that_no_skill_has_bar_none() -> None:
    barred = judged(priest(), priest(), {"kind": "forsaken", "subject": "Sausages"}).live({})
    assert "Forsaken" not in ask(barred, {"skill": "bless"}).check.note
    assert [fact.value for fact in barred.facts if fact.label == "Forsaken"] == ["Sausages"]


def test_what_lasts_is_told_and_ends() -> None:
    told = [
        {"kind": "infirmity", "subject": "left arm", "note": "The cellar door."},
        {"kind": "disease", "subject": "Ague", "initial": "3", "spreading": "2", "period": "day", "note": "The well"},
        {"kind": "forsaken", "subject": "priestcraft"},
        {"kind": "died", "on": "2026-11-20"},
    ]
    facts = {fact.label: fact.text for fact in judged(priest(), priest(), *told).live({}).facts}
    assert {"Infirmity", "Disease", "Forsaken", "Dead"} <= facts.keys()
    assert facts["Infirmity"] == "The cellar door. Rest doesn't end it."
    assert facts["Disease"] == "The well. 3 at once, 2 each time it spreads, day."
    over = ({"kind": "resurrected"}, {"kind": "healed", "subject": "ague "}, {"kind": "forgiven"})
    after = judged(priest(), priest(), *told, *over).live({})
    assert not {"Infirmity", "Disease", "Forsaken", "Dead"} & {fact.label for fact in after.facts}
    barred = judged(priest(), priest(), {"kind": "forsaken", "subject": "bless"}).live({})
    assert "Forsaken" in ask(barred, {"skill": "bless"}).check.note
    assert "Forsaken" not in ask(barred, {"skill": "curse"}).check.note
    assert "Dead" in ask(judged(priest(), priest(), {"kind": "died"}).live({}), {"skill": "strike"}).check.note


def test_a_lucky_break_is_in_every_number_of_the_round() -> None:
    sheet = judged(BASE, BASE, breaks(2), awards=9)
    luck, strike = sheet["luck"], sheet["strike"]
    live = sheet.live({"lucky-break": 2})
    assert live.figure("strike").value == ask(live, {"skill": "strike"}).check.pool.value == strike + 2 * luck
    assert next(one for one in live.checks if one.key == "withstand-injury").pool.value == (
        sheet["withstand-injury"] + 2 * luck
    )
    reserve = next(tracker for tracker in sheet.trackers if tracker.key == "aps")
    assert (reserve.stands({"aps": 1}), reserve.top) == (7, 9), "it stands in the ledger and not in the marks"


def test_a_shield_helps_once_it_has_blocked() -> None:
    shield = {"picks": {"item": "great-shield", "worn": True}}
    sheet = system.read(Build.parse({**BASE, "entries": {"equipment": [shield]}}))
    for key in ("withstand-injury", "within-torso"):
        bare, behind = (ask(sheet.live(marks), {"skill": key}).check.pool.value for marks in ({}, {"blocked": 1}))
        assert behind - bare == 2
    strike = [sheet.live(marks).figure("strike").value for marks in ({}, {"blocked": 1})]
    assert strike[0] == strike[1]


def test_the_account_balances_in_every_order() -> None:
    """In = steps + breaks + losses' steps + deductions + reserve, whatever comes after what; it is never below none."""
    for seed in range(200):
        rng = Random(seed)
        entries: list[LedgerEntry] = []
        start = build = priest(rng.randint(1, 3))
        for _ in range(12):
            table = RulesContext(stage="advancement", baseline=Build.parse(start), ledger=Ledger(entries))
            sheet = system.read(Build.parse(build), table=table)
            spare = sheet.budgets["aps"].remaining
            assert sheet.legal
            assert spare >= 0
            assert spare == sheet.budgets["aps"].allowed.value - sheet.budgets["aps"].spent.value == sheet["aps"]
            match rng.choice(("award", "break", "step", "loss", "deduction")):
                case "award":
                    entries.append(LedgerEntry("award", rng.randint(1, 9)))
                case "break" if spare:
                    entries.append(LedgerEntry("lucky-break", -rng.randint(1, spare)))
                case "deduction" if spare:
                    entries.append(LedgerEntry("deduction", -1))
                case "loss" if sheet["channel"]:
                    entries.append(LedgerEntry("loss", -1, subject="channel", more={"from": sheet["channel"]}))
                case "step":
                    key = rng.choice(("dodge", "channel", "strike"))
                    field = rate(sheet, next(one for one in purchases_of(sheet.reading) if one.key == key))
                    if field.limit > field.value:
                        build = apply(build, f"scores.{key}", rng.randint(field.value + 1, field.limit))


def test_only_the_dead_are_resurrected_and_once() -> None:
    kind, raised = system.ledger_kinds["resurrected"], LedgerEntry("resurrected", by="gm")
    died, back = {"kind": "died", "by": "gm"}, {"kind": "resurrected", "by": "gm"}
    alive = "No death is entered: enter “Death” first."
    for entries, why in (((), alive), ((died,), ""), ((died, back), alive), ((died, back, died), "")):
        assert kind.refuse(judged(BASE, BASE, *entries), raised) == why


def test_what_is_entered_as_lost_is_not_offered_again() -> None:
    kind, lost = system.ledger_kinds["lost"], LedgerEntry("lost", subject="longsword")
    for many, entries, offered in ((1, (), True), (1, (LOST,), False), (2, (LOST,), True), (2, (LOST, LOST), False)):
        sheet = judged(swords(many), swords(many), *entries)
        assert ("longsword" in dict(kind.subjects(sheet))) is offered
        assert kind.refuse(sheet, lost) == ("" if offered else "Already entered.")


def test_points_that_are_gone_are_told_by_what_took_them() -> None:
    """An award that is cancelled: what was approved can't return, so the GM is asked."""
    base = judged(BASE, BASE).budgets["aps"].spent.value
    deducted, broken = {"kind": "deduction", "amount": -2, "by": "gm"}, {"kind": "lucky-break", "amount": -1}
    sheet = judged(BASE, BASE, deducted, broken)
    (over,) = (one for one in sheet.errors if one.code == "aps-overspent")
    allowed = sheet.budgets["aps"].allowed.value
    assert over.message.endswith(f"({base + 3} of {allowed}; Deducted: 2; Lucky Breaks in play: 1).")
    words = "Cancel a ledger entry (Deducted, Lucky Breaks in play), or ask your GM."
    assert (over.fixes, over.hint) == ((), words)
    since = judged(BASE, dodge(BASE, 2), deducted, broken)
    (over,) = (one for one in since.errors if one.code == "aps-overspent")
    assert over.fixes
    assert over.hint == "Remove 12 APs, some of it from Dodge."


def test_a_god_forsakes_priests_alone_and_bars_nothing_twice() -> None:
    """10.7, A-90: whoever never served has no favour to lose."""
    kind, entry = system.ledger_kinds["forsaken"], LedgerEntry("forsaken", subject="heal")

    def offered(sheet: Sheet) -> list[str]:
        return [key for key, _ in kind.subjects(sheet)]

    heathen, served = judged(BASE, BASE), judged(priest(), priest())
    assert offered(heathen) == []
    assert kind.refuse(heathen, entry) == "Only characters with a Priestcraft skill can be forsaken."
    assert {"priestcraft", "heal", "bless"} <= set(offered(served))
    assert kind.refuse(served, entry) == ""
    assert "heal" not in offered(judged(priest(), priest(), {"kind": "forsaken", "subject": "Heal"}))
    assert offered(judged(priest(), priest(), {"kind": "forsaken", "subject": "priestcraft"})) == []


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

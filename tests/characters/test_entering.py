"""The ledger: what is entered in play, taken back, and shown on its page."""

import re
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.demo.demo import RAVEN
from campaigns.review import awards, decisions
from characters import actions, ledger, limits
from characters.actions import entering
from characters.history.entry_sentences import EntryTeller
from characters.models import Character
from characters.printing import print_html
from characters.printing.print_html import page_html
from rules import systems
from rules.kernel import Build, RulesContext
from rules.kernel import LedgerEntry as Entry
from rules.kernel.documents import PathError
from rules.refusals import Refused
from tests.by_game import AWARDED
from tests.cast import Cast
from tests.characters.entering import fresh, raven, reserve
from tests.characters.posting import at, filled_in, words
from tests.characters.test_actions import change
from tests.granting import grant

__all__ = ["raven"]


# In play


def test_a_lucky_break_on_the_sheet_is_spent_for_the_builder_too(cast: Cast, raven: Character) -> None:
    for _ in range(3):
        mark = actions.change_play(character=raven, key="aps", change=-1, by=cast.users["owner"])
    assert (mark.stands, reserve(raven), fresh(raven).marks) == (6, 6, {"lucky-break": 3})
    assert [entry.amount for entry in fresh(raven).ledger.of("lucky-break")] == [-1, -1, -1]
    luck = fresh(raven).read()["luck"]
    live = fresh(raven).read().live(fresh(raven).marks)
    assert live.figure("strike").value == live.sheet["strike"] + 3 * luck
    change(raven, "scores.dodge", RAVEN["scores"].get("dodge", 0) + 3)
    assert [finding.code for finding in fresh(raven).read().errors] == ["aps-overspent"]


def test_what_was_ticked_by_mistake_comes_back(cast: Cast, raven: Character) -> None:
    owner = cast.users["owner"]
    actions.change_play(character=raven, key="aps", change=-3, by=owner)
    mark = actions.change_play(character=raven, key="aps", change=1, by=owner)
    assert (mark.done, reserve(raven), fresh(raven).marks) == (1, 7, {"lucky-break": 2})
    assert [row.kind for row in raven.ledger_entries.all()] == ["award", "lucky-break", "void", "lucky-break"]
    mark = actions.change_play(character=raven, key="aps", change=9, by=owner)
    assert (mark.done, reserve(raven), fresh(raven).marks) == (2, 9, {"lucky-break": 0})


def test_a_player_unmarks_what_they_marked_and_nothing_else(cast: Cast, raven: Character) -> None:
    """Not what the GM has entered, and not what an approval has settled."""
    owner, gm = cast.users["owner"], cast.users["gm"]

    def unmark() -> int:
        return actions.change_play(character=raven, key="aps", change=1, by=owner).done

    actions.change_play(character=raven, key="aps", change=-1, by=owner)
    actions.enter(character=raven, entry=Entry("lucky-break", -1), by=gm, role="gm")
    assert [unmark() for _ in range(2)] == [1, 0]
    actions.change_play(character=raven, key="aps", change=-2, by=owner)
    decisions.approve(character=raven, by=gm, seen=fresh(raven).version)
    assert (unmark(), reserve(raven)) == (0, 6)
    assert {row.role for row in raven.ledger_entries.filter(kind="lucky-break")} == {"gm", "player"}


def test_a_point_that_nobody_unticks_is_told_with_its_reason(cast: Cast, raven: Character) -> None:
    """A reserve that a player may not fill is not full, and what fades is filled by the ledger alone."""
    owner = cast.users["owner"]

    def told(key: str) -> str:
        mark = actions.change_play(character=raven, key=key, change=1, by=owner)
        return mark.says(next(one for one in fresh(raven).read().trackers if one.key == key))

    actions.change_play(character=raven, key="aps", change=-2, by=owner)
    decisions.approve(character=raven, by=cast.users["gm"], seen=fresh(raven).version)
    assert told("aps") == "0 of 1: APs in reserve is at 7. To get spent points back, cancel them in the ledger."
    assert told("lucky-break").endswith("is at 2. Only ledger entries raise it.")


def test_what_is_cancelled_in_the_ledger_is_marked_no_more(cast: Cast, raven: Character) -> None:
    """The newest entries are those that still do something; an older one has faded."""
    owner = cast.users["owner"]
    actions.change_play(character=raven, key="aps", change=-1, by=owner)
    actions.change_play(character=raven, key="lucky-break", change=-1, by=owner)
    for spent in (-1, -2):
        actions.change_play(character=raven, key="aps", change=spent, by=owner)
    for left, row in zip((1, 0, 0), raven.ledger_entries.filter(kind="lucky-break").order_by("-pk"), strict=True):
        actions.void(row=row, by=owner, reason="A slip")
        assert fresh(raven).marks == {"lucky-break": left}
    assert (actions.change_play(character=raven, key="aps", change=1, by=owner).done, reserve(raven)) == (0, 9)


def test_an_old_break_that_is_cancelled_leaves_the_marks_of_the_new(cast: Cast, raven: Character) -> None:
    owner = cast.users["owner"]
    actions.change_play(character=raven, key="aps", change=-1, by=owner)
    actions.change_play(character=raven, key="lucky-break", change=-1, by=owner)
    actions.change_play(character=raven, key="aps", change=-2, by=owner)
    actions.void(row=raven.ledger_entries.filter(kind="lucky-break").order_by("pk")[0], by=owner, reason="A slip")
    assert fresh(raven).marks == {"lucky-break": 2}


def test_nobody_spends_more_than_there_is(cast: Cast, raven: Character) -> None:
    mark = actions.change_play(character=raven, key="aps", change=-30, by=cast.users["owner"])
    assert (mark.done, reserve(raven)) == (-9, 0)
    assert actions.change_play(character=raven, key="aps", change=-1, by=cast.users["owner"]).done == 0
    with pytest.raises(Refused, match="Not enough: 0 APs left"):
        actions.enter(character=raven, entry=Entry("lucky-break", -1), by=cast.users["owner"])
    with pytest.raises(Refused, match="Not enough"):
        actions.enter(character=raven, entry=Entry("deduction", -1), by=cast.users["gm"], role="gm")


@pytest.mark.parametrize("system", AWARDED)
def test_every_form_of_every_game_is_written_or_refused_with_a_sentence(cast: Cast, system: str) -> None:
    build = systems.get(system).random({}, Random(3), systems.get(system).rulebook, RulesContext())
    made = actions.create_character(system=system, by=cast.users["owner"], build=build, campaign=cast.table)
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    awards.award(characters=[made], campaign=cast.table, by=cast.users["gm"], amount=9, reason="The cellar")
    for form in ledger.forms(fresh(made).read(), ("play", "change", "judge"), {}):
        subject = form.subjects[0][0] if form.subjects else "Old Bones"
        more = dict.fromkeys(form.kind.more, "Old Bones")
        data = {"kind": form.kind.key, "subject": subject, "amount": "1", "note": "The cellar", **more}
        answer = cast["owner" if form.kind.by == "change" else "gm"].post(at(made, "enter"), data)
        assert answer.status_code in (302, 422), form.kind.key
        assert form.kind.key != "deduction" or answer.status_code == 302
    assert cast["owner"].get(at(made, "ledger")).status_code == cast["owner"].get(at(made, "sheet")).status_code == 200


def test_a_break_is_taken_by_its_entry_alone_and_stays_spent(cast: Cast, raven: Character) -> None:
    """The boxes of this round clear and never fill; what is over is no slip of the hand any more."""
    owner = cast.users["owner"]
    actions.change_play(character=raven, key="aps", change=-1, by=owner)
    assert actions.change_play(character=raven, key="lucky-break", change=1, by=owner).done == 0
    assert actions.change_play(character=raven, key="lucky-break", change=-1, by=owner).done == -1
    assert (reserve(raven), fresh(raven).marks) == (8, {"lucky-break": 0})
    assert actions.change_play(character=raven, key="aps", change=1, by=owner).done == 0
    assert actions.change_play(character=raven, key="lucky-break", change=1, by=owner).done == 0
    assert (reserve(raven), fresh(raven).marks) == (8, {"lucky-break": 0})
    assert "Lucky Breaks this round" not in words(cast["owner"].get(at(raven, "sheet")))


def test_paper_has_what_lasts(cast: Cast, raven: Character) -> None:
    actions.enter(character=raven, entry=Entry("infirmity", subject="left hand"), by=cast.users["owner"])
    printed = page_html(fresh(raven).read(), print_html.page_of(fresh(raven), {"pages": "one"}))[0]
    assert all(words in printed for words in ("Lasting effects", "left hand"))


def test_paper_has_legends_and_experience(cast: Cast) -> None:
    made = actions.create_character(system="forge", by=cast.users["owner"], campaign=cast.table)
    details = {"major": "Doors open", "minor": "Dogs hush", "symbol": "A key", "inscription": "I was let in"}
    for entry in (Entry("legend", subject="The Open Gate", more=details), Entry("award", 7)):
        actions.enter(character=made, entry=entry, by=cast.users["gm"], role="gm")
    printed = page_html(fresh(made).read(), print_html.page_of(fresh(made), {"pages": "one"}))[0]
    assert all(words in printed for words in ("The Open Gate", "Symbol: A key.", "Experience: <strong>7</strong>"))


def test_a_tap_that_was_sent_twice_is_one_entry(cast: Cast, raven: Character) -> None:
    url = at(raven, "play")
    tap = {"tracker": "aps", "change": "-1", "since": "0", "uid": "6b0f9a54-95a5-4b7f-a6e3-0a1f4ef7b8c1"}
    for _ in range(2):
        assert cast["owner"].post(url, tap).status_code == 302
    assert (raven.ledger_entries.filter(kind="lucky-break").count(), reserve(raven)) == (1, 8)


def test_a_full_ledger_says_so(cast: Cast, raven: Character, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "ENTRIES_LIMIT", entering.ROOM + 1)
    with pytest.raises(PathError, match="has 1 entry; 1 is the maximum"):
        actions.change_play(character=raven, key="aps", change=-1, by=cast.users["owner"])
    # What no player can fill is the game master's.
    actions.enter(character=raven, entry=Entry("deduction", -1), by=cast.users["gm"], role="gm")
    assert reserve(raven) == 8


def test_deaths_remember_no_more_than_a_file_may_bring(
    cast: Cast, raven: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LEDGER_BYTES", 500)
    with pytest.raises(Refused, match="Its ledger takes"):
        actions.enter(character=raven, entry=Entry("died"), by=cast.users["gm"], role="gm")
    assert not raven.ledger_entries.filter(kind="died").exists()


@pytest.mark.parametrize(("rule", "taken"), [("frozen", 10), ("rises", 9)])
def test_nobody_heals_by_learning(cast: Cast, raven: Character, rule: str, taken: int) -> None:
    Character.objects.filter(pk=raven.pk).update(settings={"bought_while_down": rule})
    actions.change_play(character=raven, key="injury", change=9, by=cast.users["owner"])
    within = RAVEN["scores"].get("withstand-injury", 0)
    change(fresh(raven), "scores.withstand-injury", within + 1)
    assert fresh(raven).marks == {"injury": taken}
    change(fresh(raven), "name", "Raven the Hurt")
    actions.undo(character=fresh(raven), by=cast.users["owner"])
    actions.undo(character=fresh(raven), by=cast.users["owner"])
    assert fresh(raven).marks == {"injury": 9}


def test_whoever_is_unhurt_stays_so(cast: Cast, raven: Character) -> None:
    change(fresh(raven), "scores.withstand-injury", RAVEN["scores"].get("withstand-injury", 0) + 1)
    assert fresh(raven).marks == {}
    change(fresh(raven), "scores.withstand-injury", None)
    assert fresh(raven).read().legal is False


# The page


def test_the_page_tells_each_entry_and_takes_one(cast: Cast, raven: Character) -> None:
    url, owner = at(raven, "ledger"), cast["owner"]
    assert "No entries yet" in words(owner.get(at(cast.jane, "ledger")))
    done = owner.post(at(raven, "enter"), {"kind": "lucky-break", "amount": "2", "note": "The bridge"}, follow=True)
    page = words(done)
    assert "Entered: Spent 2 APs on Lucky Breaks: The bridge." in page
    assert "The bridge" in page
    assert (reserve(raven), raven.ledger_entries.last().on) == (7, timezone.localdate())
    history = words(owner.get(at(raven, "history")))
    assert "Spent 2 APs on Lucky Breaks: The bridge." in history
    row = raven.ledger_entries.get(kind="lucky-break")
    taken = owner.post(at(raven, "void_entry", row.pk), {"note": "It was a door"}, follow=True)
    assert "It was a door" in words(taken)
    again = words(owner.post(at(raven, "void_entry", row.pk), {"note": "Or a gate"}, follow=True))
    assert "That was already cancelled." in again
    assert "Or a gate" not in again
    # What no player can fill is the game master's.
    actions.enter(character=raven, entry=Entry("deduction", -1), by=cast.users["gm"], role="gm")
    assert reserve(raven) == 8
    assert "<s>Spent 2 APs on Lucky Breaks: The bridge.</s>" in words(owner.get(url))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "Choose what to enter first."),
        ({"kind": "award", "amount": "9"}, "Choose what to enter first."),
        ({"kind": "lucky-break", "amount": "0"}, "How many: enter a number from 1 to 1,000."),
        ({"kind": "lucky-break", "amount": "90", "note": "Kept"}, "Not enough: 9 APs left."),
        ({"kind": "lost", "subject": "the moon"}, "buy that with APs."),
        ({"kind": "mount", "subject": "timing", "amount": "5"}, "Training a mount requires Horsemanship 5 (you have"),
        ({"kind": "loss", "subject": "strike"}, "Only Channel can be lost this way."),
        (
            {"kind": "disease", "subject": "Ague", "initial": "many", "note": "Kept"},
            "Points lost at once: enter a number from 1 to 1,000.",
        ),
    ],
)
def test_a_refused_entry_says_why_and_keeps_what_was_typed(
    cast: Cast, raven: Character, data: dict[str, str], sentence: str
) -> None:
    before = raven.ledger_entries.count()
    answer = cast["owner"].post(at(raven, "enter"), data)
    assert (answer.status_code, raven.ledger_entries.count()) == (422, before)
    assert sentence in words(answer)
    assert data.get("note", "") in words(answer)


@pytest.mark.parametrize(
    ("system", "entry", "sentence"),
    [
        ("dominion", Entry("award", 3, note="The cellar!"), "Awarded 3 APs: The cellar!"),
        ("dominion", Entry("loss", -1, subject="channel", more={"from": 4}), "Lost a point of Channel, which was 4."),
        ("dominion", Entry("lost", subject="longsword"), "Lost Longsword."),
        (
            "dominion",
            Entry("disease", subject="Ague", more={"initial": 2, "spreading": 1, "period": "daily"}),
            "Caught Ague, with 2 points lost at once, with 1 point each time it spreads, daily.",
        ),
        ("dominion", Entry("infirmity", subject="strike", note="An axe"), "Infirmity: strike: An axe."),
        (
            "dominion",
            Entry("mount", -4, subject="Timing", more={"name": "Bess", "from": 4, "to": 5}),
            "Trained Timing of Bess from 4 to 5 for 4 APs.",
        ),
        ("dominion", Entry("mount-gone", subject="the Light War Horse"), "No longer has the Light War Horse."),
        ("duality", Entry("item-lost", -3, subject="Lamp"), "Lost Lamp, and 3 XP stay spent."),
        ("duality", Entry("item-lost", subject="Lamp"), "Lost Lamp."),
        (
            "duality",
            Entry("return", 2, subject="Sailing", more={"gained": "Cooking"}),
            "Returned from death: Sailing falls by 2, Cooking rises by 2.",
        ),
        ("duality", Entry("return", 2, subject="Sailing"), "Return from death: Sailing, 2."),
        ("hprpg", Entry("award", 1), "Awarded 1 dot."),
        ("hprpg", Entry("feat", subject="ambush"), "Gained Ambush."),
        (
            "hprpg",
            Entry("archetype-step", -2, subject="x", more={"from": "interrogate", "to": "pickpocket"}),
            "Exchanged Interrogate for Pickpocket, which loses 2 dots.",
        ),
        (
            "hprpg",
            Entry("change", subject="picks.species", more={"from": "human", "to": "vampire"}),
            "Allowed: Species: Human → Vampire.",
        ),
        ("hprpg", Entry("change", subject="scores.charm", more={"from": 2, "to": 1}), "Allowed: Charm 2 → 1."),
        ("forge", Entry("change", subject="Honour", more={"from": 2, "to": 3}), "Allowed: Honour 2 → 3."),
        ("forge", Entry("change", subject="Guard", more={"from": "Guard", "to": "Healer"}), "Allowed: Guard → Healer."),
        ("forge", Entry("change", subject="Guard", more={"from": "Guard", "to": None}), "Allowed: Guard removed."),
        ("forge", Entry("change", subject="Oath", more={"to": "Oath"}), "Allowed: Oath added."),
        ("hprpg", Entry("change", subject="Gaze", more={"to": True}), "Allowed: Gaze: True added."),
        ("forge", Entry("award", 2), "Awarded 2 points."),
        (
            "forge",
            Entry("legend", subject="Wyrmbane", more={"major": "Fire {x}", "symbol": "A [claw]"}),
            "Legend: Wyrmbane; major effect: Fire {x}; symbol: A [claw].",
        ),
        (
            "forge",
            Entry("legend", subject="Gate", note="E.", more={"symbol": "C", "inscription": "D"}),
            "Legend: Gate; symbol: C; inscription: D; note: E.",
        ),
        ("duality", Entry("retained", 2, subject="Kept bees"), "Experience of a former life: Kept bees +2."),
        ("rough-magic", Entry("award", 2), "Awarded 2 character points."),
        (
            "rough-magic",
            Entry("loss", -3, subject="power-level", more={"from": 4, "to": 1}),
            "Power Level fell from 4 to 1.",
        ),
        ("rough-magic", Entry("endurance", -2), "Magic took 2 points of maximum Endurance."),
        ("rough-magic", Entry("endurance-returned", 1), "1 point of maximum Endurance returned."),
        ("rough-magic", Entry("destroyed", -2, subject="Ring"), "Destroyed Ring, and 2 character points stay spent."),
    ],
)
def test_each_entry_is_a_sentence_with_its_amount(system: str, entry: Entry, sentence: str) -> None:
    game = systems.get(system)
    assert EntryTeller(game, game.read(Build.parse({}), game.rulebook, RulesContext())).tell(entry) == sentence


@pytest.mark.parametrize("system", systems.PACKAGES)
def test_every_kind_of_entry_has_its_words(system: str) -> None:
    kinds = systems.get(system).ledger_kinds
    assert {key for key, kind in kinds.items() if not kind.told} <= {"void"}


def test_the_ledger_page_tells_every_detail(cast: Cast, raven: Character) -> None:
    ague = {"kind": "disease", "subject": "Ague", "initial": "2", "spreading": "1", "period": "daily"}
    told = "Caught Ague, with 2 points lost at once, with 1 point each time it spreads, daily."
    assert told in words(cast["owner"].post(at(raven, "enter"), ague, follow=True))
    assert told in words(cast["owner"].get(at(raven, "history")))
    cast["owner"].post(at(raven, "void_entry", raven.ledger_entries.last().pk), {"note": "A cold"})
    assert f"Cancelled: {told} Reason: A cold" in words(cast["owner"].get(at(raven, "history")))


def test_a_form_offers_and_takes_what_the_book_names(cast: Cast, raven: Character) -> None:
    assert "<option>Noble War Horse</option>" in words(cast["owner"].get(at(raven, "ledger")))
    grant(raven, 900)
    change(raven, "scores.horsemanship", 20)
    train = {"kind": "mount", "subject": "timing", "amount": "6", "beast": "Goat", "name": "Bess"}
    refused = words(cast["owner"].post(at(raven, "enter"), train))
    assert "Kind of mount: choose from the list." in refused
    assert 'value="Bess"' in refused
    done = cast["owner"].post(at(raven, "enter"), {**train, "beast": "Light War Horse"}, follow=True)
    assert "Trained Timing of Bess (Light War Horse) from 6 to 7 for 6 APs." in words(done)
    assert "choose from the list" in words(cast["owner"].post(at(raven, "enter"), {**train, "beast": ""}))


def test_what_is_sent_twice_is_entered_once(cast: Cast, raven: Character) -> None:
    url, owner = at(raven, "enter"), cast["owner"]
    sent = filled_in(owner.get(at(raven, "ledger")), 'name="kind" value="infirmity"')
    uid = re.search(r'name="uid" value="([^"]+)"', words(owner.get(at(raven, "ledger"))))
    assert uid is not None
    assert "uid" in sent
    form = {"kind": "infirmity", "subject": "ear", "uid": uid[1]}
    answers = [owner.post(url, form) for _ in range(2)]
    row = raven.ledger_entries.get(kind="infirmity")
    # Whoever goes on with the keyboard goes on at the new line.
    assert [answer.url for answer in answers] == [f"{at(raven, 'ledger')}#entry-{row.pk}"] * 2
    assert f'<tr id="entry-{row.pk}" tabindex="-1">' in words(owner.get(at(raven, "ledger")))
    assert raven.events.filter(kind="entry").count() == 1
    # The same page may send something else, and a page that names nothing counts each time.
    owner.post(url, {**form, "subject": "nose"})
    owner.post(url, {"kind": "infirmity", "subject": "eye", "uid": "x"})
    owner.post(url, {"kind": "infirmity", "subject": "toe", "uid": "x"})
    assert [row.subject for row in raven.ledger_entries.filter(kind="infirmity")] == ["ear", "nose", "eye", "toe"]


def test_whoever_is_refused_goes_on_in_the_form(cast: Cast, raven: Character) -> None:
    for data, field in (
        ({"kind": "lucky-break", "amount": "90"}, r'<input class="num"[^>]*id="amount-lucky-break"'),
        ({"kind": "infirmity", "subject": ""}, r'<input id="subject-infirmity"'),
        ({"kind": "healed"}, ""),
        ({"kind": "lost", "subject": "the moon"}, r'<select id="subject-lost"'),
    ):
        page = words(cast["owner"].post(at(raven, "enter"), data))
        assert page.count("autofocus") == bool(field)
        assert re.search(rf"{field}[^>]*autofocus", page) or not field
    again = words(cast["gm"].post(at(raven, "enter"), {"kind": "died"}, follow=True))
    assert "autofocus" not in again
    assert re.search(r'id="note-died"[^>]*autofocus', words(cast["gm"].post(at(raven, "enter"), {"kind": "died"})))


def test_an_infirmity_is_there_once_until_it_is_healed(cast: Cast, raven: Character) -> None:
    url, owner = at(raven, "enter"), cast["owner"]
    healed = {"kind": "healed", "subject": "Ear"}
    for _ in range(2):
        assert owner.post(url, {"kind": "infirmity", "subject": "ear"}).status_code == 302
        assert "ended yet" in words(owner.post(url, {"kind": "infirmity", "subject": "Ear "}))
        assert words(owner.get(at(raven, "ledger"))).count('<option value="ear">') == 1
        assert owner.post(url, healed).status_code == 302
        assert not fresh(raven).ledger.open("infirmity", "healed", "resurrected")
    ague = {"kind": "disease", "subject": "Ague"}
    owner.post(url, ague)
    assert "Already entered: it hasn’t ended yet." in words(owner.post(url, ague))


def test_a_tick_and_back_leaves_no_line_in_the_history(cast: Cast, raven: Character) -> None:
    for step in (1, -1):
        actions.change_play(character=raven, key="injury", change=step, by=cast.users["owner"])
    assert not raven.events.filter(kind="tracker").exists()


def test_a_lost_skill_looks_lost_in_the_panels(cast: Cast, raven: Character) -> None:
    """Wounds take the lowest skills first; attributes, and what wounds spare, stay as they are."""
    read = raven.read()
    change_play = {"character": raven, "key": "injury", "by": cast.users["owner"]}
    lowest = min(read["strike"], read["dodge"], read["stealth"])
    actions.change_play(**change_play, change=read["injury"] + lowest)
    held = fresh(raven)
    live = held.read().live(held.marks)
    found = {key: held.game.barred(live, key) for key in ("strike", "dodge", "stealth", "vigour", "channel")}
    assert [key for key, why in found.items() if "is lost while" in why]
    assert not (found["vigour"])
    assert not (found["channel"])
    assert not (held.game.barred(live, "withstand-injury"))
    page = words(cast["owner"].get(at(raven, "sheet")))
    gone = next(key for key, why in found.items() if why)
    assert re.search(rf'id="now-{gone}"><s class="moved" title="[^"]*lost while', page)
    assert not systems.get("hprpg").barred(cast.jane.read().live({}), "charm")


def test_an_entry_of_the_game_master_is_not_for_players(cast: Cast, raven: Character) -> None:
    for kind in ("died", "deduction", "forsaken"):
        assert cast["owner"].post(at(raven, "enter"), {"kind": kind, "amount": "1"}).status_code == 404
    assert "Death" not in words(cast["owner"].get(at(raven, "ledger")))
    assert "Death" in words(cast["gm"].get(at(raven, "ledger")))
    assert cast["gm"].post(at(raven, "enter"), {"kind": "died", "note": "The bridge"}).status_code == 302
    row = raven.ledger_entries.get(kind="died")
    refused = cast["owner"].post(at(raven, "void_entry", row.pk), {"note": "No!"})
    assert (refused.status_code, "Only a GM" in words(refused)) == (422, True)
    nothing = words(cast["gm"].post(at(raven, "void_entry", row.pk), {"note": ""}))
    assert re.search(r"Enter a reason[^<]*Nothing was cancelled\.", nothing)
    assert "Nothing was cancelled." in words(refused)
    assert "Dead" in words(cast["owner"].get(at(raven, "sheet")))


def test_a_game_that_awards_nothing_has_no_form_for_it(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(systems.get("forge").ledger_kinds, "award")
    made = actions.create_character(system="forge", by=cast.users["owner"], name="Lamp", campaign=cast.table)
    party = words(cast["gm"].get(cast.table.get_absolute_url()))
    assert "Lamp" in party
    assert [f'name="system" value="{key}"' in party for key in (cast.jane.system, "forge")] == [True, False]
    pages = [words(cast["gm"].get(reverse("review", args=[one.pk]))) for one in (cast.jane, made)]
    assert ['id="amount"' in page for page in pages] == [True, False]
    sent = {"amount": "2", "reason": "The cellar", "system": "forge", "character": made.pk, "deed": "award"}
    for address in (at(cast.table, "award"), at(made, "judge")):
        assert f"{made.game.name} has no awards." in words(cast["gm"].post(address, sent))
    assert not made.ledger_entries.exists()


def test_only_a_game_master_takes_points_back(cast: Cast, raven: Character) -> None:
    row = raven.ledger_entries.get(kind="award")
    with pytest.raises(Refused, match="Only a GM"):
        actions.void(row=row, by=cast.users["owner"], reason="Mine")


def test_what_no_game_knows_is_shown_as_it_came(cast: Cast) -> None:
    cast.jane.ledger_entries.create(kind="wedding", subject="Olaf", more={"to": 3})
    line = ledger.lines(cast.jane, cast.jane.read())[0]
    assert line.sentence == "Wedding: Olaf, 3."
    assert "unknown-entry" in [finding.code for finding in fresh(cast.jane).read().findings]
    actions.void(row=line.row, by=None, reason="No")
    with pytest.raises(Refused, match="doesn’t have that entry"):
        actions.enter(character=cast.jane, entry=Entry("wedding"), by=None)
    with pytest.raises(Refused, match="nothing to spend"):
        actions.enter(character=cast.jane, entry=Entry("deduction", -1), by=None)


# What is left


def test_what_is_left_is_one_number_on_every_page(cast: Cast, raven: Character) -> None:
    """Overspent, nothing is left anywhere, and there is no reserve of 0 to tick Lucky Breaks off."""
    actions.change_play(character=raven, key="aps", change=-2, by=cast.users["owner"])
    change(raven, "scores.dodge", RAVEN["scores"].get("dodge", 0) + 3)
    sheet = fresh(raven).read()
    budget = sheet.budgets["aps"]
    assert budget.remaining == sheet["aps"] < 0
    assert "aps" not in {tracker.key for tracker in sheet.trackers}
    pages = {key: words(cast["owner"].get(at(raven, key))) for key in ("sheet", "ledger")}
    pages["build"] = words(cast["owner"].get(at(raven, "build", "skills")))
    pages["budget"] = words(cast["owner"].get(at(raven, "budget", "aps")))
    over, named = f"{budget.over} over", f"{budget.over} Advancement Points over"
    assert [over in pages["ledger"], over in pages["budget"], named in pages["build"]] == [True, True, True]
    assert [key for key, page in pages.items() if f"−{budget.over} left" in page or "0 of 0" in page] == []


# What depends on another entry


def test_a_cause_is_cancelled_after_what_depends_on_it(cast: Cast, raven: Character) -> None:
    gm = cast.users["gm"]
    for kind in ("died", "resurrected", "died"):
        actions.enter(character=fresh(raven), entry=Entry(kind), by=gm, role="gm")

    def cancelled(place: int) -> str:
        row = fresh(raven).ledger_entries.exclude(kind__in=("award", "void")).order_by("pk")[place]
        try:
            actions.void(row=row, by=gm, reason="Not she", role="gm")
        except Refused as refusal:
            return str(refusal)
        return ""

    day = fresh(raven).ledger.standing[-1].day
    assert cancelled(0) == f"Cancel “Resurrected” of {day} first: it depends on this entry."
    assert cancelled(1) == f"Cancel “Died” of {day} first: it depends on this entry."
    assert [cancelled(place) for place in (2, 1, 0)] == ["", "", ""]
    assert [entry.kind for entry in fresh(raven).ledger.standing] == ["award"]


def test_what_stood_alone_before_may_be_cancelled(cast: Cast, raven: Character) -> None:
    """A file may bring a return without a death; nothing has to wait for it."""
    raven.ledger_entries.create(kind="resurrected", role="gm", by=cast.users["gm"], campaign=cast.table)
    raven.ledger_entries.create(kind="lucky-break", amount=-1, role="player", by=cast.users["owner"])
    actions.void(row=raven.ledger_entries.get(kind="lucky-break"), by=cast.users["owner"], reason="x")
    page = words(
        cast["gm"].post(at(raven, "void_entry", raven.ledger_entries.get(kind="resurrected").pk), {"note": "x"})
    )
    assert "Cancel “" not in page
    assert fresh(raven).ledger.of("resurrected", "lucky-break") == ()

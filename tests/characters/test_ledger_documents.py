"""The ledger in documents: what an import brings along, and what it leaves behind."""

import json
from typing import Any

import pytest

from campaigns.demo.demo import JANE, MELISANDE, RAVEN, URSULA
from campaigns.models import Campaign
from campaigns.review import decisions
from characters import actions, ledger
from characters.actions import entering
from characters.models import Character, LedgerEntry, ReviewStatus
from rules.assess import verdict
from rules.kernel import LedgerEntry as Entry
from rules.kernel.documents import Document, awarded, read_document
from rules.models import Book
from rules.refusals import Refused
from tests.cast import Cast
from tests.characters.entering import fresh, raven
from tests.characters.posting import at, words
from tests.characters.test_actions import change

__all__ = ["raven"]


def test_a_file_gives_nobody_a_game_masters_word(cast: Cast) -> None:
    told = [
        {"kind": "change", "subject": "picks.species", "to": "vampire", "by": "gm"},
        {"kind": "deduction", "amount": 10},
        {"kind": "award", "amount": -4},
    ]
    file = {"system": "hprpg", "stage": "advancement", "build": JANE, "baseline": JANE, "ledger": told}
    made = actions.create_character(system="hprpg", document=read_document(file), by=cast.users["owner"])
    change(made, "picks.species", "vampire")
    assert "species-changed" in [finding.code for finding in fresh(made).read().errors]
    assert [row.amount for row in made.ledger_entries.all()] == [0, -10, 4]
    decisions.seat(character=fresh(made), campaign=cast.table, by=cast.users["owner"])
    page = words(cast["gm"].get(at(made, "review")))
    assert "3 entries imported with the character" in page
    assert "No GM has approved it on this site" in page


def test_what_came_with_a_file_its_player_cancels(cast: Cast) -> None:
    """What it says of a GM only until there is one, and never what only a GM enters."""
    told = [
        {"kind": "award", "amount": 5, "by": "gm"},
        {"kind": "infirmity", "subject": "ear", "by": "player"},
        {"kind": "disease", "subject": "Ague", "by": "gm"},
    ]
    file = read_document({"system": "dominion", "build": RAVEN, "ledger": told})
    owner = cast["owner"]

    def cancel(made: Character, kind: str) -> str:
        row = made.ledger_entries.get(kind=kind)
        return words(owner.post(at(made, "void_entry", row.pk), {"note": "Wrong file"}, follow=True))

    alone, seated = (
        actions.create_character(system="dominion", document=file, by=cast.users["owner"]) for _ in range(2)
    )
    for kind in ("infirmity", "disease"):
        assert "Cancelled. It stays in the list." in cancel(alone, kind)
    assert "Only a GM can cancel that. Or change the file, and import it again." in cancel(alone, "award")
    assert [entry.kind for entry in fresh(alone).read().table.ledger.standing] == ["award"]
    decisions.seat(character=seated, campaign=cast.table, by=cast.users["owner"])
    assert "Only a GM" in cancel(fresh(seated), "award")
    with pytest.raises(Refused, match="Only a GM"):
        actions.void(row=seated.ledger_entries.get(kind="award"), by=cast.users["owner"], reason="Mine")
    assert "Cancelled. It stays in the list." in cancel(fresh(seated), "infirmity")
    assert [entry.kind for entry in fresh(seated).ledger.standing] == ["award", "disease"]


def test_what_counts_as_cancelled_is_what_the_rules_count(cast: Cast) -> None:
    """A player's void of an award in a file counts nowhere, so a GM can still cancel the award."""
    told = [
        {"kind": "award", "amount": 5, "by": "gm", "id": "a"},
        {"kind": "void", "subject": "a", "by": "player"},
    ]
    file = read_document({"system": "dominion", "build": RAVEN, "ledger": told})
    made = actions.create_character(system="dominion", document=file, by=cast.users["owner"], campaign=cast.table)

    def shown() -> tuple[int, list[bool]]:
        held = fresh(made)
        sheet = held.read()
        return sheet.table.ledger.total("award"), [line.void is not None for line in ledger.lines(held, sheet)]

    assert shown() == (5, [False])
    row = made.ledger_entries.get(kind="award")
    for reason in ("A pigeon.", "Twice."):
        actions.void(row=row, by=cast.users["gm"], reason=reason, role="gm")
    assert (shown(), made.ledger_entries.filter(kind="void").count()) == ((0, [True]), 2)


def test_a_gm_cancels_awards_alone_in_the_review_and_nothing_of_another_table(cast: Cast, raven: Character) -> None:
    gm, elsewhere = cast["gm"], Campaign.objects.get(name="Elsewhere")
    actions.enter(character=raven, entry=Entry("died"), by=cast.users["gm"], role="gm")
    url, reason = at(raven, "judge"), {"deed": "void", "reason": "Mine"}
    died = raven.ledger_entries.get(kind="died")
    assert gm.post(url, {**reason, "award": died.pk}).status_code == 404
    raven.ledger_entries.filter(kind="award").update(campaign=elsewhere)
    award = raven.ledger_entries.get(kind="award")
    refused = gm.post(url, {**reason, "award": award.pk})
    assert "Only a GM of the campaign where it was entered can cancel that." in words(refused)
    assert f'id="void-{award.pk}"' not in words(refused)
    assert not raven.ledger_entries.filter(kind="void").exists()


def test_a_file_brings_a_life_and_is_judged_as_the_site_does(cast: Cast, raven: Character) -> None:
    actions.change_play(character=raven, key="aps", change=-2, by=cast.users["owner"])
    actions.change_play(character=raven, key="injury", change=4, by=cast.users["owner"])
    change(fresh(raven), "scores.dodge", 9)
    file = json.loads(json.dumps(fresh(raven).document().as_json()))
    here, there = fresh(raven).read(), verdict(read_document(file))
    told = [(finding.code, finding.at) for finding in here.findings]
    assert told == [(finding["code"], finding["at"]) for finding in there["findings"]]
    assert there["budgets"][1]["remaining"] == here.budgets["aps"].remaining
    made = actions.create_character(system="dominion", document=read_document(file))
    again = fresh(made).document().as_json()
    for key in ("ledger", "baseline", "play", "build", "stage"):
        assert again[key] == file[key], key
    assert [(finding.code, finding.at) for finding in fresh(made).read().findings] == told
    assert made.standing == ReviewStatus.DRAFT


def test_what_was_approved_elsewhere_is_no_larger_than_a_character(book: Book) -> None:
    large = {"notes": {f"n{number}": "x" * 20_000 for number in range(14)}}
    document = Document("hprpg", "Jane", {}, stage="advancement", baseline=large)
    with pytest.raises(Refused, match="is the maximum for one character"):
        actions.create_character(system="hprpg", document=document)
    assert not Character.objects.exists()
    many = Document("hprpg", "Jane", {}, ledger=awarded(3), play={"heroism": 2, "mana": 4}, created={"scores": {}})
    made = actions.create_character(system="hprpg", document=many)
    assert (made.play, made.approval, LedgerEntry.objects.get().amount) == ({"heroism": 2}, None, 3)


def test_a_mark_from_before_its_tracker_was_called_otherwise_comes_along(book: Book) -> None:
    """A relic's own Advantage was once kept by its place (Duality 5.1.2)."""
    relics = [{"name": name, "picks": {"kind": "relic", "in-use": True}, "notes": {"experience": "Lit the way"},
               "entries": {"features": [{"picks": {"feature": "experience"}, "scores": {"level": 3}}]}}
              for name in ("Lamp", "Ring")]  # fmt: skip
    held = Document("duality", "Ilse", {"entries": {"items": relics}}, play={"relic-2": 1})
    made = actions.create_character(system="duality", document=held)
    stands = [one.stands(made.marks) for one in made.read().trackers if one.label.startswith("Advantage of")]
    assert stands == [0, 1]
    assert "relic-2" not in made.play


def test_a_ledger_of_any_length_comes_back_as_it_went(cast: Cast) -> None:
    """As long as one can be here; what is more is refused by its own name."""
    note = "\N{OWL}" * 300
    told = [{"kind": "infirmity", "subject": note[:200], "note": note, "by": "player"} for _ in range(500)]
    file = {"system": "dominion", "build": RAVEN, "ledger": told}
    made = actions.create_character(system="dominion", document=read_document(file), by=cast.users["owner"])
    again = read_document(json.loads(json.dumps(fresh(made).document().as_json())))
    assert actions.create_character(system="dominion", document=again).ledger_entries.count() == 500
    large = {**file, "ledger": [{"kind": "infirmity", "subject": "ear", "odd": "x" * 1_600_000}]}
    with pytest.raises(Refused, match="Its ledger takes 1,563 kB, and 1,536 kB is the maximum"):
        actions.create_character(system="dominion", document=read_document(large))


def test_what_a_file_says_a_player_awarded_counts_nowhere(cast: Cast) -> None:
    """The same in a file, in an import, on the page of the review and where points are taken back."""
    ledger = [{"kind": "award", "amount": 5, "by": "player", "id": "mine"}]
    file = {"system": "forge", "build": {}, "stage": "advancement", "baseline": {}, "ledger": ledger}
    document = read_document(file)
    made = actions.create_character(system="forge", by=cast.users["owner"], document=document, campaign=cast.table)
    held = fresh(made)
    assert held.document().as_json()["ledger"] == ledger
    here = held.game.read(document.parsed(), table=document.table)
    for sheet in (here, held.read()):
        assert sheet.table.ledger.total("award") == 0
        assert [f.message for f in sheet.findings if f.code == "entry-without-gm"] == [
            "“Award” in the ledger was entered by a player; only a GM can enter it."
        ]
    with pytest.raises(Refused, match="Not enough: 0 points left"):
        actions.enter(character=made, entry=Entry("deduction", -1), by=cast.users["gm"], role="gm")
    assert cast["gm"].get(at(made, "review")).context["awarded"] == 0


def test_waivers_of_a_file_stay_behind(cast: Cast) -> None:
    file = {"system": "dominion", "build": URSULA, "waivers": [{"code": "x", "reason": "Mine"}]}
    page = words(cast["owner"].post("/characters/import/", {"text": json.dumps(file)}, follow=True))
    assert "Exceptions weren’t imported" in page


def entries(character: Character) -> list[Any]:
    return [entry.as_json() for entry in character.ledger]


def test_a_copy_has_the_same_life_but_no_approval(cast: Cast, raven: Character) -> None:
    copy = actions.duplicate(character=raven, by=cast.users["owner"])
    assert [{**one, "id": ""} for one in entries(copy)] == [{**one, "id": ""} for one in entries(raven)]


def test_what_takes_from_no_budget_is_judged_by_its_own_rule_alone(cast: Cast) -> None:
    made = actions.create_character(system="rough-magic", by=cast.users["owner"], name="Melisande", build=MELISANDE)
    row = entering.enter(character=made, entry=Entry("endurance", 1), by=cast.users["owner"])
    assert (row.kind, row.amount, row.role) == ("endurance", -1, "player")
    with pytest.raises(Refused, match="1 to 4 points"):
        entering.enter(character=made, entry=Entry("endurance", -9), by=None)
    assert fresh(made).ledger.total("endurance") == 1


def test_the_rules_fill_in_what_an_entry_says(cast: Cast) -> None:
    step = Entry("archetype-step", subject="Interrogate → Pickpocket")
    row = entering.enter(character=cast.jane, entry=step, by=cast.users["gm"], role="gm")
    assert row.more == {"from": "interrogate", "to": "pickpocket"}
    with pytest.raises(Refused, match="1 step a day"):
        entering.enter(character=cast.jane, entry=Entry("archetype-step", subject="Tracking → Underworld"), by=None)

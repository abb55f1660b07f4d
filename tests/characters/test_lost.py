"""What is lost or sold leaves with its entry, and returns when the entry is cancelled."""

from dataclasses import replace

import pytest

from campaigns.review import decisions
from characters import actions, ledger, versions
from characters.models import Character, LedgerEntry
from characters.news import news
from rules.kernel import LedgerEntry as Entry
from rules.kernel.documents.builds import LIST_LIMIT
from rules.refusals import Refused
from tests.cast import Cast
from tests.characters.entering import fresh
from tests.characters.posting import HX, at, words
from tests.characters.test_actions import change


def test_what_is_lost_leaves_the_list_with_its_entry(cast: Cast) -> None:
    """The entry and the change of the build are kept together: undo parts them no more than cancelling does."""
    swords = {"entries": {"equipment": [{"picks": {"item": "longsword"}, "scores": {"quantity": 2}}]}}
    made = actions.create_character(system="dominion", by=cast.users["owner"], build=swords, campaign=cast.table)
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    for left in (1, None):
        assert cast["owner"].post(at(made, "enter"), {"kind": "lost", "subject": "longsword"}).status_code == 302
        held = fresh(made)
        lines = held.build["entries"]["equipment"] if "equipment" in held.build.get("entries", {}) else []
        assert [line["scores"]["quantity"] for line in lines] == ([left] if left else [])
        assert (held.read().budgets["aps"].spent.value, held.read().legal) == (6, True)
    with pytest.raises(Refused, match="Undo stops at an entry of the ledger: “Lost Longsword”"):
        actions.undo(character=fresh(made), by=cast.users["owner"])
    # Cancelled one after the other, both return to one line.
    for left, row in enumerate(made.ledger_entries.filter(kind="lost").order_by("-pk"), 1):
        page = cast["owner"].post(at(made, "void_entry", row.pk), {"note": "Found it"}, follow=True)
        assert "has it again" in words(page)
        assert [line["scores"]["quantity"] for line in fresh(made).build["entries"]["equipment"]] == [left]
    assert (fresh(made).read().budgets["aps"].spent.value, fresh(made).read().legal) == (6, True)


def test_a_player_cancels_no_loss_that_an_approval_has_settled(cast: Cast) -> None:
    """Its APs would come back without the thing; the GM cancels it, and the thing is back."""
    sword = {"entries": {"equipment": [{"picks": {"item": "longsword"}}]}}
    made = actions.create_character(system="dominion", by=cast.users["owner"], build=sword, campaign=cast.table)
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    row = actions.enter(character=made, entry=Entry("lost", subject="longsword"), by=cast.users["owner"])
    decisions.approve(character=made, by=cast.users["gm"], seen=2)
    page, cancel = at(made, "ledger"), at(made, "void_entry", row.pk)
    assert f'id="void-{row.pk}"' not in words(cast["owner"].get(page))
    assert "Only a GM can cancel what was lost, sold or bought before the approval. Ask your GM." in words(
        cast["owner"].get(page)
    )
    refused = words(cast["owner"].post(cancel, {"note": "Mine"}))
    assert "That’s been approved: only a GM can cancel it. Ask your GM." in refused
    assert (fresh(made).read().budgets["aps"].spent.value, made.ledger_entries.count()) == (3, 1)
    # What a file says that a player cancelled counts as little.
    told = fresh(made).document()
    void = Entry("void", subject=row.ref, by="player")
    twin = actions.create_character(
        system="dominion", by=cast.users["owner"], document=replace(told, ledger=(*told.ledger, void))
    )
    assert fresh(twin).read().budgets["aps"].spent.value == 3
    with pytest.raises(Refused, match=f"Add {twin} to a campaign, then ask its GM"):
        actions.void(row=twin.ledger_entries.get(kind="lost"), by=cast.users["owner"], reason="Mine")
    assert "has it again" in words(cast["gm"].post(cancel, {"note": "Found"}, follow=True))
    assert fresh(made).build == sword


def sword_and_lamp(cast: Cast) -> Character:
    """Of Duality, approved with two items."""
    things = {"entries": {"items": [{"name": "Sword"}, {"name": "Lamp", "picks": {"kind": "relic"}}, {"name": "Axe"}]}}
    made = actions.create_character(system="duality", by=cast.users["owner"], build=things, campaign=cast.table)
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    return made


def names_of(character: Character) -> list[str]:
    return [line["name"] for line in fresh(character).build["entries"]["items"]]


def test_what_was_sold_returns_where_it_stood_when_the_sale_is_cancelled(cast: Cast) -> None:
    made = sword_and_lamp(cast)
    assert cast["owner"].post(at(made, "enter"), {"kind": "sale", "subject": "Lamp"}).status_code == 302
    assert (names_of(made), fresh(made).version) == (["Sword", "Axe"], 2)
    row = made.ledger_entries.get(kind="sale")
    assert "has it again" in words(cast["owner"].post(at(made, "void_entry", row.pk), {"note": "x"}, follow=True))
    assert (names_of(made), fresh(made).version, fresh(made).drifted) == (["Sword", "Lamp", "Axe"], 3, False)
    assert made.revisions.get(version=3).by == cast.users["owner"]
    # A second press of the button changes nothing.
    assert cast["owner"].post(at(made, "void_entry", row.pk), {"note": "x"}).status_code == 302
    assert fresh(made).version == 3


def test_undo_and_restore_part_no_sale_from_its_entry(cast: Cast) -> None:
    made, owner = sword_and_lamp(cast), cast["owner"]
    owner.post(at(made, "enter"), {"kind": "sale", "subject": "Lamp"})
    for address in (at(made, "undo"), at(made, "restore", "1")):
        page = words(owner.post(address, {"history": "1"}, follow=True))
        assert "stops at an entry of the ledger: “Sold Lamp”. Cancel it in the ledger." in page
    loaded = owner.post(at(made, "undo"), {"step": "items"}, headers=HX)
    assert loaded.headers["HX-Redirect"] == at(made, "build", "items")
    assert names_of(made) == ["Sword", "Axe"]
    actions.void(row=made.ledger_entries.get(kind="sale"), by=cast.users["owner"], reason="x")
    assert "stops where “Sold Lamp” was cancelled" in words(owner.post(at(made, "undo"), follow=True))
    with pytest.raises(Refused, match="was cancelled"):
        versions.restore(character=made, version=2)
    # Before and after both, the ledger says the same of the lamp.
    assert names_of(versions.restore(character=made, version=1)) == ["Sword", "Lamp", "Axe"]


def cancelled_alone(row: LedgerEntry) -> None:
    """Cancel an entry, and leave the build as it is: a GM's cancelling once did no more."""
    row.character.ledger_entries.create(kind="void", subject=row.ref, role="gm", campaign=row.campaign)


def test_a_game_master_cancels_a_sale_and_the_item_is_back(cast: Cast) -> None:
    made = sword_and_lamp(cast)
    cast["owner"].post(at(made, "enter"), {"kind": "sale", "subject": "Lamp"})
    decisions.approve(character=fresh(made), by=cast.users["gm"], seen=2)
    row = made.ledger_entries.get(kind="sale")
    page = words(cast["gm"].post(at(made, "void_entry", row.pk), {"note": "Not so"}, follow=True))
    assert f"{made} has it again." in page
    assert (names_of(made), fresh(made).version) == (["Sword", "Lamp", "Axe"], 3)
    assert made.revisions.get(version=3).by == cast.users["gm"]
    told = [sentence for _, sentence in news(fresh(made)).told]
    assert "Cancelled: Sold Lamp. Reason: Not so. Restored in the build." in told


def test_what_was_cancelled_alone_returns_once(cast: Cast) -> None:
    made = sword_and_lamp(cast)
    cast["owner"].post(at(made, "enter"), {"kind": "sale", "subject": "Lamp"})
    row = made.ledger_entries.get(kind="sale")
    cancelled_alone(row)
    assert all("Restore in the build" in words(cast[who].get(at(made, "ledger"))) for who in ("gm", "owner"))
    for _ in range(2):
        cast["owner"].post(at(made, "void_entry", row.pk), {"note": "Not so"})
        assert names_of(made) == ["Sword", "Lamp", "Axe"]
    assert "Restore in the build" not in words(cast["owner"].get(at(made, "ledger")))
    assert made.ledger_entries.filter(kind="void").count() == 1


def test_undo_restores_what_was_cancelled_alone(cast: Cast) -> None:
    made = sword_and_lamp(cast)
    cast["owner"].post(at(made, "enter"), {"kind": "sale", "subject": "Lamp"})
    row = made.ledger_entries.get(kind="sale")
    cancelled_alone(row)
    there, gone = ["Sword", "Lamp", "Axe"], ["Sword", "Axe"]

    def offered() -> bool:
        return ledger.lines(fresh(made), fresh(made).read(), plays=True, judges=True)[0].returns

    for step, names in ((actions.undo, there), (actions.redo, gone), (actions.undo, there)):
        assert names_of(step(character=made)) == names
        assert offered() == (names == gone)
    assert not actions.void(row=row, by=cast.users["owner"], reason="x").returned
    actions.redo(character=made)
    versions.restore(character=made, version=1)
    assert (names_of(made), offered()) == (there, False)


def test_what_a_what_if_says_of_a_sale_is_not_kept_without_the_sale(cast: Cast) -> None:
    """An item lost or returned there, with its entry in the ledger of the what-if alone."""
    owner, sword = cast.users["owner"], {"entries": {"equipment": [{"picks": {"item": "longsword"}}]}}
    armed = actions.create_character(system="dominion", by=owner, build=sword)
    tried = versions.what_if(character=fresh(armed), by=owner)
    row = actions.enter(character=tried, entry=Entry("lost", subject="longsword"), by=owner)
    with pytest.raises(Refused, match="Applying this what-if stops at an entry of the ledger: “Lost Longsword”"):
        versions.keep(branch=tried, original=armed, drawn=1, by=owner)
    actions.void(row=row, by=owner, reason="x")
    assert versions.keep(branch=tried, original=armed, drawn=1, by=owner).build == sword
    made = sword_and_lamp(cast)
    actions.enter(character=made, entry=Entry("sale", subject="Lamp"), by=owner)
    back_there = versions.what_if(character=fresh(made), by=owner)
    actions.void(row=back_there.ledger_entries.get(kind="sale", version=0), by=owner, reason="x")
    assert names_of(back_there) == ["Sword", "Lamp", "Axe"]
    page = cast["owner"].post(at(back_there, "keep"), {"version": fresh(made).version}, follow=True)
    assert page.redirect_chain == [(at(back_there, "keep"), 302)]
    assert "stops where “Sold Lamp” was cancelled" in words(page)
    assert names_of(made) == ["Sword", "Axe"]


def test_a_what_if_returns_nothing_that_was_sold_meanwhile(cast: Cast) -> None:
    made, owner = sword_and_lamp(cast), cast.users["owner"]
    tried = change(versions.what_if(character=fresh(made), by=owner), "entries.items.3", {"name": "Rope"})
    row = actions.enter(character=made, entry=Entry("sale", subject="Lamp"), by=owner)
    lists = {"branch": tried, "original": made, "drawn": 2, "by": owner}
    with pytest.raises(Refused, match="Cancel it in the ledger"):
        versions.keep(**lists, mine=["entries.items"])
    assert names_of(made) == ["Sword", "Axe"]
    actions.void(row=row, by=owner, reason="x")
    assert names_of(versions.keep(**{**lists, "drawn": 3}, mine=["entries.items"])) == ["Sword", "Lamp", "Axe", "Rope"]


def test_a_what_if_takes_nothing_whose_sale_was_cancelled_meanwhile(cast: Cast) -> None:
    made, owner = sword_and_lamp(cast), cast.users["owner"]
    row = actions.enter(character=made, entry=Entry("sale", subject="Lamp"), by=owner)
    tried = change(versions.what_if(character=fresh(made), by=owner), "entries.items.2", {"name": "Rope"})
    actions.void(row=row, by=owner, reason="x")
    with pytest.raises(Refused, match="was cancelled"):
        versions.keep(branch=tried, original=made, drawn=3, by=owner, mine=["entries.items"])
    assert names_of(versions.keep(branch=tried, original=made, drawn=3, by=owner, theirs=["entries.items"])) == [
        *("Sword", "Lamp", "Axe"),
    ]


def test_a_copy_can_cancel_what_its_original_sold(cast: Cast) -> None:
    made = sword_and_lamp(cast)
    actions.enter(character=made, entry=Entry("sale", subject="Lamp"), by=cast.users["owner"])
    copy = actions.duplicate(character=fresh(made), by=cast.users["owner"])
    assert actions.undo(character=copy).version == 1
    sale, owner = copy.ledger_entries.get(kind="sale"), cast.users["owner"]
    assert actions.void(row=sale, by=owner, reason="x").returned
    assert names_of(copy) == ["Sword", "Lamp", "Axe"]


def test_what_returns_finds_room_or_says_why_not(cast: Cast) -> None:
    things = [{"picks": {"item": "longsword"}, "scores": {"quantity": 2}}]
    made = actions.create_character(
        system="dominion", by=cast.users["owner"], build={"entries": {"equipment": things}}, campaign=cast.table
    )
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    for _ in range(2):
        actions.enter(character=made, entry=Entry("lost", subject="longsword"), by=cast.users["owner"])
    last, first = made.ledger_entries.filter(kind="lost").order_by("-pk")
    # The line of the first is gone with the second, so it returns as a line of its own.
    assert actions.void(row=first, by=cast.users["owner"], reason="x").returned
    assert fresh(made).build["entries"]["equipment"] == [{**things[0], "scores": {"quantity": 1}}]
    full = fresh(made)
    full.build = {"entries": {"equipment": [{"name": "Rope"}] * LIST_LIMIT}}
    full.save(update_fields=["build"])
    with pytest.raises(Refused, match="The list is full"):
        actions.void(row=last, by=cast.users["owner"], reason="x")
    assert not made.ledger_entries.filter(kind="void", subject=last.ref).exists()


def test_what_a_game_master_says_is_lost_counts_no_more(cast: Cast) -> None:
    armed = {"entries": {"equipment": [{"picks": {"item": "longsword"}}]}}
    made = actions.create_character(system="dominion", by=cast.users["owner"], build=armed, campaign=cast.table)
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    assert cast["gm"].post(at(made, "enter"), {"kind": "lost", "subject": "longsword"}).status_code == 302
    assert (fresh(made).build, fresh(made).version) == ({}, 2)
    assert (made.revisions.get(version=2).by, fresh(made).read().legal) == (cast.users["gm"], True)
    assert next(sentence for _, sentence in news(fresh(made)).told) == "Lost Longsword. Removed from the build."
    with pytest.raises(Refused, match="Cancel it in the ledger"):
        actions.undo(character=fresh(made))
    actions.void(row=made.ledger_entries.get(kind="lost"), by=cast.users["gm"], reason="x", role="gm")
    assert (fresh(made).build, fresh(made).drifted) == (armed, False)

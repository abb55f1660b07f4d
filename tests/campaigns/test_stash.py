"""What a table owns together: put in, taken out, and written down."""

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns import stash
from campaigns.models import Campaign, StashEvent, StashItem
from characters import keeping
from characters.history.event_messages import lines
from rules.refusals import Refused
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def address(cast: Cast) -> str:
    return reverse("stash", args=[cast.table.pk])


def put_in(cast: Cast, who: str, name: str, amount: Any = 1, note: str = "", **more: str) -> Any:
    return cast[who].post(address(cast), {"name": name, "amount": amount, "note": note, **more})


def move(cast: Cast, who: str, deed: str, name: str, amount: Any, **more: str) -> Any:
    item = StashItem.objects.get(name=name)
    return cast[who].post(address(cast), {"item": item.pk, "deed": deed, "amount": amount, **more})


def held(cast: Cast) -> list[str]:
    return [str(one) for one in stash.things(cast.table)]


def kept() -> list[tuple[str, str, int]]:
    return sorted((one.name, one.note, one.amount) for one in StashItem.objects.all())


def log(cast: Cast) -> list[tuple[str, str]]:
    found = StashEvent.objects.filter(campaign=cast.table).select_related("by").order_by("pk")
    return [(str(one.by), *lines(one, None)) for one in found]  # type: ignore[misc]


def test_everybody_there_puts_in_and_takes_out_and_it_is_written_down(cast: Cast) -> None:
    assert "Nothing yet." in words(cast["owner"].get(cast.table.get_absolute_url()))
    assert "Nothing in it yet" in words(cast["owner"].get(address(cast)))
    for who in ("owner", "companion", "spectator", "gm"):
        assert put_in(cast, who, "Silver", 5).status_code == 302
    put_in(cast, "gm", "A magic sword", note="Hums at night")
    move(cast, "companion", "out", "Silver", 6)
    move(cast, "owner", "out", "A magic sword", 1)
    assert held(cast) == ["14 × Silver"]
    assert log(cast)[3:] == [
        ("gm", "Put in 5 × Silver: 20 there now"),
        ("gm", "Put in A magic sword"),
        ("companion", "Took out 6 × Silver: 14 left"),
        ("owner", "Took out A magic sword (Hums at night)"),
    ]
    shown = words(cast["spectator"].get(address(cast)))
    assert shown.count("Hums at night") == 1, "the history has it still"
    assert "14 × Silver" in words(cast["companion"].get(cast.table.get_absolute_url()))
    assert put_in(cast, "stranger", "Silver").status_code == 404
    assert cast["stranger"].get(address(cast)).status_code == 404


def test_more_of_the_same_is_added_to_it_and_another_kind_is_not(cast: Cast) -> None:
    put_in(cast, "owner", "Potion", 2, "Red")
    put_in(cast, "gm", " potion ", 1, "Red")
    put_in(cast, "gm", "POTION", 1)
    put_in(cast, "gm", "Potion", 1, "Blue")
    put_in(cast, "owner", "Potion", 2)
    assert kept() == [("POTION", "", 3), ("Potion", "Blue", 1), ("Potion", "Red", 3)]


def test_what_is_called_and_noted_like_another_is_put_together_with_it(cast: Cast) -> None:
    for name, amount, note in (("Sword", 2, ""), ("Sowrd", 3, "Rusty"), ("Shield", stash.MOST_AMOUNT, "")):
        put_in(cast, "owner", name, amount, note)
    sword, other = StashItem.objects.get(name="Sword"), StashItem.objects.get(name="Sowrd")
    wanted = {"item": other.pk, "deed": "save", "name": "sword", "note": "Rusty"}
    cast["gm"].post(address(cast), wanted)
    assert len(kept()) == 3, "another note is another thing"
    for _ in range(2):
        assert cast["gm"].post(address(cast), {**wanted, "note": ""}).status_code == 302, "sent twice is done once"
    assert kept() == [("Shield", "", stash.MOST_AMOUNT), ("sword", "", 5)]
    assert [said for _, said in log(cast)[3:]] == [
        "Renamed Sowrd to sword",
        "Note of sword: Rusty → none",
        "Put together with what was there: 5 × sword",
    ]
    late = cast["owner"].post(address(cast), {"item": sword.pk, "deed": "out", "amount": "1"})
    assert (late.status_code, stash.GONE in words(late)) == (422, True)
    many = cast["gm"].post(address(cast), {**wanted, "name": "Shield", "note": ""})
    assert (many.status_code, "is the maximum; there would be 1,000,005." in words(many)) == (422, True)
    assert (kept()[1], len(log(cast))) == (("sword", "", 5), 6)


def test_nobody_takes_more_than_there_is_and_what_is_gone_is_gone(cast: Cast) -> None:
    put_in(cast, "owner", "Silver", 4)
    item = StashItem.objects.get()
    refused = move(cast, "companion", "out", "Silver", 5)
    assert (refused.status_code, "You can’t take out 5: only 4 × Silver in the stash." in words(refused)) == (422, True)
    move(cast, "companion", "out", "Silver", 4)
    late = cast["owner"].post(address(cast), {"item": item.pk, "deed": "out", "amount": "1"})
    assert (late.status_code, stash.GONE in words(late)) == (422, True)
    renamed = cast["owner"].post(address(cast), {"item": item.pk, "deed": "save", "name": "Gold"})
    assert (renamed.status_code, held(cast), len(log(cast))) == (422, [], 2)


def test_what_is_sent_twice_is_done_once(cast: Cast) -> None:
    uid = {"uid": str(uuid4())}
    for _ in range(2):
        assert put_in(cast, "owner", "Silver", 5, **uid).status_code == 302
    for _ in range(2):
        assert move(cast, "owner", "out", "Silver", 2, **uid).status_code == 302
    move(cast, "owner", "in", "Silver", 2, **uid)
    assert (held(cast), len(log(cast))) == (["5 × Silver"], 3)
    item = StashItem.objects.get()
    for _ in range(2):
        again = cast["owner"].post(address(cast), {"item": item.pk, "deed": "out", "amount": "5", **uid})
        assert (again.status_code, held(cast)) == (302, [])


@pytest.mark.parametrize("amount", ["0", "-3", "", "many", "1000001", "9" * 30])
def test_what_is_no_amount_is_refused_and_what_was_typed_stays(cast: Cast, amount: str) -> None:
    refused = put_in(cast, "owner", "Silver & gold", amount, "From the ford")
    assert (refused.status_code, held(cast)) == (422, [])
    shown = refused.content.decode()
    assert 'value="Silver &amp; gold"' in shown
    assert 'value="From the ford"' in shown
    put_in(cast, "owner", "Silver")
    assert (move(cast, "owner", "out", "Silver", amount).status_code, held(cast)) == (422, ["Silver"])


def test_there_are_bounds(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    gm = cast.users["gm"]
    for name, note, sentence in (("", "", "Enter what"), ("x" * 121, "", "120"), ("Silver", "y" * 301, "300")):
        with pytest.raises(Refused, match=sentence):
            stash.put_in(campaign=cast.table, name=name, note=note, amount=1, by=gm)
    StashItem.objects.bulk_create(StashItem(campaign=cast.table, name=f"Thing {n}") for n in range(stash.MOST))
    assert f"{stash.MOST} things" in words(put_in(cast, "owner", "One more"))
    assert put_in(cast, "owner", "Thing 7", stash.MOST_AMOUNT - 1).status_code == 302
    assert f"there would be {stash.MOST_AMOUNT + 1:,}" in words(put_in(cast, "owner", "Thing 7"))
    monkeypatch.setattr(keeping, "EVENTS", 2)
    for _ in range(4):
        move(cast, "owner", "out", "Thing 7", 1)
    keeping.forget_events()
    assert [words for _, words in log(cast)] == [
        "Took out Thing 7: 999,997 left",
        "Took out Thing 7: 999,996 left",
    ]


def test_a_long_stash_is_searched_and_turned_over(cast: Cast) -> None:
    assert 'name="q"' not in words(cast["owner"].get(address(cast)))
    StashItem.objects.bulk_create(StashItem(campaign=cast.table, name=f"Thing {n:03}") for n in range(60))
    put_in(cast, "owner", "Lantern", note="Of the innkeeper")
    shown = words(cast["owner"].get(address(cast)))
    assert ("Thing 048" in shown, "Thing 049" in shown, 'name="q"' in shown) == (True, False, True)
    assert "Thing 059" in words(cast["owner"].get(f"{address(cast)}?page=2"))
    for query in ("LANT", "innkeeper"):
        found = words(cast["owner"].get(f"{address(cast)}?q={query}"))
        assert ("Lantern" in found, "Thing 001" in found) == (True, False)
    assert "Try a shorter search." in words(cast["owner"].get(f"{address(cast)}?q=dragon"))
    beside = words(cast["owner"].get(cast.table.get_absolute_url()))
    assert ("All 61 and the history" in beside, "Thing 059" in beside) == (True, False)
    there = cast["owner"].post(f"{address(cast)}?page=2", {"item": StashItem.objects.last().pk, "amount": "1"})  # type: ignore[union-attr]
    assert there["Location"].startswith(f"{address(cast)}?page=2#stash-"), "one stays on the page one was on"
    for n in range(35):
        put_in(cast, "owner", "Lantern", n + 1)
    assert "Put in Lantern" not in words(cast["owner"].get(address(cast))).partition("History")[2]
    assert "Put in Lantern" in words(cast["owner"].get(f"{address(cast)}?log=2")).partition("History")[2]


def test_from_the_party_one_comes_back_to_it(cast: Cast) -> None:
    back = put_in(cast, "owner", "Silver", 3, from_party="1")
    assert back["Location"] == f"{cast.table.get_absolute_url()}#stash"


def test_a_name_and_a_note_are_changed_and_nothing_is_overwritten_unheard(cast: Cast) -> None:
    put_in(cast, "owner", "Silver", 3, "Old coins")
    item = StashItem.objects.get()
    seen = {"item": item.pk, "deed": "save", "was:name": "Silver", "was:note": "Old coins"}
    cast["owner"].post(address(cast), {**seen, "name": "Gold", "note": "Old coins"})
    cast["gm"].post(address(cast), {**seen, "name": "Silver", "note": "Older coins"})
    item.refresh_from_db()
    assert (item.name, item.note, item.amount) == ("Gold", "Older coins", 3)
    clash = cast["companion"].post(address(cast), {**seen, "name": "Copper", "note": "Old coins"})
    shown = words(clash)
    assert (clash.status_code, "Someone else edited this too." in shown) == (422, True)
    assert ('value="Copper"' in shown, "Saved by someone else:" in shown) == (True, True)
    noted = "Note of Gold: Old coins → Older coins"
    assert log(cast)[1:] == [("owner", "Renamed Silver to Gold"), ("gm", noted)]
    StashEvent.objects.create(campaign=cast.table, kind="stash-noted", data={"name": "Gold"})
    assert log(cast)[-1][1] == "Changed the note of Gold", "of what was written before no more is known"
    assert "Enter a name." in words(cast["owner"].post(address(cast), {**seen, "name": " "}))


def test_another_tables_things_are_none_of_ones_own(cast: Cast) -> None:
    other = Campaign.objects.get(name="Elsewhere")
    theirs = stash.put_in(campaign=other, name="Crown", amount=1, by=cast.users["other_gm"])
    assert theirs
    for deed in ("in", "out", "save"):
        sent = {"item": theirs.pk, "deed": deed, "amount": "1", "name": "Ours"}
        assert cast["owner"].post(address(cast), sent).status_code == 422
    assert [str(one) for one in stash.things(other)] == ["Crown"]


def test_an_archived_stash_is_read_and_left_as_it_is(cast: Cast) -> None:
    put_in(cast, "owner", "Silver", 3)
    Campaign.objects.filter(pk=cast.table.pk).update(archived_at=timezone.now())
    answers = [
        put_in(cast, "owner", "Gold"),
        move(cast, "gm", "out", "Silver", 1),
        move(cast, "gm", "save", "Silver", 1),
    ]
    assert [answer.status_code for answer in answers] == [422] * 3
    assert (held(cast), len(log(cast))) == (["3 × Silver"], 1)
    for page in (address(cast), cast.table.get_absolute_url()):
        shown = words(cast["owner"].get(page))
        assert ("3 × Silver" in shown, 'name="amount"' in shown) == (True, False)


def test_what_somebody_did_stays_when_their_account_goes(cast: Cast) -> None:
    put_in(cast, "companion", "Silver", 3)
    cast.users["companion"].delete()
    shown = words(cast["owner"].get(address(cast)))
    assert ("3 × Silver" in shown, "Someone," in shown) == (True, True)

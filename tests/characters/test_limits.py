"""How much is kept of a character and for a person: what is refused, with which sentence, and what still works."""

import json
import uuid
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.review import decisions
from campaigns.tables import npcs
from characters import actions, limits, versions
from characters.access import NEW_GUEST
from characters.limits import BESIDE_BYTES, BUILD_BYTES, MOST_OF_A_GUEST, TooLarge
from characters.models import Character, PrintJob
from rules.kernel.documents import parse_json, read_document
from rules.kernel.documents.builds import TEXT_LIMIT
from rules.models import Book
from rules.refusals import Refused
from tests.cast import Cast
from tests.characters.posting import HX, at, words

pytestmark = pytest.mark.django_db

NOTES = ("backstory", "appearance", "wand", "goals", "notes")


def notes(size: int) -> dict[str, Any]:
    """A build of so many bytes."""
    whole = {f"note {n}": "x" * TEXT_LIMIT for n in range(size // (TEXT_LIMIT + 20))}
    left = size - limits.size({"notes": {**whole, "last": ""}})
    return {"notes": {**whole, "last": "x" * left}}


def large(by: Any, over: int = 0) -> Character:
    """Somebody's character of just the size it may be, or of more, as there were before there was a limit."""
    made = actions.create_character(system="hprpg", by=by, name="Vast")
    Character.objects.filter(pk=made.pk).update(build=notes(BUILD_BYTES + over))
    return Character.objects.with_table().get(pk=made.pk)


def change(character: Character, **changes: Any) -> Character:
    values = {path.replace("__", "."): value for path, value in changes.items()}
    return actions.change_build(character=character, changes=values, drawn=character.version).character


def test_every_note_filled_to_the_last_letter_fits(cast: Cast) -> None:
    filled = {f"notes.{note}": "x" * TEXT_LIMIT for note in NOTES}
    held = actions.change_build(character=cast.jane, changes=filled, drawn=cast.jane.version).character
    assert limits.size(held.build) < BUILD_BYTES // 2


def test_a_character_grows_to_its_limit_and_no_further(cast: Cast) -> None:
    vast = large(cast.users["owner"])
    with pytest.raises(TooLarge, match=r"^Vast would take 257 kB, and 256 kB is the maximum for one character\. Sh"):
        change(vast, scores__charm=2)
    stored = Character.objects.with_table().get(pk=vast.pk)
    assert (stored.version, "scores" in stored.build) == (1, False)
    change(stored, notes__last="short", scores__charm=2)


def test_a_larger_one_from_before_can_be_made_smaller_opened_and_exported(cast: Cast) -> None:
    vast, owner = large(cast.users["owner"], 100_000), cast["owner"]
    for name in ("sheet", "build_start", "history", "export", "print"):
        assert owner.get(at(vast, name), follow=True).status_code == 200
    smaller = change(vast, **{"notes__=note%200": "less"})
    assert limits.size(smaller.build) > BUILD_BYTES
    with pytest.raises(TooLarge):
        change(smaller, scores__charm=2)
    back = actions.undo(character=smaller)
    assert back.build == vast.build
    with pytest.raises(Refused, match="Its choices take 354 kB, and 256 kB is the maximum"):
        actions.duplicate(character=back, by=cast.users["owner"])


def test_a_tap_on_the_largest_character_keeps_what_it_changed(cast: Cast) -> None:
    vast, owner, taps = large(cast.users["owner"], -1_000), cast["owner"], 20
    page = at(vast, "build", "aspects")
    for n in range(taps):
        form = {"version": str(n + 1), "tab": "t", "scores.charm": str(n % 2 + 1)}
        assert owner.post(page, form, headers=HX).status_code == 200
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), sum(pg_column_size(kept.*)) FROM characters_revision kept WHERE character_id = %s "
            "AND version > 1",
            [vast.pk],
        )
        count, kept = cursor.fetchone()
    assert count == taps
    assert kept < 300 * taps


def test_what_was_typed_is_on_the_page_that_says_why_not(cast: Cast) -> None:
    vast, owner = large(cast.users["owner"]), cast["owner"]
    form = {"version": "1", "tab": "t", "notes.goals": "Write down everything"}
    refused = owner.post(at(vast, "build", "story"), form)
    assert refused.status_code == 422
    assert "Write down everything" in words(refused)
    assert "Shorten a note or remove some entries, then try again. Nothing was changed." in words(refused)
    assert 'name="version" value="1"' in words(refused)
    fragments = owner.post(at(vast, "build", "story"), form, headers=HX)
    assert (fragments.status_code, "256 kB" in words(fragments)) == (422, True)
    assert Character.objects.get(pk=vast.pk).version == 1


def test_dice_and_older_versions_keep_to_the_limit_too(cast: Cast) -> None:
    owner = cast["owner"]
    vast = change(large(cast.users["owner"], 50_000), notes__last="")
    assert "256 kB is the maximum" in words(owner.post(at(vast, "restore", "1"), follow=True))
    assert "256 kB is the maximum" in words(owner.post(at(vast, "random"), follow=True))
    assert Character.objects.get(pk=vast.pk).version == 2


def test_a_what_if_that_would_make_its_original_too_large_is_not_kept(cast: Cast) -> None:
    user = cast.users["owner"]
    original = change(large(user), **{"notes__=note%200": None})
    branch = versions.what_if(character=original, by=user)
    change(branch, notes__last="x" * 10_000)
    held = change(original, notes__goals="x" * 15_000)
    answer = cast["owner"].post(at(branch, "keep"), {"version": held.version}, follow=True)
    assert "256 kB is the maximum" in words(answer)
    assert Character.objects.kept().filter(pk=branch.pk).exists()


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"build": notes(BUILD_BYTES + 1)}, "Its choices take 257 kB, and 256 kB is the maximum for one character."),
        ({"settings": {"odd": "x" * BESIDE_BYTES}}, "Its settings and the data we don’t recognise take 65 kB"),
        ({"odd": ["x" * BESIDE_BYTES]}, "Remove what isn’t part of the character, then try again."),
    ],
)
def test_an_import_of_more_is_refused_and_its_text_stays(
    client: Client, book: Book, more: dict[str, Any], sentence: str
) -> None:
    text = json.dumps({"system": "hprpg", "name": "Vast", "build": {}, **more})
    refused = client.post("/characters/import/", {"text": text})
    assert refused.status_code == 422
    assert sentence in words(refused)
    assert refused.context["text"] == text
    assert not Character.objects.exists()


def test_what_comes_out_is_no_larger_than_what_came_in(client: Client, book: Book) -> None:
    odd = {"a": [1e308] * 50, "b": -1e-300, "c": 12.5, "d": 2e5, "e": 7}
    text = json.dumps({"system": "hprpg", "name": "Odd", "build": {}, **odd})
    client.post("/characters/import/", {"text": text})
    held = Character.objects.get()
    assert held.extra == {"a": ["1e+308"] * 50, "b": "-1e-300", "c": 12.5, "d": 200_000, "e": 7}
    assert limits.size(held.extra) < 1.3 * len(json.dumps(odd))
    exported = client.get(at(held, "export")).json()
    assert {key: exported[key] for key in odd} == held.extra


@pytest.mark.parametrize("text", ["1e308", "-1E+16", "1e-5", "1e-9999999999999999999", "0.5e-20"])
def test_a_number_of_very_many_places_stays_the_text_it_came_as(text: str) -> None:
    assert parse_json(f"[{text}]") == [text]


@pytest.mark.parametrize("text", ["0.0", "0e99999", "-0.00", "1e15", "1e-4", "3.25", "123456789.5"])
def test_a_number_of_few_places_stays_a_number(text: str) -> None:
    assert parse_json(f"[{text}]") == [float(text)]


NUMBERS = "[1e308, -1e-300, 1e20, 1e16, 1e-5, 1e-4, 0.1, 1e15, 2e5, 12345678901234567.5, -0.0, 0e9, 7, 1.10]"
ODD = f'{{"a": {NUMBERS}, "é": {{"b": {NUMBERS}}}}}'


def stored(character: Character) -> tuple[int, ...]:
    """The bytes of everything JSON of a character, as the database gives it out."""
    columns = ("build", "settings", "extra", "play")
    lengths = ", ".join(f"octet_length({column}::text)" for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {lengths} FROM characters_character WHERE id = %s", [character.pk])
        found: tuple[int, ...] = cursor.fetchone()
    return found


@pytest.mark.parametrize("where", ["extra", "settings", "build", "change", "branch"])
def test_numbers_are_measured_as_they_come_out_again(client: Client, book: Book, where: str) -> None:
    """Whichever way they come in: what counts against the limits is what is stored."""
    beside = {"extra": f'"odd": {ODD}', "settings": f'"settings": {ODD}', "build": f'"build": {ODD}'}
    text = f'{{"system": "hprpg", {beside.get(where, beside["extra"])}}}'
    client.post("/characters/import/", {"text": text})
    held = Character.objects.get()
    if where in ("change", "branch"):
        entry = f'{{"name": "Net", "odd": {ODD}}}'
        page = at(held, "build", "magic-and-gear")
        client.post(page, {"version": "1", "path": "entries.gear.0", "value": entry})
    if where == "branch":
        client.post(at(held, "what_if"))
        held = Character.objects.exclude(pk=held.pk).get()
    held.refresh_from_db()
    told = tuple(limits.size(value) for value in (held.build, held.settings, held.extra, held.play))
    assert stored(held) == told
    assert sum(told) > 2 * len(NUMBERS)
    assert len(client.get(at(held, "export")).content) < 3 * (sum(told) + 200)


def test_a_list_of_lists_has_its_limit_too(cast: Cast) -> None:
    bags = [{"name": "Bag", "entries": {"in": [{}] * 49}}] * 4
    full = change(cast.jane, **{f"entries__gear__{n}": bag for n, bag in enumerate(bags)} | {"entries__gear__4": None})
    assert limits.entries(full.build) == limits.ENTRIES
    with pytest.raises(TooLarge, match=r"^Jane Alderwick would have 201 entries in its lists, and 200 is the maximum"):
        change(full, entries__gear__4={"name": "One more"})
    change(full, entries__gear__0__name="A smaller bag")
    held = Character.objects.get(pk=full.pk)
    assert (held.version, limits.entries(held.build)) == (3, limits.ENTRIES)
    more = {"entries": {"gear": [{}] * 101, "else": [{}] * 100}}
    text = json.dumps({"system": "hprpg", "name": "Vast", "build": more})
    refused = cast["owner"].post("/characters/import/", {"text": text})
    assert "Its lists have 201 entries, and 200 is the maximum for one character. Remove some" in words(refused)


def test_a_guest_has_so_many_characters_and_learns_how_to_have_more(cast: Cast) -> None:
    guest = cast["guest"]
    there = Character.objects.filter(guest=cast.guests_own.guest)
    Character.objects.bulk_create(
        Character(guest=cast.guests_own.guest, system="hprpg", book=cast.jane.book)
        for _ in range(MOST_OF_A_GUEST - there.count())
    )
    said = (
        "You’ve reached the limit of 25 characters without an account, deleted ones included. Sign up to have up to 500"
    )
    for asked in (
        lambda: guest.post("/characters/new/", {"system": "hprpg"}),
        lambda: guest.post("/characters/import/", {"text": '{"system": "hprpg"}'}),
        lambda: guest.post(at(cast.guests_own, "duplicate"), follow=True),
        lambda: guest.post(at(cast.guests_own, "what_if"), follow=True),
    ):
        assert said in words(asked())
    assert there.count() == MOST_OF_A_GUEST
    guest.post(at(there.latest("pk"), "bin"))
    assert said in words(guest.post(at(cast.guests_own, "duplicate"), follow=True))
    guest.post(at(there.binned().get(), "purge"))
    assert "Copied to" in words(guest.post(at(there.kept().earliest("pk"), "duplicate"), follow=True))


def test_a_person_has_more_and_a_crowd_counts(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST", 5)
    gm = cast.users["gm"]
    with pytest.raises(
        Refused, match=r"^You’ve reached the limit of 5 characters, deleted ones included\. Delete some"
    ):
        npcs.create_npcs(campaign=cast.table, by=gm, system="dominion", kind="dwarf", name="Guard", count=6, seed=1)
    assert not Character.objects.filter(owner=gm).exists()


def test_whoever_is_over_the_limit_keeps_all_and_signs_up_with_it(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = cast.guests_own.guest
    monkeypatch.setattr(limits, "MOST", 1)
    assert actions.adopt(user=cast.users["owner"], guest=guest) == 1
    with pytest.raises(Refused):
        actions.create_character(system="hprpg", by=cast.users["owner"])
    actions.create_character(system="hprpg", guest=uuid.uuid4())


def test_rolls_that_were_taken_back_are_forgotten_in_the_end(cast: Cast) -> None:
    held = cast.jane
    for n in range(60):
        rolled = {f"hand-{n}": [n % 6 + 1]}
        changes = {f"rolls.hand-{n}": rolled[f"hand-{n}"], f"rolls.hand-{n - 1}": None}
        held = actions.change_build(character=held, changes=changes, drawn=held.version, rolled=rolled).character
    assert held.by_hand == frozenset()
    assert len(held.rolled) <= 52


def test_a_mark_of_play_leaves_the_build_alone(cast: Cast) -> None:
    with CaptureQueriesContext(connection) as asked:
        actions.change_play(character=cast.jane, key="health", change=3)
    written = [query["sql"] for query in asked.captured_queries if query["sql"].startswith("UPDATE")]
    assert len(written) == 1
    assert "build" not in written[0]


def test_an_event_of_house_rules_keeps_what_changed_of_them(cast: Cast) -> None:
    Character.objects.filter(pk=cast.jane.pk).update(settings={"odd": "x" * 9_000, "affinity_cap": 4})
    actions.change_settings(character=cast.jane, values={"affinity_cap": 5, "rating_limit": 4})
    event = cast.jane.events.get(kind="settings")
    assert event.data == {"before": {"affinity_cap": 4}, "after": {"affinity_cap": 5, "rating_limit": 4}}
    held = Character.objects.get(pk=cast.jane.pk)
    assert held.settings == {"odd": "x" * 9_000, "affinity_cap": 5, "rating_limit": 4}


def test_approving_twice_keeps_one_approval(cast: Cast) -> None:
    gm = cast.users["gm"]
    first, second = (decisions.approve(character=cast.jane, by=gm, seen=cast.jane.version) for _ in range(2))
    assert first == second
    assert cast.jane.approvals.count() == 1


def test_thrown_away_cookies_make_no_more_guests_than_an_address_may_have(db: None) -> None:
    def begun(address: str) -> Any:
        return Client(REMOTE_ADDR=address).post("/characters/new/", {"system": "hprpg"})

    most = int(settings.ACCOUNT_RATE_LIMITS[NEW_GUEST].partition("/")[0])
    assert {begun("192.0.2.1").status_code for _ in range(most)} == {302}
    refused = begun("192.0.2.1")
    assert refused.status_code == 422
    assert "Too many characters were created without an account from your network in the last hour. Log in" in words(
        refused
    )
    assert begun("192.0.2.2").status_code == 302
    assert begun("2001:db8::1").status_code == 302


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::3", "2001:db8:1:2:4::", True),
        ("2001:db8:1:2::3", "2001:db8:1:3::3", False),
    ],
)
def test_guests_of_one_address_take_turns_as_one(db: None, one: str, other: str, same: bool) -> None:
    def turns(address: str) -> str:
        client = Client(REMOTE_ADDR=address)
        client.post("/characters/new/", {"system": "hprpg"})
        client.post(at(Character.objects.latest("pk"), "print"))
        return PrintJob.objects.latest("created_at").asker

    assert (turns(one) == turns(other)) == same


def test_what_a_death_remembers_is_no_larger_than_any_build(cast: Cast) -> None:
    held = {"entries": {"gear": [{"name": f"n{n}"} for n in range(limits.ENTRIES + 1)]}}
    file = read_document({"system": "hprpg", "build": {}, "ledger": [{"kind": "died", "by": "gm", "held": held}]})
    there = Character.objects.count()
    with pytest.raises(Refused, match="201 entries"):
        actions.create_character(system="hprpg", document=file, by=cast.users["owner"])
    assert Character.objects.count() == there


def test_a_guest_brings_a_shorter_life(cast: Cast) -> None:
    approved = notes(limits.LIFE_BYTES_OF_A_GUEST // 2)
    file = {"system": "hprpg", "stage": "advancement", "build": {}, "baseline": approved, "created": approved}
    made = actions.create_character(system="hprpg", document=read_document(file), by=cast.users["owner"])
    assert made.approval is not None
    with pytest.raises(Refused, match="256 kB is the maximum without an account"):
        actions.create_character(system="hprpg", document=read_document(file), guest=uuid.uuid4())


def test_a_number_beyond_all_bounds_in_a_ledger_is_refused(client: Client, book: Book) -> None:
    """One of 2⁶³ was kept, and no page of the character could be drawn."""
    entry = {"kind": "loss", "by": "gm", "amount": -1, "subject": "power-level", "from": 2**63}
    file = {"system": "rough-magic", "build": {"scores": {"power-level": 8}}, "ledger": [entry]}
    page = client.post("/characters/import/", {"text": json.dumps(file)})
    assert "1,000,000 is the maximum" in words(page)
    assert not Character.objects.exists()

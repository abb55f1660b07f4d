"""Many hands at once, on real connections."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import actions as sitting
from campaigns import stash
from campaigns.models import Event
from campaigns.tables import campaign_books, fight_records, turns
from characters import actions, keeping, limits
from characters.history import revisions
from characters.history.edit_conflicts import EditConflict
from characters.library import character_books
from characters.models import Character, PrintJob
from characters.printing import print_jobs, print_queue
from characters.tables import TableRole
from rules.homebrew import authoring
from rules.models import Book
from rules.refusals import Refused
from tests.cast import DEEP, Cast, red_jpeg, shelved
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
HANDS, TIMES = 8, 25


def at_once(work: Callable[[int], Any]) -> list[Any]:
    def alone(number: int) -> Any:
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(HANDS) as pool:
        return list(pool.map(alone, range(HANDS)))


def test_eight_hands_on_different_fields_lose_nothing(cast: Cast) -> None:
    character = actions.create_character(system="hprpg")

    def write(hand: int) -> None:
        for n in range(1, TIMES + 1):
            read = Character.objects.with_table().get(pk=character.pk)
            actions.change_build(
                character=read, changes={f"scores.hand-{hand}": n}, drawn=read.version, tab=f"tab{hand}"
            )

    at_once(write)
    character.refresh_from_db()
    assert character.build == {"scores": {f"hand-{hand}": TIMES for hand in range(HANDS)}}
    assert character.version == 1 + HANDS * TIMES
    told = character.revisions.order_by("version")
    assert [r.version for r in told] == list(range(1, character.version + 1))
    state: tuple[str, Any] = ("", {})
    for revision in told:
        state = revisions.replay(*state, revision.changes)
    assert state[1] == character.build


def test_of_eight_hands_on_one_field_one_wins_and_the_others_are_told(cast: Cast) -> None:
    def write(hand: int) -> str:
        try:
            actions.change_build(character=cast.jane, changes={"notes.wand": f"hand {hand}"}, drawn=1, tab=f"tab{hand}")
        except EditConflict:
            return "told"
        return f"hand {hand}"

    outcomes = at_once(write)
    cast.jane.refresh_from_db()
    assert outcomes.count("told") == HANDS - 1
    assert cast.jane.build["notes"]["wand"] in outcomes


def test_eight_hands_fill_what_is_left_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_OF_A_GUEST", HANDS)
    monkeypatch.setattr(limits, "MOST_PORTRAITS_OF_A_GUEST", 2)
    guest = uuid.uuid4()

    def refused(deed: Callable[[], Any]) -> bool:
        try:
            deed()
        except Refused:
            return True
        return False

    def make(_: int) -> list[bool]:
        return [refused(lambda: actions.create_character(system="hprpg", guest=guest)) for _ in range(4)]

    assert sum(map(sum, at_once(make))) == 3 * HANDS
    own = list(Character.objects.filter(guest=guest))
    assert len(own) == HANDS
    portraits = at_once(lambda hand: refused(lambda: actions.give_portrait(character=own[hand], jpeg=red_jpeg())))
    assert portraits.count(False) == Character.objects.filter(guest=guest).exclude(portrait="").count() == 2


def test_a_click_sent_eight_times_counts_once(cast: Cast) -> None:
    url = reverse("build", args=[cast.jane.pk, "story"])
    data = {"version": "1", "tab": "one", "notes.wand": "oak"}
    pocket = cast["owner"].cookies

    def send(_: int) -> int:
        client = Client()
        client.cookies = pocket
        return client.post(url, data, headers={"HX-Request": "true"}).status_code

    assert at_once(send) == [200] * HANDS
    cast.jane.refresh_from_db()
    assert (cast.jane.version, cast.jane.build["notes"]["wand"]) == (2, "oak")


def test_a_print_asked_for_eight_times_is_one_job(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(print_queue, "enqueue_print", lambda: asked.append(1))
    read = Character.objects.with_table().select_related("owner").get(pk=cast.jane.pk)
    jobs = at_once(lambda _: print_jobs.request_print(character=read, options={"paper": "letter"}).pk)
    assert len(set(jobs)) == 1
    assert asked == [1]
    assert PrintJob.objects.filter(character=cast.jane).count() == 1


def test_eight_undos_at_once_take_back_eight_steps(cast: Cast) -> None:
    for n in range(1, HANDS + 3):
        cast.jane = actions.change_build(character=cast.jane, changes={"notes.wand": str(n)}, drawn=n).character
    at_once(lambda _: actions.undo(character=cast.jane).version)
    cast.jane.refresh_from_db()
    assert cast.jane.build["notes"]["wand"] == "2"


def test_who_opens_eight_links_to_a_table_at_once_has_one_seat(cast: Cast) -> None:
    links = [sitting.invite(campaign=cast.table, by=cast.users["gm"]) for _ in range(HANDS)]
    seats = at_once(lambda hand: sitting.join(invitation=links[hand], user=cast.users["stranger"]).pk)
    assert seats == [cast.table.memberships.get(user=cast.users["stranger"]).pk] * HANDS


def take(cast: Cast, book: Book) -> None:
    character_books.add_book(character=cast.jane, book=book, by=cast.users["owner"])


def play(cast: Cast, book: Book) -> None:
    campaign_books.use_book(campaign=cast.table, book=book, by=cast.users["gm"])


def build_with(cast: Cast, book: Book) -> None:
    actions.create_character(system="hprpg", homebrew=[book.pk])


def somebody_waits_for_us() -> bool:
    """Does another transaction wait for what this one has locked?"""
    with connection.cursor() as cursor:
        cursor.execute(
            "select exists(select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)))"
        )
        return bool(cursor.fetchone()[0])


@pytest.mark.parametrize("begin", [take, play, build_with])
def test_a_book_is_not_deleted_while_somebody_begins_to_use_it(cast: Cast, begin: Callable[[Cast, Book], None]) -> None:
    book = shelved(cast.users["owner"], "hprpg", "deep-magic", "1", DEEP)

    def delete() -> str:
        try:
            authoring.delete(book=book)
        except authoring.Refused as refusal:
            return str(refusal)
        finally:
            connection.close()
        return "deleted"

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            begin(cast, book)
            deleting = pool.submit(delete)
            wait_until(lambda: deleting.done() or somebody_waits_for_us())
        assert "This edition is in use" in deleting.result()


def test_what_was_deleted_a_moment_ago_is_not_begun_with(cast: Cast) -> None:
    book = shelved(cast.users["owner"], "hprpg", "deep-magic", "1", DEEP)
    Book.objects.filter(pk=book.pk).delete()
    for begin in (take, play, build_with):
        with pytest.raises(Refused, match="has deleted this book"):
            begin(cast, book)
    cast.jane.refresh_from_db()
    cast.table.refresh_from_db()
    assert (cast.jane.homebrew, cast.table.books) == ([], [])


def decide(cast: Cast) -> None:
    sitting.set_house_rules(campaign=cast.table, system="hprpg", values={"rating_limit": 4})


def undo(cast: Cast) -> None:
    actions.undo(character=cast.jane)


@pytest.mark.parametrize("busy", [decide, undo])
def test_who_works_at_a_table_waits_for_nobody_and_so_not_for_each_other(
    cast: Cast, busy: Callable[[Cast], None]
) -> None:
    """What points at a locked row can be written meanwhile; where it waited, two could wait for each other."""

    def point() -> str:
        try:
            with transaction.atomic():
                cast.table.events.create(kind="founded", data={"name": "x"})
                cast.jane.events.create(kind="binned")
        finally:
            connection.close()
        return "written"

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        busy(cast)
        pointing = pool.submit(point)
        wait_until(lambda: pointing.done() or somebody_waits_for_us())
        assert pointing.done()


def purge(who: Character) -> None:
    keeping.purge(Character.objects.filter(pk=who.pk))


def clear(_: Character) -> None:
    assert keeping.clear().deleted == 1


def delete_the_account(who: Character) -> None:
    User.objects.get(pk=who.owner_id).delete()


def delete_accounts(who: Character) -> None:
    User.objects.filter(pk=who.owner_id).delete()


@pytest.mark.parametrize("delete", [purge, clear, delete_the_account, delete_accounts])
def test_whoever_deletes_a_fighter_waits_for_its_table_first(cast: Cast, delete: Callable[[Character], None]) -> None:
    """As everybody does who locks both; otherwise this and a removal wait for each other, and one of them fails."""
    gm, other, table = cast.users["gm"], cast.users["other_gm"], cast.table
    table.memberships.create(user=other, role=TableRole.GM)
    who = actions.create_character(system="hprpg", by=gm, name="Quill", campaign=table)
    actions.create_character(system="hprpg", by=gm, name="Guard", campaign=table, npc=True)
    turns.begin(campaign=table, by=gm, characters=[str(who.pk)], animals=())
    Character.objects.filter(pk=who.pk).update(deleted_at=timezone.now() - keeping.BINNED * 2)

    def deleted() -> None:
        try:
            delete(who)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            sitting.lock_campaign(table)
            deleting = pool.submit(deleted)
            wait_until(lambda: deleting.done() or somebody_waits_for_us())
            sitting.remove(seat=table.memberships.get(user=gm), by=other)
        deleting.result()
    assert not Character.objects.filter(pk=who.pk).exists()
    assert Event.objects.filter(kind=fight_records.KIND).count() == 1
    assert Character.objects.get(name="Guard").owner == other


def test_eight_hands_in_one_stash_lose_nothing(cast: Cast) -> None:
    by = cast.users["owner"]
    silver = stash.put_in(campaign=cast.table, name="Silver", amount=100, by=by)
    assert silver

    def move(hand: int) -> None:
        for _ in range(TIMES):
            stash.step(campaign=cast.table, key=silver.pk, change=3, by=by)
            stash.step(campaign=cast.table, key=silver.pk, change=-2, by=by)
            stash.put_in(campaign=cast.table, name="Arrow", amount=1, by=by)

    at_once(move)
    assert [str(one) for one in stash.things(cast.table)] == [
        f"{HANDS * TIMES} × Arrow",
        f"{100 + HANDS * TIMES} × Silver",
    ]
    assert cast.table.stash_events.count() == 1 + 3 * HANDS * TIMES

"""How long things are kept that nobody uses: what pages say beforehand, what a visit renews, and what goes."""

import os
import uuid
from datetime import timedelta
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from characters import actions, keeping, limits
from characters.access import GUEST, SEEN
from characters.history import folding
from characters.limits import GUEST_DAYS
from characters.models import BIN_DAYS, Character, Guest, PartyPrint, PrintJob, Revision
from characters.printing.jobs import folder
from characters.tasks import clear
from tests.cast import Cast
from tests.characters.posting import at, words

pytestmark = pytest.mark.django_db


def days_ago(number: int) -> Any:
    return timezone.now() - timedelta(days=number)


def in_days(number: int) -> str:
    return date_format(timezone.localdate() + timedelta(days=number), "j F")


def begun(client: Client) -> Character:
    """A character that a visitor without an account begins."""
    client.post("/characters/new/", {"system": "hprpg", "name": "Visitor"})
    return Character.objects.latest("pk")


def put_back(client: Client, days: int) -> None:
    """As if the last visit had been so many days ago."""
    session = client.session
    session[SEEN] = (timezone.localdate() - timedelta(days=days)).isoformat()
    session.save()
    Session.objects.filter(pk=session.session_key).update(
        expire_date=timezone.now() + timedelta(days=GUEST_DAYS - days, minutes=5)
    )
    Guest.objects.filter(key=session[GUEST]).update(seen_at=days_ago(days))


# Guests


def test_a_guest_reads_until_when_and_how_to_keep_them_for_good(client: Client) -> None:
    held = begun(client)
    page = words(client.get("/characters/"))
    assert f"only saved in this browser, until {in_days(GUEST_DAYS)} unless you come back" in page
    assert Guest.objects.get().key == held.guest
    assert client.cookies["sessionid"]["max-age"] == GUEST_DAYS * 86_400


def test_a_visit_renews_a_guest_once_a_day(client: Client, django_assert_num_queries: Any) -> None:
    begun(client)
    put_back(client, 30)
    client.cookies["sessionid"]["max-age"] = ""
    client.get("/characters/")
    assert Guest.objects.get().seen_at > days_ago(1)
    assert Session.objects.get().expire_date > days_ago(1 - GUEST_DAYS)
    assert client.cookies["sessionid"]["max-age"] == GUEST_DAYS * 86_400
    queries: list[int] = []
    for _ in range(2):
        with connection.execute_wrapper(lambda do, sql, *rest: (queries.append("UPDATE" in sql), do(sql, *rest))[1]):
            client.get("/characters/")
    assert not any(queries)


def test_a_day_that_is_noted_stays_where_a_clock_was_set_back(cast: Cast) -> None:
    owner = cast["owner"]
    noted = owner.session[SEEN]
    assert noted > timezone.localdate().isoformat()
    owner.get("/characters/")
    assert owner.session[SEEN] == noted


def test_a_log_in_is_renewed_too_and_no_session_is_begun_for_who_only_looks(cast: Cast, client: Client) -> None:
    owner = cast["owner"]
    session = owner.session
    session[SEEN] = "2020-01-01"
    session.save()
    owner.get("/characters/")
    assert owner.session[SEEN] == timezone.localdate().isoformat()
    before = Session.objects.count()
    assert client.get("/characters/").status_code == 200
    assert (Session.objects.count(), client.cookies.keys() & {"sessionid"}) == (before, set())


def test_guests_who_stayed_away_go_with_all_that_they_made(client: Client, cast: Cast) -> None:
    assert cast.guests_own
    begun(client)
    put_back(client, GUEST_DAYS)
    mine = client.session[GUEST]
    assert keeping.clear() == (0, 0, 0)
    put_back(client, GUEST_DAYS + 2)
    assert keeping.clear() == (0, 1, 1)
    assert not Character.objects.filter(guest=mine).exists()
    assert Character.objects.filter(guest=cast.guests_own.guest).exists()
    assert not Guest.objects.filter(key=mine).exists()


def test_a_guest_nobody_noted_yet_has_the_whole_time(cast: Cast) -> None:
    guest = cast.guests_own.guest
    keeping.clear()
    assert Guest.objects.get(key=guest).seen_at > days_ago(1)
    assert Character.objects.filter(guest=guest).exists()


def test_signing_up_ends_the_guest_and_keeps_the_characters(client: Client) -> None:
    held = begun(client)
    password = "correct horse battery"
    form = {"username": "ann", "email": "ann@example.org", "password1": password, "password2": password}
    client.post("/accounts/signup/", form)
    held.refresh_from_db()
    assert (held.owner and held.owner.get_username(), held.guest) == ("ann", None)
    assert not Guest.objects.exists()
    Session.objects.update(expire_date=days_ago(400))
    keeping.clear()
    assert Character.objects.filter(pk=held.pk).exists()
    assert "saved in this browser" not in words(client.get("/characters/"))


# The bin


def test_what_is_deleted_says_until_when_it_can_be_restored(cast: Cast) -> None:
    owner = cast["owner"]
    said = words(owner.post(at(cast.jane, "bin"), follow=True))
    assert f"You can restore it from Deleted characters until {in_days(BIN_DAYS)}." in said
    assert f"kept until {in_days(BIN_DAYS)}" in said
    Character.objects.filter(pk=cast.jane.pk).update(deleted_at=days_ago(BIN_DAYS - 1))
    assert keeping.clear().deleted == 0
    assert "Restored Jane" in words(owner.post(at(cast.jane, "unbin"), follow=True))


def test_what_was_deleted_long_ago_goes_without_a_trace(cast: Cast) -> None:
    jane = actions.change_build(character=cast.jane, changes={"scores.charm": 2}, drawn=cast.jane.version).character
    actions.roll(character=jane, answers={})
    branch = cast.branch
    files = [printed(cast.job), printed(cast.party)]
    actions.bin_character(character=jane)
    Character.objects.filter(pk=jane.pk).update(deleted_at=days_ago(BIN_DAYS + 1))
    assert keeping.clear().deleted == 1
    for model in apps.get_models():
        for column in model._meta.get_fields():
            if column.related_model is Character and column.concrete:
                assert not model._default_manager.filter(**{column.name: jane.pk}).exists(), (model, column.name)
    assert not any(file.exists() for file in files)
    branch.refresh_from_db()
    assert (branch.branch_of, branch.deleted_at) == (None, None)
    assert cast["owner"].get(at(jane, "unbin")).status_code == 405
    assert cast["owner"].post(at(jane, "unbin")).status_code == 404


def printed(job: PrintJob | PartyPrint) -> Path:
    """The file of a print, written."""
    file = folder() / f"{job.pk}.pdf"
    file.write_bytes(b"%PDF-")
    job.file = f"prints/{file.name}"
    job.save()
    return file


@pytest.fixture(autouse=True)
def commits(django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for the end of a transaction is done at its end, though the test's own never ends."""
    purge = keeping.purge

    def purging(keys: Any) -> int:
        with django_capture_on_commit_callbacks(execute=True):
            return purge(keys)

    monkeypatch.setattr(keeping, "purge", purging)


def test_one_may_delete_for_good_at_once_but_only_what_is_deleted(cast: Cast) -> None:
    owner, binned = cast["owner"], cast.binned
    assert owner.post(at(cast.jane, "purge")).status_code == 404
    page = words(owner.get("/characters/"))
    assert "This deletes the character with its history and its PDFs. It can’t be undone." in page
    assert "Deleted Binned Betty for good." in words(owner.post(at(binned, "purge"), follow=True))
    assert not Character.objects.filter(pk=binned.pk).exists()
    assert not Revision.objects.filter(character=binned.pk).exists()


def test_who_is_restored_while_the_clearing_runs_stays(cast: Cast) -> None:
    overdue = Character.objects.binned().filter(pk=cast.binned.pk)
    assert len(overdue) == 1
    actions.unbin_character(character=cast.binned)
    assert keeping.purge(overdue) == 0
    assert Character.objects.filter(pk=cast.binned.pk).exists()


# The rest


def test_a_run_takes_a_part_and_the_command_the_rest(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "BATCH", 20)
    gone = Character(system="hprpg", book=cast.jane.book, owner=cast.users["owner"], deleted_at=days_ago(99))
    Character.objects.bulk_create(Character(**columns(gone)) for _ in range(45))
    assert keeping.clear().deleted == 20
    said, stray = StringIO(), folder() / "of-nobody.pdf"
    stray.touch()
    os.utime(stray, (0, 0))
    call_command("clear", stdout=said)
    assert not stray.exists()
    assert said.getvalue().splitlines()[0].startswith("Cleared 20 deleted characters, 0 guests")
    assert said.getvalue().splitlines()[-1] == "Nothing is left to clear."
    assert not Character.objects.filter(deleted_at__lt=days_ago(BIN_DAYS)).exists()
    clear()


def columns(character: Character) -> dict[str, Any]:
    fields = ("system", "book", "owner", "deleted_at")
    return {field: getattr(character, field) for field in fields}


def test_long_histories_are_folded_though_nobody_clicks(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def clicked() -> Character:
        held = actions.create_character(system="hprpg", by=cast.users["owner"])
        for n in range(80):
            held = actions.change_build(
                character=held, changes={"scores.charm": n % 5 + 1}, drawn=held.version
            ).character
        return held

    one, other = clicked(), clicked()
    monkeypatch.setattr(limits, "HISTORY_BYTES", one.history - 1)
    keeping.fold_long()
    first = Character.objects.get(pk=one.pk).history
    assert first < one.history * 3 // 4 + 200
    monkeypatch.setattr(limits, "HISTORY_BYTES", one.history + 1)
    monkeypatch.setattr(limits, "HISTORIES_BYTES", one.history)
    monkeypatch.setattr(keeping, "FOLDED_TO", 2_000)
    keeping.fold_long()
    assert max(Character.objects.filter(pk__in=[one.pk, other.pk]).values_list("history", flat=True)) < first
    assert sum(row.weight for row in folding._rows(one)) == Character.objects.get(pk=one.pk).history


def test_what_was_there_before_is_weighed_and_greeted_once(cast: Cast) -> None:
    jane = actions.change_build(character=cast.jane, changes={"scores.charm": 2}, drawn=cast.jane.version).character
    guest = cast.guests_own.guest
    Character.objects.update(history=0)
    Guest.objects.all().delete()
    migration = import_module("characters.migrations.0011_storage")
    with connection.cursor() as cursor:
        cursor.execute(migration.WEIGH)
        cursor.execute(migration.GREET)
    assert Character.objects.get(pk=jane.pk).history == sum(row.weight for row in folding._rows(jane))
    assert str(Guest.objects.get(key=guest)).startswith("a guest, last seen 20")
    assert uuid.UUID(str(Guest.objects.get().pk)) == guest


def test_a_game_that_nobody_knows_is_told_in_the_log(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    Character.objects.filter(pk=cast.jane.pk).update(system="lost")
    with caplog.at_level("WARNING", "characters.keeping"):
        keeping.clear()
    assert f"Character {cast.jane.pk} is of the game 'lost'" in caplog.text


def test_the_oldest_happenings_of_a_character_go(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "EVENTS", 3)
    for number in range(5):
        cast.jane.events.create(kind="renamed", data={"number": number})
    other = cast.binned.events.count()
    keeping.forget_events()
    assert [event.data["number"] for event in cast.jane.events.order_by("at", "pk")] == [2, 3, 4]
    assert cast.binned.events.count() == other

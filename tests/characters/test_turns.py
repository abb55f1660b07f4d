"""Prints are asked for once, and people take turns."""

import os
import subprocess
import sys
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.urls import reverse

from characters import actions, tasks
from characters.models import Character, PrintJob
from characters.printing import jobs, print_jobs, print_making, print_queue, rendering, turns
from config.environment import ROOT
from tests.cast import Cast, as_printed
from tests.characters.ordered import A4, again, claimed, queued
from tests.characters.posting import words
from tests.granting import grant
from tests.marking import mark

pytestmark = pytest.mark.usefixtures("quiet_broker")


# Asking


@pytest.mark.django_db
def test_the_same_sheet_is_printed_once(cast: Cast, job: PrintJob) -> None:
    print_making.make(job.pk)
    first = again(job)
    assert (first.state, first.progress, first.attempts) == ("done", 100, 1)
    served = print_jobs.request_print(character=cast.jane, options=A4)
    assert (served.pk, served.state) == (job.pk, "done")
    made = jobs.path_of(served).stat().st_mtime_ns
    print_making.make(job.pk)
    assert jobs.path_of(served).stat().st_mtime_ns == made
    assert again(job).attempts == 1
    assert [claimed(pk, uuid.uuid4()) for pk in (job.pk, uuid.uuid4())] == [None, None]


def with_name(cast: Cast) -> None:
    actions.change_build(character=cast.jane, changes={"name": "Jane the Second"}, drawn=1)


def with_dot(cast: Cast) -> None:
    actions.change_build(character=cast.jane, changes={"scores.charm": 3}, drawn=1)


def with_house_rule(cast: Cast) -> None:
    Character.objects.filter(pk=cast.jane.pk).update(settings={"starting_feats": 3})


def with_rule_of_the_table(cast: Cast) -> None:
    cast.table.settings = {"hprpg": {"starting_feats": 2}}
    cast.table.save()


def with_other_table(cast: Cast) -> None:
    cast.table.settings = {"hprpg": {"starting_feats": 2}}
    cast.table.save()
    Character.objects.filter(pk=cast.jane.pk).update(campaign=None)


def with_new_edition(cast: Cast) -> None:
    type(cast.jane.book).objects.update(version=2)


def with_stage(cast: Cast) -> None:
    Character.objects.filter(pk=cast.jane.pk).update(stage="advancement")


def with_awards(cast: Cast) -> None:
    grant(cast.jane, 9)


def with_owner(cast: Cast) -> None:
    Character.objects.filter(pk=cast.jane.pk).update(owner=cast.users["companion"])


INPUTS = [
    with_name,
    with_dot,
    with_house_rule,
    with_rule_of_the_table,
    with_new_edition,
    with_stage,
    with_awards,
    with_owner,
]


def fresh(cast: Cast) -> Character:
    return Character.objects.select_related("book", "campaign", "owner").get(pk=cast.jane.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("meddle", INPUTS, ids=lambda meddle: meddle.__name__)
def test_whatever_the_sheet_depends_on_makes_a_new_print(
    cast: Cast, job: PrintJob, meddle: Callable[[Cast], None]
) -> None:
    meddle(cast)
    assert print_jobs.request_print(character=fresh(cast), options=A4).pk != job.pk


@pytest.mark.django_db
@pytest.mark.parametrize(
    "option", [{"paper": "letter"}, {"variant": "ink-saver"}, {"pages": "two"}, {"appendix": True}]
)
def test_every_option_makes_a_print_of_its_own(cast: Cast, job: PrintJob, option: dict[str, Any]) -> None:
    assert print_jobs.request_print(character=cast.jane, options=A4 | option).pk != job.pk


@pytest.mark.django_db
def test_a_new_renderer_makes_a_new_print(cast: Cast, job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_jobs, "RENDERER", print_jobs.RENDERER + 1)
    assert print_jobs.request_print(character=cast.jane, options=A4).pk != job.pk


@pytest.mark.django_db
def test_trackers_are_no_reason_to_print_again(cast: Cast, job: PrintJob) -> None:
    mark(cast.jane, "fortitude", to=1)
    assert print_jobs.request_print(character=fresh(cast), options=A4).pk == job.pk


@pytest.mark.django_db
def test_what_changed_while_it_waited_is_not_served_as_how_it_was(cast: Cast, job: PrintJob) -> None:
    with_rule_of_the_table(cast)
    print_making.make(job.pk)
    cast.table.settings = {}
    cast.table.save()
    asked = print_jobs.request_print(character=fresh(cast), options=A4)
    assert (again(job).state, asked.state, asked.pk == job.pk) == ("done", "queued", False)
    actions.change_build(character=fresh(cast), changes={"scores.charm": 3}, drawn=1)
    print_making.make(asked.pk)
    assert (again(asked).version, again(asked).fingerprint) == (2, asked.pk.hex)


@pytest.mark.django_db
def test_a_lost_file_is_printed_again(cast: Cast, job: PrintJob) -> None:
    jobs.path_of(as_printed(job)).unlink()
    assert print_jobs.request_print(character=cast.jane, options=A4).state == "queued"
    print_making.make(job.pk)
    assert jobs.path_of(again(job)).is_file()


ASK = """
import sys, django
connects = []
sys.addaudithook(lambda event, args: connects.append(args) if event == "socket.connect" else None)
django.setup()
from datetime import timedelta
from characters.printing import print_queue
print_queue.BROKER_REST = timedelta(hours=1)
for _ in range(3):
    connects.clear()
    print_queue.enqueue_print()
    print(len(connects))
"""


def test_with_the_broker_away_nobody_waits_for_it() -> None:
    away = {**os.environ, "BROKER_URL": "redis+socket:///nowhere/at/all.sock", "LOCAL": "1"}
    away["DJANGO_SETTINGS_MODULE"] = "config.settings"
    done = subprocess.run([sys.executable, "-c", ASK], env=away, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("2\n0\n0\n", "")
    tries, options = 2, django_settings.CELERY_BROKER_TRANSPORT_OPTIONS
    assert tries * max(options["socket_timeout"], options["socket_connect_timeout"]) < 1


# Turns

GUEST = "guest 00000000-0000-0000-0000-000000000007"


def order() -> list[str]:
    """Who is served, one after the other, until nobody waits."""
    served = []
    while (job := turns.waiting().first()) is not None:
        served.append(job.asker)
        job.state = PrintJob.State.DONE
        job.save()
    return served


@pytest.mark.django_db
def test_people_take_turns_however_many_one_of_them_asked_for(cast: Cast) -> None:
    for _ in range(4):
        queued(cast, GUEST)
    for who in ("user 1", "user 2", "user 2"):
        queued(cast, who)
    assert order() == [GUEST, "user 1", "user 2", GUEST, "user 2", GUEST, GUEST]


@pytest.mark.django_db
def test_one_person_has_one_sheet_in_the_making(cast: Cast) -> None:
    queued(cast, GUEST, state="running")
    queued(cast, GUEST)
    assert not turns.waiting().exists()
    other = queued(cast, "user 1")
    assert list(turns.waiting()) == [other]


@pytest.mark.django_db
def test_who_waits_for_one_sheet_goes_before_a_party(cast: Cast) -> None:
    party = [queued(cast, "user 1", later=True) for _ in range(2)]
    alone = queued(cast, "user 2")
    own = queued(cast, "user 1")
    assert list(turns.waiting()) == [alone, own, *party]
    PrintJob.objects.filter(pk=party[0].pk).update(state="running")
    assert list(turns.waiting()) == [alone, own, party[1]]


@pytest.mark.django_db
def test_a_sheet_of_a_party_that_somebody_wants_now_is_no_longer_kept_back(cast: Cast) -> None:
    part = print_jobs.request_print(character=cast.jane, options=A4, by="user 1", later=True)
    assert print_jobs.request_print(character=cast.jane, options=A4, by="user 2").pk == part.pk
    assert (again(part).asker, part.later) == ("user 2", False)


@pytest.mark.django_db
def test_a_worker_that_is_told_that_somebody_waits_makes_the_next_and_tells_another(
    cast: Cast, job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(print_queue, "enqueue_print", lambda queue="": told.append(queue))
    monkeypatch.setattr(rendering, "render", lambda *_: b"%PDF-1.7")
    second = print_jobs.request_print(character=cast.jane, options=A4 | {"paper": "letter"})
    assert [tasks.make_print.apply().state for _ in range(3)] == ["SUCCESS"] * 3
    assert (again(job).state, again(second).state, len(told)) == ("done", "done", 1)


@pytest.mark.django_db
@pytest.mark.parametrize(("role", "most"), [("guest", 5), ("owner", 20)])
def test_one_person_cannot_fill_the_queue(cast: Cast, role: str, most: int) -> None:
    character = cast.guests_own if role == "guest" else cast.jane
    room = reverse("print", args=[character.pk])
    for n in range(most):
        Character.objects.filter(pk=character.pk).update(settings={"rating_limit": n})
        assert cast[role].post(room, {"paper": "letter"}).status_code == 302
    Character.objects.filter(pk=character.pk).update(settings={"rating_limit": 99})
    refused = cast[role].post(room, {"paper": "letter", "appendix": "1"})
    page = words(refused)
    assert refused.status_code == 429
    assert f"We’re still creating {most} of your PDFs" in page
    assert ("log in to queue up to 20" in page) == (role == "guest")
    assert '<option value="letter" selected>' in page
    assert PrintJob.objects.filter(character=character, state="queued").count() == most
    # What waits already, or is finished, is no further one; and somebody else may still ask.
    Character.objects.filter(pk=character.pk).update(settings={"rating_limit": 0})
    assert cast[role].post(room, {"paper": "letter"}).status_code == 302
    other = actions.create_character(system="hprpg", by=cast.users["stranger"])
    assert cast["stranger"].post(reverse("print", args=[other.pk])).status_code == 302
    PrintJob.objects.filter(state="queued").update(state="done")
    Character.objects.filter(pk=character.pk).update(settings={"rating_limit": 99})
    assert cast[role].post(room, {"paper": "letter"}).status_code == 302

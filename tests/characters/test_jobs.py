"""Printed sheets: asked for once, made once, whatever dies on the way."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from characters import actions, printing, prints, tasks
from characters.models import Character, PrintJob
from config.environment import ROOT
from tests.cast import Cast, as_printed

pytestmark = pytest.mark.usefixtures("quiet_broker")
A4 = {"paper": "a4", "variant": "full", "pages": "one", "appendix": False}


@pytest.fixture
def job(cast: Cast) -> PrintJob:
    return prints.request_print(character=cast.jane, options=A4)


def again(job: PrintJob) -> PrintJob:
    job.refresh_from_db()
    return job


def files(suffix: str) -> list[Path]:
    return sorted((Path(django_settings.MEDIA_ROOT) / "prints").glob(f"*{suffix}"))


# Asking


@pytest.mark.django_db
def test_the_same_sheet_is_printed_once(cast: Cast, job: PrintJob) -> None:
    prints.make(job.pk)
    first = again(job)
    assert (first.state, first.progress, first.attempts) == ("done", 100, 1)
    served = prints.request_print(character=cast.jane, options=A4)
    assert (served.pk, served.state) == (job.pk, "done")
    made = prints.path_of(served).stat().st_mtime_ns
    prints.make(job.pk)
    assert prints.path_of(served).stat().st_mtime_ns == made
    assert again(job).attempts == 1
    assert [prints.claim(PrintJob.objects.all(), pk) for pk in (job.pk, uuid.uuid4())] == [None, None]


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
    Character.objects.filter(pk=cast.jane.pk).update(awards=9)


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
    assert prints.request_print(character=fresh(cast), options=A4).pk != job.pk


@pytest.mark.django_db
@pytest.mark.parametrize(
    "option", [{"paper": "letter"}, {"variant": "ink-saver"}, {"pages": "two"}, {"appendix": True}]
)
def test_every_option_makes_a_print_of_its_own(cast: Cast, job: PrintJob, option: dict[str, Any]) -> None:
    assert prints.request_print(character=cast.jane, options=A4 | option).pk != job.pk


@pytest.mark.django_db
def test_a_new_renderer_makes_a_new_print(cast: Cast, job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prints, "RENDERER", prints.RENDERER + 1)
    assert prints.request_print(character=cast.jane, options=A4).pk != job.pk


@pytest.mark.django_db
def test_trackers_are_no_reason_to_print_again(cast: Cast, job: PrintJob) -> None:
    actions.change_play(character=cast.jane, key="fortitude", value=1)
    assert prints.request_print(character=fresh(cast), options=A4).pk == job.pk


@pytest.mark.django_db
def test_what_changed_while_it_waited_is_not_served_as_how_it_was(cast: Cast, job: PrintJob) -> None:
    with_rule_of_the_table(cast)
    prints.make(job.pk)
    cast.table.settings = {}
    cast.table.save()
    asked = prints.request_print(character=fresh(cast), options=A4)
    assert (again(job).state, asked.state, asked.pk == job.pk) == ("done", "queued", False)
    actions.change_build(character=fresh(cast), changes={"scores.charm": 3}, drawn=1)
    prints.make(asked.pk)
    assert (again(asked).version, again(asked).fingerprint) == (2, asked.pk.hex)


@pytest.mark.django_db
def test_a_lost_file_is_printed_again(cast: Cast, job: PrintJob) -> None:
    prints.path_of(as_printed(job)).unlink()
    assert prints.request_print(character=cast.jane, options=A4).state == "queued"
    prints.make(job.pk)
    assert prints.path_of(again(job)).is_file()


ASK = """
import time, uuid, django
django.setup()
from characters.tasks import enqueue_print
began = time.monotonic()
enqueue_print(uuid.uuid4())
print(time.monotonic() - began < 2)
"""


def test_with_the_broker_away_nobody_waits_for_it() -> None:
    away = {**os.environ, "BROKER_URL": "redis+socket:///nowhere/at/all.sock", "LOCAL": "1"}
    away["DJANGO_SETTINGS_MODULE"] = "config.settings"
    done = subprocess.run([sys.executable, "-c", ASK], env=away, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


# Making


@pytest.mark.django_db
def test_a_job_that_kills_its_worker_is_given_up_after_three_tries(job: PrintJob) -> None:
    claims = [prints._claim(job.pk) for _ in range(4)]
    assert [bool(claim) for claim in claims] == [True, True, True, False]
    assert again(job).state == "running"  # perhaps the third is still at it
    PrintJob.objects.update(touched_at=timezone.now() - prints.LOST_AFTER * 2)
    assert prints._claim(job.pk) is None
    assert (again(job).state, job.error) == ("failed", "The printer gave up after three tries.")


@pytest.mark.django_db
def test_a_failed_print_says_why_and_can_be_tried_again(
    cast: Cast, job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "MOST_HTML", 10)
    prints.make(job.pk)
    assert (again(job).state, job.error[:27]) == ("failed", "This sheet is too long to p")
    page = cast["owner"].get(reverse("print_job", args=[job.pk])).content.decode()
    assert "too long" in page
    assert "Try again" in page
    monkeypatch.undo()
    prints.request_print(character=cast.jane, options=A4)
    assert (again(job).state, job.attempts, job.error) == ("queued", 0, "")


@pytest.mark.django_db
def test_a_fault_of_ours_is_told_to_the_log_and_gently_to_the_player(
    job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> bytes:
        raise ZeroDivisionError("inside")

    monkeypatch.setattr(printing, "render", broken)
    with pytest.raises(ZeroDivisionError):
        prints.make(job.pk)
    assert (again(job).state, "inside" in job.error) == ("failed", False)


@pytest.mark.django_db
def test_no_half_file_is_ever_seen(job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError("No space left on device")

    before = files(".pdf")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        prints.carry_out(job, lambda _: b"%PDF-1.7 half of it")
    assert (files(".pdf"), files(".part")) == (before, [])
    monkeypatch.undo()


@pytest.mark.django_db
def test_the_sweeper_finds_what_nobody_has_touched(job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(prints.lost()) == []
    old = timezone.now() - prints.LOST_AFTER - timedelta(seconds=1)
    for state in PrintJob.State.values:
        PrintJob.objects.filter(pk=job.pk).update(state=state, touched_at=old)
        assert job in prints.lost() or state in ("done", "failed")
    asked: list[uuid.UUID] = []
    PrintJob.objects.filter(pk=job.pk).update(state="running", touched_at=old)
    monkeypatch.setattr(tasks, "enqueue_print", asked.append)
    tasks.sweep_prints()
    assert asked == [job.pk]


# Pages


@pytest.mark.django_db
def test_the_way_of_a_print_through_its_pages(cast: Cast) -> None:
    owner = cast["owner"]
    asked = owner.post(
        reverse("print", args=[cast.jane.pk]), {"paper": "letter", "variant": "nonsense", "appendix": "on"}
    )
    job = PrintJob.objects.get(pk=asked.url.split("/")[-2])
    assert job.options == {"paper": "letter", "variant": "full", "pages": "two", "appendix": True}
    waiting = owner.get(asked.url).content.decode()
    assert "In the queue" in waiting
    assert "hx-get" in waiting
    assert owner.get(f"{asked.url}file/").url == asked.url
    as_printed(job)
    fragment = owner.get(asked.url, headers={"HX-Request": "true"})
    assert "hx-trigger" not in fragment.content.decode()
    assert 'hx-swap-oob="innerHTML:#job"' in fragment.content.decode()
    file = owner.get(f"{asked.url}file/")
    assert (file["Content-Type"], file["Cache-Control"]) == ("application/pdf", "private, no-store")
    assert file["Content-Disposition"] == 'inline; filename="jane-alderwick.pdf"'
    assert file.getvalue().startswith(b"%PDF")
    assert asked.url in owner.get(reverse("print", args=[cast.jane.pk])).content.decode()


# A real worker


@pytest.fixture
def workers(quiet_broker: str, tmp_path: Path, settings: Any) -> Iterator[Callable[..., "subprocess.Popen[bytes]"]]:
    """Starts Celery workers on the tests' own database, broker and folder."""
    started: list[subprocess.Popen[bytes]] = []
    settings.MEDIA_ROOT = tmp_path / "data" / "media"
    database = connection.settings_dict
    address = f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}"
    around = {
        **os.environ,
        "DATABASE_URL": address,
        "DATA_DIR": str(tmp_path / "data"),
        "LOCAL": "1",
        "PYTHONWARNINGS": "ignore",
    }

    def start(pool: str = "solo") -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "celery", "-A", "config.celery:app", "-q", "worker", "-P", pool, "-c", "1"]
        command += ["-Q", quiet_broker, "--without-gossip", "--without-mingle", "--without-heartbeat"]
        started.append(subprocess.Popen(command, env=around, cwd=django_settings.BASE_DIR, start_new_session=True))
        return started[-1]

    yield start
    for worker in started:
        if worker.poll() is None:
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


def wait_until(true: Callable[[], bool], patience: float = 40) -> None:
    deadline = time.monotonic() + patience
    while not true():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.01)


@pytest.mark.django_db(transaction=True)
def test_a_worker_prints_and_another_takes_over_when_it_is_killed(cast: Cast, workers: Any) -> None:
    first = prints.request_print(character=cast.jane, options=A4)
    doomed = workers()
    wait_until(lambda: again(first).state == "running")
    os.killpg(doomed.pid, signal.SIGKILL)
    doomed.wait()
    assert again(first).state == "running"
    # What the sweeper does when nobody has touched the row for two minutes.
    PrintJob.objects.filter(pk=first.pk).update(touched_at=timezone.now() - prints.LOST_AFTER * 2)
    tasks.sweep_prints()
    workers()
    wait_until(lambda: again(first).state == "done")
    assert (first.attempts, files(".part")) == (2, [])
    assert prints.path_of(first).read_bytes().startswith(b"%PDF")
    second = prints.request_print(character=cast.jane, options={**A4, "paper": "letter"})
    wait_until(lambda: again(second).state == "done")
    assert second.attempts == 1

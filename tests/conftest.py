"""What every test may ask for: a cache nobody else has used, and a browser that minds the page's manners."""

import fcntl
import gc
import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from rules.catalogue.loading import load_rulebooks
from rules.catalogue.rulebook import _BOOKS, _RULEBOOKS
from tests.embedded import DATA, copied
from tests.waiting import PATIENCE

# Property tests take the time they take: a loaded machine is no finding.
EXAMPLES = int(os.environ.get("EXAMPLES", "30"))
"""How many random ones of everything such a test tries."""
settings.register_profile("patient", max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
FLAGS += ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]
LONG = [
    "test_every_page_is_usable_by_everybody",
    "test_a_month_of_a_campaign",
    "test_jane_by_keyboard_alone",
    "test_the_whole_story_of_a_table",
    "test_jane_without_scripts",
]
"""The journeys that begin, the longest first: a part of the walk over every page takes a minute."""
TOUCHES_CACHE = {"client", "admin_client", "live_server", "windows", "page", "db", "transactional_db"}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long journeys come first in every process's share, or all but one would wait for the last of them.

    The longest of them begin, for a share may have so many that it is still at them when the others are done. Those
    that end on paper go to one process, so that one worker is started and not one for each.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    journeys = sorted((item for item in items if item.path.parent.name == "browser"), key=turn)
    others = [item for item in items if item.path.parent.name != "browser"]
    printed = [item for item in journeys if "worker" in getattr(item, "fixturenames", ())]
    looked_at = [item for item in journeys if item not in printed]
    shares = [printed, *(looked_at[process :: processes - 1] for process in range(processes - 1))]
    size = -(-len(items) // processes)
    dealt: list[pytest.Item] = []
    for mine in shares if processes > 1 else [journeys]:
        room = max(0, size - len(mine))
        dealt += mine + others[:room]
        del others[:room]
    items[:] = dealt + others


def turn(item: pytest.Item) -> int:
    """When a journey begins: the longest in their order, then the others."""
    name = getattr(item, "originalname", item.name)
    return LONG.index(name) if name in LONG else len(LONG)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What is here before the first test stays to the end: nothing is gained by looking through it for rubbish.

    Nor by looking often through what tests make: books and figures are remembered, and most of the rest goes by itself.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 10, 20)


@pytest.fixture(autouse=True)
def own_cache(request: pytest.FixtureRequest) -> None:
    """Rate limits and the like start at nought: each test has a prefix of its own in the shared cache."""
    if request.node.get_closest_marker("django_db") or TOUCHES_CACHE & set(request.fixturenames):
        settings = request.getfixturevalue("settings")
        default = {**settings.CACHES["default"], "KEY_PREFIX": uuid.uuid4().hex}
        settings.CACHES = {**settings.CACHES, "default": default}


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[None]:
    """What keeps a stolen password safe takes a tenth of a second each time; here nobody steals any."""
    from django.test import override_settings

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True, scope="session")
def pages_alone_are_told_of(django_test_environment: None) -> Iterator[None]:
    """Django keeps what each template was drawn with, hundreds for one page; that of the page itself will do."""
    from django.template import Context, Template
    from django.test.signals import template_rendered

    def draw(template: Template, context: Context) -> str:
        if context.template is template:
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", draw)
        yield


@pytest.fixture(autouse=True)
def own_books() -> Iterator[None]:
    """A book that a test changed is forgotten with it: the next test's change has the same version."""
    yield
    for memory, marks in ((_BOOKS, lambda key: (key,)), (_RULEBOOKS, lambda key: key)):
        memory.forget(lambda key, marks=marks: any(version != 1 for _, version in marks(key)))


@pytest.fixture(autouse=True)
def own_media(request: pytest.FixtureRequest) -> None:
    """Files written by a test go away with it."""
    if request.node.get_closest_marker("django_db") or TOUCHES_CACHE & set(request.fixturenames):
        folder = request.getfixturevalue("tmp_path")
        request.getfixturevalue("settings").MEDIA_ROOT = folder / "media"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, django_db_blocker: Any) -> None:
    """Processes that share the tests copy the database that the first of them makes: migrations take seconds."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return
    from django.conf import settings
    from django.db import connection

    how, creation = connection.settings_dict["TEST"], connection.creation
    with (DATA / "copied.lock").open("a") as turn, django_db_blocker.unblock():
        fcntl.flock(turn, fcntl.LOCK_EX)
        with connection._nodb_cursor() as cursor:
            made = creation._database_exists(cursor, copied())
        if not made:
            usual, own = connection.settings_dict["NAME"], how["NAME"]
            how["NAME"] = copied()
            creation.create_test_db(verbosity=0, autoclobber=True)
            load_rulebooks()
            connection.close()
            connection.close_pool()  # type: ignore[attr-defined]  # of PostgreSQL's
            how["NAME"] = own
            connection.settings_dict["NAME"] = settings.DATABASES["default"]["NAME"] = usual
    how["TEMPLATE"] = copied()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The rulebooks are in from the start, and stay.

    Before the test database is dropped, hang up on servers and workers that have not quite gone.
    """
    from django.db import connection
    from django.test import TransactionTestCase

    with django_db_blocker.unblock():
        load_rulebooks()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda case: sweep())
        yield
    with django_db_blocker.unblock():
        with connection.cursor() as cursor:
            cursor.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where datname = current_database() and pid <> pg_backend_pid()"
            )
        connection.close()


STAYS = {"django_migrations", "django_content_type", "auth_permission", "django_site", "rules_book", "rules_entry"}
"""Tables that a test with transactions of its own leaves as it found them; homebrew in them is swept too."""


def sweep() -> None:
    """Delete what such a test wrote: Django's own way empties every table, the rulebooks too, and takes a second.

    What a page that was left still asked for may be written meanwhile; then it is swept again.
    """
    from django.db import IntegrityError

    with suppress(IntegrityError):
        return _sweep()
    return _sweep()


def _sweep() -> None:
    """The foreign keys are looked at when the transaction ends, so the order does not matter."""
    from django.db import connection, transaction

    tables = [name for name in connection.introspection.django_table_names() if name not in STAYS]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("delete from rules_entry where book_id in (select id from rules_book where not core)")
        cursor.execute("delete from rules_book where not core")
        cursor.execute(" union all ".join(f"select '{name}' where exists (select from \"{name}\")" for name in tables))
        for (name,) in cursor.fetchall():
            cursor.execute(f'delete from "{name}"')
        cursor.execute("delete from rules_entry where book_id in (select id from rules_book where not core)")
        cursor.execute("delete from rules_book where not core")
        cursor.execute("select count(*) from rules_book where version <> 1")
        assert cursor.fetchone() == (0,), "a test with transactions of its own leaves the rulebooks as they were"


@pytest.fixture
def no_books(db: None) -> None:
    """Nobody has loaded a rulebook yet."""
    from rules.models import Book, Entry

    Entry.objects.all().delete()
    Book.objects.all().delete()


def chromium() -> str:
    """Debian's Chromium, preferably the one without a window to draw, which is a quarter lighter."""
    installed = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return os.environ.get("CHROMIUM") or installed or "chromium"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield running
        running.close()


LEFT = ("htmx:sendAbort", "htmx:afterRequest")
"""What htmx says when somebody leaves a page before its last answer is there: nothing is wrong with that."""


class Complaints(list[str]):
    """What the browser had to complain of: policy violations, script errors, console errors.

    A test that expects one takes it out: `complaints.forgive("422")`.
    """

    def forgive(self, words: str) -> None:
        """Drop the complaints that contain these words."""
        self[:] = [complaint for complaint in self if words not in complaint]

    def expect_none(self) -> None:
        assert self == [], "the browser complained"

    def listen(self, context: BrowserContext) -> None:
        """Hear what every page of a window says, those opened later too."""
        context.on("console", self._hear)
        context.on("weberror", lambda fault: self.append(str(fault.error)))

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not said.text.startswith(LEFT):
            self.append(said.text)


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def windows(browser: Browser, live_server: object, complaints: Complaints) -> Iterator[Callable[..., BrowserContext]]:
    """Opens private windows: `windows(java_script_enabled=False)`. Fails the test if the browser complains."""
    opened: list[BrowserContext] = []

    def window(**options: Any) -> BrowserContext:
        # A service worker stands between a page and `page.route`: only who tests it has it. Nothing moves in the
        # pages; what changes its colour is painted anew for a tenth of a second, a tenth of all that a test costs.
        usual = {"base_url": str(live_server), "viewport": {"width": 1280, "height": 900}}
        usual |= {"service_workers": "block", "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **options})
        opened.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        complaints.listen(context)
        return context

    yield window
    for context in opened:
        context.close()
    complaints.expect_none()


@pytest.fixture
def page(windows: Callable[..., BrowserContext]) -> Page:
    """A tab of a private window; `page.goto("/characters/")` is enough."""
    return windows().new_page()

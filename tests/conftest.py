"""What every test may ask for: a cache nobody else has used, and a browser that minds the page's manners."""

import os
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from rules.catalogue import load_rulebooks
from rules.rulebook import _BOOKS, _RULEBOOKS

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
FLAGS += ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]
TOUCHES_CACHE = {"client", "admin_client", "live_server", "windows", "page", "db", "transactional_db"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Coverage is shown by examples, never by what a generator happened to try: counting there only costs time."""
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("no_cover")


@pytest.fixture(autouse=True)
def own_cache(request: pytest.FixtureRequest) -> None:
    """Rate limits and the like start at nought: each test has a prefix of its own in the shared cache."""
    if request.node.get_closest_marker("django_db") or TOUCHES_CACHE & set(request.fixturenames):
        settings = request.getfixturevalue("settings")
        default = {**settings.CACHES["default"], "KEY_PREFIX": uuid.uuid4().hex}
        settings.CACHES = {**settings.CACHES, "default": default}


@pytest.fixture(autouse=True)
def own_books() -> Iterator[None]:
    """A book that a test changed is forgotten with it: the next test's change has the same version."""
    yield
    for memory, marks in ((_BOOKS, lambda key: (key,)), (_RULEBOOKS, lambda key: key)):
        for key in list(memory.made):
            if any(version != 1 for _, version in marks(key)):
                del memory.made[key]


@pytest.fixture(autouse=True)
def own_media(request: pytest.FixtureRequest) -> None:
    """Files written by a test go away with it."""
    if request.node.get_closest_marker("django_db") or TOUCHES_CACHE & set(request.fixturenames):
        folder = request.getfixturevalue("tmp_path")
        request.getfixturevalue("settings").MEDIA_ROOT = folder / "media"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The rulebooks are in from the start, until a test with transactions of its own empties every table.

    Before the test database is dropped, hang up on servers and workers that have not quite gone.
    """
    with django_db_blocker.unblock():
        load_rulebooks()
    yield
    with django_db_blocker.unblock():
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where datname = current_database() and pid <> pg_backend_pid()"
            )
        connection.close()


@pytest.fixture
def no_books(db: None) -> None:
    """Nobody has loaded a rulebook yet."""
    from rules.models import Book, Entry

    Entry.objects.all().delete()
    Book.objects.all().delete()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium: CHROMIUM names another."""
    with sync_playwright() as playwright:
        program = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


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
        if said.type == "error":
            self.append(said.text)


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def windows(browser: Browser, live_server: object, complaints: Complaints) -> Iterator[Callable[..., BrowserContext]]:
    """Opens private windows: `windows(java_script_enabled=False)`. Fails the test if the browser complains."""
    opened: list[BrowserContext] = []

    def window(**options: Any) -> BrowserContext:
        usual = {"base_url": str(live_server), "viewport": {"width": 1280, "height": 900}}
        context = browser.new_context(**{**usual, **options})
        opened.append(context)
        context.set_default_timeout(10_000)
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

"""What every test may ask for: a cache nobody else has used, and a browser that minds the page's manners."""

import os
import uuid
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
FLAGS += ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]
TOUCHES_CACHE = {"client", "admin_client", "live_server", "page", "db", "transactional_db"}


@pytest.fixture(autouse=True)
def own_cache(request: pytest.FixtureRequest) -> None:
    """Rate limits and the like start at nought: each test has a prefix of its own in the shared cache."""
    if request.node.get_closest_marker("django_db") or TOUCHES_CACHE & set(request.fixturenames):
        settings = request.getfixturevalue("settings")
        default = {**settings.CACHES["default"], "KEY_PREFIX": uuid.uuid4().hex}
        settings.CACHES = {**settings.CACHES, "default": default}


@pytest.fixture(autouse=True)
def own_media(request: pytest.FixtureRequest) -> None:
    """Files written by a test go away with it."""
    if request.node.get_closest_marker("django_db") or TOUCHES_CACHE & set(request.fixturenames):
        folder = request.getfixturevalue("tmp_path")
        request.getfixturevalue("settings").MEDIA_ROOT = folder / "media"


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


@pytest.fixture
def complaints() -> Complaints:
    return Complaints()


@pytest.fixture
def page(browser: Browser, live_server: object, complaints: Complaints) -> Iterator[Page]:
    """A private window; `page.goto("/characters/")` is enough. Fails the test if the browser complains."""
    context = browser.new_context(base_url=str(live_server), viewport={"width": 1280, "height": 900})
    context.set_default_timeout(10_000)
    window = context.new_page()
    window.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    window.on("pageerror", lambda error: complaints.append(str(error)))
    yield window
    context.close()
    assert complaints == [], "the browser complained"

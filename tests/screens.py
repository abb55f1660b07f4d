"""`make screens`: photographs of every page, narrow to wide, by day and by night, in var/screens."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("STATIC_MANIFEST", "0")
os.environ.setdefault("LOG_LEVEL", "ERROR")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "screens"
WIDTHS = {360: 780, 800: 1000, 1400: 900}
UUID = re.compile(r"-?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def fill() -> tuple[list[str], list[str]]:
    """Tables, rulebooks and the demo world; the addresses mira and a stranger may visit."""
    from django.core.management import call_command

    from tests.browser import pages

    call_command("migrate", verbosity=0)
    call_command("load_rulebooks", verbosity=0)
    return pages.addresses()


@contextmanager
def served() -> Iterator[str]:
    """The site on a port of its own, in a thread of this process."""
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.test.testcases import LiveServerThread

    server = LiveServerThread("localhost", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    if server.error:
        raise server.error
    try:
        yield f"http://localhost:{server.port}"
    finally:
        server.terminate()


def name_of(address: str) -> str:
    return UUID.sub("", address.strip("/").replace("/", "-")) or "home"


def main() -> int:
    import django
    from playwright.sync_api import sync_playwright

    django.setup()
    from tests.browser import pages
    from tests.conftest import FLAGS, chromium

    inside, outside = fill()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    taken = 0
    with served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for who, addresses in (("stranger", outside), ("mira", inside)):
            page = browser.new_context(base_url=base, reduced_motion="reduce").new_page()
            if who == "mira":
                pages.log_in(page, who)
            for number, address in enumerate(addresses, 1):
                page.goto(address)
                for width, height in WIDTHS.items():
                    page.set_viewport_size({"width": width, "height": height})
                    for theme in ("light", "dark"):
                        page.emulate_media(color_scheme=theme)
                        file = f"{who}-{number:02}-{name_of(address)}-{width}-{theme}.png"
                        page.screenshot(path=FOLDER / file, full_page=True)
                        taken += 1
        browser.close()
    print(f"{taken} photographs of {len(inside) + len(outside)} pages are in {FOLDER.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

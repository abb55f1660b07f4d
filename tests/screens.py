"""`make screens`: photographs of every page, narrow to wide, by day and by night, in var/screens."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ.setdefault("STATIC_MANIFEST", "0")
os.environ.setdefault("LOG_LEVEL", "ERROR")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "var" / "screens"
WIDTHS = {360: 780, 800: 1000, 1400: 900}
RAILS = ((900, 700), (1200, 800), (1400, 900), (1920, 1000))
"""Windows that builders work in."""
SCROLL = "share => scrollTo({top: share * (document.documentElement.scrollHeight - innerHeight), behavior: 'instant'})"
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


def photograph(page: Any, who: str, addresses: list[str]) -> Iterator[str]:
    """Every page whole, at three widths, by day and by night."""
    for number, address in enumerate(addresses, 1):
        page.goto(address)
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                yield f"{who}-{number:02}-{name_of(address)}-{width}-{theme}.png"


def scroll(page: Any) -> Iterator[str]:
    """Every step of a character of each game, in the middle and at the end of the page: what stays in sight there."""
    from characters.models import Character

    page.emulate_media(color_scheme="light")
    for name in ("Cormac Overreach", "Raven", "Ishka", "Melisande", "Halla"):
        character = Character.objects.with_table().get(name=name)
        Character.objects.filter(pk=character.pk).update(owner=Character.objects.get(name="Raven").owner)
        for step in character.game.steps(character.read()):
            page.goto(f"/characters/{character.pk}/build/{step.key}/")
            for width, height in RAILS:
                page.set_viewport_size({"width": width, "height": height})
                for share, where in ((0.5, "middle"), (1, "end")):
                    page.evaluate(SCROLL, share)
                    yield f"rail-{character.system}-{step.key}-{width}-{where}.png"


def main(wanted: str = "") -> int:
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
        stranger, mira = (browser.new_context(base_url=base, reduced_motion="reduce").new_page() for _ in range(2))
        pages.log_in(mira, "mira")
        rounds = [(scroll(mira), mira, False)]
        if wanted != "rail":
            rounds += [
                (photograph(page, who, some), page, True)
                for page, who, some in ((stranger, "stranger", outside), (mira, "mira", inside))
            ]
        for names, page, whole in rounds:
            for file in names:
                page.screenshot(path=FOLDER / file, full_page=whole)
                taken += 1
        browser.close()
    print(f"{taken} photographs are in {FOLDER.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

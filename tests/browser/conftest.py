"""What the browser tests stand on: people with a key in their pocket, a worker that prints."""

import os
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from psycopg.conninfo import make_conninfo

from campaigns.demo.demo import JANE
from characters import actions
from characters.access import GUEST
from characters.models import Character
from characters.printing import print_queue
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent
QUEUE = f"prints-{os.getpid()}"
Windows = Callable[..., BrowserContext]
expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture
def guest(page: Page, live_server: Any) -> uuid.UUID:
    """The page's visitor has made something before: the key of their characters."""
    key = uuid.uuid4()
    session = SessionStore()
    session[GUEST] = str(key)
    session.create()
    remember(page.context, live_server, session.session_key or "")
    return key


def remember(context: BrowserContext, live_server: Any, session: str) -> None:
    """Put a session's key into a window's pocket."""
    name = django_settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": session, "url": str(live_server)}])


@pytest.fixture
def log_in(live_server: Any) -> Callable[[BrowserContext, str], Any]:
    """`log_in(context, "mira")`: the window is that person's, who is made if need be."""

    def enter(context: BrowserContext, name: str) -> Any:
        user, _ = get_user_model().objects.get_or_create(username=name)
        client = Client()
        client.force_login(user)
        remember(context, live_server, client.cookies[django_settings.SESSION_COOKIE_NAME].value)
        return user

    return enter


@pytest.fixture
def jane(guest: uuid.UUID) -> Character:
    """The page's visitor has built Jane, whole and legal."""
    return actions.create_character(system="hprpg", guest=guest, name="Jane Alderwick", build=JANE)


@pytest.fixture
def blank(guest: uuid.UUID) -> Character:
    """The page's visitor has just begun."""
    return actions.create_character(system="hprpg", guest=guest, name="Pip")


@pytest.fixture(scope="session")
def celery(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A worker process on this run's database, with a queue of its own; the folder its files go to."""
    data = tmp_path_factory.mktemp("worker")
    address = make_conninfo(os.environ["DATABASE_URL"], dbname=connection.settings_dict["NAME"])
    command = [sys.executable, "-m", "celery", "-A", "config.celery:app", "-q", "worker", "-c", "1", "-Q", QUEUE]
    command += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "error"]
    environment = {**os.environ, "DATABASE_URL": address, "DATA_DIR": str(data), "PYTHONWARNINGS": "ignore"}
    worker = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    yield data / "media"
    worker.terminate()
    worker.wait(20)


@pytest.fixture
def worker(celery: Path, own_media: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A worker makes what is asked for; files are where it puts them."""
    settings.MEDIA_ROOT = celery
    send = print_queue.send
    # A queue of this run's own.
    monkeypatch.setattr(print_queue, "send", lambda *args, **how: send(*args, **{**how, "queue": QUEUE}))
    return celery

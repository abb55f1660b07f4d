"""A pytest plugin, loaded before Django's: a database and a broker of the tests' own, and the counting of lines."""

import gc
import os
from pathlib import Path
from typing import Any

import pytest

from config import services
from tests import counting

# Plain names for static files: no collectstatic before a single test. One test asks for the hashed names.
os.environ.setdefault("STATIC_MANIFEST", "0")
os.environ.setdefault("LOG_LEVEL", "ERROR")
# Nothing a test writes mixes with what `make run` keeps.
DATA = Path(__file__).resolve().parent.parent / "var" / "test"
os.environ.setdefault("DATA_DIR", str(DATA))
(DATA / "static").mkdir(parents=True, exist_ok=True)
# Playwright's synchronous interface runs an event loop in the test's thread.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
# Several test runs may share one server: each makes a database of its own. Workers of xdist inherit the name.
os.environ.setdefault("TEST_DATABASE", f"test_dramatis_{os.getpid()}")
COUNTED = pytest.StashKey[tuple[Any, Path]]()
"""What counts the lines, and the folder for its answer."""


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Start before the settings are read; `unconfigure` lets go."""
    provided = services.provided("test")
    provided.__enter__()
    early_config.add_cleanup(lambda: provided.__exit__(None, None, None))
    folder = os.environ.get("COUNT_LINES")
    only_hands_out = early_config.known_args_namespace.numprocesses and "PYTEST_XDIST_WORKER" not in os.environ
    if only_hands_out:
        early_config.add_cleanup(drop_copied)
    else:
        # What is made while tests are collected stays: rubbish is looked for after that, in `tests/conftest.py`.
        gc.disable()
    if folder and not only_hands_out:
        early_config.stash[COUNTED] = counting.begin(Path(folder)), Path(folder)


def copied() -> str:
    """The name of the database that the processes of a run copy."""
    return f"{os.environ['TEST_DATABASE']}_copied"


def drop_copied() -> None:
    """The processes drop their own."""
    import psycopg
    from psycopg.sql import SQL, Identifier

    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(SQL("DROP DATABASE IF EXISTS {}").format(Identifier(copied())))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave the counts while xdist still waits: ten seconds after this it ends the process."""
    if COUNTED in session.config.stash:
        counting.keep(*session.config.stash[COUNTED])


@pytest.fixture(scope="session")
def address() -> str:
    """The database's address, for tests that open a connection of their own."""
    return os.environ["DATABASE_URL"]

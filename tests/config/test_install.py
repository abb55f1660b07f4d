"""What installs the rest: it waits for whoever has the system's packages, and finds what is missing by its sign."""

import fcntl
from pathlib import Path
from threading import Thread

import pytest

from config import install
from tests.waiting import wait_until


@pytest.fixture
def nowhere(tmp_path: Path) -> list[str]:
    """Options for an apt-get that keeps its lists here and has none to fetch."""
    lists = tmp_path / "lists"
    (lists / "partial").mkdir(parents=True)
    places = {"Dir::State::Lists": lists, "Dir::Etc::SourceList": "/dev/null", "Dir::Etc::SourceParts": "/dev/null"}
    return [word for name, place in places.items() for word in ("-o", f"{name}={place}")]


def test_it_waits_while_another_program_has_the_packages(
    nowhere: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "BREATH", 0.05)
    lock, said, done = tmp_path / "lists" / "lock", [""], []
    updating = Thread(target=lambda: done.append(install.apt_get(*nowhere, "update")))

    def told() -> bool:
        said[0] += capfd.readouterr().out
        return f"it holds {lock})\n" in said[0]

    with lock.open("w") as held:
        fcntl.lockf(held, fcntl.LOCK_EX)
        updating.start()
        wait_until(told)
        assert done == []
    updating.join()
    assert done == [True]
    assert said[0].startswith("-- waiting for process ")
    assert said[0].count("\n") == 1


def test_what_apt_says_of_anything_else_is_passed_on(capfd: pytest.CaptureFixture[str]) -> None:
    assert install.apt_get("no-such-operation") is False
    assert "Invalid operation" in capfd.readouterr().err


def test_the_driver_of_the_browser_has_what_it_needs() -> None:
    """A bare system has no libatomic; the driver's own node wants it."""
    assert install.FOR_TEST["libatomic1"] == "libatomic.so.1"
    assert install.present("libatomic1", "libatomic.so.1")
    assert not install.present("libnothing1", "libnothing.so.1")

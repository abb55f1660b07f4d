from pathlib import Path

import pytest

from config import environment

WHOLE = {
    "LOCAL": "0",
    "DATABASE_URL": "postgresql://dramatis@db/dramatis",
    "BROKER_URL": "redis://broker:6379/0",
    "SECRET_KEY": "k" * 50,
    "ALLOWED_HOSTS": "one.example, two.example",
}
NAMES = [name.upper() for name in environment.Environment.model_fields]


@pytest.fixture
def given(monkeypatch):
    """Set exactly these variables and read the environment."""

    def read(**values: str) -> environment.Environment:
        for name in NAMES:
            monkeypatch.delenv(name, raising=False)
        for name, value in values.items():
            monkeypatch.setenv(name, value)
        return environment.read()

    return read


def test_an_empty_environment_is_somebodys_own_computer(given, tmp_path):
    env = given(DATA_DIR=str(tmp_path))
    assert (env.local, env.debug) == (True, False)
    assert env.database_url.startswith("postgresql://dramatis@/dramatis?host=/tmp/")


def test_the_local_key_is_made_once_and_kept_private(given, tmp_path):
    first = given(DATA_DIR=str(tmp_path)).secret_key
    assert len(first) > 50
    assert given(DATA_DIR=str(tmp_path)).secret_key == first
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_a_whole_environment_is_taken_as_it_is(given):
    env = given(**WHOLE)
    assert env.hosts == ["one.example", "two.example", "localhost", "127.0.0.1"]


def test_a_database_of_ones_own_means_a_real_installation(given):
    with pytest.raises(environment.EnvironmentProblem) as problem:
        given(DATABASE_URL=WHOLE["DATABASE_URL"])
    assert [line.split(" is")[0] for line in str(problem.value).splitlines()] == [
        "BROKER_URL",
        "SECRET_KEY",
        "ALLOWED_HOSTS",
    ]


@pytest.mark.parametrize(("name", "value"), [("DEBUG", "1"), ("SECRET_KEY", "short")])
def test_a_real_installation_refuses(given, name, value):
    with pytest.raises(environment.EnvironmentProblem, match=name):
        given(**{**WHOLE, name: value})


def test_every_mistake_is_told_at_once_and_no_value_with_it(given):
    with pytest.raises(environment.EnvironmentProblem) as problem:
        given(**{**WHOLE, "TRUSTED_PROXIES": "hush", "DEBUG": "hush"})
    assert [line.split(":")[0] for line in str(problem.value).splitlines()] == ["DEBUG", "TRUSTED_PROXIES"]
    assert "hush" not in str(problem.value)


def test_a_value_may_come_from_a_file(given, tmp_path):
    file = tmp_path / "key"
    file.write_text("f" * 60 + "\n")
    rest = {name: value for name, value in WHOLE.items() if name != "SECRET_KEY"}
    assert given(**rest, SECRET_KEY_FILE=str(file)).secret_key == "f" * 60


def test_a_missing_file_is_a_sentence(given):
    with pytest.raises(environment.EnvironmentProblem, match=r"A file named by a \*_FILE variable"):
        given(**WHOLE, DATABASE_PASSWORD_FILE=str(Path("/nowhere/at/all")))


def test_letters_go_by_the_server_named(given):
    server = given(**WHOLE, EMAIL_URL="smtp://anna:word@post.example:2525").email_server
    assert (server.username, server.hostname, server.port) == ("anna", "post.example", 2525)


def test_signs_that_mean_something_in_an_address_may_stand_in_a_password(given):
    read = given(**WHOLE, EMAIL_URL="smtp://anna%40owls.example:p%2Fw%40rd@post.example:587")
    assert (read.email_login, read.email_server.hostname) == (("anna@owls.example", "p/w@rd"), "post.example")
    assert given(**WHOLE, EMAIL_URL="smtp://post.example").email_login == ("", "")

"""Everything the outside world may set, typed, with every mistake told at once in sentences."""

import os
import secrets
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from pydantic import ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from config.embedded import Places

ROOT = Path(__file__).resolve().parent.parent


class EnvironmentProblem(SystemExit):
    """The environment can't be used. Its text is one sentence a line."""


class Environment(BaseSettings):
    """Environment variables; each may also be given as NAME_FILE, a file that holds the value."""

    model_config = SettingsConfigDict(case_sensitive=False, extra="ignore")

    #: On one's own computer: plain http, a generated key, embedded services. True if DATABASE_URL isn't set.
    local: bool = False
    debug: bool = False
    secret_key: str = ""
    #: Keys from before, with spaces or new lines between: what they signed or encrypted can still be read.
    secret_key_fallbacks: str = ""
    database_url: str = ""
    database_password: str = ""
    broker_url: str = ""
    allowed_hosts: str = ""
    #: How many reverse proxies of yours stand in front; 0 means that forwarding headers are not believed.
    trusted_proxies: int = 0
    data_dir: Path = ROOT / "var"
    email_url: str = ""
    email_from: str = "dramatis@localhost"
    log_level: str = "INFO"
    #: False where nobody has run collectstatic.
    static_manifest: bool = True
    test_database: str = ""

    @model_validator(mode="after")
    def fits_together(self) -> "Environment":
        if not self.local:
            problems = list(missing(self))
            if problems:
                raise ValueError("\n".join(problems))
        return self

    @property
    def hosts(self) -> list[str]:
        named = [host.strip() for host in self.allowed_hosts.split(",") if host.strip()]
        # The container's own health check asks by this name.
        return [*named, "localhost", "127.0.0.1", *(["[::1]", "testserver"] if self.local else [])]

    @property
    def email_server(self) -> SplitResult:
        """smtp://user:password@host:587; without one, letters are printed on the terminal."""
        return urlsplit(self.email_url)

    @property
    def email_login(self) -> tuple[str, str]:
        """User and password at that server, each with its %40 read as the @ it stands for."""
        return unquote(self.email_server.username or ""), unquote(self.email_server.password or "")


def missing(environment: Environment) -> list[str]:
    """What a real installation must say and hasn't."""
    said = {
        "DEBUG shows the inside of the program to everyone. Unset it, or set LOCAL=1 at home.": (environment.debug),
        "DATABASE_URL is not set. Give a PostgreSQL address: postgresql://user:password@host/name.": (
            not environment.database_url
        ),
        "BROKER_URL is not set. Give the address of a Redis or Valkey server: redis://host:6379/0.": (
            not environment.broker_url
        ),
        "SECRET_KEY is not set or too short. Give 50 random characters or more.": len(environment.secret_key) < 50,
        "ALLOWED_HOSTS is not set. Name the hosts this site answers to, with commas between them.": (
            not environment.allowed_hosts
        ),
    }
    return [sentence for sentence, wrong in said.items() if wrong]


def local_key(folder: Path) -> str:
    """The key of one's own computer: made once, kept where git does not look."""
    file = folder / "secret-key"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f"secret-key.{os.getpid()}"
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(64))
        fresh.rename(file)
    return file.read_text()


def from_files() -> dict[str, str]:
    """Values given as NAME_FILE."""
    given = {name: os.environ.get(f"{name.upper()}_FILE") for name in Environment.model_fields}
    return {name: Path(file).read_text().strip() for name, file in given.items() if file}


def read() -> Environment:
    """The environment, checked. Raises EnvironmentProblem, which ends the program with the sentences."""
    named = "DATABASE_URL" in os.environ or "DATABASE_URL_FILE" in os.environ
    try:
        values: dict[str, object] = dict(from_files())
        if "LOCAL" not in os.environ:
            values["local"] = not named
        environment = Environment(**values)  # type: ignore[arg-type]  # pydantic checks them
    except (ValidationError, OSError) as problem:
        raise EnvironmentProblem(sentences(problem)) from None
    if not environment.local:
        return environment
    places = Places("run")
    return environment.model_copy(
        update={
            "database_url": environment.database_url or places.database_url,
            "broker_url": environment.broker_url or places.broker_url,
            "secret_key": environment.secret_key or local_key(environment.data_dir),
        }
    )


def sentences(problem: ValidationError | OSError) -> str:
    """One line for each thing that is wrong. Values stay out of it: they may be secrets."""
    if isinstance(problem, OSError):
        return f"A file named by a *_FILE variable can't be read: {problem}."
    lines = []
    for error in problem.errors(include_input=False, include_url=False):
        where = ".".join(str(part) for part in error["loc"]).upper()
        told = error["msg"].removeprefix("Value error, ")
        lines.append(f"{where}: {told}." if where else told)
    return "\n".join(lines)

"""Logging: structlog over the standard library, to stderr; JSON in UTC on a server, plain lines at home."""

import logging.config
import re
from collections.abc import MutableMapping
from typing import Any

import structlog

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
LONGEST = 2_000
"""Letters of one value of a line: whoever asks decides how long an address is."""
LONGEST_TRACEBACK = 20_000
TOKEN = re.compile(r"(?i)((?:/|%(?:25)*2f)(?:join|calendar)(?:/|%(?:25)*2f))[^\s?&#]+")
"""What follows in the address of an invitation or a calendar, also within another address and where it is misspelt:
whoever has it is let in."""


def shorten(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Leave out the middle of what is too long, and what lets somebody in."""
    for key, value in line.items():
        if value is None or isinstance(value, bool | int | float):
            continue
        text = TOKEN.sub(r"\1…", value if isinstance(value, str) else repr(value))
        line[key] = _cut(text, LONGEST_TRACEBACK if key == "exception" else LONGEST)
    return line


def _cut(text: str, most: int) -> str:
    left_out = len(text) - most
    return text if left_out <= 0 else f"{text[: most // 2]} … {left_out:,} letters … {text[-(most // 2) :]}"


def plan(*, level: str, machine_readable: bool) -> dict[str, Any]:
    """The dictionary for `logging.config`."""
    if machine_readable:
        renderer: Any = structlog.processors.JSONRenderer()
    else:
        renderer = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    ending = [structlog.processors.format_exc_info, shorten, renderer]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *ending],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "loggers": {
            # Django's own level would let its warnings through whatever is asked for.
            "django": {"level": level.upper()},
            "weasyprint.progress": {"level": "WARNING"},
            "fontTools": {"level": "WARNING"},
        },
        "root": {"handlers": ["stderr"], "level": level.upper()},
    }


def configure(settings: dict[str, Any]) -> None:
    """Django calls this with LOGGING once the settings are read."""
    logging.config.dictConfig(settings)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )

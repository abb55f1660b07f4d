"""Logging: structlog over the standard library, to stderr; JSON in UTC on a server, plain lines at home."""

import logging.config
from typing import Any

import structlog

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def plan(*, level: str, machine_readable: bool) -> dict[str, Any]:
    """The dictionary for `logging.config`."""
    if machine_readable:
        ending: list[Any] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        ending = [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
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

"""Programs that tests start: they heed what asks them to end, and none outlives whoever started it."""

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


def heed() -> None:
    """For `preexec_fn`. Under nohup, or in the background of a script, all that is started ignores these."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def child(command: Sequence[str], **options: Any) -> "Iterator[subprocess.Popen[str]]":
    """A program that has ended when the block has, however that came about."""
    with subprocess.Popen(command, text=True, preexec_fn=heed, **options) as process:
        try:
            yield process
        finally:
            process.kill()

"""What the commands that answer documents have in common: a line of JSON for each, or a sentence why there is none."""

import json
import sys
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rules.assess import documents
from rules.kernel import RuleError
from rules.kernel.basics import shorten
from rules.kernel.documents import DocumentError


class DocumentCommand(BaseCommand):
    """Answers each document with one line of JSON. Needs no server and no database: the core books as shipped."""

    requires_system_checks = []
    answer: Callable[[bytes], dict[str, Any]]

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "paths", nargs="+", metavar="FILE", help="a document; - reads standard input, a document a line"
        )

    def handle(self, *, paths: list[str], **options: Any) -> None:
        """Ends with 2 if a document could not be read."""
        status = 0
        for place, content in documents(paths, sys.stdin.buffer):
            try:
                if isinstance(content, OSError):
                    raise DocumentError(f"It cannot be opened: {content.strerror or content}.")
                found = type(self).answer(content)
            except (DocumentError, RuleError) as fault:
                self.stderr.write(shorten(f"{place}: {fault}", 600))
                status = 2
                continue
            self.stdout.write(json.dumps(found, allow_nan=False))
            status = max(status, self.status(found))
        sys.exit(status)

    def status(self, found: dict[str, Any]) -> int:
        """How the command ends for a document that was answered."""
        return 0

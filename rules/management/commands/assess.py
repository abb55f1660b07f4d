import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rules.kernel import DocumentError, RuleError, shorten
from rules.verdicts import assess, documents


class Command(BaseCommand):
    help = (
        "Say whether characters are legal: one JSON object a document, a line each. Ends with 0 if all are "
        "legal, 1 if one is not, 2 if one cannot be read. Needs no server and no database."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "paths",
            nargs="+",
            metavar="FILE",
            help="a document; - reads standard input, a document a line",
        )

    def handle(self, *, paths: list[str], **options: Any) -> None:
        status = 0
        for place, content in documents(paths, sys.stdin.buffer):
            try:
                if isinstance(content, OSError):
                    raise DocumentError(f"It cannot be opened: {content.strerror or content}.")
                found = assess(content)
            except (DocumentError, RuleError) as fault:
                self.stderr.write(shorten(f"{place}: {fault}", 600))
                status = 2
                continue
            self.stdout.write(json.dumps(found, allow_nan=False))
            status = max(status, 0 if found["legal"] else 1)
        sys.exit(status)

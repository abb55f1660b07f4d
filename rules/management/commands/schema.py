import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rules.assess import find_game
from rules.kernel.documents import DocumentError
from rules.kernel.pages.schema import json_schema


class Command(BaseCommand):
    help = "Print the JSON Schema of a game's build documents. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system", metavar="SYSTEM", help="a game's key")

    def handle(self, *, system: str, **options: Any) -> None:
        try:
            schema = json_schema(find_game(system))
        except DocumentError as fault:
            self.stderr.write(str(fault))
            sys.exit(2)
        self.stdout.write(json.dumps(schema, indent=2))

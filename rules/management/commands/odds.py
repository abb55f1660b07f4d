import argparse
import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rules.assess import find_game


class Command(BaseCommand):
    help = "Print the exact chances of a roll as JSON; docs/games has examples for each game. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system", metavar="SYSTEM", help="a game's key")
        parser.add_argument("arguments", nargs=argparse.REMAINDER, help="what to roll, in the game's own words")

    def handle(self, *, system: str, arguments: list[str], **options: Any) -> None:
        try:
            found = find_game(system).odds(arguments)
        except ValueError as fault:
            self.stderr.write(str(fault))
            sys.exit(2)
        self.stdout.write(json.dumps(found, allow_nan=False))

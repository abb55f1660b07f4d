import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rules.kernel.documents import DocumentError
from rules.shown import made_at_random


class Command(BaseCommand):
    help = "Make characters at random: a document a line, ready for assess. Needs no server and no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system", help="the key of the game")
        parser.add_argument("--count", type=int, default=1, help="how many")
        parser.add_argument("--seed", type=int, default=0, help="the same seed makes the same characters")
        parser.add_argument("--stage", choices=("creation", "advancement"), default="creation")
        parser.add_argument("--awards", type=int, default=0, help="points from the game master, to grow with")
        parser.add_argument("--house-rules", default="{}", help="settings of the game, as JSON; --settings is the same")

    def handle(self, *, system: str, count: int, seed: int, stage: str, awards: int, **options: Any) -> None:
        try:
            for document in made_at_random(system, count, seed, stage, awards, options["house_rules"]):
                self.stdout.write(json.dumps(document))
        except DocumentError as fault:
            self.stderr.write(str(fault))
            sys.exit(2)

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from rules.startgame import begin_game


class Command(BaseCommand):
    help = "Begin a game: write a small one that runs, to be replaced piece by piece. Needs no database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key", help="its key, such as paper-lantern")
        parser.add_argument("name", help="its name, such as “Paper Lantern”")

    def handle(self, *, key: str, name: str, **options: Any) -> None:
        try:
            written = begin_game(key, name, settings.BASE_DIR)
        except ValueError as fault:
            self.stderr.write(str(fault))
            sys.exit(2)
        for place in written:
            self.stdout.write(str(place))
        package = key.replace("-", "_")
        self.stdout.write(
            f'\nAdd "{key}": "{package}" to PACKAGES in rules/systems/__init__.py, then run manage.py check.\n'
            "What comes next: docs/adding-a-game.md"
        )

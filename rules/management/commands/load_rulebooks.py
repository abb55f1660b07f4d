from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.catalogue.loading import load_rulebooks
from rules.kernel import RuleError


class Command(BaseCommand):
    help = "Bring the core books as shipped into the catalogue. Safe to run again: only what differs changes."

    def handle(self, **options: Any) -> None:
        try:
            loaded = load_rulebooks()
        except RuleError as fault:
            raise CommandError(f"Nothing was loaded. {fault}") from fault
        for book in loaded:
            self.stdout.write(str(book))

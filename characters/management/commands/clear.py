from typing import Any

from django.core.management.base import BaseCommand

from characters import keeping
from characters.printing import clearing


class Command(BaseCommand):
    help = "Clear what was deleted or left behind and is kept no longer, and expired sessions. Safe to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        while any(cleared := keeping.clear()):
            self.stdout.write(f"Cleared {cleared}.")
        clearing.clear_strays()
        self.stdout.write("Nothing is left to clear.")

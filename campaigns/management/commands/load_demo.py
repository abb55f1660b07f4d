from typing import Any

from django.core.management.base import BaseCommand

from campaigns.demo import demo


class Command(BaseCommand):
    help = "Make the demo world: two players, a GM and their characters."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(demo.load())

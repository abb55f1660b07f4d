"""The roster of 200 characters against that of 20: wall time of the page, as it is polled, and the queries of both.

Both go through every middleware, with a real session and a real database, in turn in one process. Measured is the
page of a table whose sheets have been read (each is read once, when it has changed); the first look is told beside.
"""

import sys
import time
from typing import Any

from benchmarks import timing
from benchmarks.world import world

FEW, MANY = 20, 200
GOAL = 5.0
timing.TIMES = 10


def main() -> int:
    with world() as jane:
        from django.db import connection
        from django.test import Client
        from django.test.utils import CaptureQueriesContext

        from campaigns.models import Campaign, Membership
        from characters.models import Character
        from characters.tables import TableRole

        models = list(Character.objects.filter(campaign__name="The Crossroads Inn").order_by("pk"))

        def table(count: int) -> str:
            made = Campaign.objects.create(name=f"{count} at a table")
            Membership.objects.create(campaign=made, user=jane.owner, role=TableRole.GM)
            copies = [models[number % len(models)] for number in range(count)]
            Character.objects.bulk_create(
                Character(
                    owner=one.owner, book_id=one.book_id, system=one.system, name=f"{one.name} {number}",
                    build=_unlike(one.build, number), campaign=made,
                )
                for number, one in enumerate(copies)
            )  # fmt: skip
            return f"/campaigns/{made.pk}/roster/"

        client = Client()
        client.force_login(jane.owner, backend="django.contrib.auth.backends.ModelBackend")
        few, many = table(FEW), table(MANY)

        def get(address: str) -> None:
            assert client.get(address).status_code == 200

        def queries(address: str) -> int:
            with CaptureQueriesContext(connection) as asked:
                get(address)
            return len(asked)

        get(table(len(models)))  # templates and rulebooks are there
        first = {}
        counts = {}
        for address in (few, many):
            start = time.perf_counter()
            counts[address] = queries(address)
            first[address] = time.perf_counter() - start
        again = {address: queries(address) for address in (few, many)}
        covered = []
        for _ in range(2):
            start = time.perf_counter()
            get(many.replace("roster", "coverage"))
            covered.append(time.perf_counter() - start)
        large, small, ratio = timing.side_by_side(lambda: get(many), lambda: get(few))
    equal = counts[few] == counts[many] and again[few] == again[many]
    print(f"{MANY} characters  {large * 1000:7.2f} ms, {again[many]} queries")
    print(f"{FEW} characters   {small * 1000:7.2f} ms, {again[few]} queries")
    print(f"ratio           {ratio:7.2f} (goal {GOAL}); queries equal: {'yes' if equal else 'no'}")
    print(
        f"first look      {first[many] * 1000:7.2f} ms and {first[few] * 1000:.2f} ms, {counts[many]} queries, "
        f"ratio {first[many] / first[few]:.2f}"
    )
    print(f"coverage of {MANY} {covered[0] * 1000:6.0f} ms at first, then {covered[1] * 1000:.0f} ms (no goal)")
    return 0 if ratio <= GOAL and equal else 1


def _unlike(build: dict[str, Any], number: int) -> dict[str, Any]:
    """The same choices with another story, so that no two characters are one."""
    return {**build, "notes": {"goals": f"Be number {number}."}}


if __name__ == "__main__":
    sys.exit(main())

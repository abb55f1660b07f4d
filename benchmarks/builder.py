"""One click in the builder, as server time and queries, against the smallest page that knows who asks.

Both go through every middleware, with a real session and a real database, in turn in one process.
"""

import statistics
import sys
import time
from collections.abc import Callable
from itertools import count
from typing import Any

from benchmarks.world import world

GOAL = 2.5
MOST_QUERIES = 8
ROUNDS = 9
CLICKS = 60


def seconds(work: Callable[[], Any]) -> float:
    """Wall time of one call, averaged over a round."""
    start = time.perf_counter()
    for _ in range(CLICKS):
        work()
    return (time.perf_counter() - start) / CLICKS


def main() -> int:
    with world() as jane:
        from django.db import connection
        from django.test import Client
        from django.test.utils import CaptureQueriesContext

        client = Client()
        client.force_login(jane.owner, backend="django.contrib.auth.backends.ModelBackend")
        address, turns = f"/characters/{jane.pk}/build/aspects/", count()

        def post() -> Any:
            data = {"scores.charm": str(next(turns) % 3), "tab": "bench"}
            return client.post(address, data, headers={"HX-Request": "true"})

        def me() -> None:
            assert client.get("/benchmarks/me/").status_code == 200

        assert post().status_code == 200
        with CaptureQueriesContext(connection) as queries:
            post()
        pairs = [(seconds(post), seconds(me)) for _ in range(ROUNDS + 1)][1:]
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"one builder change   {statistics.median(a for a, _ in pairs) * 1000:6.2f} ms, {len(queries)} queries")
    print(f"smallest page        {statistics.median(b for _, b in pairs) * 1000:6.2f} ms")
    print(f"ratio                {ratio:6.2f} (goal {GOAL}); queries {len(queries)} (goal {MOST_QUERIES})")
    return 0 if ratio <= GOAL and len(queries) <= MOST_QUERIES else 1


if __name__ == "__main__":
    sys.exit(main())

"""One click in the builder, as server time and queries, against the smallest page that knows who asks.

Both go through every middleware, with a real session and a real database, in turn in one process.
"""

import re
import sys
from itertools import count
from typing import Any
from urllib.parse import urlencode

from benchmarks.timing import side_by_side
from benchmarks.world import world

GOAL = 2.0
MOST_QUERIES = 4
FORM = "application/x-www-form-urlencoded"
GRID = "fitness precision vitality charm deception insight intelligence willpower perception"
"""What the browser sends with a click: the step's whole form."""


def said(page: str, name: str) -> str:
    """What a page says of itself in a hidden input."""
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found, f"the page says its {name}"
    return found[1]


def main() -> int:
    with world() as jane:
        from django.db import connection
        from django.test import Client

        client = Client()
        client.force_login(jane.owner, backend="django.contrib.auth.backends.ModelBackend")
        address, turns = f"/characters/{jane.pk}/build/aspects/", count()
        page = client.get(address).content.decode()

        form: dict[str, Any] = {
            **{f"scores.{key}": str(value) for key, value in jane.build["scores"].items() if key in GRID.split()},
            "tab": "bench",
            "layout": said(page, "layout"),
            "shown": said(page, "shown"),
        }

        def send(body: str) -> Any:
            return client.post(address, body, content_type=FORM, headers={"HX-Request": "true"})

        # A browser writes its form itself. So both forms are written beforehand, and the clock hears the server alone.
        bodies, sizes = [], []
        for charm in (2, 1, 2, 1):
            bodies.append(urlencode(form | {"scores.charm": str(charm)}))
            answer = send(bodies[-1])
            sizes.append(len(answer.content))
            form["shown"] = said(answer.content.decode(), "shown")

        def post() -> None:
            assert send(bodies[2 + next(turns) % 2]).status_code == 200

        def me() -> None:
            assert client.get("/benchmarks/me/").status_code == 200

        connection.force_debug_cursor = True
        before = len(connection.queries_log)
        post()
        queries = len(connection.queries_log) - before
        connection.force_debug_cursor = False
        mine, floor, ratio = side_by_side(post, me)
    print(f"one builder change   {mine * 1000:6.2f} ms, {queries} queries")
    print(f"smallest page        {floor * 1000:6.2f} ms")
    print(f"its answer           {max(sizes):6,} bytes at most")
    print(f"ratio                {ratio:6.2f} (goal {GOAL}); queries {queries} (goal {MOST_QUERIES})")
    return 0 if ratio <= GOAL and queries <= MOST_QUERIES else 1


if __name__ == "__main__":
    sys.exit(main())

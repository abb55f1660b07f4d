"""A sheet printed again with nothing changed, against a static file of the same size behind the same login.

Both answers go through every middleware and know who asks; the print also looks up its row and whether
the person may see it.
"""

import sys
from typing import Any

from benchmarks.timing import side_by_side
from benchmarks.world import world

GOAL = 1.5


def main() -> int:
    with world() as jane:
        from django.test import Client

        from characters.models import PrintJob
        from characters.printing import print_jobs, print_making
        from characters.printing.jobs import path_of

        job = print_jobs.request_print(character=jane, options={"paper": "a4"})
        print_making.make(job.pk)
        job.refresh_from_db()
        assert job.state == PrintJob.State.DONE
        client = Client()
        client.force_login(jane.owner, backend="django.contrib.auth.backends.ModelBackend")

        def get(address: str) -> int:
            response: Any = client.get(address)
            assert response.status_code == 200
            return sum(map(len, response.streaming_content))

        def again() -> int:
            return get(f"/prints/{job.pk}/file/")

        def static() -> int:
            return get(f"/benchmarks/static/{job.file}")

        assert again() == static()
        mine, floor, ratio = side_by_side(again, static)
        path_of(job).unlink()
    print(f"print served again   {mine * 1000:6.2f} ms")
    print(f"static file          {floor * 1000:6.2f} ms")
    print(f"ratio                {ratio:6.2f} (goal {GOAL})")
    return 0 if ratio <= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())

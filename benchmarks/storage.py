"""What a click costs the database: bytes of tables and of its log, for a character of so many bytes.

A click is a change through `change_build`, as the builder makes it: a dot, a letter in a long note, an item out of the
middle of a long list. The text is of random letters, which no compression makes small.
"""

import sys
from random import Random
from string import ascii_letters
from typing import Any

from benchmarks.world import world

SIZES = (8_000, 200_000)
CLICKS = 12
MOST = 2.5
"""A click may write so many times the build to the log, and a revision is a small part of it."""


def big(size: int) -> dict[str, Any]:
    """A build of about so many bytes: half of it notes, half of it gear with a word on each."""
    rng = Random(11)

    def text(length: int) -> str:
        return "".join(rng.choices(ascii_letters, k=length))

    notes = {f"note-{n}": text(min(size // 2, 16_000)) for n in range(max(1, size // 32_000))}
    gear = [{"name": text(20), "notes": {"detail": text(160)}} for _ in range(max(CLICKS + 6, size // 440))]
    return {"scores": {"charm": 1}, "notes": notes, "entries": {"gear": gear}}


CHANGES: dict[str, Any] = {
    "a dot": lambda build, n: {"scores.charm": 2 + n % 3},
    "a letter in a note": lambda build, n: {"notes.note-0": build["notes"]["note-0"] + "x"},
    "a line from the middle": lambda build, n: {f"entries.gear.{len(build['entries']['gear']) // 2}": None},
}


def main() -> int:
    worst = 0.0
    with world():
        for size in SIZES:
            for name, change in CHANGES.items():
                table, told, log, kept = measure(size, change)
                worst = max(worst, (log / kept) if size > SIZES[0] else 0)
                print(
                    f"{kept / 1000:6.0f} kB, {name:<26} character {table / 1000:8.1f} kB, "
                    f"revision {told / 1000:8.1f} kB, log {log / 1000:8.1f} kB a click"
                )
    print(f"log at most {worst:.1f} times the build (goal {MOST})")
    return 0 if worst <= MOST else 1


def measure(size: int, change: Any) -> tuple[float, float, float, int]:
    """Bytes a click of both tables, of the log, and the bytes of the build."""
    import json

    from characters import actions

    held = actions.create_character(system="hprpg", name="Big", build=big(size))
    before = _sizes()
    for n in range(CLICKS):
        held = actions.change_build(character=held, changes=change(held.build, n), drawn=held.version).character
    table, told, log = (after - start for after, start in zip(_sizes(), before, strict=True))
    return table / CLICKS, told / CLICKS, log / CLICKS, len(json.dumps(held.build))


def _sizes() -> tuple[int, int, int]:
    """Bytes of the tables of characters and of revisions, with all that belongs to them, and of the log."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_total_relation_size('characters_character'), pg_total_relation_size('characters_revision'), "
            "(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint"
        )
        found: tuple[int, int, int] = cursor.fetchone()
    return found


if __name__ == "__main__":
    sys.exit(main())

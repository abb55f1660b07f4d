"""What the tests leave out: nothing at all of what everything rests on, and a little at most of the rest.

The kernel, the dice and who may see what are covered whole, line and branch.
"""

import sys
from pathlib import Path

from tests import counting

FLOOR = 95
"""Per cent of the lines and branches that were counted."""


def must_be_whole(file: str) -> bool:
    return file.startswith(counting.WHOLE) or Path(file).name == counting.ACCESS


def gaps(counted: counting.Coverage) -> list[str]:
    """One line for each file with something missing: `path: lines 3, 8; branches 4 -> 9`."""
    told = []
    for file, facts in sorted(counted["files"].items()):
        lines = ", ".join(map(str, facts["missing_lines"]))
        branches = ", ".join(f"{start} -> {end or 'its end'}" for start, end in facts["missing_branches"])
        if lines or branches:
            said = [f"lines {lines}" if lines else "", f"branches {branches}" if branches else ""]
            told.append(f"{file}: {'; '.join(filter(None, said))}")
    return told


def main(folder: Path) -> int:
    counted = counting.total(folder)
    if not counted["summary"].get("covered_lines"):
        print("Nothing was counted: run the tests with COUNT_LINES naming a folder first.")
        return 1
    told = gaps(counted)
    print("\n".join(told))
    share = counted["summary"]["percent_covered"]
    print(f"   {share:.2f} % of the lines and branches counted are covered; {FLOOR} % are asked for")
    broken = [gap for gap in told if must_be_whole(gap.partition(":")[0])]
    print("\n".join(["   These must be covered whole:", *broken] if broken else ["   kernel, dice and access: whole"]))
    return 1 if broken or share < FLOOR else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

"""What everything rests on is covered whole, line and branch: the kernel, the dice, who may see what."""

import json
import sys
from pathlib import Path

REPORT = Path(__file__).resolve().parent.parent / "var" / "coverage.json"
WHOLE = ("rules/kernel/", "rules/dice/")
ACCESS = "access.py"


def must_be_whole(file: str) -> bool:
    return file.startswith(WHOLE) or Path(file).name == ACCESS


def gaps(report: dict[str, dict[str, dict[str, list[object]]]]) -> list[str]:
    """One line for each file that isn't whole: `path: lines 3, 8; branches [4, 9]`."""
    told = []
    for file, facts in sorted(report["files"].items()):
        lines, branches = facts["missing_lines"], facts.get("missing_branches", [])
        if must_be_whole(file) and (lines or branches):
            told.append(f"{file}: lines {lines}, branches {branches}")
    return told


def main() -> int:
    report = json.loads(REPORT.read_text())
    if not any(must_be_whole(file) for file in report["files"]):
        print("The report names no file of the kernel, the dice or access: nothing was measured.")
        return 1
    told = gaps(report)
    print("\n".join(told) or "   every line and branch of the kernel, the dice and access is tested")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())

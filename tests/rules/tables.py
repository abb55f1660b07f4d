"""What the rules say in Python: the numbers of references and of reminders on paper, and the page of each cite.

`python -m tests.rules.tables GAME` tells those of a game, to be held against its rulebook.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rules import systems
from rules.kernel import Build
from rules.kernel.pages import Game
from rules.kernel.pages.play_blocks import RollTable
from rules.kernel.pages.print_blocks import Crib, Layout, Table
from tests.rules.listed_blocks import blocks
from tests.rules.printed import NUMBER
from tests.rules.test_cites_lead import LAST, written


def tables(game: Game) -> dict[str, dict[str, str]]:
    """By kind and name: the numbers of each card, those of each reminder on paper, the pages of each section cited."""
    paper = game.layout(game.read(Build.parse({})))
    return {
        "card": dict(_cards(game)),
        "reminder": {title: line for title, lines in reminders(paper) if (line := _numbers(lines))},
        "cite": _pages(game.folder),
    }


def reminders(layout: Layout) -> Iterator[tuple[str, Iterable[tuple[str, str]]]]:
    """What paper says beside the numbers: its reminders, and the notes under its tables."""
    for block in (*blocks(layout), *layout.cribs):
        if isinstance(block, Crib):
            yield block.title, block.lines
        elif isinstance(block, Table | RollTable):
            yield from ((f"{block.title}: {word}", ((word, said),)) for word, said in block.notes)


def _cards(game: Game) -> Iterator[tuple[str, str]]:
    """Cards that no entry of the book makes: those are told with it."""
    entries = {entry.name for known in game.rulebook.entries.values() for entry in known.values()}
    for card in (card for section in game.references(game.rulebook) for card in section.cards):
        if card.name not in entries and (line := _numbers(card.table)):
            yield card.key, line


def _numbers(rows: Iterable[Iterable[str]]) -> str:
    """The numbers of each row that has some, in their order. The words stay where they are: a table is its numbers."""
    told = (" ".join(number for said in row for number in NUMBER.findall(said)) for row in rows)
    return " / ".join(filter(None, told))


def _pages(folder: Path) -> dict[str, str]:
    found: dict[str, set[int]] = {}
    for module in sorted(folder.glob("*.py")):
        for _, section, page in written(ast.parse(module.read_text(encoding="utf-8"))):
            if page != LAST:
                found.setdefault(section, set()).add(page)
    return {section: " / ".join(map(str, sorted(pages))) for section, pages in sorted(found.items())}


def main() -> None:
    for kind, rows in tables(systems.get(sys.argv[1])).items():
        if rows:
            sys.stdout.write(f"[{kind}]\n" + "".join(f'"{name}" = "{line}"\n' for name, line in rows.items()) + "\n")


if __name__ == "__main__":
    main()

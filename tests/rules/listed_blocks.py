"""What a printed sheet lists, found by its title."""

from collections.abc import Iterator
from typing import TypeVar

from rules.kernel.pages.print_blocks import Beside, Block, Layout

B = TypeVar("B", bound=Block)


def blocks(layout: Layout) -> Iterator[Block]:
    """All blocks in the order of the pages."""
    for block in (*layout.front, *layout.movable, *layout.back):
        yield from (one for column in block.columns for one in column) if isinstance(block, Beside) else (block,)


def titles(layout: Layout) -> list[str]:
    return [block.title for block in blocks(layout)]


def printed(layout: Layout, kind: type[B], title: str) -> B:
    """The one block of a kind whose title begins so."""
    (found,) = (one for one in blocks(layout) if isinstance(one, kind) and one.title.startswith(title))
    return found

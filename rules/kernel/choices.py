"""A choice of one entry of a kind. A game says it once; who somebody is, and what is missing or unknown, follow."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.wording import join_words, nearest
from rules.kernel.books.rulebook import Entry
from rules.kernel.findings import Finding, Fix, Level
from rules.kernel.reading import Reading


@dataclass(frozen=True, eq=False)
class Choice:
    """One entry of a kind, picked under `key`, which is also what it is called.

    `missing` is the hint of the warning while nothing is picked; without it nobody has to choose. What no book has is
    a finding at this `level`, with `unknown` for its hint; it is called `code`, else by the key, and cited `strange`
    where that is read elsewhere.
    """

    key: str
    shape: type[Entry]
    cite: Cite
    missing: str = ""
    level: Level = Level.ERROR
    unknown: str = ""
    code: str = ""
    strange: Cite | None = None


def choice_findings(c: Reading) -> Iterator[Finding]:
    """Each choice that is still open, or of something that no book in play has."""
    for one in c.game.choices.values():
        at, picked = f"picks.{one.key}", c.build.picks.get(one.key)
        if picked and c.chosen(one.shape, one.key) is None:
            yield _unknown(c, one, c.build.picked(one.key) or (str(picked),), at)
        elif not picked and one.missing:
            yield Finding(
                f"{one.key}-missing", Level.WARNING, f"No {one.key} chosen yet.", one.cite, hint=one.missing, at=at
            )


def _unknown(c: Reading, one: Choice, picked: tuple[str, ...], at: str) -> Finding:
    """The one that was likely meant is the fix; what is only noted may stay."""
    alone, error = len(picked) == 1, one.level is Level.ERROR
    likely = c.rulebook.find(one.shape, nearest(picked[0], c.rulebook.all(one.shape))) if alone else None
    words = f"No {one.key} in these books is called" if alone else f"Everybody has one {one.key}, not"
    other = f"Choose another {one.key}; your choice is kept until you do." if alone else "Choose one of them."
    hints = (one.unknown, f"Did you mean {likely.name}?") if likely else (one.unknown or other,)
    return Finding(
        one.code or f"{one.key}-unknown", one.level, f"{words} {join_words(picked)}.", one.strange or one.cite,
        hint=" ".join(filter(None, hints)), at=at,
        fixes=(
            *((Fix(f"Choose {likely.name}", at, likely.key),) if likely else ()),
            *((Fix("Clear it", at, None),) if error else ()),
        ),
    )  # fmt: skip

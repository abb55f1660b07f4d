"""Choices of entries of a kind. A game says each once; who somebody is, and what is missing or unknown, follow."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.wording import capitalise, join_words, nearest
from rules.kernel.books.rulebook import Entry, Rulebook
from rules.kernel.documents.builds import Build
from rules.kernel.documents.changes import apply, segment
from rules.kernel.findings import MOST, Finding, Fix, Level
from rules.kernel.reading import Reading, Rules


@dataclass(frozen=True, eq=False)
class Choice:
    """One entry of a kind, picked under `key`, which is also what it is called; with `lines`, in each of that list.

    `missing` is the hint while nothing is picked; without it nobody has to choose. What no book has is
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
    lines: str = ""


@dataclass(frozen=True, eq=False)
class Choices:
    """Any number of entries of a kind, picked under `key`; `one` is what one of them is called.

    What no book has is an error, `{key}-unknown`. Somebody made at random has `at_random` of them at the least.
    """

    key: str
    shape: type[Entry]
    cite: Cite
    one: str
    at_random: int = 0

    def found(self, c: Reading) -> tuple[Entry, ...]:
        """Those that the books in play have."""
        entries = (c.rulebook.find(self.shape, key) for key in c.picked(self.key))
        return tuple(entry for entry in entries if entry)


def choose_at_random(game: Rules, document: Mapping[str, Any], rng: Random, rulebook: Rulebook) -> dict[str, Any]:
    """A document in which whatever the build still has to choose is chosen, of what is offered."""
    made = dict(document)
    for one in game.choices.values():
        offered = () if one.lines or Build.parse(made).picks.get(one.key) else rulebook.offered(one.shape)
        if offered:
            made = apply(made, f"picks.{one.key}", rng.choice(offered).key)
    for several in game.many_choices.values():
        held = Build.parse(made).picked(several.key)
        free = [entry.key for entry in rulebook.offered(several.shape) if entry.key not in held]
        more = min(several.at_random - len(held), len(free))
        if more > 0:
            made = apply(made, f"picks.{several.key}", [*held, *rng.sample(free, more)])
    return made


def choice_findings(c: Reading) -> Iterator[Finding]:
    """Each choice that is still open, or of what no book in play has."""
    for one in c.game.choices.values():
        for above, build in _places(c.build, one.lines):
            at, picked = f"{above}picks.{one.key}", build.picks.get(one.key)
            if picked and c.rulebook.find(one.shape, build.pick(one.key)) is None:
                yield _unknown(c, one, build.picked(one.key) or (str(picked),), at)
            elif not picked and one.missing:
                words = f"Choose your {one.key}."
                yield Finding(f"{one.key}-missing", Level.TODO, words, one.cite, hint=one.missing, at=at)
    for several in c.game.many_choices.values():
        if strange := [key for key in c.picked(several.key) if c.rulebook.find(several.shape, key) is None]:
            yield _strangers(several, strange)


def _places(build: Build, lines: str) -> Iterator[tuple[str, Build]]:
    """Where a choice is made, each with the beginning of its path."""
    if not lines:
        yield "", build
    yield from ((f"entries.{lines}.{place}.", line) for place, line in enumerate(build.entries.get(lines, ())))


def _strangers(several: Choices, keys: list[str]) -> Finding:
    return Finding(
        f"{several.key}-unknown", Level.ERROR,
        f"{capitalise(several.one)}: {join_words(keys)} {'isn' if len(keys) == 1 else 'aren'}'t in the book.",
        several.cite, hint="It's ignored. Remove it, or add the book it comes from.", at=f"picks.{several.key}",
        fixes=tuple(
            Fix(f"Remove {join_words([key])}", f"picks.{several.key}.{segment(key)}", False) for key in keys[:MOST]
        ),
    )  # fmt: skip


def _unknown(c: Reading, one: Choice, picked: tuple[str, ...], at: str) -> Finding:
    """The one that was likely meant is the fix; what is only noted may stay."""
    alone, error = len(picked) == 1, one.level is Level.ERROR
    likely = c.rulebook.find(one.shape, nearest(picked[0], c.rulebook.all(one.shape))) if alone else None
    name = capitalise(one.key)
    words = f"{name}: {join_words(picked)} isn't in the book." if alone else f"You can have 1 {one.key}."
    other = "Choose from the list." if alone else f"Choose one of {join_words(picked)}."
    hints = (one.unknown, f"Did you mean {likely.name}?") if likely else (one.unknown or other,)
    return Finding(
        one.code or f"{one.key}-unknown", one.level, words, one.strange or one.cite,
        hint=" ".join(filter(None, hints)), at=at,
        fixes=(
            *((Fix(f"Choose {likely.name}", at, likely.key),) if likely else ()),
            *((Fix(f"Clear {name}", at, None),) if error else ()),
        ),
    )  # fmt: skip

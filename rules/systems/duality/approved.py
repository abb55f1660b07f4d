"""What a game master has approved stays bought: nothing goes back for its points, save an item that is sold (D-15)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.kernel import Build, Finding, Fix, Level, Reading, written
from rules.systems.duality.entries import Movement, Wealth
from rules.systems.duality.game import SPEEDS, cite, duality
from rules.systems.duality.legality import Budgets
from rules.systems.duality.pricing import plain
from rules.systems.duality.saving import by_line
from rules.systems.duality.things import abilities, experiences, styles


@duality.rule
def approved(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Once play begins, nothing bought is given back for its points; only items are sold (3.6, 5.2, D-15)."""
    if c.approved is not None:
        yield from _means(c, c.approved.build)
        yield from _abilities(c, c.approved)
        yield from _lists(c, c.approved)


def below(label: str, had: str, has: str, at: str, back: object = None) -> Finding:
    """Less of something than there was when the character was approved; `back` is what puts it back."""
    return Finding(
        "below-baseline", Level.ERROR, f"{label} was {had} when the character was approved and is {has} now.",
        cite("3.6", 9, "D-15"), hint="Put it back; only items can be sold.", at=at,
        fixes=() if back is None else (Fix(f"Put it back to {had}", at, back),),
    )  # fmt: skip


def _means(c: Reading, before: Build) -> Iterator[Finding]:
    """Speed, ways to move, wealth (3.6)."""
    steps: dict[str, tuple[str, tuple[str, ...], str]] = {"speed": ("Speed", SPEEDS, "normal")}
    steps |= {key: (way.name, ("", *SPEEDS), "") for key, way in c.rulebook.all(Movement).items()}
    rich = sorted(c.rulebook.all(Wealth).values(), key=lambda wealth: wealth.price)
    steps["wealth"] = ("Wealth", tuple(wealth.key for wealth in rich), "limited")
    for key, (label, ladder, usual) in steps.items():
        had, has = (pick if pick in ladder else usual for pick in (before.pick(key), c.pick(key)))
        if ladder.index(has) < ladder.index(had):
            yield below(label, had.capitalize(), has.capitalize() or "gone", f"picks.{key}", had)


def _abilities(c: Reading, was: Reading) -> Iterator[Finding]:
    """Abilities stay, at their level or a higher one (3.4)."""
    best = {held.ability.key: held for held in sorted(c.once(abilities), key=lambda h: h.level) if held.ability}
    for old in was.once(abilities):
        now = best.get(old.ability.key) if old.ability else None
        if old.ability and now is None:
            gone = below(f"{old.ability.name}: level", plain(old.level), "gone", "entries.abilities")
            held = c.build.entries.get("abilities", ())
            entry = written(was.build.entries["abilities"][old.place])
            yield replace(gone, fixes=(Fix("Put it back", f"entries.abilities.{len(held)}", entry),))
        elif old.ability and now and now.level < old.level:
            at = f"{now.path}.scores.level"
            yield below(f"{old.ability.name}: level", plain(old.level), plain(now.level), at, old.level)


def _lists(c: Reading, was: Reading) -> Iterator[Finding]:
    """What went into each experience and each style, by its place; resurrection may take of an experience (4.3.2)."""
    kept = {style.path: style.label for style in was.once(styles)}
    if not c.setting("resurrection"):
        kept |= {held.path: held.label for held in was.once(experiences)}
    had, has = by_line(was), by_line(c)
    present = {*(thing.path for thing in c.once(experiences)), *(style.path for style in c.once(styles))}
    for path, label in kept.items():
        if has[path] < had[path]:
            at = path if path in present else path.rpartition(".")[0]
            _, kind, place = path.split(".")
            less = below(f"What went into {label}", f"{had[path]} XP", f"{has[path]} XP", at)
            yield replace(less, fixes=(Fix("Put it back", path, written(was.build.entries[kind][int(place)])),))

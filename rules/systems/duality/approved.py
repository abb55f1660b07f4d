"""What a game master has approved stays bought: nothing goes back for its points, save an item that is sold (D-15)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from rules.kernel import Build, Finding, Fix, Level, Reading, written
from rules.kernel.settled import Line
from rules.systems.duality.entries import Movement, Wealth
from rules.systems.duality.game import SPEEDS, cite, duality
from rules.systems.duality.legality import Budgets
from rules.systems.duality.pricing import plain
from rules.systems.duality.things import HeldStyle, abilities, experiences, styles


@duality.rule
def approved(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Once play begins, nothing bought is given back for its points; only items are sold (3.6, 5.2, D-15)."""
    if c.approved is not None:
        yield from _means(c, c.approved.build)
        yield from _abilities(c, c.approved)


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


class Kept(NamedTuple):
    """A style as it was approved, and what it is now: None where it is gone."""

    then: HeldStyle
    now: HeldStyle | None


def kept_styles(c: Reading) -> tuple[Kept, ...]:
    """Each style by its kind, its statistic and its specialization, wherever it stands; else by its kind (D-20)."""
    then = sorted((style for style in c.approved.once(styles) if style.style), key=_made) if c.approved else []
    left, found = sorted((style for style in c.once(styles) if style.style), key=_made), dict[int, HeldStyle]()
    for known_by in (_identity, _kind):
        for old in then:
            now = next((style for style in left if known_by(style) == known_by(old)), None)
            if now and old.place not in found:
                found[old.place] = now
                left.remove(now)
    return tuple(Kept(old, found.get(old.place)) for old in then)


def _made(style: HeldStyle) -> tuple[int, ...]:
    """How well it is made, the best first: of two alike the better then is the better now."""
    return (-style.bonus - style.dice - len(style.upgrades), style.place)


def _identity(style: HeldStyle) -> tuple[str, ...]:
    needs = style.style is not None and bool(style.style.needs)
    return (*_kind(style), style.statistic, style.specialization if needs else "")


def _kind(style: HeldStyle) -> tuple[str, ...]:
    return (style.style.key if style.style else "",)


def kept_experiences(c: Reading) -> dict[str, int]:
    """With which bonus each experience was approved, by its path now: of two alike the higher stays so (D-19)."""
    had: dict[str, list[int]] = {}
    for one in c.approved.once(experiences) if c.approved else ():
        if one.name:
            had.setdefault(one.name.casefold(), []).append(one.bonus)
    for alike in had.values():
        alike.sort()
    held = sorted(c.once(experiences), key=lambda one: -one.bonus)
    return {one.path: alike.pop() for one in held if (alike := had.get(one.name.casefold(), []))}


@duality.keeps
def lived(c: Reading) -> Iterable[Line]:
    """No experience is forgotten, and another name makes it another one (D-19, D-27)."""
    for one in c.once(experiences):
        if one.name:
            where = cite("3.3", 6, "D-19")
            words = "What one has lived stays; other words take your game master's word."
            yield Line(one.path, one.label, one.name.casefold(), "experience-gone", where, words)


@duality.rule
def experienced(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """An experience has no less than it was approved with; resurrection may take of it (4.3.2, D-15)."""
    had = {} if c.setting("resurrection") else c.once(kept_experiences)
    for one in c.once(experiences):
        before = had.get(one.path, one.bonus)
        if one.bonus < before:
            yield below(one.label, plain(before), plain(one.bonus), f"{one.path}.scores.bonus", before)


@duality.rule
def fought(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A style keeps its kind, its statistic and all it was made better by (3.5, D-15, D-20)."""
    for then, now in c.once(kept_styles):
        if now is None:
            entry = written(then.entry)
            yield Finding(
                "style-gone", Level.ERROR, f"{then.label} was there when the character was approved, and was removed.",
                cite("3.5", 7, "D-20"), hint="A style that was learned stays.", at="entries.styles",
                fixes=(Fix("Put it back", f"entries.styles.{len(c.once(styles))}", entry),),
            )  # fmt: skip
            continue
        for key, code in (("statistic", "style-statistic-changed"), ("specialization", "style-specialization-changed")):
            before, after = getattr(then, key), getattr(now, key)
            if before and before != after and (key == "statistic" or (then.style and then.style.needs)):
                at = f"{now.path}.picks.{key}"
                yield Finding(
                    code, Level.ERROR, f"{now.label} had another {key} when the character was approved.",
                    cite("3.5", 7, "D-20"), hint="It is chosen with the style, and stays.", at=at,
                    fixes=(Fix("Put it back", at, before),),
                )  # fmt: skip
        for key, words in (("bonus", "bonus"), ("dice", "damage dice")):
            before, after = getattr(then, key), getattr(now, key)
            if after < before:
                at = f"{now.path}.scores.{key}"
                yield below(f"{now.label}: {words}", plain(before), plain(after), at, before)
        for upgrade in then.upgrades:
            if upgrade.key not in {one.key for one in now.upgrades}:
                at = f"{now.path}.picks.upgrades.{upgrade.key}"
                yield Finding(
                    "upgrade-given-back", Level.ERROR, f"{now.label} was approved with {upgrade.name}.",
                    cite("3.5.1", 7, "D-20"), hint="An upgrade stays.", at=at, fixes=(Fix("Put it back", at, True),),
                )  # fmt: skip

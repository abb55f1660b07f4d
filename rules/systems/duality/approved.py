"""What a game master has approved stays bought: nothing goes back for its points, save an item that is sold (D-15)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rules.kernel import Build, Cite, Finding, Fix, Level, Reading
from rules.kernel.basics import shorten
from rules.kernel.basics.pairing import LineMatch
from rules.kernel.documents import written
from rules.kernel.documents.builds import NAME_LIMIT
from rules.kernel.documents.ledger import same_name
from rules.kernel.findings import GmWord
from rules.systems.duality.allowed import LIMITED, reached
from rules.systems.duality.entries import Movement, Wealth
from rules.systems.duality.feature_prices import named
from rules.systems.duality.game import SPEEDS, cite, duality
from rules.systems.duality.held import HeldItem, HeldStyle, experiences, items, styles
from rules.systems.duality.kept import (
    given,
    kept_abilities,
    kept_experiences,
    kept_items,
    kept_styles,
    old_experiences,
    old_style_places,
    old_styles,
    partings,
    tag_target,
    target_of,
)
from rules.systems.duality.legality import Budgets
from rules.systems.duality.parted import STAYS, name_in
from rules.systems.duality.pricing import plain
from rules.systems.duality.xp_lines import improved


@duality.rule
def approved(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Once play begins, nothing bought is refunded; only items are sold (3.6, 5.2, D-15)."""
    if c.approved is not None:
        yield from _means(c, c.approved.build)
        yield from _abilities(c, c.approved)


def below(label: str, had: str, has: str, at: str, back: Fix) -> Finding:
    """Less of something than there was when the character was approved; `back` is what puts it back."""
    return Finding(
        "below-baseline", Level.ERROR, f"{label} was {had} when approved and can't go down.",
        cite("3.6", 9, "D-15"), hint=f"It is {has} now. Only items can be sold.", at=at, fixes=(back,),
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
            at = f"picks.{key}"
            back = Fix(f"Restore {label} to {had.capitalize()}", at, had)
            less = below(label, had.capitalize(), has.capitalize() or "gone", at, back)
            yield from (less,) if key != "wealth" else _poorer(c, less, ladder, GmWord(at, had, has))


def _poorer(c: Reading, less: Finding, ladder: Sequence[str], word: GmWord) -> Iterator[Finding]:
    """Wealth is lost by the game master's word, down to what that says (3.1.4, D-22)."""
    may_be = reached(c, word.subject, LIMITED, ladder)
    if all(ladder.index(word.now) < ladder.index(key) for key in may_be if key in ladder):
        yield less._replace(hint="If it was lost in the story, ask your GM.", gm_word=word)


def _abilities(c: Reading, was: Reading) -> Iterator[Finding]:
    """Abilities stay (3.4)."""
    for old in (one.then for one in c.memo(kept_abilities) if one.now is None):
        assert old.ability is not None
        entry = written(was.build.entries["abilities"][old.place])
        back = Fix(f"Restore {old.ability.name}", _end(c, "abilities"), entry)
        yield below(f"{old.ability.name}: level", plain(old.level), "gone", "entries.abilities", back)


def _end(c: Reading, key: str) -> str:
    """Where the next line of a list stands."""
    return f"entries.{key}.{len(c.build.entries.get(key, ()))}"


# Experiences

LIVED = "Only your GM can allow a new wording."
REMEMBERED = "Enter in the ledger what the resurrection took, or ask your GM to allow a new wording."


@duality.rule
def lived(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """No experience is forgotten, and another name makes it another one (3.3, D-19, D-27)."""
    fresh = [one for one in c.memo(experiences) if one.name and one.place not in c.memo(old_experiences)]
    for old in (one.then for one in c.memo(kept_experiences) if one.now is None):
        assert c.approved is not None
        entry = written(c.approved.build.entries["experiences"][old.place])
        new = fresh.pop(0).name if fresh and old.name else ""
        yield Finding(
            "experience-gone", Level.ERROR, f"{old.label} was approved and can't be removed.",
            cite("3.3", 6, "D-19"), hint=REMEMBERED if c.setting("resurrection") else LIVED,
            at="entries.experiences", fixes=(Fix(f"Restore {old.label}", _end(c, "experiences"), entry),),
            gm_word=GmWord(old.name, old.name, new) if new else None,
        )  # fmt: skip


# Combat styles


@duality.rule
def fought(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A style keeps its kind, its statistic and its upgrades (3.5, D-15, D-20)."""
    fresh = [style for style in c.memo(styles) if style.style and style.place not in c.memo(old_styles)]
    for then, now, _ in c.memo(kept_styles):
        if now is None:
            new = next((one for one in fresh if exchange(c, then, one)), fresh[0] if fresh else None)
            fresh = [one for one in fresh if one is not new]
            yield from by_word(c, then, new, Finding(
                "style-gone", Level.ERROR, f"{then.label} was approved and can't be removed.",
                cite("3.5", 7, "D-20"), at="entries.styles",
                fixes=(Fix(f"Restore {then.label}", _end(c, "styles"), written(then.entry)),),
            ))  # fmt: skip
        else:
            yield from _fought(c, then, now)


def _fought(c: Reading, then: HeldStyle, now: HeldStyle) -> Iterator[Finding]:
    for key, code in (("statistic", "style-statistic-changed"), ("specialization", "style-specialization-changed")):
        before, after = getattr(then, key), getattr(now, key)
        if before and before != after and (key == "statistic" or (then.style and then.style.needs)):
            at = f"{now.path}.picks.{key}"
            yield from by_word(c, then, now, Finding(
                code, Level.ERROR, f"The {key} of {now.label} was approved and can't change.",
                cite("3.5", 7, "D-20"), at=at, fixes=(Fix(f"Restore the {key}", at, before),),
            ))  # fmt: skip
    words, told = (one.entry.notes.get("experience", "").strip() for one in (then, now))
    known = c.table.ledger.fresh.names_of(same_name(words))
    if words and now.style and now.style.experience and same_name(told) not in known:
        at = f"{now.path}.notes.experience"
        yield Finding(
            "style-experience-changed", Level.ERROR,
            f"The experience of {now.label} was approved and can't change.",
            cite("3.5.1", 7, "D-19"), hint=LIVED, at=at, fixes=(Fix("Restore the experience", at, words),),
            gm_word=GmWord(words, words, told) if told else None,
        )  # fmt: skip
    for upgrade in then.upgrades:
        if upgrade.key not in {one.key for one in now.upgrades}:
            at = f"{now.path}.picks.upgrades.{upgrade.key}"
            yield Finding(
                "upgrade-given-back", Level.ERROR,
                f"{now.label} was approved with {upgrade.name}, which can't be removed.",
                cite("3.5.1", 7, "D-20"), at=at, fixes=(Fix(f"Restore {upgrade.name}", at, True),),
            )  # fmt: skip


def by_word(c: Reading, then: HeldStyle, now: HeldStyle | None, wrong: Finding) -> Iterator[Finding]:
    """At some tables the game master lets a style become another that costs as much (D-20)."""
    if now is None or c.setting("style_change") != "gm_word":
        yield wrong
    elif (worth := _cost(c, now)) < (cost := _cost(c.approved or c, then)):
        yield wrong._replace(hint=f"The new one costs {worth} XP; it has to cost {cost} or more.")
    elif not exchange(c, then, now):
        hint = "Ask your GM to allow another."
        yield wrong._replace(hint=hint, gm_word=GmWord(then.label, stands_on(then), stands_on(now)))


def exchange(c: Reading, then: HeldStyle, now: HeldStyle) -> bool:
    """Whether the ledger names this very exchange."""
    return c.table.ledger.fresh.allows(then.label, stands_on(then), stands_on(now))


def stands_on(style: HeldStyle) -> str:
    """What of a style is settled, in words: “Simple & Weak, willpower, create-fire”."""
    needs = style.style is not None and bool(style.style.needs)
    parts = (style.style.name if style.style else "", style.statistic, style.specialization if needs else "")
    return ", ".join(part for part in parts if part)


def _cost(c: Reading, style: HeldStyle) -> int:
    """What a style costs beside the others: what it was made better by, and its statistic (3.5)."""
    others = sum(one.statistic == style.statistic for one in c.memo(styles) if one.style) - 1
    made = sum(line.amount for line in improved(style, style.style)) if style.style else 0
    return made + 3 * others * bool(style.statistic)


# Items

ANOTHER = " (new)"
"""What tells a new item from one of its name that is gone."""


@duality.rule
def owned(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """An item goes when it is sold or lost, and keeps what it is and all it was given (5.1.3, 5.2, D-21, D-25)."""
    for kept in c.memo(kept_items):
        if kept.now is not None and kept.told:
            yield _still_listed(kept.now, c.memo(partings)[kept.then.place].kind == "item-lost")
        elif kept.now is not None:
            yield from _made_for(c, kept.then, kept.now)
            yield from _given(c, kept.then, kept.now)
        elif not kept.told:
            yield _item_gone(c, kept)


def _still_listed(item: HeldItem, lost: bool) -> Finding:
    """What was sold or lost leaves the list; another like it has another name (5.2, D-25)."""
    other = f"{shorten(item.label, NAME_LIMIT - len(ANOTHER))}{ANOTHER}"
    return Finding(
        "lost-still-listed" if lost else "sold-still-listed", Level.ERROR,
        f"{item.label} is on the list, but was {'lost' if lost else 'sold'} according to the ledger.",
        cite("5.2", 12, "D-25"), hint="Remove it, or cancel the entry. Give a new one like it another name.",
        at=item.path,
        fixes=(Fix(f"Remove {item.label}", item.path, None), Fix(f"Rename to {other}", f"{item.path}.name", other)),
    )  # fmt: skip


@duality.rule
def named_anew(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A new item has another name than one that is gone, by which an approval tells them apart (5.2, D-21, D-25)."""
    parted = [entry for entry in c.table.ledger.of("sale", "item-lost") if STAYS in entry.more]
    kept = {one.now.place for one in c.memo(kept_items) if one.now} if parted else ()
    for item in c.memo(items) if parted else ():
        if item.place not in kept and same_name(item.entry.name) in map(name_in, parted):
            other = f"{shorten(item.label, NAME_LIMIT - len(ANOTHER))}{ANOTHER}"
            at = f"{item.path}.name"
            yield Finding(
                "name-of-another", Level.NOTE, f"A sold or lost item was called {item.label}, too.",
                cite("5.2", 12, "D-25"), hint="Rename this one to tell them apart.", at=at,
                fixes=(Fix(f"Rename to {other}", at, other),),
            )  # fmt: skip


def _item_gone(c: Reading, kept: LineMatch[HeldItem]) -> Finding:
    name = kept.then.label
    return Finding(
        "item-gone", Level.ERROR, f"{name} was approved and can't be removed.",
        cite("5.2", 12, "D-23"),
        hint="If you sold it, enter the sale in the ledger. If it was lost, your GM enters the loss.",
        at="entries.items", fixes=(Fix(f"Restore {name}", _end(c, "items"), _as_it_was(c, kept.then)),),
    )  # fmt: skip


def _as_it_was(c: Reading, item: HeldItem) -> dict[str, Any]:
    """An item as it was approved, of the styles where they stand now."""
    places = c.memo(old_style_places)
    entry: dict[str, Any] = written(item.entry)
    for line in (entry, *entry.get("entries", {}).get("features", ())):
        picks = line.get("picks", {})
        if str(picks.get("style", "")).isdecimal() and int(picks["style"]) in places:
            picks["style"] = str(places[int(picks["style"])])
    return entry


def _made_for(c: Reading, then: HeldItem, now: HeldItem) -> Iterator[Finding]:
    """The style a weapon was made for, and the experience of a relic (5.1.1, 5.1.2)."""
    place = c.memo(old_style_places).get(then.style.place) if then.style else None
    if place is not None and place != (now.style.place if now.style else -1):
        at = f"{now.path}.picks.style"
        yield _other("item-style-changed", f"{now.label} was made for another combat style.", cite("5.1.1", 12, "D-21"),
                     "You can add a style as a feature for 3 XP.",
                     Fix("Restore the style", at, str(place)))  # fmt: skip
    words = then.entry.notes.get("experience", "").strip()
    if then.kind == "relic" and words and same_name(words) != same_name(now.entry.notes.get("experience", "")):
        at = f"{now.path}.notes.experience"
        yield _other("item-experience-changed", f"{now.label} was made with another experience.",
                     cite("5.1.2", 12, "D-21"), "You can add a new one as a feature.",
                     Fix("Restore the experience", at, words))  # fmt: skip


def _other(code: str, message: str, where: Cite, hint: str, back: Fix) -> Finding:
    return Finding(code, Level.ERROR, message, where, hint=f"That can't change after approval. {hint}", at=back.path,
                   fixes=(back,))  # fmt: skip


def _given(c: Reading, then: HeldItem, now: HeldItem) -> Iterator[Finding]:
    """Every feature stays, as much of it as there was, and so does a tag it brought (5.1.3, D-15)."""
    has, places = given(c, now), c.memo(old_style_places)
    for target, amount in given(c, then, places).items():
        if has[target] < amount:
            old = next(f for f in then.features if target in (target_of(c, f, places), tag_target(c, f)))
            new = next((f for f in reversed(now.features) if target_of(c, f) == target_of(c, old, places)), None)
            at = f"{now.path}.entries.features"
            back = Fix("Restore the feature", f"{at}.{len(now.features)}", _feature(c, then, old.place))
            if new is not None:
                at = f"{at}.{new.place}"
                back = _more(target, f"{at}.", new.amount + amount - has[target])
            yield _less(c, now, target, amount, has[target], at, back)


def _feature(c: Reading, item: HeldItem, place: int) -> Any:
    return _as_it_was(c, item)["entries"]["features"][place]


def _more(target: str, at: str, amount: int) -> Fix:
    if target.startswith("tag:"):
        return Fix("Restore the tag", f"{at}picks.tag", target.rpartition(":")[2])
    return Fix(f"Restore to {amount}", f"{at}scores.amount", amount)


def _less(c: Reading, item: HeldItem, target: str, had: int, has: int, at: str, back: Fix) -> Finding:
    if target.startswith("tag:"):
        less = below(item.label, "", "", at, back)
        return less._replace(
            message=f"The tag of {item.label} was approved and can't change.", hint="Only items can be sold."
        )
    return below(f"{item.label}: {named(c, target)}", plain(had), plain(has) if has else "gone", at, back)

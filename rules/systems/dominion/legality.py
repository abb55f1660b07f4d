"""Findings on what somebody starts with: people, dice, attributes, the table (chapter 2)."""

from collections.abc import Iterable, Mapping, Sequence

from rules.kernel import (
    Budget,
    Choice,
    Finding,
    Fix,
    Level,
    Reading,
    amount,
    instead,
    join_words,
    points_left,
)
from rules.kernel.basics import nearest
from rules.kernel.purchase_findings import overspending
from rules.systems.dominion.creation import perks, rolls_due, unbound
from rules.systems.dominion.entries import Attribute, Race, Skill, Style
from rules.systems.dominion.game import ATTRIBUTE_DICE, CEILING, FACES, cite, dominion

Budgets = Mapping[str, Budget]


dominion.chooses(
    Choice(
        "race", Race, cite("2.4", 12), "It decides your Character Generation Table. Other races roll as human.",
        Level.NOTE, "It rolls on the human table.", strange=cite("2.4", 12, "A-10"),
    ),
    Choice(
        "style", Style, cite("2.2.9", 11), level=Level.NOTE,
        unknown="Styles don't affect your stats.",
    ),
)  # fmt: skip


@dominion.rule
def dice(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Three twelve-sided dice give the Attribute Points (2.3)."""
    rolled = c.build.rolls.get("attribute-dice", ())
    if not rolled:
        yield Finding(
            "attribute-dice-missing", Level.TODO, "Roll your three attribute dice.",
            cite("2.3", 11), hint="Roll them here, or enter your own roll.", at="rolls.attribute-dice",
        )  # fmt: skip
    elif len(rolled) != ATTRIBUTE_DICE or _off_the_die(rolled):
        yield Finding(
            "attribute-dice-wrong", Level.ERROR,
            f"Your attribute roll can't be {_dice(rolled)}.",
            cite("2.3", 11), hint=f"Roll {ATTRIBUTE_DICE}d{FACES}, or enter your own roll.", at="rolls.attribute-dice",
            fixes=_other_dice("rolls.attribute-dice", rolled, ATTRIBUTE_DICE, f"Keep the first {ATTRIBUTE_DICE}"),
        )  # fmt: skip


def _other_dice(at: str, rolled: Sequence[int], due: int, label: str) -> tuple[Fix, ...]:
    """As many of the dice as are due, where those can have fallen; else none, to be rolled again."""
    kept = list(rolled[:due])
    if len(kept) < due or kept == list(rolled) or _off_the_die(kept):
        return (Fix("Clear the dice", at, None),)
    return (Fix(label, at, kept),)


def _off_the_die(rolled: Iterable[int]) -> bool:
    return any(not 1 <= die <= FACES for die in rolled)


def _dice(rolled: tuple[int, ...]) -> str:
    return ", ".join(map(str, rolled[:5])) + (" …" if len(rolled) > 5 else "")


@dominion.rule
def lost_points(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What goes beyond twelve without a point bought is lost (3.1, A-04)."""
    for key, attribute in c.rulebook.all(Attribute).items():
        if not c.bought(key) and (value := unbound(c.figure(key))) > CEILING:
            yield Finding(
                "attribute-lost-beyond-twelve", Level.NOTE,
                f"{attribute.name} would be {value}; the maximum is {CEILING}.", cite("3.1", 17, "A-04"),
                hint=f"It counts as {CEILING}.",
            )  # fmt: skip


@dominion.rule
def attribute_budget(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    budget = budgets["attribute-points"]
    yield from overspending(c, budget)
    yield from points_left(budget, kept=c.approved is not None)


@dominion.rule
def table(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """One roll on the table of one's people, or two with few points (2.4)."""
    rolled, due, where = c.build.rolls.get("table", ()), c.memo(rolls_due), cite("2.4", 12)
    if due and len(rolled) > due:
        yield Finding(
            "table-rolled-too-often", Level.ERROR,
            f"You can have {amount(due, 'roll')} on the Character Generation Table (you have {len(rolled)}).",
            where, hint="Only the first counts." if due == 1 else "Only the first 2 count.", at="rolls.table",
            fixes=(Fix("Keep the first" if due == 1 else "Keep the first 2", "rolls.table", list(rolled[:due])),),
        )  # fmt: skip
    elif len(rolled) < due:
        left = due - len(rolled)
        yield Finding(
            "table-roll-missing", Level.TODO, f"{amount(left, 'roll')} left on the Character Generation Table.",
            where, hint="Roll here, or enter your own roll.", at="rolls.table",
        )  # fmt: skip


@dominion.rule
def table_dice(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What fell is on the die, and the second roll another than the first (2.4)."""
    rolled, due = c.build.rolls.get("table", ()), c.memo(rolls_due)
    counted = rolled[:due]
    if _off_the_die(counted):
        off = tuple(die for die in counted if _off_the_die((die,)))
        yield Finding(
            "table-roll-wrong", Level.ERROR, f"A table roll can't be {_dice(off)}.", cite("2.4", 12),
            hint=f"Roll 1d{FACES}, or enter your own roll.", at="rolls.table",
            fixes=(Fix(f"Remove {_dice(off)}", "rolls.table", [die for die in rolled if die not in off] or None),),
        )  # fmt: skip
    elif len(set(counted)) < len(counted):
        yield Finding(
            "table-rolled-the-same", Level.ERROR,
            f"You rolled {counted[0]} twice. Reroll the second.",
            cite("2.4", 12, "A-07"), hint="Table rolls must differ.", at="rolls.table",
            fixes=(Fix("Remove the second", "rolls.table", [counted[0], *rolled[due:]]),),
        )  # fmt: skip


@dominion.rule
def table_choices(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What a roll leaves to choose lands somewhere (2.4)."""
    for perk in c.memo(perks):
        if perk.landed or not perk.pick:
            continue
        picked, kind = c.pick(perk.pick), "attribute" if perk.row.attribute else "skill"
        if picked:
            hint = "Choose an attribute." if perk.row.attribute else "Choose a skill from the book, or a New Skill."
            yield Finding(
                "table-choice-unknown", Level.ERROR, f"{perk.row.name}: {join_words([picked])} isn't in the book.",
                perk.row.cite, hint=hint, at=f"picks.{perk.pick}",
                fixes=instead(f"the {kind}",
                              nearest(picked, c.rulebook.all(Attribute if perk.row.attribute else Skill)),
                              f"picks.{perk.pick}"),
            )  # fmt: skip
        else:
            yield Finding(
                "table-choice-missing", Level.TODO, f"Choose the {kind} for {perk.row.name}.",
                perk.row.cite, hint=perk.row.summary, at=f"picks.{perk.pick}",
            )  # fmt: skip
    if c.table.stage == "creation":
        yield from _craft_chosen(c)


@dominion.rule
def table_on_nothing(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A choice that no roll leaves counts for nothing (2.4)."""
    used = {perk.pick for perk in c.memo(perks)}
    for place in (1, 2):
        if c.pick(f"table-{place}") and f"table-{place}" not in used:
            settled = c.approved is not None and c.approved.pick(f"table-{place}")
            yield Finding(
                "table-choice-on-nothing", Level.NOTE if settled else Level.TODO,
                "You made a choice this roll doesn't need.",
                cite("2.4", 12),
                hint="It's ignored.", at=f"picks.table-{place}",
                fixes=() if settled else (Fix("Remove the choice", f"picks.table-{place}", None),),
            )  # fmt: skip


def _craft_chosen(c: Reading) -> Iterable[Finding]:
    """A skill of the player's choice may be one of a craft, if the game master agrees (2.4, A-08)."""
    for perk in c.memo(perks):
        skill = c.rulebook.find(Skill, perk.landed) if perk.pick and perk.row.skill else None
        if skill and skill.base in ("priestcraft", "witchcraft"):
            yield Finding(
                "table-choice-of-a-craft", Level.NOTE,
                f"{perk.row.name} is {skill.name}: ask your GM.",
                cite("2.4", 12, "A-08"), hint=f"Choosing a {skill.base.capitalize()} skill needs your GM's permission.",
                at=f"picks.{perk.pick}",
            )  # fmt: skip

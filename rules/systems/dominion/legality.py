"""What breaks a rule, what is still open, what is worth knowing: the findings, in the order of the book."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.kernel import (
    Budget,
    Build,
    Entry,
    Finding,
    Fix,
    Level,
    Reading,
    amount,
    listed,
    nearest,
    opening,
    overspent,
    unspent,
)
from rules.systems.dominion.armoury import Thing, carried
from rules.systems.dominion.creation import own_skills, perks, rolls_due, studied
from rules.systems.dominion.entries import Attribute, Race, Skill, Spell, Style
from rules.systems.dominion.game import CEILING, FACES, cite, dominion
from rules.systems.dominion.ledger import Purchase, cost, purchases
from rules.systems.dominion.performing import known_spells

MOST = 20
"""Beyond so many of one kind, findings are summed up in one."""

Budgets = Mapping[str, Budget]


@dominion.rule
def identity(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Everybody is of some race; a style is a suggestion (2.1, 2.2, 2.4)."""
    race, style = c.pick("race"), c.pick("style")
    if not race:
        yield Finding(
            "race-missing", Level.WARNING, "No race chosen yet.", cite("2.4", 12),
            hint="It decides which table you roll on. Any other race rolls as human.", at="picks.race",
        )  # fmt: skip
    elif c.chosen(Race, "race") is None:
        yield Finding(
            "race-unknown", Level.NOTE, f"The book does not know the race {listed([race])}.", cite("2.4", 12, "A-10"),
            hint="It rolls on the human table.", at="picks.race",
        )  # fmt: skip
    if style and c.chosen(Style, "style") is None:
        yield Finding(
            "style-unknown", Level.NOTE, f"{listed([style])} is a style of your own.", cite("2.2.9", 11),
            hint="A style is a suggestion and changes no number.", at="picks.style",
        )  # fmt: skip


@dominion.rule
def retirement(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What has left its book since it was chosen still counts."""
    for key, shape in (("race", Race), ("style", Style)):
        entry = c.chosen(shape, key)
        if entry and entry.retired:
            yield retired(entry, f"picks.{key}")
    for thing in c.once(carried):
        for found in (thing.weapon, thing.armour):
            if found and found.retired:
                yield retired(found, f"{thing.path}.picks.item")


def retired(entry: Entry, at: str) -> Finding:
    return Finding(
        "entry-retired", Level.NOTE, f"{entry.name} is no longer in the book.", entry.cite,
        hint="It counts as it did; nobody new can choose it.", at=at,
    )  # fmt: skip


@dominion.rule
def dice(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Three twelve-sided dice give the Attribute Points (2.3)."""
    rolled = c.build.rolls.get("attribute-dice", ())
    if not rolled:
        yield Finding(
            "attribute-dice-missing", Level.WARNING, "The three dice for your attributes are not rolled yet.",
            cite("2.3", 11), hint="Roll them, or type in what fell at the table.", at="rolls.attribute-dice",
        )  # fmt: skip
    elif len(rolled) != 3 or _off_the_die(rolled):
        yield Finding(
            "attribute-dice-wrong", Level.ERROR,
            f"{_dice(rolled)} cannot be the roll for your attributes: it takes three dice from 1 to 12.",
            cite("2.3", 11), hint="Roll again, or type in what fell.", at="rolls.attribute-dice",
        )  # fmt: skip


def _off_the_die(rolled: Iterable[int]) -> bool:
    return any(not 1 <= die <= FACES for die in rolled)


def _dice(rolled: tuple[int, ...]) -> str:
    return ", ".join(map(str, rolled[:5])) + (" …" if len(rolled) > 5 else "")


@dominion.rule
def attributes(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Points go where the player likes, to twelve at most, and never move afterwards (2.3, 3.1, A-04)."""
    for key, attribute in c.rulebook.all(Attribute).items():
        score = c.build.scores.get(key, 0)
        if score < 0:
            yield negative(f"scores.{key}", attribute.name, score)
        terms = c.figure(key).terms
        beyond = next((-term.amount for term in terms if term.amount < 0), 0)
        if beyond:
            yield Finding(
                "attribute-above-twelve", Level.ERROR,
                f"{attribute.name} would be {CEILING + beyond}; twelve is the most there is.",
                cite("3.1", 17, "A-04"), hint=f"Take {amount(beyond, 'point')} back.", at=f"scores.{key}",
                fixes=(Fix(f"Take {amount(beyond, 'point')} back", f"scores.{key}", score - beyond),)
                if score >= beyond else (),
            )  # fmt: skip
    baseline = c.table.baseline
    if c.table.stage == "advancement" and baseline is not None:
        yield from _rolled_again(c, baseline)
        for key, attribute in c.rulebook.all(Attribute).items():
            before = max(0, baseline.scores.get(key, 0))
            if c.bought(key) != before:
                yield Finding(
                    "attribute-changed", Level.ERROR,
                    f"{attribute.name} stood at {before + 1} when this character was approved.",
                    cite("3.1", 17), hint="An attribute never changes after creation.", at=f"scores.{key}",
                    fixes=(Fix(f"Put {attribute.name} back", f"scores.{key}", before or None),),
                )  # fmt: skip


def _rolled_again(c: Reading, baseline: Build) -> Iterable[Finding]:
    """Dice and table belong to creation; what they gave stays given."""
    rolled = ("attribute-dice", "table")
    was: dict[str, tuple[object, ...]] = {f"rolls.{key}": baseline.rolls.get(key, ()) for key in rolled}
    now: dict[str, tuple[object, ...]] = {f"rolls.{key}": c.build.rolls.get(key, ()) for key in rolled}
    was |= {f"picks.{key}": baseline.picked(key) for key in ("race", "table-1", "table-2")}
    now |= {f"picks.{key}": c.picked(key) for key in ("race", "table-1", "table-2")}
    for path, before in was.items():
        if now[path] != before:
            back: object = list(before) if path.startswith("rolls.") else "".join(map(str, before))
            yield Finding(
                "creation-changed", Level.ERROR, "This was settled when the character was approved.", cite("3.1", 17),
                hint="What creation gave never changes afterwards.", at=path,
                fixes=(Fix("Put it back", path, back or None),),
            )  # fmt: skip


def negative(path: str, name: str, score: int) -> Finding:
    """Fewer than none bought."""
    return Finding(
        "bought-less-than-nothing", Level.ERROR, f"{score} steps are bought in {name}; none is the least.",
        cite("5.2.1", 36), hint="It counts as none.", at=path, fixes=(Fix(f"Buy none in {name}", path, None),),
    )  # fmt: skip


@dominion.rule
def attribute_budget(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    budget = budgets["attribute-points"]
    yield from overspent(budget)
    yield from unspent(budget)


@dominion.rule
def table(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """One roll on the table of one's people, or two with few points; each lands somewhere (2.4)."""
    rolled, due = c.build.rolls.get("table", ()), c.once(rolls_due)
    where = cite("2.4", 12)
    if due and len(rolled) > due:
        yield Finding(
            "table-rolled-too-often", Level.ERROR,
            f"{len(rolled)} rolls on the table; with this many Attribute Points there {'is' if due == 1 else 'are'} "
            f"{amount(due, 'roll')}.",
            where, hint="Only the first counts." if due == 1 else "Only the first two count.", at="rolls.table",
            fixes=(Fix("Keep the first" if due == 1 else "Keep the first two", "rolls.table", list(rolled[:due])),),
        )  # fmt: skip
    elif len(rolled) < due:
        left = due - len(rolled)
        yield Finding(
            "table-roll-missing", Level.WARNING, f"{opening(amount(left, 'roll'))} on the table still to make.",
            where, hint="Roll, or type in what fell.", at="rolls.table",
        )  # fmt: skip
    counted = rolled[:due]
    if _off_the_die(counted):
        yield Finding(
            "table-roll-wrong", Level.ERROR, f"{_dice(counted)} is no roll of a twelve-sided die.", where,
            hint="Roll again.", at="rolls.table",
        )  # fmt: skip
    elif len(set(counted)) < len(counted):
        yield Finding(
            "table-rolled-the-same", Level.ERROR,
            f"Both rolls on the table are {counted[0]}; the second is rolled again.",
            cite("2.4", 12, "A-07"), hint="Roll the second one again.", at="rolls.table",
        )  # fmt: skip
    for perk in c.once(perks):
        if perk.landed or not perk.pick:
            continue
        picked, kind = c.pick(perk.pick), "attribute" if perk.row.attribute else "skill"
        if picked:
            yield Finding(
                "table-choice-unknown", Level.ERROR, f"{perk.row.name} cannot go to {listed([picked])}.",
                perk.row.cite, hint=f"Choose one of the book's {kind}s.", at=f"picks.{perk.pick}",
            )  # fmt: skip
        else:
            yield Finding(
                "table-choice-missing", Level.WARNING, f"{perk.row.name}: choose the {kind} it goes to.",
                perk.row.cite, hint=perk.row.summary, at=f"picks.{perk.pick}",
            )  # fmt: skip
    if c.table.stage == "creation":
        yield from _craft_chosen(c)
    used = {perk.pick for perk in c.once(perks)}
    for place in (1, 2):
        if c.pick(f"table-{place}") and f"table-{place}" not in used:
            yield Finding(
                "table-choice-on-nothing", Level.WARNING, "A choice is made for a roll that leaves none.", where,
                hint="It counts for nothing.", at=f"picks.table-{place}",
                fixes=(Fix("Take the choice back", f"picks.table-{place}", None),),
            )  # fmt: skip


def _craft_chosen(c: Reading) -> Iterable[Finding]:
    """A skill of the player's choice may be one of a craft, if the game master agrees (2.4, A-08)."""
    for perk in c.once(perks):
        skill = c.rulebook.find(Skill, perk.landed) if perk.pick and perk.row.skill else None
        if skill and skill.base in ("priestcraft", "witchcraft"):
            yield Finding(
                "table-choice-of-a-craft", Level.NOTE,
                f"{perk.row.name} went to {skill.name}; the game master has a say in that.",
                cite("2.4", 12, "A-08"), hint=f"Ask before you take a {skill.base.capitalize()} skill.",
                at=f"picks.{perk.pick}",
            )  # fmt: skip


@dominion.rule
def steps(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Steps are whole, and what was bought is never given back (5.2.1)."""
    for key, skill in c.rulebook.all(Skill).items():
        score = c.build.scores.get(key, 0)
        if score < 0:
            yield negative(f"scores.{key}", skill.name, score)
    breaks = c.build.scores.get("lucky-breaks", 0)
    if breaks < 0:
        yield negative("scores.lucky-breaks", "Lucky Breaks", breaks)
    for own in c.build.entries.get("skills", ()):
        if own.scores.get("steps", 0) < 0:
            place = c.build.entries["skills"].index(own)
            path = f"entries.skills.{place}.scores.steps"
            yield negative(path, own.name.strip() or "a skill of your own", own.scores["steps"])


@dominion.rule
def floors(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """In advancement nothing bought is given back; a craft that advances is worth a word (5.2.1, 15.5)."""
    baseline = c.table.baseline
    if c.table.stage != "advancement" or baseline is None:
        return
    for key, skill in c.rulebook.all(Skill).items():
        before, now = max(0, baseline.scores.get(key, 0)), c.bought(key)
        if now < before:
            yield _given_back(skill.name, f"scores.{key}", before, now)
        elif now > before and skill.base in ("priestcraft", "witchcraft"):
            yield Finding(
                "craft-advanced", Level.NOTE, f"{skill.name} has advanced; the game master has a say in that.",
                cite("15.5", 232), hint="Tell how the character came to learn it.", at=f"scores.{key}",
            )  # fmt: skip
    breaks = max(0, baseline.scores.get("lucky-breaks", 0))
    if c.bought("lucky-breaks") < breaks:
        yield _given_back("Lucky Breaks", "scores.lucky-breaks", breaks, c.bought("lucky-breaks"))
    now_own = {skill.name: skill for skill in c.once(own_skills)}
    for own in baseline.entries.get("skills", ()):
        name, before = own.name.strip(), max(0, own.scores.get("steps", 0))
        held = now_own.get(name)
        if before > (held.steps if held else 0):
            path = f"{held.path}.scores.steps" if held else "entries.skills"
            yield _given_back(name or "A skill of your own", path, before, held.steps if held else 0, bool(held))


def _given_back(name: str, path: str, before: int, now: int, mends: bool = True) -> Finding:
    return Finding(
        "step-given-back", Level.ERROR,
        f"{name} had {amount(before, 'step')} when this character was approved, and has {amount(now, 'step')} now.",
        cite("5.2.1", 36), hint="A bought step is never given back.", at=path,
        fixes=(Fix(f"Put {name} back", path, before),) if mends else (),
    )  # fmt: skip


@dominion.rule
def ledger(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """No more APs are spent than came in; what is left is a reserve (2.6, 5.2)."""
    budget = budgets["aps"]
    for finding in overspent(budget):
        fixes = [_fewer(purchase, budget.over) for purchase in c.once(purchases)]
        things = [_without(thing, budget.over) for thing in c.once(carried)]
        found = tuple(fix for fix in (*fixes, *things) if fix)
        yield replace(finding, hint="Take steps back, or leave something at home.", fixes=found)
    for finding in unspent(budget):
        left = budget.remaining
        yield replace(
            finding, code="aps-in-reserve", level=Level.NOTE, message=opening(f"{amount(left, 'AP')} in reserve."),
            hint="Each can buy a Lucky Break when it matters, or steps later.", cite=cite("3.9.1", 20),
        )  # fmt: skip


def _fewer(purchase: Purchase, over: int) -> Fix | None:
    """The fewest steps back that pay for what is over, if this skill has so many."""
    path, name, start, steps = purchase
    if purchase.cost < over:
        return None
    low, high = 0, steps  # the most steps that can stay
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if purchase.cost - cost(start, middle) >= over else (low, middle - 1)
    return Fix(f"Take {amount(steps - low, 'step')} from {name}", path, low or None)


def _without(thing: Thing, over: int) -> Fix | None:
    return Fix(f"Leave {thing.name} behind", thing.path, None) if thing.cost >= over else None


@dominion.rule
def own(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A skill of one's own has a name and an attribute (4.12)."""
    known = c.rulebook.all(Attribute)
    where = cite("4.12", 35)
    for skill in c.once(own_skills):
        if not skill.name:
            yield Finding(
                "own-skill-nameless", Level.WARNING, f"Your own skill {skill.place + 1} has no name yet.", where,
                hint="Name it, describe it, and agree with your game master what failing means.", at=skill.path,
            )  # fmt: skip
        if not skill.attribute:
            yield Finding(
                "own-skill-without-attribute", Level.WARNING,
                f"{skill.name or 'Your own skill'} belongs to no attribute yet.", where,
                hint="Ask your game master which it is; until then it has no stat.",
                at=f"{skill.path}.picks.attribute",
            )  # fmt: skip
        elif skill.attribute not in known:
            yield Finding(
                "own-skill-attribute-unknown", Level.ERROR, f"No attribute is called {listed([skill.attribute])}.",
                where, hint="Choose one of the six.", at=f"{skill.path}.picks.attribute",
            )  # fmt: skip


@dominion.rule
def spells(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Spells are in the Spell Books, and cast with a skill that has been studied (11.2, 11.4)."""
    shelf = c.rulebook.all(Spell)
    unknown = 0
    for key in c.picked("spells"):
        spell = c.rulebook.find(Spell, key)
        if spell and spell.retired:
            yield retired(spell, f"picks.spells.{key}")
        unknown += spell is None
        if spell is None and unknown <= MOST:
            likely = nearest(key, shelf)
            yield Finding(
                "spell-unknown", Level.ERROR, f"The Spell Books have no {listed([key])}.", cite("11.4", 112),
                hint=f"Did you mean {shelf[likely].name}?" if likely else "It is kept until you choose another.",
                at=f"picks.spells.{key}",
            )  # fmt: skip
    if unknown > MOST:
        yield Finding(
            "spells-unknown", Level.ERROR, f"The Spell Books have none of {unknown - MOST:,} more spells either.",
            cite("11.4", 112), hint="They are kept until you choose others.", at="picks.spells",
        )  # fmt: skip
    known = known_spells(c)
    if known and not studied(c, "witchcraft"):
        yield Finding(
            "witchcraft-never-studied", Level.WARNING,
            f"{known[0].name} is known, but no step is bought in any Witchcraft skill.", cite("11.2", 110),
            hint="Only those who study magic can cast. Buy a step, or leave the spell.",
            at=f"picks.spells.{known[0].key}",
        )  # fmt: skip

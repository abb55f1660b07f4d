"""What breaks a rule, what is still open, what is worth knowing: the findings, in the order of the book."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.kernel import (
    Budget,
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
from rules.systems.dominion.armoury import Thing, carried, weapons_by_item
from rules.systems.dominion.creation import own_skills, perks, rolls_due
from rules.systems.dominion.entries import Armour, Attribute, Race, Skill, Spell, Style
from rules.systems.dominion.game import CEILING, FACES, cite, dominion
from rules.systems.dominion.ledger import Purchase, cost, purchases

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
        for key, attribute in c.rulebook.all(Attribute).items():
            before = max(0, baseline.scores.get(key, 0))
            if c.bought(key) != before:
                yield Finding(
                    "attribute-changed", Level.ERROR,
                    f"{attribute.name} stood at {before + 1} when this character was approved.",
                    cite("3.1", 17), hint="An attribute never changes after creation.", at=f"scores.{key}",
                    fixes=(Fix(f"Put {attribute.name} back", f"scores.{key}", before or None),),
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
    used = {perk.pick for perk in c.once(perks)}
    for place in (1, 2):
        if c.pick(f"table-{place}") and f"table-{place}" not in used:
            yield Finding(
                "table-choice-on-nothing", Level.WARNING, "A choice is made for a roll that leaves none.", where,
                hint="It counts for nothing.", at=f"picks.table-{place}",
                fixes=(Fix("Take the choice back", f"picks.table-{place}", None),),
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
    baseline = c.table.baseline
    if c.table.stage != "advancement" or baseline is None:
        return
    for key, skill in c.rulebook.all(Skill).items():
        before = max(0, baseline.scores.get(key, 0))
        if c.bought(key) < before:
            yield Finding(
                "step-given-back", Level.ERROR,
                f"{skill.name} had {amount(before, 'step')} when this character was approved, and has "
                f"{amount(c.bought(key), 'step')} now.",
                cite("5.2.1", 36), hint="A bought step is never given back.", at=f"scores.{key}",
                fixes=(Fix(f"Put {skill.name} back", f"scores.{key}", before),),
            )  # fmt: skip
        elif c.bought(key) > before and skill.base in ("priestcraft", "witchcraft"):
            yield Finding(
                "craft-advanced", Level.NOTE, f"{skill.name} has advanced; the game master has a say in that.",
                cite("15.5", 232), at=f"scores.{key}",
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
def arms(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What is carried is in the armoury, can be wielded, and is worn once (9.2, 9.5, A-11, A-17, A-19)."""
    things = c.once(carried)
    for thing in things:
        yield from _carried(c, thing)
    slots = Counter(thing.armour.slot for thing in things if thing.armour and thing.worn)
    for slot, count in slots.items():
        if count > 1:
            at = next(t.path for t in reversed(things) if t.armour and t.worn and t.armour.slot == slot)
            yield Finding(
                "worn-twice", Level.ERROR, opening(f"{amount(count, slot)} worn at once; there is room for one."),
                cite("9.5", 84, "A-17"), hint="Take one off.", at=at,
                fixes=(Fix("Take this one off", f"{at}.picks.worn", None),),
            )  # fmt: skip
    held = [thing for thing in things if thing.weapon and thing.wielded]
    if len(held) > 1:
        yield Finding(
            "wielded-twice", Level.WARNING, f"{len(held)} weapons are wielded; the first one sets the stats.",
            cite("9.2", 80, "A-20"), hint="Keep one in hand.", at=held[-1].path,
        )  # fmt: skip
    shield = next((t for t in things if t.armour and t.worn and t.armour.block), None)
    if shield and held and held[0].weapon and held[0].weapon.hands == 2:
        yield Finding(
            "no-hand-for-shield", Level.ERROR, f"{held[0].name} takes both hands, and {shield.name} needs one.",
            cite("9.2.1", 80), hint="Lay one of them down.", at=shield.path,
            fixes=(Fix(f"Lay {shield.name} down", f"{shield.path}.picks.worn", None),),
        )  # fmt: skip


def _carried(c: Reading, thing: Thing) -> Iterable[Finding]:
    if thing.item and not thing.weapon and not thing.armour:
        likely = nearest(thing.item, [*weapons_by_item(c.rulebook), *c.rulebook.all(Armour)])
        yield Finding(
            "equipment-unknown", Level.ERROR, f"The armoury has no {listed([thing.item])}.", cite("9.2", 80),
            hint=f"Did you mean “{likely}”?" if likely else "Choose something else, or only name it.",
            at=f"{thing.path}.picks.item",
            fixes=(Fix(f"Take {likely}", f"{thing.path}.picks.item", likely),) if likely else (),
        )  # fmt: skip
    weapon = thing.weapon
    if not weapon:
        return
    if not weapon.for_sale and c.table.stage == "creation":
        yield Finding(
            "not-for-sale", Level.ERROR, f"The price list has no {weapon.name}.", cite("2.7", 16, "A-11"),
            hint="It cannot be bought at creation; ask your game master.", at=thing.path,
        )  # fmt: skip
    if weapon.vigour > c["vigour"] and thing.wielded:
        yield Finding(
            "too-heavy", Level.ERROR,
            f"{weapon.name} takes a Vigour of {weapon.vigour} to wield; this character has {c['vigour']}.",
            cite("9.2", 80, "A-19"), hint="Carry it, and wield something lighter.", at=thing.path,
            fixes=(Fix(f"Lay {weapon.name} down", f"{thing.path}.picks.wielded", None),),
            values=MappingProxyType({"needs": weapon.vigour, "has": c["vigour"]}),
        )  # fmt: skip


@dominion.rule
def spells(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Spells are in the Spell Books, and cast with a skill that has been studied (11.2, 11.4)."""
    shelf = c.rulebook.all(Spell)
    for key in c.picked("spells"):
        spell = c.rulebook.find(Spell, key)
        if spell is None:
            likely = nearest(key, shelf)
            yield Finding(
                "spell-unknown", Level.ERROR, f"The Spell Books have no {listed([key])}.", cite("11.4", 112),
                hint=f"Did you mean {shelf[likely].name}?" if likely else "It is kept until you choose another.",
                at=f"picks.spells.{key}",
            )  # fmt: skip
        elif spell.retired:
            yield Finding(
                "entry-retired", Level.NOTE, f"{spell.name} is no longer in the book.", spell.cite,
                hint="It counts as it did.", at=f"picks.spells.{key}",
            )  # fmt: skip
        elif not any(c.bought(skill) for skill in c.rulebook.all(Skill) if _is_witchcraft(c, skill)):
            yield Finding(
                "witchcraft-never-studied", Level.WARNING,
                f"{spell.name} is known, but no step is bought in any Witchcraft skill.",
                cite("11.2", 110), hint="Only those who study magic can cast. Buy a step, or leave the spell.",
                at=f"picks.spells.{key}",
            )  # fmt: skip
            return


def _is_witchcraft(c: Reading, key: str) -> bool:
    return c.rulebook.all(Skill)[key].base == "witchcraft"

"""What breaks a rule, what is still open, what is worth knowing: the findings."""

from collections.abc import Iterable, Mapping
from functools import partial
from types import MappingProxyType

from rules.kernel import Budget, Choice, Finding, Fix, Level, Reading, amount, join_words
from rules.kernel.basics import minus, shorten
from rules.kernel.basics.wording import counted
from rules.kernel.findings import Payment
from rules.kernel.purchase_findings import overspending, savings
from rules.systems.rough_magic.backlash import polymorphed, suffered
from rules.systems.rough_magic.budgets import advice
from rules.systems.rough_magic.creation import (
    EFFECTS,
    NOUNS,
    THAUMATURGY,
    Empowered,
    Held,
    as_approved,
    empowered,
    held,
    lasting_things,
    old_lists,
    skill_named,
)
from rules.systems.rough_magic.entries import Attribute, Avenue
from rules.systems.rough_magic.falls import fallen, highest, made_permanent, power, stopped, word
from rules.systems.rough_magic.game import MOST_RATING, POWER, SUGGESTED_GIFTS, cite, rough_magic
from rules.systems.rough_magic.opposed_sums import LEVELS
from rules.systems.rough_magic.scales import days

Budgets = Mapping[str, Budget]


@rough_magic.rule
def missing(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Everybody has the attributes that run from 1 (R-03)."""
    for key, entry in c.rulebook.all(Attribute).items():
        if entry.lowest and key not in c.build.scores:
            at = f"scores.{key}"
            yield Finding(
                "attribute-missing", Level.TODO, f"Choose a rank for {entry.name}.", cite("Attributes 7320", "R-03"),
                hint="The first rank costs 1 point.", at=at, fixes=(Fix(f"Set {entry.name} to 1", at, 1),),
            )  # fmt: skip


@rough_magic.rule
def overspent(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """More points spent than there are (R-02)."""
    yield from overspending(c, budgets["character-points"], _taken_back)


def _taken_back(c: Reading, budget: Budget) -> Payment:
    return savings(c, budget, partial(_others, c))


def _others(c: Reading, over: int) -> Iterable[Fix]:
    """Every single change besides ranks that saves enough; what was approved stays (R-21, R-24)."""
    for kind in NOUNS:
        for one in held(c, kind):
            if over <= 1 + one.expert and one.place not in c.memo(old_lists)[kind]:
                # A specialty goes with what one specialises in.
                specialty = "picks.avenue" if one.word == THAUMATURGY and c.pick("avenue") else ""
                yield Fix(f"Remove {shorten(one.label)}", one.path, None, specialty)
    old = {thing.label for thing in c.approved.memo(lasting_things)} if c.approved else ()
    for thing in c.memo(empowered):
        if thing.permanent and thing.rating >= over and thing.label not in old and not as_approved(c, thing):
            yield Fix(f"Make {shorten(thing.label)} temporary", f"{thing.path}.picks.permanent", None)


@rough_magic.rule
def leftover(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Points left are a note; a suggested budget that is exceeded is advice (R-02)."""
    where, left = cite("Dramatis rulings", "R-02"), budgets["character-points"].remaining
    if left > 0:
        yield Finding("character-points-left", Level.NOTE, f"{amount(left, 'character point')} left.", where)
    for key, label, spent, most in advice(c):
        if spent > most and key != "gifts":
            section = "Attributes 7320" if key == "attributes" else "Skills"
            yield Finding(
                f"{key}-beyond-advice", Level.NOTE, f"{label}: {spent} points spent; about {most} are suggested.",
                cite(section), hint="That's fine: only the total counts.",
                values=MappingProxyType({"spent": spent, "suggested": most}),
            )  # fmt: skip


@rough_magic.rule
def names(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Skills, gifts and traits have names, each once; more than five gifts and traits are many (R-09)."""
    for kind, noun in NOUNS.items():
        yield from _named(held(c, kind), noun)
    count = len(held(c, "gifts")) + len(held(c, "traits"))
    if count > SUGGESTED_GIFTS:
        yield Finding(
            "many-gifts", Level.NOTE, f"You have {count} gifts and traits; {SUGGESTED_GIFTS} are suggested.",
            cite("Supernaturals 8152", "R-09"), hint="Ask your GM.", at="entries.gifts",
            values=MappingProxyType({"count": count, "suggested": SUGGESTED_GIFTS}),
        )  # fmt: skip


def _named(lines: Iterable[Held], noun: str) -> Iterable[Finding]:
    where, seen = cite("Supernaturals 8152", "R-09"), dict[str, Held]()
    for one in lines:
        if not one.word:
            yield Finding(f"{noun}-nameless", Level.TODO, f"Name {one.label.lower()}, or remove it.", where,
                          at=f"{one.path}.name")  # fmt: skip
        elif first := seen.get(one.word):
            less, words = (first, "first") if one.expert > first.expert else (one, "second")
            yield Finding(
                f"{noun}-twice", Level.ERROR, f"The {noun} {join_words([one.name])} is listed twice.", where,
                hint="Remove the duplicate.", at=one.path,
                fixes=(Fix(f"Remove the {words}", less.path, None),),
            )  # fmt: skip
        seen.setdefault(one.word, one)


@rough_magic.rule
def magic(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Power Level and Thaumaturgy go together (Casting Spells)."""
    power, learned = c.bought(POWER), skill_named(c, THAUMATURGY) is not None
    if power and not learned and not held(c, "traits"):
        yield Finding(
            "power-unused", Level.TODO, f"Power Level {power} does nothing without Thaumaturgy or a supernatural "
            "trait.", cite("Attributes 7320"), hint="Learn Thaumaturgy, take a trait, or set it to 0.",
            at=f"scores.{POWER}",
        )  # fmt: skip
    if learned and not power:
        yield Finding(
            "thaumaturgy-unused", Level.TODO, "You can't cast with Power Level 0.",
            cite("Casting Spells"), hint="Raise Power Level to 1 or more.", at=f"scores.{POWER}",
            fixes=(Fix("Set Power Level to 1", f"scores.{POWER}", 1),),
        )  # fmt: skip


rough_magic.chooses(Choice("avenue", Avenue, cite("Specialization", "R-08")))


@rough_magic.rule
def avenue(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A specialty is an avenue, wants Thaumaturgy, and may be against the law (R-08)."""
    found, where = c.chosen(Avenue, "avenue"), cite("Specialization", "R-08")
    if found is None:
        return
    if skill_named(c, THAUMATURGY) is None:
        yield Finding(
            "avenue-without-thaumaturgy", Level.ERROR, f"Specialising in {found.name} requires Thaumaturgy.", where,
            hint="Learn Thaumaturgy, or remove the specialty.", at="picks.avenue",
            fixes=() if _settled(c) else (Fix("Remove the specialty", "picks.avenue", None),),
        )  # fmt: skip
    if found.standing != "approved":
        yield Finding(
            f"avenue-{found.standing}", Level.NOTE, f"{found.name} is {found.standing}.", found.cite,
            hint="Ask your GM. (And who's after you for it?)", at="picks.avenue",
        )  # fmt: skip


def _settled(c: Reading) -> bool:
    """Whether the specialty was approved and stays: then it is Thaumaturgy that has to come back (R-23)."""
    approved = c.approved is not None and c.approved.pick("avenue") == c.pick("avenue")
    return approved and c.setting("specialty_change") != "free"


@rough_magic.rule
def objects(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Ratings within Power Level and the table, and no more temporary ones than Power Level (Empowering Objects)."""
    things, where = c.memo(empowered), cite("Empowering Objects")
    for thing in things:
        power = power_over(c, thing)
        at = f"{thing.path}.scores.rating"
        if not thing.entry.name.strip():
            yield Finding("object-nameless", Level.TODO, f"Name object {thing.place + 1}, or remove it.", where,
                          at=f"{thing.path}.name")  # fmt: skip
        if "rating" not in thing.entry.scores:
            yield Finding("rating-missing", Level.TODO, f"Choose a rating for {thing.label}.", where,
                          hint="From 1 up to your Power Level.", at=at)  # fmt: skip
        elif thing.rating > power or thing.rating < 1:
            yield _beyond_power(thing.label, thing.rating, power, thing.path)
        elif days(c.rulebook, thing.rating) is None:
            yield Finding(
                "rating-beyond-table", Level.ERROR,
                f"{thing.label} is rated {thing.rating}; the maximum is {MOST_RATING}.",
                cite("Empowering Objects", "R-15"), hint=f"Set the rating to {MOST_RATING}.", at=at,
                fixes=(Fix(f"Set rating to {MOST_RATING}", at, MOST_RATING),),
            )  # fmt: skip
        effect = thing.entry.pick("effect")
        if effect and effect not in EFFECTS:
            yield Finding("effect-unknown", Level.ERROR,
                          f"Effect of {thing.label}: {join_words([effect])} isn't in the book.", where,
                          hint="Choose from the list, or leave it blank.",
                          at=f"{thing.path}.picks.effect",
                          fixes=(Fix("Clear the effect", f"{thing.path}.picks.effect", None),))  # fmt: skip
        if effect == "expertise" and thing.rating > 1:
            yield Finding("expertise-rates-one", Level.NOTE, f"{thing.label}: expertise only needs a rating of 1.",
                          cite("Empowering Objects", "R-16"), at=at)  # fmt: skip
    yield from _too_many(c)


def _beyond_power(label: str, rating: int, power: int, path: str) -> Finding:
    at, gone = f"{path}.scores.rating", Fix(f"Remove {shorten(label)}", path, None)
    most = min(power, MOST_RATING)
    told = f"the maximum is {power}, your Power Level" if power else "Power Level 0 can't empower objects"
    if power and rating < 1:
        told = "the minimum is 1"
        most = 1
    return Finding(
        "rating-beyond-power", Level.ERROR, f"{label} is rated {minus(rating)}; {told}.",
        cite("Empowering Objects"),
        hint=f"Set the rating to {most}." if most else "Remove it, or raise Power Level.", at=at,
        fixes=(Fix(f"Set rating to {most}", at, most), gone) if most else (gone,),
        values=MappingProxyType({"rating": rating, "power-level": power}),
    )  # fmt: skip


@rough_magic.rule
def for_good(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What the ledger says is permanent is so in the builder, where it is paid for (Empowering Objects, R-24)."""
    there = c.memo(empowered) if c.memo(made_permanent) else ()
    done = {word(thing.entry.name) for thing in there if thing.permanent}
    for thing in there:
        if word(thing.entry.name) in c.memo(made_permanent) - done:
            at = f"{thing.path}.picks.permanent"
            yield Finding(
                "permanent-not-paid", Level.ERROR,
                f"{shorten(thing.label)} is temporary here, but permanent according to the ledger.",
                cite("Empowering Objects", "R-24"),
                hint=f"Make it permanent for {counted(thing.rating, 'point')}, or cancel the entry.", at=at,
                fixes=(Fix(f"Make {shorten(thing.label)} permanent", at, True),),
            )  # fmt: skip


def power_over(c: Reading, thing: Empowered) -> int:
    """The Power Level that an object is judged by: that of the day it was made (R-17, R-22, R-24)."""
    if not (thing.permanent and fallen(c)) or as_approved(c, thing) or word(thing.entry.name) in c.memo(made_before):
        return highest(c)
    return power(c)


def made_before(c: Reading) -> frozenset[str]:
    """What was made permanent before Power Level fell, by name."""
    entries = c.table.ledger.of("made-permanent", "loss")
    last = max(place for place, entry in enumerate(entries) if entry.kind == "loss")
    return frozenset(word(entry.subject) for entry in entries[:last] if entry.kind == "made-permanent")


def _too_many(c: Reading) -> Iterable[Finding]:
    gone = c.memo(stopped)
    temporary = [thing for thing in c.memo(empowered) if not (thing.permanent or word(thing.entry.name) in gone)]
    power, now = highest(c), c[POWER]
    if len(temporary) > power > 0:
        yield Finding(
            "too-many-objects", Level.ERROR,
            f"Power Level {power} allows {amount(power, 'temporary object')} (you have {len(temporary)}).",
            cite("Empowering Objects"), hint="Remove one, or make one permanent.", at="entries.empowered",
            fixes=tuple(Fix(f"Remove {shorten(thing.label)}", thing.path, None) for thing in temporary),
            values=MappingProxyType({"temporary": len(temporary), "power-level": power}),
        )  # fmt: skip
    elif not (fallen(c) or polymorphed(c)):
        return
    elif beyond := [thing for thing in temporary if thing.rating > now]:
        yield _stopping(f"Power Level {now} can't hold objects rated higher.", beyond)
    elif len(temporary) > now:
        told = f"Power Level {now} holds" if fallen(c) else "While polymorphed you can hold"
        yield _stopping(f"{told} {amount(now, 'object')} (you have {len(temporary)}).", temporary)


def _stopping(told: str, things: Iterable[Empowered]) -> Finding:
    return Finding(
        "objects-stopping", Level.TODO, told, cite("Empowering Objects", "R-17"),
        hint="Choose which ones stop working.", at="entries.empowered",
        fixes=tuple(Fix(f"Stop {shorten(thing.label)}", thing.path, None) for thing in things),
    )  # fmt: skip


@rough_magic.rule
def consequences(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A consequence has a level and two dice (Unintended Consequences)."""
    level, dice = c.pick("consequence"), c.build.rolls.get("consequence", ())
    where = cite("Unintended Consequences")
    if level and level not in LEVELS:
        yield Finding("consequence-unknown", Level.ERROR, f"Failure: {join_words([level])} isn't in the book.", where,
                      hint="Choose from the list.", at="picks.consequence",
                      fixes=(Fix("Clear the failure", "picks.consequence", None),))  # fmt: skip
    elif dice and suffered(c) is None:
        if level:
            yield Finding("consequence-dice", Level.ERROR, "A consequence is 2 dice from 1 to 6.", where,
                          hint="Reroll them.", at="rolls.consequence",
                          fixes=(Fix("Clear the dice", "rolls.consequence", None),))  # fmt: skip
        else:
            yield Finding("consequence-level", Level.TODO, "Choose how badly the spell failed.",
                          where, hint="The consequence has dice already.", at="picks.consequence")  # fmt: skip


@rough_magic.rule
def endurance(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Endurance typed by hand is a blank until somebody fills it (R-06)."""
    if c.setting("endurance") != "by_hand":
        return
    where, rank = cite("Endurance of a related game", "R-06"), c.build.scores.get("endurance")
    if rank is None:
        yield Finding("endurance-missing", Level.TODO, "Enter Endurance.", where,
                      hint="Ask your GM for the number.", at="scores.endurance")  # fmt: skip
    elif rank < 0:
        yield Finding("endurance-beyond-limit", Level.ERROR, f"Endurance is {minus(rank)}; the minimum is 0.", where,
                      hint="Set it to 0 or more.", at="scores.endurance",
                      fixes=(Fix("Clear Endurance", "scores.endurance", None),))  # fmt: skip

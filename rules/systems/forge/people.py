"""What else may be wrong or open: bonds, ancestry, classes, skills, and what is carried."""

from collections.abc import Iterable

from rules.kernel import Choice, Finding, Fix, Level, Reading, amount, unknown
from rules.kernel.basics import minus
from rules.systems.forge.creation import HALVES
from rules.systems.forge.entries import Ancestry, Archetype, Grade, SkillType
from rules.systems.forge.game import cite, forge
from rules.systems.forge.gear import ENCUMBERED, OVER, burden, possessions
from rules.systems.forge.legality import Budgets


@forge.rule
def bonds(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """As many as one likes, unless the table has a limit (F-04)."""
    held, most, where = c.build.entries.get("bonds", ()), c.number("bond_limit"), cite("Boons & Banes", "F-04")
    if most and len(held) > most:
        yield Finding(
            "bonds-too-many", Level.ERROR, f"You can have {amount(most, 'bond')} (you have {len(held):,}).", where,
            hint="Remove one.", at=f"entries.bonds.{most}",
            fixes=(Fix("Remove the last", f"entries.bonds.{len(held) - 1}", None),),
        )  # fmt: skip
    for place, entry in enumerate(held):
        if not entry.name.strip():
            yield Finding(
                "bond-nameless", Level.TODO, f"Name bond {place + 1}.", where,
                hint="To whom, or to what?", at=f"entries.bonds.{place}",
            )  # fmt: skip


forge.chooses(
    Choice("ancestry", Ancestry, cite("ancestry.html", "F-06"), code="unknown-choice"),
    Choice("archetype", Archetype, cite("class.html", "F-07"), code="unknown-choice"),
    Choice("price", Grade, cite("equipment.html", "F-08"), code="unknown-choice", lines="possessions"),
)


@forge.rule
def ancestry(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """One of seven, or none; mixed is two different others (F-06)."""
    where = cite("ancestry.html", "F-06")
    found, known = c.chosen(Ancestry, "ancestry"), c.rulebook.all(Ancestry)
    if found is None or not found.mixed:
        return
    others = [key for key, entry in known.items() if not entry.mixed]
    halves = [c.pick(key) for key in HALVES]
    for key, half in zip(HALVES, halves, strict=True):
        entry = c.rulebook.find(Ancestry, half)
        if half and (entry is None or entry.mixed):
            yield unknown("Mixed ancestry", half, others, f"picks.{key}", where)
    missing = halves.count("")
    if missing:
        yield Finding(
            "ancestry-missing", Level.TODO,
            f"Choose {missing} more: a mixed ancestry is two others.", where,
            hint="They must differ.",
            at=f"picks.{HALVES[halves.index('')]}",
        )  # fmt: skip
    elif halves[0] == halves[1] and halves[0] in others:
        yield Finding(
            "ancestry-alike", Level.ERROR, "Both halves of a mixed ancestry are the same.", where,
            hint="Change one of them, or choose only that one.", at=f"picks.{HALVES[1]}",
            fixes=(Fix("Choose only that one", "picks.ancestry", halves[0]),),
        )  # fmt: skip


@forge.rule
def calling(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """An archetype of five, a class in one's own words, skills of five types (F-07)."""
    where, most = cite("class.html", "F-07"), c.number("classes_at_creation")
    classes = c.build.entries.get("classes", ())
    if len(classes) > most and c.table.stage == "creation":
        yield Finding(
            "classes-too-many", Level.TODO,
            f"You can have {amount(most, 'class|classes')} at creation (you have {len(classes):,}).", where,
            hint="You may gain another in play.", at=f"entries.classes.{most}",
            fixes=(Fix("Remove the last", f"entries.classes.{len(classes) - 1}", None),),
        )  # fmt: skip
    for place, entry in enumerate(c.build.entries.get("skills", ())):
        kind, at = entry.pick("type"), f"entries.skills.{place}.picks.type"
        if kind and c.rulebook.find(SkillType, kind) is None:
            yield unknown("Skill type", kind, c.rulebook.all(SkillType), at, cite("skills.html"))
        elif not kind:
            yield Finding(
                "skill-without-type", Level.TODO, f"Choose a type for skill {place + 1}.", cite("skills.html"),
                hint="Action, maneuver, reaction, passive or other.", at=at,
            )  # fmt: skip


@forge.rule
def carried(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Only bulk is checked of what somebody has (F-08)."""
    where = cite("equipment.html", "F-08")
    for thing in c.memo(possessions):
        for key, value in (("bulk", thing.bulk), ("quantity", thing.quantity)):
            if value < 0:
                yield Finding(
                    f"{key}-below-nothing", Level.ERROR, f"{thing.label}: {key} is {minus(value)}; the minimum is 0.",
                    where, hint="It counts as 0.", at=f"{thing.path}.scores.{key}",
                    fixes=(Fix("Leave it blank", f"{thing.path}.scores.{key}", None),),
                )  # fmt: skip
        if not thing.name:
            yield Finding("possession-nameless", Level.TODO, f"Name possession {thing.place + 1}.",
                          where, hint="What is it?", at=thing.path)  # fmt: skip
    yield from _burden(c)


def _burden(c: Reading) -> Iterable[Finding]:
    load, most, double = c["bulk"], c["carrying-capacity"], c["encumbered-limit"]
    state, where = burden(c), cite("equipment.html", "F-08")
    heavy = max(c.memo(possessions), key=lambda thing: thing.load, default=None)
    fixes = (Fix(f"Leave {heavy.label} behind", f"{heavy.path}.picks.left", True),) if heavy else ()
    if state == OVER:
        level = Level.ERROR if c.setting("check_bulk") else Level.NOTE
        yield Finding(
            "overburdened", level, f"You carry {load:,} bulk; the maximum is {max(0, double):,}.", where,
            hint="You can only carry more for a short distance, with a roll. Drop something.", at="entries.possessions",
            fixes=fixes,
        )  # fmt: skip
    elif state == ENCUMBERED:
        yield Finding(
            "encumbered", Level.NOTE, f"Encumbered: you carry {load} bulk; your capacity is {most}.", where,
            hint=f"The maximum is {double}.", at="entries.possessions", fixes=fixes,
        )  # fmt: skip

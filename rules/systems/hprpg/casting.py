"""The casting desk: which spells somebody can cast, how well, and what one casting comes to (chapter 8)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rules.dice import Odds
from rules.kernel import Check, Cost, Entry, Figure, Sheet, Term
from rules.kernel.basics.wording import counted
from rules.kernel.pages import ChoiceField, Option, Question, counter, one_of, whole
from rules.kernel.rolls import DiceGroup, Faces, RollBreakdown
from rules.systems.hprpg.creation import NO_MAGIC, forbidden
from rules.systems.hprpg.entries import PowerLevel, Spell, Trait
from rules.systems.hprpg.game import SCALE, cite, hprpg
from rules.systems.hprpg.helping import NO_HELP, Help, help_with
from rules.systems.hprpg.magic import BASE_DV, NEEDED, Casting, resist_dv
from rules.systems.hprpg.performing import MOST_SUSTAINED, casting_aspect, catastrophe_of

REACH = {
    "self": "Yourself", "wandtip": "At the tip of the wand", "ranged": "From afar", "mass": "Everyone nearby",
}  # fmt: skip
NUMBERS = (
    ("targets", "Targets", 1, 1, 20, cite("8.2", 37)),
    ("sustained", "Sustained spells", 0, 0, MOST_SUSTAINED, cite("8.4", 39)),
    ("extra", "Extra dice", 0, -20, 20, cite("8.2", 37)),
    ("harder", "Change of the DV", 0, -10, 10, cite("8.2", 37)),
    ("catastrophe", "Catastrophe on 1 to", 1, 1, 11, cite("6.4", 26)),
)


NOT_MEMORISED = "Only a memorised spell can be cast."

MOST_DICE = 30
"""Of an aspect or an affinity: no legal rating comes near, and an illegal one is not rolled in full."""

MOST_TOLD = 7
"""A pool's outcomes are told one by one up to this many successes."""


@dataclass(frozen=True, slots=True)
class Reaching:
    """The dice of a casting: only as many successes as its targets need are a success (8.2)."""

    cast: Casting

    def __str__(self) -> str:
        return str(self.cast.pool)

    @property
    def needed(self) -> int:
        """Successes until the spell takes hold: one at least (8.2)."""
        return max(1, self.cast.required)

    def odds(self) -> Odds:
        hold, needed = self.cast.takes_hold, self.needed
        if needed > MOST_TOLD:
            return Odds((("failure", 1 - hold), ("success", hold)), frozenset({"success"}))
        told = self.cast.pool.odds()
        enough = (name for name, _ in told.outcomes if name[0].isdecimal() and int(name[0]) >= needed)
        return replace(told, successes=frozenset(enough))

    def groups(self) -> tuple[DiceGroup, ...]:
        return self.cast.pool.groups()

    def breakdown(self, faces: Faces) -> RollBreakdown:
        """The pool's own, and whether that is enough."""
        told, net = self.cast.pool.breakdown(faces), self.cast.pool.count(faces).net
        holds = net >= self.needed
        outcome = told.outcome if self.needed <= MOST_TOLD else "success" if holds else "failure"
        words = f"{told.words or told.outcome}: it {'takes' if holds else 'does not take'} hold"
        return replace(told, outcome=outcome, lines=(*told.lines, ("Needed", f"{self.needed}")), words=words)


def casting(sheet: Sheet, entry: Entry, now: Mapping[str, str]) -> Check:
    """A spell at the highest level that costs no Fortitude; it must have been memorised (8.1)."""
    assert isinstance(entry, Spell)
    discipline = sheet.rulebook.find(Trait, entry.discipline)
    aspect = casting_aspect(sheet, discipline) if discipline else None
    if discipline is None or aspect is None:
        pool = Figure.of(f"cast-{entry.key}", entry.name, entry.cite, ())
        return Check(pool.key, pool.label, pool.cite, pool, None, "Its discipline isn't known.")
    level = min(_dots(sheet, discipline), SCALE)
    numbers = {name: _number(now, name, usual, low, high) for name, _, usual, low, high, _ in NUMBERS}
    return _cast(sheet, entry, discipline, aspect, Casting(level, level, _dots(sheet, aspect), "self", **numbers))


def desk(sheet: Sheet, entry: Entry, answers: Mapping[str, str]) -> Question:
    """One casting: level, aspect, reach, targets, sustained spells (8.1, 8.2, 8.4)."""
    assert isinstance(entry, Spell)
    traits = sheet.rulebook.all(Trait)
    discipline = sheet.rulebook.find(Trait, entry.discipline)
    aspects = {key: trait for key, trait in traits.items() if trait.category == "aspect" and key in sheet.figures}
    usual = (casting_aspect(sheet, discipline) if discipline else None) or next(iter(aspects.values()))
    aspect = aspects.get(answers.get("aspect", ""), usual)
    affinity = _dots(sheet, discipline) if discipline else 0
    level = whole(answers.get("level"), min(affinity, SCALE), 0, SCALE)
    reach = one_of(answers.get("reach"), NEEDED, "self")
    numbers = {name: _number(answers, name, usual, low, high) for name, _, usual, low, high, _ in NUMBERS}
    feats = help_with(sheet, discipline, answers, casts=True)
    helped = {**numbers, "extra": numbers["extra"] + feats.dice, "harder": numbers["harder"] + feats.dv}
    angry = traits.get(feats.in_place)
    stand_in = _dots(sheet, angry) if angry and angry.key in sheet.figures else None
    cast = Casting(level, affinity, _dots(sheet, aspect), reach, **helped, automatic=feats.successes, stand_in=stand_in)
    return Question(
        (
            ChoiceField("level", "Power level", tuple(_levels(sheet, entry)), (str(level),), style="select"),
            ChoiceField("aspect", "Aspect", tuple(Option(t.key, t.name) for t in aspects.values()), (aspect.key,),
                        style="select"),
            ChoiceField("reach", "Reach", tuple(Option(key, words) for key, words in REACH.items()), (reach,),
                        style="select"),
            *(counter(name, label, where, numbers[name], low, high) for name, label, _, low, high, where in NUMBERS),
            *feats.ticks,
        ),
        _cast(sheet, entry, discipline, aspect, cast, feats),
    )  # fmt: skip


def _number(answers: Mapping[str, str], name: str, usual: int, low: int, high: int) -> int:
    usual = catastrophe_of(answers, casts=True) if name == "catastrophe" else usual
    return whole(answers.get(name), usual, low, high)


def _dots(sheet: Sheet, trait: Trait) -> int:
    """The dice of a rating: none below zero, and no more than odds can be told of."""
    return min(max(0, sheet[trait.key]), MOST_DICE)


def _levels(sheet: Sheet, spell: Spell) -> Iterator[Option]:
    told = {step.level: step.effect for step in spell.levels}
    names = {level.rating: level.name for level in sheet.rulebook.all(PowerLevel).values()}
    for level in range(8):
        label = f"{level} {names.get(level, '')}".strip()
        yield Option(str(level), f"{label}: {told[level]}" if level in told else label)


def _cast(
    sheet: Sheet, spell: Spell, discipline: Trait | None, aspect: Trait, cast: Casting, feats: Help = NO_HELP
) -> Check:
    """The roll of a casting, with its difficulty and what it must reach."""
    terms = [Term(cast.aspect, aspect.name, aspect.cite)]
    rolled = discipline if cast.stand_in is None else sheet.rulebook.find(Trait, feats.in_place)
    if rolled:
        terms.append(Term(cast.rating, rolled.name, rolled.cite))
    terms.extend(feats.terms)
    if extra := cast.extra - feats.dice:
        terms.append(Term(extra, "extra dice", cite("8.2", 37)))
    if cast.sustained:
        terms.append(Term(-cast.sustained, "sustained spells", cite("8.4", 39)))
    short = sum(term.amount for term in terms)
    if short < 0:
        terms.append(Term(-short, "minimum 0 dice", cite("6.1", 24)))
    names = {level.rating: level.name for level in sheet.rulebook.all(PowerLevel).values()}
    label = f"{spell.name} {names.get(cast.level, cast.level)}"
    pool = Figure.of(f"cast-{spell.key}", label, spell.cite, terms)
    if sheet.reading.memo(forbidden):
        return Check(pool.key, label, pool.cite, pool, None, NO_MAGIC)
    if spell.key not in sheet.build.picked("spells"):
        return Check(pool.key, label, pool.cite, pool, None, NOT_MEMORISED)
    costs = (Cost(("fortitude",), -1),) if cast.needs_fortitude else ()
    note = " ".join(_notes(cast, rolled.name if rolled and cast.stand_in is not None else "affinity"))
    return Check(pool.key, label, pool.cite, pool, Reaching(cast), note, costs=(*costs, *feats.costs), brief="")


def _notes(cast: Casting, called: str) -> Iterable[str]:
    changed = f" {'−' if cast.harder < 0 else '+'} {abs(cast.harder)}" if cast.harder else ""
    yield f"Difficulty Value (DV): {BASE_DV} + level {cast.level} − {called} {cast.rating}{changed} = {cast.dv}."
    yield f"Works with {counted(max(1, cast.required), 'success|successes')}."
    yield (
        f"Spare successes: up to {cast.spend_limit} each on Overpower (more power), Defy (harder to resist) and "
        "Extend (lasts longer)."
    )
    if cast.required > 1:
        yield "Fewer, but at least one? Catch it next turn: roll again with a die less each time and add the successes."
    if cast.reach != "self":
        yield f"To resist: DV {resist_dv(cast.level, 0, 0)} minus the target's dots."
    if cast.needs_fortitude:
        yield "Costs 1 Fortitude: above your affinity."


def castable(sheet: Sheet) -> tuple[Entry, ...]:
    """The spells that are memorised (8.1)."""
    return () if sheet.reading.memo(forbidden) else sheet.chosen.get("spells", ())


hprpg.casting = casting
hprpg.castable = castable
hprpg.desk = desk

"""The casting desk: how well a kind of spell goes at its plainest, and what any casting of it comes to."""

from collections.abc import Iterable, Iterator, Mapping

from rules.kernel import Check, Cost, Entry, Sheet
from rules.kernel.pages import ChoiceField, Field, Option, Question, counter, percent, tick
from rules.systems.rough_magic.afflicted import answered
from rules.systems.rough_magic.backlash import RESTED
from rules.systems.rough_magic.casting_dice import (
    FLAGS,
    GENERAL,
    MAGE_HAND,
    NUMBERS,
    Bench,
    CastingRequest,
    barred,
    protection,
    read,
    words_for,
)
from rules.systems.rough_magic.entries import Avenue, Spell
from rules.systems.rough_magic.game import cite, rough_magic
from rules.systems.rough_magic.opposed_sums import FAILURES, LEVELS, OpposedSums
from rules.systems.rough_magic.scales import measured, rungs

LABELS = {
    "range": "Range", "familiarity": "Familiarity (if easier)", "duration": "Duration", "size": "Size",
    "mass": "Mass in kg", "value": "Value", "ritual": "Ritual",
}  # fmt: skip
MOST_KILOGRAMS = 100_000_000


def casting(sheet: Sheet, entry: Entry, now: Mapping[str, str]) -> Check:
    """A spell of this kind with nothing added but what spells do to the caster, against somebody ordinary."""
    assert isinstance(entry, Spell)
    return check_of(bench_of(sheet, entry, now))


def desk(sheet: Sheet, entry: Entry, answers: Mapping[str, str]) -> Question:
    """One casting: its reach, how long and how much, its aids, its target, and what that comes to."""
    assert isinstance(entry, Spell)
    made = bench_of(sheet, entry, answers)
    return Question(tuple(_fields(sheet, entry, made.asked, answers)), check_of(made))


def bench_of(sheet: Sheet, spell: Spell, answers: Mapping[str, str]) -> Bench:
    c = sheet.reading
    return Bench(c, spell, read(sheet.rulebook, spell, answers), answered(c, answers))


def check_of(made: Bench) -> Check:
    """The roll of a casting, with the lines of its value, its difficulty and its dice."""
    spell = made.spell
    others = () if made.unrolled else (made.dv, made.dice_figure)
    note = " ".join(_notes(made))
    failures = () if made.unrolled else tuple(enumerate(FAILURES, 1))
    lost = tuple(Cost(("maximum-lost",), level, failure) for level, failure in failures)
    costs = (*lost, Cost((RESTED,), -1, owed=False))
    brief = "" if isinstance(made.dice, OpposedSums) else None
    return Check(
        f"cast-{spell.key}", spell.name, spell.cite, made.av, made.dice, note, others=others, costs=costs, brief=brief
    )


def _notes(made: Bench) -> Iterator[str]:
    if made.refusal:
        yield made.refusal
        return
    dice = made.dice
    if not isinstance(dice, OpposedSums):
        yield "No roll needed."
        if made.spell.key == MAGE_HAND:
            yield f"Brawn {made.av.value}."
        return
    yield f"AV {dice.value} vs DV {dice.against}, {dice}."
    odds = dice.odds()
    told = ", ".join(f"{name} {percent(odds.chance(failure))}" for name, failure in zip(LEVELS, FAILURES, strict=True))
    mean = dice.lost
    yield f"A failure costs 1 to 4 of maximum Endurance: {told}; {float(mean):.2f} on average."
    if made.spell.free or made.person:
        yield f"To break free: 2d6 + {made.dv.value} vs 2d6 + {made.av.value}.".replace("+ -", "− ")
    if made.spell.key == "illusion":
        yield f"To see through it: Perception (Reason) vs 2d6 + {made.av.value}."


def _fields(sheet: Sheet, spell: Spell, asked: CastingRequest, answers: Mapping[str, str]) -> Iterable[Field]:
    if spell.opposed == "none":
        return
    yield from _target(sheet, spell, asked)
    for word, table in words_for(spell):
        if word == "mass":
            yield counter("mass", LABELS[word], cite("Scope"), _mass(answers), 0, MOST_KILOGRAMS)
        else:
            rows = tuple(Option(r.word, _priced(r.name, r.dice, word)) for r in rungs(sheet.rulebook, table).values())
            yield ChoiceField(word, LABELS[word], rows, (asked.rungs[word].word,), style="select")
    avenues = (Option(GENERAL, "General magic"), *(Option(a.key, a.name) for a in _avenues(sheet)))
    yield ChoiceField("avenue", "Avenue", avenues, (asked.avenue,), style="select")
    for flag in ("choosing", "subtle", "sympathetic"):
        yield tick(flag, FLAGS[flag], flag in asked.flags)
    yield _number("more", spell, asked)


def _avenues(sheet: Sheet) -> Iterable[Avenue]:
    return sheet.rulebook.all(Avenue).values()


def _priced(name: str, dice: int, word: str) -> str:
    sign = "+" if word == "ritual" else "−"
    return f"{name}: {sign}{dice}" if dice else name


def _mass(answers: Mapping[str, str]) -> int:
    return min(measured(answers.get("mass", "")) or 0, MOST_KILOGRAMS)


def _target(sheet: Sheet, spell: Spell, asked: CastingRequest) -> Iterable[Field]:
    """What the spell asks of its target, of its ward or of its creature."""
    for ask in spell.asks:
        if ask in FLAGS:
            yield tick(ask, FLAGS[ask], ask in asked.flags)
        elif ask in NUMBERS:
            yield _number(ask, spell, asked)
    if "consequence" in spell.asks:
        levels = (Option("none", "Not failed magic"), *(Option(name, name.capitalize()) for name in LEVELS))
        now = LEVELS[asked.consequence - 1] if asked.consequence else "none"
        yield ChoiceField("consequence", "Lost to failed magic", levels, (now,), style="select")
    for name in _asked_of_target(sheet, spell):
        yield _number(name, spell, asked)


def _asked_of_target(sheet: Sheet, spell: Spell) -> Iterator[str]:
    if spell.opposed in ("base", "lost"):
        yield spell.opposed
    elif spell.opposed or {"person", "shielded"} & set(spell.asks):
        yield "defence"
    if spell.opposed.endswith("+power") or "person" in spell.asks:
        yield "target-power"
    yield from protection(sheet.reading, spell, unwilling="person" in spell.asks)


def _number(name: str, spell: Spell, asked: CastingRequest) -> Field:
    label, _, low, high = NUMBERS[name]
    opposed = spell.opposed.partition("+")[0].capitalize()
    if not opposed:
        opposed = "Presence"
    return counter(name, label.format(opposed=opposed), spell.cite, asked.numbers[name], low, high)


def castable(sheet: Sheet) -> tuple[Spell, ...]:
    """Every kind of spell, for whoever has the skill and the Power Level."""
    return () if barred(sheet.reading) else tuple(sheet.rulebook.all(Spell).values())


rough_magic.casting = casting
rough_magic.castable = castable
rough_magic.desk = desk

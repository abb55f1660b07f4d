"""The casting desk: who can cast a spell, how well at best, and what one casting comes to (chapters 11 and 12)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rules.kernel import Check, Entry, Figure, Sheet, Term
from rules.kernel.basics import capitalise, minus, signed
from rules.kernel.pages import ChoiceField, Option, Question, counter, tick, whole
from rules.systems.dominion import effects
from rules.systems.dominion.creation import studied
from rules.systems.dominion.entries import Aid, Spell
from rules.systems.dominion.game import cite, dominion
from rules.systems.dominion.injury import MOST_BREAKS, barred, costs_of
from rules.systems.dominion.performing import (
    ALL_AIDS,
    DIFFICULTY,
    FROM_GM,
    LEAST,
    aided,
    aids_of,
    casting_terms,
    castings,
    known_spells,
    resisting,
    skill_die,
)

PERMANENCE = -12
NUMBERS = (
    ("resisted", "Times resisted", 0, 12, "Resistance Penalty", ("12.0.12", 121)),
    ("actions", "Other actions this round", 0, 10, "Action Penalty", ("12.0.2", 117)),
    ("injury", "Injury Penalty", 0, 12, "Injury Penalty", ("8.4.1", 68)),
    ("breaks", "Lucky Breaks", 0, MOST_BREAKS, "Lucky Breaks", ("3.9.1", 20)),
    ("modifier", "Modifier", -20, 20, "from the GM", ("4.2", 22)),
)
LASTS = re.compile(r"(\w+) stat in (rounds|hours|days|months)")
HELPED = f"{capitalise(ALL_AIDS)}."
TIMED = re.compile(r"(?!Instantaneous|Permanent|Until)(.* in (rounds|hours|days)|.*\b(round|rounds|year)\b)")


def casting(sheet: Sheet, entry: Entry, now: Mapping[str, str]) -> Check:
    """The easiest way to cast a spell, helped by its rites and charms where nothing else will do (11.2, 12.0.8).

    `now` is how the caster's marks answer the desk.
    """
    assert isinstance(entry, Spell)
    injury = whole(now.get("injury"), 0, 0, 12)
    weighs = tuple(_modifiers(sheet, {"injury": injury, "breaks": whole(now.get("breaks"), 0, 0, MOST_BREAKS)}))
    best = easiest(_roll(way, (*way.pool.terms, *weighs)) for way in castings(sheet, entry))
    if why := barred(sheet, "", "witchcraft", injury, 0):
        return replace(best, dice=None, note=why)
    if best.pool.value > 0:
        return best
    penalty = min((way.difficulty for way in entry.variants), default=entry.difficulty, key=abs)
    helped = _roll(best, (*best.pool.terms, *aided(aids_of(entry), penalty)))
    if helped.pool.value > 0:
        return replace(helped, note=HELPED)
    return replace(
        best, dice=None, note=f"The penalties leave {minus(helped.pool.value)}, and no die shows that little."
    )


def easiest(ways: Iterable[Check]) -> Check:
    """The way that is rolled at the highest number: the first a list tells, and the first a desk opens with."""
    return max(ways, key=lambda way: way.pool.value)


def desk(sheet: Sheet, entry: Entry, answers: Mapping[str, str]) -> Question:
    """One casting: its way, rites and charms, permanence, and what weighs on it this round (12.0.2 to 12.0.14).

    It opens as `casting` tells of the spell: with all rites and charms, where nothing else will do.
    """
    assert isinstance(entry, Spell)
    ways = tuple(castings(sheet, entry))
    chosen = whole(answers.get("way"), ways.index(easiest(ways)) + 1, 1, len(ways))
    needed = "modifier" not in answers and casting(sheet, entry, answers).note == HELPED
    aids = [(name, kind, aid, needed or name in answers) for name, kind, aid in _named(entry)]
    lasting = may_last(entry) and "permanent" in answers
    numbers = {
        name: whole(answers.get(name), 0, low, high)
        for name, _, low, high, _, _ in NUMBERS
        if name != "resisted" or entry.resistance_rules in ("apply", "unstated")
    }
    way, target = ways[chosen - 1], whole(answers.get("target"), LEAST, LEAST, 20)
    used = [(kind, aid) for _, kind, aid, on in aids if on]
    penalty = entry.variants[chosen - 1].difficulty if entry.variants else entry.difficulty
    known = tuple(term for term in way.pool.terms if not (entry.against and term.label == DIFFICULTY))
    terms = (
        *known,
        *resisting(entry, target),
        *aided(used, penalty),
        *_permanence(lasting),
        *_modifiers(sheet, numbers),
    )
    rolled = sum(term.amount for term in terms)
    why = barred(sheet, "", "witchcraft", numbers["injury"], 0)
    told = _notes(sheet, entry, [aid for _, aid in used], lasting, rolled)
    made = _roll(way, terms, " ".join((*((why,) if why else ()), *told)))
    made = replace(made, dice=None) if why else replace(made, costs=costs_of(numbers["breaks"]))
    fields = (
        *_ways(ways, chosen),
        *(
            (counter("target", f"The target's {entry.against.capitalize()}", cite("12.0.8", 119), target, LEAST, 20),)
            if entry.against else ()
        ),
        *(tick(name, f"{kind} {signed(aid.bonus) if aid.bonus else ''}: {aid.text}".replace(" :", ":"), on)
          for name, kind, aid, on in aids),
        *((tick("permanent", f"Permanent ({signed(PERMANENCE)})", lasting),) if may_last(entry) else ()),
        *(counter(name, words, cite(*place), numbers[name], low, high, FROM_GM if name == "modifier" else "")
          for name, words, low, high, _, place in NUMBERS if name in numbers),
    )  # fmt: skip
    return Question(fields, made)


def may_last(spell: Spell) -> bool:
    """Whether permanence may be tried: only where a time is given, in rounds, hours, days or a year (12.0.10, A-56)."""
    return TIMED.match(spell.duration) is not None


def _ways(ways: Iterable[Check], chosen: int) -> Iterable[ChoiceField]:
    options = tuple(Option(str(n), way.label.partition(": ")[2]) for n, way in enumerate(ways, 1))
    if len(options) > 1:
        yield ChoiceField("way", "Variant", options, (str(chosen),), style="select")


def _named(spell: Spell) -> Iterator[tuple[str, str, Aid]]:
    for number, (kind, aid) in enumerate(aids_of(spell), 1):
        yield f"aid-{number}", kind, aid


def _permanence(lasting: bool) -> Iterator[Term]:
    if lasting:
        yield Term(PERMANENCE, "Permanence Penalty", cite("12.0.10", 119, "A-56"))


def _modifiers(sheet: Sheet, numbers: Mapping[str, int]) -> Iterator[Term]:
    for name, _, _, _, words, place in NUMBERS:
        amount = numbers.get(name, 0)
        if name == "breaks":
            amount *= sheet["luck"]
        elif name != "modifier":
            amount = -amount
        if amount:
            yield Term(amount, words, cite(*place))


def _duration(sheet: Sheet, spell: Spell, aids: Sequence[Aid], modified: int) -> Iterator[str]:
    """How long it lasts, with the rites and charms that say so; `modified` is what the roll adds to the stat."""
    said = next((aid.lasts for aid in aids if aid.lasts), spell.duration)
    longer = sum(aid.longer for aid in aids)
    if time := worked_out(sheet, said, modified, longer):
        yield f"Lasts {time}{', including this one' if 'round' in time else ''}."
    elif said != spell.duration:
        yield f"Lasts {said}."
    elif longer:
        yield f"Lasts {longer} rounds longer."


def worked_out(sheet: Sheet, said: str, modified: int = 0, longer: int = 0) -> str:
    """A duration that is a stat, in numbers: "5 rounds"; "" for any other."""
    lasts = LASTS.match(said)
    key = lasts[1].lower() if lasts else ""
    if not lasts or key not in sheet.figures:
        return ""
    count = effects.worth(sheet.reading, sheet[key], sheet[key] + modified) + longer
    return f"{count} {lasts[2] if count != 1 else lasts[2][:-1]}"


def _notes(sheet: Sheet, spell: Spell, aids: Sequence[Aid], lasting: bool, rolled: int) -> Iterator[str]:
    stat = sum(term.amount for term in casting_terms(sheet, spell))
    stage = next((aid.stage for aid in aids if aid.stage), spell.stage)
    yield from effects.of_spell(sheet.reading, replace(spell, stage=stage), stat, rolled)
    yield from () if lasting else _duration(sheet, spell, aids, rolled - stat)
    if spell.resistance_rules == "unstated":
        yield "The book doesn't say if resisting makes the next try harder. Ask your GM."
    if aids:
        yield "A 12 still fails, but does no extra harm."
    elif spell.twelve:
        yield f"On a 12: {spell.twelve}"


def _roll(way: Check, terms: Iterable[Term], note: str = "") -> Check:
    pool = Figure.of(way.key, way.label, way.cite, terms)
    return replace(way, pool=pool, dice=skill_die(pool.value), note=note)


def castable(sheet: Sheet) -> tuple[Spell, ...]:
    """The spells on the record of whoever studies Witchcraft (11.2)."""
    return known_spells(sheet) if studied(sheet.reading, "witchcraft") else ()


dominion.casting = casting
dominion.castable = castable
dominion.desk = desk

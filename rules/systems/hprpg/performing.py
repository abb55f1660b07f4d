"""Chapter 6: a check is an aspect with an ability or an affinity, as a pool of twelve-sided dice."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from rules.kernel import (
    EMPTIED,
    FILLED,
    Check,
    Fact,
    Figure,
    PlayFacts,
    Reading,
    Rest,
    Rulebook,
    Sheet,
    Term,
    Tracker,
    derived,
)
from rules.kernel.basics import minus
from rules.kernel.rolls import standing
from rules.systems.hprpg.creation import forbidden, personality, traits
from rules.systems.hprpg.dice_pools import MOST_NUMBER, MOST_ROLLED, dice_pool
from rules.systems.hprpg.entries import Feature, Trait
from rules.systems.hprpg.game import cite, hprpg

STANDARD_DV = 8

STAPLES = (
    ("perception", "alertness"),
    ("charm", "eloquence"),
    ("insight", "alertness"),
    ("intelligence", "investigation"),
    ("willpower", "bravery"),
    ("willpower", "conviction"),
    ("fitness", "speed"),
    ("precision", "covert"),
)
"""Pairs the handbook speaks of (6.1, 6.4, 6.7, 6.8); every sheet opens with them."""
LEARNED = (("perception", "pilot"), ("precision", "imbue"), ("charm", "kinship"))
"""Pairs for those who have learned the ability (5.2, 6.7, 6.8)."""
MOST_BEST = 3
"""So many of the best checks stand among the usual ones, if they are not there anyway."""


class Circumstances(NamedTuple):
    """What a check is made in. `dv` is before the untrained rules, `extra` are dice from circumstances, `allowed` says
    that the game master lets the character try without knowledge, `harder` is what an untrained practical ability adds,
    `sustained` are the spells that a casting has to go on beside, `feats` the dice that feats add, `automatic` the
    successes without a die."""

    dv: int = STANDARD_DV
    catastrophe: int = 1
    intractability: int = 0
    extra: int = 0
    allowed: bool = False
    harder: int = 2
    sustained: int = 0
    feats: tuple[Term, ...] = ()
    automatic: int = 0


USUAL = Circumstances()


def check_of(c: Reading | Sheet, aspect: Trait, other: Trait | None, at: Circumstances = USUAL) -> Check:
    """One check: aspect alone, or aspect with an ability, an archetype's ability or an affinity."""
    key, rating = (other.key, c[other.key]) if other else ("", 0)
    return _check(c.rulebook, aspect.key, c[aspect.key], key, rating, at)


@derived
def _check(
    rulebook: Rulebook, aspect_key: str, aspect_dots: int, other_key: str, rating: int, at: Circumstances
) -> Check:
    """A check is a pure value of two ratings and the circumstances, so it is made once."""
    found = rulebook.all(Trait)
    aspect, other = found[aspect_key], found.get(other_key)
    key = f"{aspect.key}-{other.key}" if other else aspect.key
    label = f"{aspect.name} ({other.name})" if other else aspect.name
    answers = (("aspect", aspect.key), ("ability", other.key if other else "none"))
    terms = [Term(aspect_dots, aspect.name, aspect.cite)]
    note = ""
    if other:
        terms.append(Term(rating, other.name, other.cite))
    terms.extend(at.feats)
    if at.extra:
        terms.append(Term(at.extra, "circumstances", cite("6.1", 24)))
    if at.sustained:
        terms.append(Term(-at.sustained, "sustained spells", cite("8.4", 39)))
    dv, untrained = at.dv, other is not None and rating <= 0
    if untrained and other and other.type == "practical":
        dv += at.harder
        note = f"Untrained: DV {at.dv} becomes {dv}."
    if untrained and other and other.type == "knowledge" and not at.allowed:
        pool = Figure.of(key, label, cite("6.1", 24), terms)
        return Check(
            key,
            label,
            cite("5.3", 21, "H-18"),
            pool,
            None,
            "You can't attempt this untrained.",
            answers,
        )
    if sum(term.amount for term in terms) < 0:
        terms.append(Term(-sum(term.amount for term in terms), "minimum 0 dice", cite("6.1", 24)))
    pool = Figure.of(key, label, cite("6.1", 24), terms)
    dv = max(-MOST_NUMBER, min(dv, MOST_NUMBER))
    dice = dice_pool(min(pool.value, MOST_ROLLED), dv, at.catastrophe, at.intractability, at.automatic)
    return Check(key, label, cite("6.1", 24), pool, dice, note, answers)


def pairs(c: Reading) -> tuple[tuple[Trait, Trait], ...]:
    """The checks a sheet opens with: the handbook's own pairs, the archetype's abilities, those learned, the best."""
    found = traits(c)
    own = tuple((_partner(c, t), t) for t in found.values() if t.category == "archetype-ability")
    staples = tuple((found[a], found[b]) for a, b in STAPLES if a in found and b in found)
    learned = tuple((found[a], found[b]) for a, b in LEARNED if a in found and b in found and c[b] > 0)
    known = {ability.key for _, ability in (*staples, *own, *learned)}
    others = (t for t in found.values() if t.category == "ability" and c[t.key] > 0 and t.key not in known)
    best = sorted(((_partner(c, t), t) for t in others), key=lambda pair: -sum(c[one.key] for one in pair))
    return (*staples, *own, *learned, *best[:MOST_BEST])


def _partner(c: Reading, ability: Trait) -> Trait:
    """The better of the aspects that an archetype's ability goes with; Insight where the books name none."""
    found = c.rulebook.all(Trait)
    named = [found[key] for key in ability.pairs if key in found and found[key].category == "aspect"]
    return max(named, key=lambda aspect: c[aspect.key], default=found["insight"])


@derived
def affinities(rulebook: Rulebook) -> tuple[Trait, ...]:
    return tuple(trait for trait in rulebook.all(Trait).values() if trait.category == "affinity")


def casting_aspect(c: Reading | Sheet, discipline: Trait) -> Trait | None:
    """The default aspect of a discipline (8.2), the better one where the table names two."""
    found = c.rulebook.all(Trait)
    named = [found[key] for key in discipline.aspects if key in found]
    return max(named, key=lambda aspect: c[aspect.key], default=None)


@hprpg.check
def usual_checks(c: Reading) -> Iterator[Check]:
    """The checks used most, at the standard difficulty (6.7, 6.8)."""
    untrained = _untrained(c)
    for aspect, ability in pairs(c):
        yield check_of(c, aspect, ability, untrained)


def _untrained(c: Reading) -> Circumstances:
    """As it is usual at this table for whoever has not learned something."""
    return Circumstances(allowed=bool(c.setting("untrained_knowledge")), harder=c.number("untrained_practical_dv"))


def further(sheet: Sheet) -> Iterator[tuple[str, Check]]:
    """Each other ability with the better of its aspects, and each aspect alone (6.1)."""
    c, known = sheet.reading, {check.key for check in sheet.checks}
    untrained = _untrained(c)
    for trait in traits(c).values():
        if trait.category in ("ability", "archetype-ability"):
            check = check_of(c, _partner(c, trait), trait, untrained)
            if check.key not in known:
                yield "Abilities", check
    for trait in traits(c).values():
        if trait.category == "aspect":
            yield "Aspects", check_of(c, trait, None)


hprpg.further = further


@hprpg.check
def casting_checks(c: Reading) -> Iterator[Check]:
    """The strongest spell of each discipline the character has a dot in: DV 8 (8.2)."""
    for discipline in affinities(c.rulebook) if not c.memo(forbidden) else ():
        aspect = casting_aspect(c, discipline) if c[discipline.key] > 0 else None
        if aspect:
            yield check_of(c, aspect, discipline)


@hprpg.tracker
def trackers(c: Reading) -> Iterable[Tracker]:
    """Health, Fortitude, Heroism and Villainy (5.4 to 5.6, H-11)."""
    found = personality(c)
    whole = c.setting("nourishment") == "full"
    returns = f"{found.nourishment} Restores {'all' if whole else '1'} Fortitude." if found else ""
    health, fortitude = c.figure("health"), c.figure("fortitude")
    yield Tracker("health", "Health", cite("5.4", 22, "H-11"), health, health.value, hit=-1)
    yield Tracker("fortitude", "Fortitude", cite("5.5", 22, "H-11"), fortitude, fortitude.value, returns, _spent_on(c))
    for name in ("Heroism", "Villainy"):
        yield Tracker(name.lower(), name, cite("5.6", 22, "H-11"), None, help=NO_RULES)


def _feats(c: Reading) -> tuple[Feature, ...]:
    """The feats somebody has, as far as a book knows them."""
    found = (c.rulebook.find(Feature, key) for key in c.picked("feats"))
    return tuple(feat for feat in found if feat)


def _spent_on(c: Reading) -> str:
    """What feats Fortitude is spent on (chapter 4)."""
    return " ".join(f"{feat.name}: {feat.effect}" for feat in _feats(c) if feat.fortitude)


def has_button(feat: Feature) -> bool:
    """Whether a use of it moves anything but how often it was used."""
    return feat.fortitude > 0 or feat.health > 0


def used_today(feat: Feature) -> str:
    """The key of the mark of how often a feat was used today; keys that are too long end in a word of their own."""
    key = f"used-{feat.key}"
    return key if len(key) <= KEY else f"{key[: KEY - 11]}-{sha256(key.encode(errors='replace')).hexdigest()[:10]}"


MOST_SUSTAINED, MOST_RAGE, BROKEN_RANGE = 10, 10, 3
WAND, RAGE = "broken-wand", "rage"
USED_UP = "used-up-"
KEY = 80
"""Letters of the key of a mark."""


@hprpg.condition
def conditions(c: Reading) -> Iterable[Tracker]:
    """What makes casting harder while it lasts, what Rage takes, feats used today (chapter 4, 6.4, 8.4)."""
    for feat in _feats(c):
        if feat.per_day > 0:
            daily = Figure.of(used_today(feat), feat.name, feat.cite, (Term(feat.per_day, "a day", feat.cite),))
            words = "" if has_button(feat) else feat.effect
            yield Tracker(used_today(feat), f"{feat.name}: used today", feat.cite, daily, 0, words)
    if RAGE in c.memo(traits):
        where = cite("4", 19)
        turns = Figure.of("rage-turns", "Turns of Rage in a row", where, (Term(MOST_RAGE, "at most", where),))
        yield Tracker("rage-turns", "Turns of Rage in a row", where, turns, 0,
                      "1 less die each on Resist checks. Clear it after a turn without Rage.")  # fmt: skip
    if c.memo(forbidden):
        return
    for key, label, most, where, words in (
        ("sustained", "Sustained spells", MOST_SUSTAINED, cite("8.4", 39), "1 less die each when you cast."),
        (WAND, "Broken wand", 1, cite("6.4", 26), f"Catastrophe on 1 to {BROKEN_RANGE} when you cast."),
    ):
        yield Tracker(key, label, where, Figure.of(key, label, where, (Term(most, "at most", where),)), 0, words)


def now(sheet: Sheet, play: Mapping[str, Any]) -> PlayFacts:
    """What is known of no Health left, and what the conditions do to a casting (5.4, 6.4, 8.4, H-34)."""
    facts = (*_spent(sheet, play), *_raging(sheet, play))
    daily = [feat for feat in _feats(sheet.reading) if 0 < feat.per_day <= standing(play, used_today(feat))]
    gone = tuple((f"{USED_UP}{feat.key}", "on") for feat in daily)
    if sheet.reading.memo(forbidden):
        return PlayFacts(facts, gone)
    sustained, broken = min(standing(play, "sustained"), MOST_SUSTAINED), standing(play, WAND)
    answers = (
        *gone,
        *((("sustained", str(sustained)),) if sustained else ()),
        *(((WAND, "on"),) if broken else ()),
    )
    return PlayFacts(facts, answers)


def _spent(sheet: Sheet, play: Mapping[str, Any]) -> Iterator[Fact]:
    most = sheet["health"]
    if most > 0 and not standing(play, "health", most, most):
        yield Fact("Health 0", "", NO_HEALTH, cite("9.1", 40, "H-34"))


def _raging(sheet: Sheet, play: Mapping[str, Any]) -> Iterator[Fact]:
    """What Rage takes of a Resist, which can be any check: so whoever rolls one enters it (chapter 4)."""
    turns = min(standing(play, "rage-turns"), MOST_RAGE)
    if turns and RAGE in sheet.reading.memo(traits):
        words = "Dice on each Resist check. Enter them as Extra dice."
        yield Fact("Rage", minus(-turns), words, cite("4", 19))


def catastrophe_of(answers: Mapping[str, str], *, casts: bool) -> int:
    """Up to which face a die is a catastrophe, if nobody says anything else (6.4)."""
    return BROKEN_RANGE if casts and WAND in answers else 1


hprpg.now = now


@hprpg.rest
def rests(c: Reading) -> Iterable[Rest]:
    """What the personality's nourishment restores, what feats cost and give, and a new day (chapter 4, 5.5, H-11)."""
    if personality(c):
        back = FILLED if c.setting("nourishment") == "full" else 1
        yield Rest("nourishment", "Nourishment", cite("5.5", 22, "H-11"), (("fortitude", back),))
    feats = _feats(c)
    for feat in filter(has_button, feats):
        daily = used_today(feat) if feat.per_day > 0 else ""
        gives = (*((("health", feat.health),) if feat.health > 0 else ()), *(((daily, 1),) if daily else ()))
        costs = (("fortitude", -feat.fortitude),) if feat.fortitude > 0 else ()
        yield Rest(f"feat-{feat.key}", feat.name, feat.cite, gives, feat.effect, daily, costs=costs)
    daily_feats = [feat for feat in feats if feat.per_day > 0]
    if daily_feats:
        again = tuple((used_today(feat), EMPTIED) for feat in daily_feats)
        yield Rest("day", "A new day", daily_feats[0].cite, again, "Feats can be used again.")


NO_HEALTH = (
    "Ask your GM what happens: the chapter on Health is empty (p. 22). Of harm it says only that a spell of 7 levels "
    "kills an ordinary person (p. 37). Here 0 Health alone doesn’t kill."
)
NO_RULES = "The handbook names it but gives no rules. Ask your GM when you gain or spend it."

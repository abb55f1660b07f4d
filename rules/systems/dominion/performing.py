"""Rolls and marks of play: every skill is one die at or under its stat, and a twelve always fails (1.7, 4.2)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.dice import RolledSum, RollUnder
from rules.dice.rolled_sum import MOST_BONUS
from rules.kernel import EMPTIED, Check, Cite, Figure, Reading, Rest, Rulebook, Sheet, Term, Tracker, amount
from rules.kernel.basics import minus
from rules.systems.dominion.ailments import diseases
from rules.systems.dominion.armoury import armed, carried, no_block, shields
from rules.systems.dominion.creation import own_skills, rounding, studied
from rules.systems.dominion.entries import Aid, Skill, Spell, Variant
from rules.systems.dominion.game import DEATH, FACES, cite, dominion
from rules.systems.dominion.surroundings import surroundings

THIS_ROUND = ("lucky-break", "blocked")
"""Trackers of what is over with the round."""
WEAPONLESS = {"feint": -5, "disarm": -3}
DIFFICULTY, BARE_HANDS = "Difficulty Penalty", "Weaponless Penalty"
FROM_GM = "A bonus (+) or penalty (−) from your GM."
"""What a Modifier is, said beside its field."""
USUAL = ("withstand-injury", "withstand-magic", "alertness", "stealth", "brawling")
"""Skills that every table asks for; a sheet opens with them (4.7 to 4.9, 7.3)."""


def skill_die(stat: int, near: int = 0) -> RollUnder:
    """The die at or under a stat, whose twelve always fails; up to `near` a Called Shot is a near miss (1.7, 7.3.5)."""
    return RollUnder(stat, FACES, fails_on=FACES, near=near)


def roll(key: str, label: str, where: Cite, terms: Iterable[Term], note: str = "") -> Check:
    """One roll: the stat with its modifiers, at or under which the die succeeds."""
    pool = Figure.of(key, label, where, terms)
    return Check(key, label, where, pool, skill_die(pool.value), note, (("skill", key),))


UNAIMED = "within-torso"
"""Where a blow lands that is aimed at nothing else: what is worn there counts first (7.3.5, 9.7.1)."""
NEVER = {
    "priestcraft": "You need a Priestcraft skill to Channel.",
    "witchcraft": "You need a Witchcraft skill to cast.",
}
"""Why nothing comes of a craft for somebody who neither serves nor studies, whatever the die shows (10.2, 11.2)."""
AWAY = "Not in hand."
"""Of a weapon that is carried and not wielded: drawing it comes first (2.7)."""
RATE, RUN = "movement", "Sprint and Retreat"
"""Movement is a rate that no wound slows; what is rolled, and lost, is a Sprint or a Retreat (7.3.12)."""
NEVER_ROLLED = ("channel", "luck")
"""Channel says how often a priest succeeds before resting (10.5.4), and Luck has no skills and is none (4.11)."""


NO_WAY = Variant("")


def way_of(rulebook: Rulebook, key: str) -> Variant:
    """The way of a skill that is rolled under this key: that of the skill, with its place where there are several."""
    if skill := rulebook.find(Skill, key):
        return skill.ways[0]
    of, _, place = key.rpartition("-")
    skill = rulebook.find(Skill, of) if place.isdecimal() else None
    return dict(enumerate(skill.ways, 1)).get(int(place), NO_WAY) if skill else NO_WAY


def too_great(way: Variant, stat: int) -> str:
    """Why a way can't be tried with such a stat, whatever modifies the roll (10.5.6, 10.5.8, 10.5.9)."""
    return f"Only with a stat of {way.least} or more." if way.least and stat < way.least else ""


def skill_checks(c: Reading | Sheet, key: str) -> Iterator[Check]:
    """The roll of any figure, in what is worn; a Priestcraft skill in each of its ways, with its Difficulty Penalty
    (9.7, 10.5.3)."""
    figures = c.figures if isinstance(c, Sheet) else c.figures()
    figure, dressed = figures[key], figures.get(f"{key}-as-worn")
    bare = dressed.terms if dressed else (Term(figure.value, figure.label, figure.cite),)
    bare = (*bare, *weaponless(c.reading if isinstance(c, Sheet) else c, key))
    skill = c.rulebook.find(Skill, key)
    for number, way in enumerate(skill.ways if skill else (NO_WAY,), 1):
        name = way.name or (RUN if key == RATE else "")
        label = f"{figure.label}: {name}" if name else figure.label
        penalty = (Term(way.difficulty, DIFFICULTY, cite("10.5.3", 92)),) if way.difficulty else ()
        made = roll(f"{key}-{number}" if way.name else key, label, cite("4.2", 22), (*bare, *penalty))
        why = too_great(way, sum(term.amount for term in bare))
        yield replace(made, dice=None, note=why) if why else made


TIMING = "timing-score"


def timing_score(c: Reading | Sheet) -> Check:
    """The die and the Timing stat, with the weapon in hand: how early one acts in the round (6.4, A-18, A-20)."""
    reading, figures = (c.reading, c.figures) if isinstance(c, Sheet) else (c, c.figures())
    held = next((thing for thing in reading.memo(armed) if thing.wielded), None)
    key = f"timing-with-{held.item}" if held else ""
    bare = next(skill_checks(c, key if key in figures else "timing"))
    check = scored(bare.pool.terms)
    if held and held.weapon and held.weapon.forfeit and reading.setting("forfeit") != "stat":
        return replace(check, dice=None, note="You don't roll with this weapon: your Timing stat is the score.")
    return check


def scored(terms: Iterable[Term]) -> Check:
    """A Timing Score from its lines: a sum, with nothing to reach."""
    pool = Figure.of(TIMING, "Timing Score", cite("6.4", 40), terms)
    dice = RolledSum(1, FACES, max(-MOST_BONUS, min(pool.value, MOST_BONUS)), fails=True)
    note = "Highest acts first. A rolled 12 is last."
    return Check(TIMING, pool.label, pool.cite, pool, dice, note, (("skill", TIMING),), total=True)


@dominion.check
def timing_checks(c: Reading) -> Iterator[Check]:
    """The roll that every round of a fight begins with (6.4)."""
    yield timing_score(c)


def weaponless(c: Reading, key: str) -> Iterator[Term]:
    """What bare hands take from a Feint and from a Disarm, which is a roll of its own with a weapon (7.3.6, 7.3.7)."""
    armed = any(thing.weapon and thing.wielded for thing in c.memo(carried))
    if key == "disarm" or (key == "feint" and not armed):
        where = cite("7.3.7", 53) if key == "disarm" else cite("7.3.6", 51)
        yield Term(WEAPONLESS[key], BARE_HANDS, where)


def spared(c: Reading, key: str, base: str) -> bool:
    """Whether an Injury Penalty leaves a skill alone; `base` is what it starts from (4.8, 8.4.1, A-34)."""
    alone = c.setting("stamina_spared") == "withstand-injury"
    return key == "withstand-injury" or key.startswith("within-") or (base == "stamina" and not alone)


def spared_words(c: Reading) -> str:
    """The skills without an Injury Penalty, as the end of a sentence (A-34)."""
    return "Stamina skills" if c.setting("stamina_spared") == "stamina" else "Withstand Injury"


@dominion.check
def usual_checks(c: Reading) -> Iterator[Check]:
    """What is rolled most: the staples, each weapon carried, whatever has been trained (4.2, 7.3)."""
    seen: set[str] = set()
    held = {thing.item for thing in c.memo(armed) if thing.wielded}
    arms = [key for key in c.figures() if key.startswith(("strike-with-", "missile-strike-with-", "parry-with-"))]
    away = {key for key in arms if key.partition("-with-")[2] not in held}
    arms.sort(key=lambda key: key in away)
    if c.bought("disarm"):
        arms += [f"disarm-with-{thing.item}" for thing in c.memo(armed) if thing.wielded]
    struck = [key for key in (UNAIMED,) if key in c]
    trained = [key for key in c.rulebook.all(Skill) if c.bought(key)]
    for key in (*arms, *struck, *USUAL, *trained, *(own.key for own in c.memo(own_skills) if own.key in c)):
        if key in c and key not in seen:
            seen.add(key)
            yield from listed(c, key)


def listed(c: Reading, key: str) -> Iterator[Check]:
    """A number as lists show its roll, with what keeps it from being one; none of what is never rolled."""
    if key.startswith("timing") or key in NEVER_ROLLED:
        return
    held = {thing.item for thing in c.memo(armed) if thing.wielded}
    why, away = no_block(c) if key == "block" else "", "-with-" in key and key.partition("-with-")[2] not in held
    instead = _unhoned(c, key)
    for one in skill_checks(c, key):
        shown = replace(one, instead=instead) if instead else one
        yield replace(shown, dice=None, note=why) if why else replace(shown, note=AWAY) if away else shown


def _unhoned(c: Reading, key: str) -> tuple[tuple[str, str], ...]:
    """What somebody rolls who hasn't honed such a skill, or wears nothing there (4.4, 9.7.1)."""
    if key.startswith("within-"):
        return (("skill", "withstand-injury"),)
    return next(((("skill", own.attribute),) for own in c.memo(own_skills) if own.key == key), ())


@dominion.check
def casting_checks(c: Reading) -> Iterator[Check]:
    """Every spell on the record, in each of its ways (11.5, 12.0.8)."""
    why = "" if studied(c, "witchcraft") else NEVER["witchcraft"]
    for spell in known_spells(c):
        yield from (replace(one, dice=None, note=why) if why else one for one in castings(c, spell))


def known_spells(c: Reading | Sheet) -> tuple[Spell, ...]:
    """The spells on the record that the books have, each once."""
    found = (c.rulebook.find(Spell, key) for key in c.build.picked("spells"))
    return tuple(dict.fromkeys(spell for spell in found if spell))


def castings(c: Reading | Sheet, spell: Spell) -> Iterator[Check]:
    """A spell's roll in each of its variants."""
    base = casting_terms(c, spell)
    where = cite("12.0.8", 119)
    ways = spell.variants or ()
    if not ways:
        fixed = (Term(spell.difficulty, DIFFICULTY, where),) if spell.difficulty else ()
        made = roll(f"cast-{spell.key}", spell.name, spell.cite, (*base, *fixed, *resisting(spell)), of_target(spell))
        yield with_aids(spell, made, made.pool.value)
    for number, way in enumerate(ways, 1):
        penalty = (Term(way.difficulty, DIFFICULTY, where),) if way.difficulty else ()
        label = f"{spell.name}: {way.name}"
        made = roll(f"cast-{spell.key}-{number}", label, spell.cite, (*base, *penalty))
        yield with_aids(spell, made, made.pool.value)


def aids_of(spell: Spell) -> tuple[tuple[str, Aid], ...]:
    return (*(("Rite", aid) for aid in spell.rites), *(("Charm", aid) for aid in spell.charms))


def aided(aids: Iterable[tuple[str, Aid]], penalty: int) -> Iterator[Term]:
    """Each rite and charm adds its own bonus (12.0.13, A-58)."""
    where = cite("12.0.13", 123, "A-58")
    for kind, aid in aids:
        if aid.bonus:
            yield Term(aid.bonus, f"{kind} Bonus", where)
        if aid.lifts and penalty:
            yield Term(-penalty, f"the {kind.lower()} cancels the {DIFFICULTY}", where)


def with_aids(spell: Spell, way: Check, stat: int) -> Check:
    """The same with a note of what its rites and charms make of it, where nothing else will do for the `stat` of
    somebody unhurt, or for that of now (12.0.13)."""
    told = f"{minus(way.pool.value + bonus)} {ALL_AIDS}." if (bonus := needed(spell, way, stat)) else ""
    return replace(way, note=" ".join(filter(None, (told, way.note))))


ALL_AIDS = "with all rites and charms"


def needed(spell: Spell, way: Check, stat: int) -> int:
    """What all rites and charms add to a way, where nothing else will do; 0 where it does, or they do not (12.0.13)."""
    penalty = 0 if spell.against else sum(term.amount for term in way.pool.terms if term.label == DIFFICULTY)
    bonus = sum(term.amount for term in aided(aids_of(spell), penalty))
    return bonus if any(number <= 0 < number + bonus for number in (way.pool.value, stat)) else 0


def castable_way(spell: Spell, way: Check) -> bool:
    """Whether a die can show so little, at least with all rites and charms."""
    return way.pool.value > 0 or needed(spell, way, way.pool.value) > 0


LEAST = 1
"""No stat is below one (A-09)."""


def resisting(spell: Spell, stat: int = LEAST) -> Iterator[Term]:
    """What a spell whose Difficulty Penalty is a stat of its target loses to that stat (12.0.8)."""
    if spell.against:
        yield Term(-stat, DIFFICULTY, cite("12.0.8", 119))


def of_target(spell: Spell) -> str:
    """For whom the number of such a spell is, where nobody has said it yet."""
    return f"For a target with {spell.against.capitalize()} {LEAST}; harder if it's higher." if spell.against else ""


def casting_terms(c: Reading | Sheet, spell: Spell) -> tuple[Term, ...]:
    """The stat a spell is cast with: its skill, or the average of two with Favourable Rounding (11.7.9)."""
    figures = c.figures if isinstance(c, Sheet) else c.figures()
    known = [figures[key] for key in spell.skills if key in figures]
    terms = [Term(figure.value, figure.label, figure.cite) for figure in known]
    if len(known) == 2:
        together = known[0].value + known[1].value
        terms.append(Term(together // 2 - together, "the average of the two", cite("Book X", 190)))
        if together % 2:
            terms.append(rounding(c.reading if isinstance(c, Sheet) else c))
    return tuple(terms)


def best_of(c: Reading, side: str) -> int:
    """The highest stat of a composite, weapons aside: what a penalty has reached takes all of it away (A-33)."""
    skills = c.rulebook.all(Skill).items()
    return max((c[key] for key, skill in skills if skill.base == side and key not in NEVER_ROLLED), default=0)


@dominion.tracker
def trackers(c: Reading) -> Iterable[Tracker]:
    """Injury, Fervour and the reserve of APs (3.9.1, 8.4, 10.5.4)."""
    stat = c["injury"]
    yield Tracker(
        "injury", "Injury taken", cite("8.4", 68), c.figure("injury-points"), 0,
        f"No penalty for the first {_points(stat)}. After that, −1 each to all skills except {spared_words(c)}. "
        f"Death at {stat - DEATH}.", counts=stat, defeat=max(0, stat + best_of(c, "combat")),
        labels=((stat - DEATH, "dead"),), hit=1,
    )  # fmt: skip
    if studied(c, "priestcraft"):
        yield Tracker(
            "fervour", "Channelled", cite("10.5.4", 92), c.figure("channellings"), 0,
            f"1 per success in Priestcraft. No penalty for the first {_points(c['fervour'])}. After that, −1 each to "
            "Priestcraft until you Rest.", counts=c["fervour"],
        )  # fmt: skip
    left, taken = c.figure("aps"), c.memo(breaks_taken)
    if left.value >= 0 and left.value + taken > 0:  # overspent, there is no reserve to tick anything off
        spent = Term(taken, "Lucky Breaks since the last award", cite("5.2.2", 37))
        hand = Figure.of("aps", left.label, left.cite, (Term(left.value, left.label, left.cite), spent))
        yield Tracker(
            "aps", "APs in reserve", cite("3.9.1", 20), hand, max(0, left.value),
            f"1 AP buys a Lucky Break: +{c['luck']} to all skills for the rest of the round.",
            entry="lucky-break", holds="lucky-break",
        )  # fmt: skip
    if taken:
        most = Figure.of("luck", "Lucky Breaks", cite("5.2.2", 37), (Term(taken, "taken", cite("5.2.2", 37)),))
        yield Tracker("lucky-break", "Lucky Breaks this round", cite("3.9.1", 20), most, 0,
                      "Clear it at the end of the round.", fades=True)  # fmt: skip


@dominion.condition
def conditions(c: Reading) -> Iterable[Tracker]:
    """What surrounds a fight, and a shield that has blocked (7.5, 9.5)."""
    if shields(c):
        where = cite("9.5", 84)
        once = Figure.of("blocked", "Blocked", where, (Term(1, "this round", where),))
        yield Tracker("blocked", "Blocked this round", where, once, 0,
                      "After a successful Block, the shield helps Withstand Injury this round.")  # fmt: skip
    yield from surroundings()


@dominion.rest
def rests(c: Reading) -> Iterable[Rest]:
    """The round over, a day in bed unless a Disease spreads, and sleep with a prayer (3.9.1, 8.11, 10.5.4, 10.5.9)."""
    yield Rest("round", "End of the round", cite("3.9.1", 20), tuple((key, EMPTIED) for key in THIS_ROUND))
    if not diseases(c.table.ledger):
        yield Rest("bed", "A day in bed", cite("8.11", 76, "A-40"), (("injury", -1),))
    yield Rest("prayer", "Sleep and prayer", cite("10.5.4", 92), (("fervour", EMPTIED),))


def _points(many: int) -> str:
    """So many after "the first": "point", "4 points"."""
    return "point" if many == 1 else amount(many, "point")


def breaks_taken(c: Reading) -> int:
    """APs that went into Lucky Breaks since the last award: those that a page can still take back."""
    since = 0
    for entry in c.table.ledger.of("award", "lucky-break"):
        since = 0 if entry.kind == "award" else since + abs(entry.amount)
    return since

"""One spell worked out: its action value, its difficulty, its dice with a line for each, and what forbids it."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal, NamedTuple

from rules.kernel import Cite, Figure, Reading, Rulebook, Term, amount
from rules.kernel.pages import whole
from rules.systems.rough_magic.afflicted import NOTHING, Spelled
from rules.systems.rough_magic.creation import THAUMATURGY, attribute_of, av_terms, skill_named, specialty
from rules.systems.rough_magic.entries import Avenue, Rung, Spell
from rules.systems.rough_magic.game import DICE, POWER, REMARKABLE, cite
from rules.systems.rough_magic.opposed_sums import LEVELS, OpposedSums, Unrolled
from rules.systems.rough_magic.scales import rung_of, rungs, warded

HARDER = 3
NUMBERS: Mapping[str, tuple[str, int, int, int]] = {
    "defence": ("Target's {opposed}", 3, 0, 30),
    "target-power": ("Target's Power Level", 0, 0, 30),
    "armour": ("Target's armour", 0, 0, 12),
    "charm": ("Target's ward or charm", 0, 0, 22),
    "base": ("Attribute to change", 3, 0, 30),
    "lost": ("Total points lost", 1, 0, 60),
    "rating": ("Rating of the ward", 0, 0, 40),
    "creature": ("Creature's highest attribute", 3, 0, 40),
    "powers": ("Creature's powers and gifts", 0, 0, 40),
    "more": ("Other bonus or penalty dice", 0, -6, 6),
}
"""Numbers that a casting may ask for: words, the usual answer, the least and the most."""
FLAGS: Mapping[str, str] = {
    "choosing": "Choose who is affected",
    "subtle": "Cast subtly",
    "sympathetic": "Sympathetic magic",
    "piercing": "Ignores armour",
    "liked": "They'd like to anyway",
    "willing": "Willing target",
    "person": "Unwilling target",
    "invisible": "Invisible without mage sight",
    "other-time": "In the past or the future",
    "shielded": "Target with Mind Shield",
    "magical": "The creature casts magic",
}
WORDS = ("range", "familiarity", "duration", "size", "mass", "value", "ritual")
USUAL: Mapping[str, str] = {
    "range": "short", "familiarity": "stranger", "size": "target", "value": "meal", "ritual": "round", "mass": "0",
}  # fmt: skip
GENERAL = "general"
MAGE_HAND = "mage-hand"
"""The spell whose Brawn is Power Level."""


class CastingRequest(NamedTuple):
    """What was chosen for a casting, each modifier on its row; `wrong` are sentences on what fits no row."""

    rungs: Mapping[str, Rung]
    numbers: Mapping[str, int]
    flags: frozenset[str]
    avenue: str
    consequence: int
    wrong: tuple[str, ...]


def duration_table(spell: Spell) -> str:
    """Which durations a spell has: rounds of damage, a stretch of time, or "" where its work simply lasts."""
    return "rounds" if spell.damage else "" if spell.lasting else "time"


def words_for(spell: Spell) -> Iterator[tuple[str, str]]:
    """The modifiers a spell is asked for, each with the table its rows are in."""
    for word in WORDS:
        if word == "duration":
            table = duration_table(spell)
        elif word in ("mass", "value"):
            table = word if spell.scope else ""
        elif word == "familiarity":
            table = "" if "moving" in spell.asks else word
        else:
            table = word
        if table:
            yield word, table


def read(rulebook: Rulebook, spell: Spell, answers: Mapping[str, str]) -> CastingRequest:
    """Answers as rows, numbers and flags. Whatever fits no row is told in a sentence and counts as the usual."""
    found: dict[str, Rung] = {}
    wrong: list[str] = []
    for word, table in words_for(spell):
        usual = next(iter(rungs(rulebook, table)))
        text = answers.get(word, "") or USUAL.get(word, usual)
        try:
            found[word] = rung_of(rulebook, table, text)
        except ValueError as fault:
            wrong.append(str(fault))
            found[word] = rung_of(rulebook, table, USUAL.get(word, usual))
    numbers = {name: whole(answers.get(name), usual, low, high) for name, (_, usual, low, high) in NUMBERS.items()}
    avenue = answers.get("avenue", "") or spell.avenue
    level = answers.get("consequence", "")
    return CastingRequest(
        found,
        numbers,
        frozenset(flag for flag in FLAGS if flag in answers),
        avenue if rulebook.find(Avenue, avenue) else GENERAL,
        LEVELS.index(level) + 1 if level in LEVELS else 0,
        tuple(wrong),
    )


def protection(c: Reading, spell: Spell, *, unwilling: bool = False) -> tuple[str, ...]:
    """What of armour and charms helps against a spell, also one that changes somebody `unwilling` (R-11, R-12)."""
    if spell.armour or (unwilling and c.setting("transmute_unwilling") == "table"):
        return ("armour", "charm")
    return ("charm",) if spell.charm or (spell.mental and c.setting("mental_defense") == "charm") else ()


class Bench:
    """One casting by one reading: figures with their lines, the dice, and why there may be none."""

    def __init__(self, c: Reading, spell: Spell, asked: CastingRequest, spelled: Spelled = NOTHING) -> None:
        self.c, self.spell, self.asked, self.spelled = c, spell, asked, spelled

    @cached_property
    def av(self) -> Figure:
        return Figure.of(f"av-{self.spell.key}", "Action value", self.spell.cite, self._av())

    @cached_property
    def dv(self) -> Figure:
        return Figure.of("dv", "Difficulty value", self.spell.cite, self._dv())

    @cached_property
    def dice_figure(self) -> Figure:
        return Figure.of("dice", "Dice", cite("Complexities", "R-01"), self._dice())

    @property
    def person(self) -> bool:
        return "person" in self.spell.asks and "person" in self.asked.flags

    @property
    def _piercing(self) -> bool:
        return "piercing" in self.spell.asks and "piercing" in self.asked.flags

    @property
    def unrolled(self) -> bool:
        """Whether no roll is asked for: Mage Hand, and telepathy with whoever is willing."""
        return self.spell.opposed == "none" or ("willing" in self.spell.asks and "willing" in self.asked.flags)

    @property
    def dice(self) -> OpposedSums | Unrolled | None:
        """What is thrown; None where the spell cannot be cast."""
        if self.refusal:
            return None
        return Unrolled() if self.unrolled else self._contest()

    def _contest(self) -> OpposedSums:
        keep = self.c.setting("bonus_dice") == "keep2"
        dice, again = self.dice_figure.value, rerolled(expertise(self.c, THAUMATURGY))
        return OpposedSums(dice, _near(self.av.value), _near(self.dv.value), again, keep, True)

    # Why not

    @cached_property
    def refusal(self) -> str:
        """Why the spell cannot be cast, in a sentence or two; "" where it can."""
        reason = next((told for told in (barred(self.c), *self.asked.wrong, self._beyond()) if told), "")
        if reason or self.unrolled or self.dice_figure.value > 0:
            return reason
        return self._too_few()

    def _beyond(self) -> str:
        """What is off the end of a table that hangs on a number (R-15)."""
        power, numbers = self.c[POWER], self.asked.numbers
        if "rating" in self.spell.asks and warded(self.c.rulebook, numbers["rating"] - power) is None:
            return f"A ward of {numbers['rating']} is too strong; the maximum with Power Level {power} is {power + 9}."
        if "creature" in self.spell.asks and self._creature is None:
            return "You can't summon a creature above 12."
        return ""

    def _too_few(self) -> str:
        """Which modifier to drop first, and what that would leave. A specialty is not the caster's to drop."""
        figure = self.dice_figure
        costs = sorted((-dice, label) for dice, label, _ in self._penalties() if dice)
        sums = "".join(f" {'−' if term.amount < 0 else '+'} {abs(term.amount)}" for term in figure.terms[1:])
        told = f"No dice left: {DICE}{sums} = {figure.value}.".replace("= -", "= −")
        left = figure.value
        dropped: list[str] = []
        for dice, label in costs:
            left, dropped = left - dice, [*dropped, label]
            if left > 0:
                break
        if left <= 0:
            return f"{told} Try a longer ritual."
        first, *others = dropped
        then = f", then {', then '.join(others)}" if others else ""
        return f"{told} Drop “{first}” first{then}: that leaves {amount(left, 'die|dice')}."

    # The action value

    def _av(self) -> Iterable[Term]:
        attribute, where = attribute_of(self.c, self.spell)
        if self._piercing:
            attribute, where = "", cite("Attacks")
        elif self.person and self.c.setting("transmute_unwilling") == "table":
            attribute, where = "presence", cite("Basics", "R-11")
        return (*av_terms(self.c, attribute, where), *self.spelled.terms(attribute))

    # The difficulty

    def _dv(self) -> Iterable[Term]:
        spell, numbers = self.spell, self.asked.numbers
        if self.person:
            yield from self._unwilling()
        elif spell.opposed in ("agility", "presence", "presence+power"):
            yield from self._resisted()
        elif spell.opposed == "base":
            yield Term(numbers["base"], "the attribute's base value", spell.cite)
        elif spell.opposed == "lost":
            yield from self._wounds()
        elif not self.unrolled:
            yield Term(spell.own, "a remarkable task" if spell.own == REMARKABLE else "base", cite("Casting Spells"))
            yield from self._harder()
        if not self.unrolled and not self._piercing:
            yield from self._worn()

    def _resisted(self) -> Iterable[Term]:
        spell, numbers = self.spell, self.asked.numbers
        name = spell.opposed.partition("+")[0].capitalize()
        yield Term(numbers["defence"], f"target's {name}", spell.cite)
        if spell.opposed.endswith("+power"):
            yield Term(numbers["target-power"], "target's Power Level", spell.cite)

    def _worn(self) -> Iterable[Term]:
        """Armour, charms and wards do not stack: the best counts."""
        labels = {"armour": "armour", "charm": "ward or charm"}
        worn = [(self.asked.numbers[key], labels[key]) for key in protection(self.c, self.spell, unwilling=self.person)]
        best = max(worn, key=lambda one: one[0], default=None)
        where = cite("Basics", "R-11" if self.person else "R-12" if self.spell.mental else "")
        for one in worn:
            if one[0]:
                counted = one == best
                yield Term(*one, where if counted else cite("Equipment 9538"), counted=counted)

    def _unwilling(self) -> Iterable[Term]:
        numbers = self.asked.numbers
        if self.c.setting("transmute_unwilling") == "table":
            yield Term(numbers["defence"], "target's Agility", cite("Basics", "R-11"))
            return
        where = cite("Transmutation", "R-11")
        yield Term(numbers["defence"], "target's Presence", where)
        yield Term(numbers["target-power"], "target's Power Level", where)

    def _wounds(self) -> Iterable[Term]:
        lost, level = self.asked.numbers["lost"], self.asked.consequence
        yield Term(lost, "total points lost", cite("Healing"))
        if level:
            least = max(lost, level)
            yield Term(2 * least - lost, f"lost to failed magic, {LEVELS[level - 1]}", cite("Healing", "R-20"))

    def _harder(self) -> Iterable[Term]:
        spell, flags = self.spell, self.asked.flags
        for flag, words in (("invisible", "invisible"), ("other-time", "another time"), ("magical", "it casts magic")):
            if flag in spell.asks and flag in flags:
                yield Term(HARDER, words, spell.cite)
        if "shielded" in spell.asks and "shielded" in flags:
            yield Term(self.asked.numbers["defence"], "Presence behind a Mind Shield", spell.cite)

    # The dice

    def _dice(self) -> Iterable[Term]:
        yield Term(DICE, "base dice", cite("Casting Spells"))
        yield from self._bonus()
        yield from (Term(-dice, label, where) for dice, label, where in self._penalties() if dice)
        yield from self.spelled.dice()
        if more := self.asked.numbers["more"]:
            yield Term(more, "other modifier", cite("Complexities", "R-01"))

    def _bonus(self) -> Iterable[Term]:
        flags, ritual = self.asked.flags, self.asked.rungs["ritual"]
        yield from expert_die(expertise(self.c, THAUMATURGY))
        if ritual.dice:
            yield Term(ritual.dice, f"ritual of {ritual.name}", ritual.cite)
        if "sympathetic" in flags:
            yield Term(1, "sympathetic magic", cite("Sympathetic Magic"))
        if "liked" in self.spell.asks and "liked" in flags:
            yield Term(1, "willing", cite("Suggestion"))
        own, avenue = specialty(self.c), self.asked.avenue
        if own and avenue != GENERAL:
            inside = own.key == avenue
            yield Term(1 if inside else -1, f"specialised in {own.name}", cite("Specialization", "R-08"))

    def _penalties(self) -> Iterable[tuple[int, str, Cite]]:
        found, flags = self.asked.rungs, self.asked.flags
        ways = [found[word] for word in ("range", "familiarity") if word in found]
        for rung in (min(ways, key=lambda way: way.dice), found.get("duration"), self._hardest(), *self._own()):
            if rung:
                yield rung.dice, rung.name, rung.cite
        if "choosing" in flags:
            yield 1, "choosing who is affected", cite("Scope")
        if "subtle" in flags:
            yield 1, "cast subtly", cite("Being Subtle")

    def _hardest(self) -> Rung:
        """Size, mass or value, whichever is worst."""
        return max((self.asked.rungs[word] for word in ("size", "mass", "value") if word in self.asked.rungs),
                   key=lambda rung: rung.dice)  # fmt: skip

    def _own(self) -> Iterable[Rung | None]:
        """What the tables of wards and of creatures add."""
        if "rating" in self.spell.asks:
            yield warded(self.c.rulebook, self.asked.numbers["rating"] - self.c[POWER])
        if "creature" in self.spell.asks:
            yield self._creature

    @property
    def _creature(self) -> Rung | None:
        worst = max(self.asked.numbers["creature"], self.asked.numbers["powers"])
        return next((rung for rung in rungs(self.c.rulebook, "creature").values() if worst <= rung.limit), None)


def barred(c: Reading) -> str:
    """Why somebody casts nothing at all; "" where they may."""
    if c[POWER] <= 0:
        return "You need a Power Level above 0 to cast."
    if skill_named(c, THAUMATURGY) is None:
        return "You need the Thaumaturgy skill to cast."
    return ""


Expertise = Literal["none", "reroll_1s", "reroll_1s_2s", "bonus_die"]
KINDS: Mapping[str, Expertise] = {
    "none": "none", "reroll_1s": "reroll_1s", "reroll_1s_2s": "reroll_1s_2s", "bonus_die": "bonus_die",
}  # fmt: skip


def expertise(c: Reading, word: str) -> Expertise:
    """What expertise with a skill does at this table; "none" for those who have none (R-04)."""
    skill = skill_named(c, word)
    return KINDS[str(c.setting("expertise"))] if skill and skill.expert else "none"


def expert_die(kind: Expertise) -> Iterable[Term]:
    """The die of expertise, where a table gives one: it meets penalty dice like any other bonus die (R-04)."""
    if kind == "bonus_die":
        yield Term(1, "expertise", cite("Introduction 8564", "R-04"))


def rerolled(kind: Expertise) -> int:
    """Up to which face expertise rerolls dice; 0 where it does not (R-04)."""
    return {"reroll_1s": 1, "reroll_1s_2s": 2}.get(kind, 0)


def _near(value: int) -> int:
    """A value as dice take it."""
    return min(max(value, -1_000), 1_000)

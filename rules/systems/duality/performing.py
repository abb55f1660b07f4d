"""Rolls and marks of play, and what the marks mean just now (1.1, 4.1 to 4.3, 5.1.2)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from rules.kernel import (
    EMPTIED,
    FILLED,
    Check,
    Cite,
    Fact,
    Figure,
    Formula,
    PlayFacts,
    Reading,
    Rest,
    Sheet,
    Term,
    Tracker,
    amount,
    capitalise,
)
from rules.kernel.basics import minus
from rules.kernel.pages import Chance
from rules.kernel.rolls import standing
from rules.systems.duality.game import STATISTICS, cite, duality
from rules.systems.duality.gear import HEALER, level_of, own_marks, relics, skills
from rules.systems.duality.gear import told as at_level
from rules.systems.duality.healing import FIRST_UNSTABLE
from rules.systems.duality.held import HeldItem, styles
from rules.systems.duality.keep_two import MOST_BONUS, KeepTwo
from rules.systems.duality.returning import BLAZE, BOXES, MOST_BOXES, gone_for_good
from rules.systems.duality.rolling import MISSED_ON, SPECIALIZATIONS, RollRequest, check_of, side_of, struck

MOST_SPECIALIZATIONS = 6
SURGE = "take-the-advantage"
PRESSURE, BLEED = "good-under-pressure", "draw-blood"
EACH_SESSION = {
    HEALER: ("Free triages", "A triage you mark off here costs you no Advantage."),
    PRESSURE: (
        "Good Under Pressure",
        "Clear it when you ask your GM for their number of Advantage. Where your whole group has fewer, you gain "
        "{level}.",
    ),
}
"""Abilities that can be used so often a session: what they mark off, when, and what that brings at a level (3.4)."""
ABILITIES = cite("3.4", 7)
NIGHT, SESSION = "A night's rest", "Start of session"
"""Facts and rests of the same name: at play the rest says it."""
BEGUN = "session-begun"
"""The mark of a session that has begun: what it brings is had once, until it ends."""


@duality.check
def statistic_checks(c: Reading) -> Iterable[Check]:
    """Each statistic by itself, against Medium (1.1, 3.1.1)."""
    for key in STATISTICS:
        yield check_of(c, RollRequest(statistic=key))


WITH = {
    "create-fire": "willpower", "control-water": "presence", "create-illusion": "presence",
    "control-animals": "presence", "transform-body": "knowledge", "know-body": "knowledge", "know-plants": "knowledge",
    "perceive-mind": "instinct", "know-arcana": "knowledge", "transform-earth": "strength", "perceive-air": "instinct",
    "know-water": "finesse", "control-mind": "presence", "destroy-earth": "strength",
}  # fmt: skip
"""The statistic that a specialization goes with most naturally."""


@duality.check
def specialization_checks(c: Reading) -> Iterable[Check]:
    """The best specializations, each with the statistic it is mostly rolled with, or the best one (3.2)."""
    yield from islice(_specialized(c), MOST_SPECIALIZATIONS)


def _specialized(c: Reading) -> Iterator[Check]:
    held = sorted((key for key in SPECIALIZATIONS if c[key] > 0), key=lambda key: -c[key])
    best = max(STATISTICS, key=lambda key: c[key])
    for key in held:
        yield check_of(c, RollRequest(statistic=WITH.get(key, best), specialization=key))


def further(sheet: Sheet) -> Iterable[tuple[str, Check]]:
    """The specializations that are not among the best (3.2)."""
    for check in islice(_specialized(sheet.reading), MOST_SPECIALIZATIONS, None):
        yield "Specializations", check


duality.further = further


@duality.check
def style_checks(c: Reading) -> Iterable[Check]:
    """Each style against somebody without a bonus, armed where there is a weapon for it (4.1)."""
    for style in c.memo(styles):
        key = next((key for key in (f"{style.key}-armed", style.key) if key in c), "")
        if key:
            made = check_of(c, RollRequest(style=key, opposed=True))
            hit = struck(c, style, with_weapon=key != style.key)
            miss = MISSED_ON if side_of(style) == "defend" else ""
            yield replace(made, note=" ".join(filter(None, (hit and f"{hit}.", miss, "Vs an opponent with +0."))))


@duality.family
def marks(c: Reading) -> Mapping[str, Formula]:
    """How far the marks go that the book counts: a relic's own Advantage, the boxes of the dead (4.3.2, 5.1.2)."""
    found = {mark_of(item): _one(item) for item in relics(c)}
    found |= {uses_left(key): _uses(key, label) for key, (label, _) in EACH_SESSION.items() if level_of(c, key)}
    if c.setting("resurrection"):
        found[BOXES] = Formula(BOXES, "Boxes of resurrection", cite("4.3.2", 11, "D-10"), _three)
    return found


def mark_of(item: HeldItem) -> str:
    """The figure behind a relic's own Advantage."""
    return f"{item.key}-advantage"


def _one(item: HeldItem) -> Formula:
    def rule(c: Reading) -> Iterable[Term]:
        yield Term(1, "every relic holds 1", cite("5.1.2", 12), path=item.path)

    return Formula(mark_of(item), f"Advantage of {item.label}", cite("5.1.2", 12), rule)


def uses_left(key: str) -> str:
    """The figure of how often an ability can be used a session, and the mark of how often it still can."""
    return f"{key}-left"


def _uses(key: str, label: str) -> Formula:
    def rule(c: Reading) -> Iterable[Term]:
        yield Term(level_of(c, key) if key == HEALER else 1, "each session", ABILITIES)

    return Formula(uses_left(key), label, ABILITIES, rule)


def _three(c: Reading) -> Iterable[Term]:
    yield Term(MOST_BOXES, "everyone has 3", cite("4.3.2", 11))


@duality.tracker
def trackers(c: Reading) -> Iterable[Tracker]:
    """Life lost, Advantage, healing in a fight, relics and the boxes of the dead (2, 4.2, 4.3, 5.1.2)."""
    yield Tracker("life", "Life lost", cite("3.1.2", 4), c.figure("life"), 0,
                  f"{_blocked(c)}At the last box you're Defeated.", _known(c, "tank"),
                  defeat=max(0, c["life"]), hit=1)  # fmt: skip
    surge = level_of(c, SURGE)
    yield Tracker("advantage", "Advantage", cite("2", 4), None, 0,
                  "Spend 1 to roll a third die and keep the highest two, to make someone else keep the lowest two, to "
                  "add or remove a damage die, or to add an experience's bonus."
                  + (f" You start each session with {surge}." if surge else ""),
                  _known(c, "tank", BLEED))  # fmt: skip
    yield Tracker("triage", "Healed by triage", cite("4.2.1", 10, "D-12"), None, 0,
                  "After each success, the next costs 1 more Advantage, until your GM says otherwise.",
                  _known(c, "powerful-healer"))  # fmt: skip
    for item in relics(c):
        yield Tracker(c.memo(own_marks)[item.place], f"Advantage of {item.label}", cite("5.1.2", 12),
                      c.figure(mark_of(item)), 0,
                      "Refills each session. Only for this relic's experience.",
                      was=f"relic-{item.place + 1}")  # fmt: skip
    for key, (label, words) in EACH_SESSION.items():
        if level := level_of(c, key):
            told = f"Refills each session. {words.format(level=level)}"
            yield Tracker(uses_left(key), label, ABILITIES, c.figure(uses_left(key)), 0, told)
    if c.setting("resurrection"):
        yield Tracker(BOXES, "Slipping away", cite("4.3.2", 11, "D-10"), c.figure(BOXES), 0,
                      "Mark 1 for each bad roll while others try to bring you back. The third is death.")  # fmt: skip


def _known(c: Reading, *keys: str) -> str:
    """What abilities that are used in a fight do at their levels (3.4)."""
    held = (c.memo(skills)[key] for key in keys if level_of(c, key))
    return " ".join(f"{ability.name}: {at_level(ability, level)}" for ability, level, _ in held)


def _blocked(c: Reading) -> str:
    """What comes off every hit first: Block, and what it is with each style that has more of its own (3.5.2, 4.1)."""
    of_style = [(style.label, c[key]) for style in c.memo(styles) if (key := f"{style.key}-block") in c]
    more = ", ".join(f"with {label} {minus(much)}" for label, much in of_style if much != c["block"])
    if c["block"] <= 0 and not more:
        return ""
    return f"Block takes {minus(c['block'])} off each hit first{f' ({more})' if more else ''}. "


@duality.rest
def rests(c: Reading) -> Iterable[Rest]:
    """What heals, what abilities cost and give, and what a session begins with (3.4, 4.2, 4.3, 5.1.2). No rest makes
    triage cheaper (D-12)."""
    night = (("life", -max(0, c["recovery"])),)
    yield Rest("night", NIGHT, cite("4.2", 10), night, "Once a day.")
    for key, outcome, back in (("healed", "good", c["recovery"]), ("half-healed", "mixed", c["recovery"] // 2)):
        label = f"Healing roll, {outcome}"
        yield Rest(key, label, cite("4.2", 10), (("life", -max(0, back)),), "Once a day, besides a night's rest.")
    yield Rest("wake", "Hours unconscious", cite("4.3", 10), (("life", -1),), at="life")
    if level := level_of(c, PRESSURE):
        once, words = ((uses_left(PRESSURE), -1),), "If your GM has more Advantage than your whole group."
        gains = (("advantage", level),)
        yield Rest(PRESSURE, EACH_SESSION[PRESSURE][0], ABILITIES, gains, words, costs=once)
    if level_of(c, BLEED):
        yield Rest(BLEED, "Draw Blood", ABILITIES, (), _known(c, BLEED), costs=(("advantage", -2),))
    if begins(c):
        full = tuple((mark, 1) for mark in c.memo(own_marks).values())
        again = tuple((uses_left(key), FILLED) for key in EACH_SESSION if level_of(c, key))
        brings = (("advantage", level_of(c, SURGE)), *full, *again, (BEGUN, 1))
        yield Rest("session", SESSION, session_cite(c), brings, "Once a session.", BEGUN)
        yield Rest("session-end", "End of session", session_cite(c), ((BEGUN, EMPTIED),), "Then the next can begin.")


def begins(c: Reading) -> bool:
    """Whether a session brings anything when it begins (3.4, 5.1.2)."""
    return bool(relics(c)) or any(level_of(c, key) for key in (SURGE, *EACH_SESSION))


def session_cite(c: Reading) -> Cite:
    """Where it is written what a session brings: with relics, or with the abilities of who has none."""
    return cite("5.1.2", 12) if relics(c) else ABILITIES


@duality.condition
def conditions(c: Reading) -> Iterable[Tracker]:
    """That a session has begun, for whoever it brings something (3.4, 5.1.2)."""
    if begins(c):
        where = session_cite(c)
        once = Figure.of(BEGUN, "Session begun", where, (Term(1, "once a session", where),))
        yield Tracker(BEGUN, "Session begun", where, once, 0, "You have what its start brings.")


# What the marks mean now


def now(sheet: Sheet, play: Mapping[str, Any]) -> PlayFacts:
    """Life left, Defeat and what may be chosen, rest, triage, and what a session brings (2, 4.2, 4.3)."""
    life = max(0, sheet["life"])
    lost, triaged = min(standing(play, "life"), life), standing(play, "triage")
    facts = (*_end(sheet, play), *_wounds(sheet, life, lost), *_triage(triaged), *_session(sheet, play))
    return PlayFacts(tuple(facts), dead=_gone(sheet, play))


def _gone(sheet: Sheet, play: Mapping[str, Any]) -> bool:
    """Whether the third box is marked, the last, here or by the ledger (4.3.2, D-28)."""
    c = sheet.reading
    return gone_for_good(c) or (bool(c.setting("resurrection")) and standing(play, BOXES) >= MOST_BOXES)


def _end(sheet: Sheet, play: Mapping[str, Any]) -> Iterable[Fact]:
    """That nobody returns any more (4.3.2, D-28)."""
    if _gone(sheet, play):
        yield Fact("Dead for good", "", "All three boxes are marked, so no resurrection is possible.",
                   cite("4.3.2", 11, "D-28"), lasts=True, death=True)  # fmt: skip


def _wounds(sheet: Sheet, life: int, lost: int) -> Iterable[Fact]:
    if not lost:
        return
    left = life - lost
    yield Fact("Life left", f"{left} of {life}", "", cite("3.1.2", 4))
    if not left:
        yield from _defeated(sheet)
    back = min(lost, max(0, sheet["recovery"]))
    yield Fact(NIGHT, f"+{back} Life", f"To {left + back}, once a day.", cite("4.2", 10))
    words = f"Restores the same on a good result, {back_on_mixed(sheet, lost)} on a mixed one."
    yield Fact("Healing roll", "", words, cite("4.2", 10))


def back_on_mixed(sheet: Sheet, lost: int) -> int:
    """The Life a healing roll gives back on a mixed outcome (4.2)."""
    return min(lost, max(0, sheet["recovery"]) // 2)


def _defeated(sheet: Sheet) -> Iterable[Fact]:
    """At no Life: what may be chosen while the danger lasts (4.3)."""
    yield Fact("Defeated", "", "In danger, choose one of these; otherwise you wake hours later with 1 Life.",
               cite("4.3", 10))  # fmt: skip
    yield Fact("Unconscious", "", "Safe for the moment; a hit makes you unstable.", cite("4.3", 11))
    will = min(max(sheet["willpower"], -MOST_BONUS), MOST_BONUS)
    chance = Chance("Willpower", will, KeepTwo(will, FIRST_UNSTABLE).odds().success)
    words = (
        "You fight on. After every turn and every wound, roll Willpower for mixed or better: Very Easy at "
        f"first ({chance}), a step harder each time. Failure is death."
    )
    yield Fact("Unstable", "", words, cite("4.3", 11))
    if sheet.reading.setting("blaze_of_glory"):
        marks = " It marks all three boxes." if sheet.reading.setting("resurrection") else ""
        yield Fact("Blaze of Glory", "", f"Take one last action with a Very Good outcome, then die.{marks}",
                   cite("4.3.1", 11, "D-10"))  # fmt: skip


def _triage(times: int) -> Iterable[Fact]:
    if times:
        price = capitalise(amount(times + 1, "Advantage").removesuffix("s"))
        yield Fact("Next triage", price, "Paid by your healer.", cite("4.2.1", 10))


def _session(sheet: Sheet, play: Mapping[str, Any]) -> Iterable[Fact]:
    """What the beginning of a session brings (3.4, 5.1.2)."""
    if standing(play, BEGUN):
        return
    c = sheet.reading
    surge = level_of(c, SURGE)
    if surge:
        stand = standing(play, "advantage")
        yield Fact(SESSION, f"+{surge} Advantage", f"To {stand + surge}, from Take the Advantage.",
                   cite("3.4", 6))  # fmt: skip
    own = {mark: item.label for item, mark in zip(relics(c), c.memo(own_marks).values(), strict=True)}
    spent = [own[one.key] for one in sheet.trackers if one.key in own and not one.stands(play)]
    if spent:
        yield Fact(SESSION, "", f"{', '.join(spent)}: 1 Advantage each.", cite("5.1.2", 12))
    for key, (label, _) in EACH_SESSION.items():
        if level_of(sheet.reading, key):
            yield Fact(SESSION, label, f"{sheet[uses_left(key)]} for the session.", ABILITIES)


duality.now = now
duality.deadly, duality.deadly_entries = {BOXES: MOST_BOXES}, (BLAZE, "return")

"""The page of paper that a fight is played from: what is in hand, the body, wounds, skills."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.kernel import Check, Figure, Sheet, Tracker
from rules.kernel.basics import minus, signed
from rules.kernel.pages import Chance, Track
from rules.kernel.pages.play_blocks import (
    BodyFigure,
    Boxes,
    BoxGroup,
    BoxRow,
    Cell,
    Place,
    RollRow,
    RollTable,
    ValueColumn,
    ValueColumns,
    in_columns,
    stepping_down,
)
from rules.kernel.pages.print_blocks import Beside, Block, Tracks
from rules.kernel.pages.print_parts import NumberLine
from rules.systems.dominion.armoury import Thing, armed, carried, no_block, shields, worn
from rules.systems.dominion.casting import HELPED, castable, casting
from rules.systems.dominion.creation import favoured, own_skills
from rules.systems.dominion.entries import Attribute, Composite, Skill
from rules.systems.dominion.game import FACES
from rules.systems.dominion.performing import (
    ALL_AIDS,
    RATE,
    THIS_ROUND,
    WEAPONLESS,
    skill_die,
    spared_words,
    timing_score,
)
from rules.systems.dominion.reminders import hits
from rules.systems.dominion.vitals import STRIKES, best_spell, best_with

BODY = ("head", "eyes", "neck", "torso", "arms", "hands", "legs", "feet")
MOST_ARMS, LEAST_ARMS, MOST_SKILLS = 6, 3, 6
ROUNDS, MOST_BREAKS = 10, 14
HEADS = ("Weapon", "Strike", "Missile", "Parry", "Disarm", "Feint", "WIP", "Armour")
NONE = Cell("–")
BLANK = RollRow("", (Cell(""),) * (len(HEADS) - 1))


def front(sheet: Sheet, harms: Block | None = None) -> Iterator[Block | Beside]:
    """The blocks of page one, with what `harms` without a blow below the wounds."""
    wearing = BodyFigure(title="Withstand Injury", places=tuple(_body(sheet)), under=_worn(sheet))
    yield Beside(((_arms(sheet), _rounds(sheet)), (wearing,)), narrow=True)
    yield wounds(sheet)
    if harms:
        yield harms
    others = tuple(one for one in sheet.trackers if one.key not in (*THIS_ROUND, "injury", "fervour", "aps"))
    if others:
        yield Tracks(title="Trackers", tracks=tuple(Track.of(one) for one in others))
    columns = tuple(_attributes(sheet))
    yield ValueColumns(title="Skills", aside="as worn · trained ones are bold", groups=columns, across=6)


def crowded(sheet: Sheet) -> bool:
    """Whether weapons or skills of one's own leave no room on page one for those of a fight."""
    longest = max((len(column.lines) for column in _attributes(sheet)), default=0)
    return len(sheet.reading.memo(armed)) >= LEAST_ARMS or longest > MOST_SKILLS


def large(sheet: Sheet) -> Iterator[NumberLine]:
    """A fight's numbers as wielded and worn, each with its chance; Timing as the roll it is."""
    live = sheet.live({})
    names = {thing.item: thing.name for thing in sheet.reading.memo(armed)}
    strike, parry = best_with(live, STRIKES), best_with(live, ("parry-with-",))
    hit, with_parry = (names.get(key.partition("-with-")[2], "") for key in (strike, parry))
    missile = strike.startswith("missile")
    yield _number(sheet, "Missile Strike" if missile else "Strike" if strike else "Brawling", strike or "brawling", hit)
    if spell := best_spell(live):
        yield _cast(sheet, spell)
    if parry:
        yield _number(sheet, "Parry", parry, "" if with_parry == hit else with_parry)
    else:
        yield NumberLine("Parry", "–", "no weapon for it")
    yield _number(sheet, "Dodge", "dodge")
    yield _block(sheet)
    yield NumberLine("Move", minus(max(0, live.figure(RATE).value)), "metres a round")
    yield timing(sheet)


def _cast(sheet: Sheet, best: Check) -> NumberLine:
    """The spell that is cast best: with all rites and charms, where nothing else will do (12.0.13)."""
    if best.pool.value <= 0:
        helped = (casting(sheet, spell, {}) for spell in castable(sheet))
        best = max((check for check in helped if check.dice), key=lambda check: check.pool.value, default=best)
    told = f", {ALL_AIDS}" if best.note == HELPED else ""
    return _chanced(sheet, "Cast", best.pool.value, f"{best.label}{told}")


def timing(sheet: Sheet) -> NumberLine:
    """The die and what is added to it, or the stat alone where a weapon leaves no roll (6.4)."""
    score = timing_score(sheet)
    value = sheet.live({}).check(score).pool.value
    if score.dice is None:
        return NumberLine("Timing", minus(value), "no roll with this weapon")
    return NumberLine("Timing", f"d{FACES}{signed(value)}", "a rolled 12 is last")


def _block(sheet: Sheet) -> NumberLine:
    if why := no_block(sheet.reading):
        return NumberLine("Block", "–", "no shield" if "shield" in why else "no free hand")
    gives = sum(cover.bonus for shield in shields(sheet.reading) for cover in shield.covers)
    number = _number(sheet, "Block", "block")
    return replace(number, more=f"{number.chance}, then WithIn {signed(gives)}", chance=None) if gives else number


def _number(sheet: Sheet, label: str, key: str, more: str = "") -> NumberLine:
    return _chanced(sheet, label, sheet.live({}).figure(key).value, more)


def _chanced(sheet: Sheet, label: str, value: int, more: str = "") -> NumberLine:
    return NumberLine(label, minus(value), more, chance(sheet, label, value))


def chance(sheet: Sheet, label: str, value: int) -> Chance:
    """Of rolling so much or less; none of the dead."""
    return Chance(label, value, None if sheet.dead else skill_die(value).odds().success)


def _arms(sheet: Sheet) -> RollTable:
    rows = [_arm(sheet, thing) for thing in sheet.reading.memo(armed)]
    rows.append(_bare_hands(sheet))
    return RollTable(
        title="In hand",
        aside=f"roll the stat or less on d{FACES} · a 12 always fails",
        heads=HEADS,
        rows=(*rows, *[BLANK] * (LEAST_ARMS - len(rows))),
        notes=hits(sheet.reading),
        splits=len(rows) > MOST_ARMS,
    )


def _arm(sheet: Sheet, thing: Thing) -> RollRow:
    """A weapon with the stats that it has; those it has not are a dash, and a missile is never Feinted with (7.3.6)."""
    live, weapon = sheet.live({}), thing.weapon
    assert weapon is not None
    keys = (f"{skill}-with-{thing.item}" for skill in ("strike", "missile-strike", "parry", "disarm"))
    found = (live.figure(key).value if key in sheet.figures else None for key in keys)
    cells = (NONE if value is None else _cell(sheet, value) for value in found)
    unrolled = weapon.forfeit and sheet.reading.setting("forfeit") == "roll"
    hands = f"{weapon.hands} hand{'s' * (weapon.hands > 1)}"
    told = (hands, "" if thing.wielded else "not in hand", "no Timing roll" if unrolled else "")
    feint = _cell(sheet, sheet["feint"]) if f"strike-with-{thing.item}" in sheet.figures else NONE
    penalties = (
        Cell(signed(number)) if number else Cell("0") for number in (weapon.within_penalty, weapon.armour_penalty)
    )
    return RollRow(thing.name, (*cells, feint, *penalties), ", ".join(filter(None, told)))


def _bare_hands(sheet: Sheet) -> RollRow:
    """Brawling, and what bare hands take from a Feint and a Disarm (7.3.6 to 7.3.8)."""
    live = sheet.live({})
    brawl, parry = _cell(sheet, live.figure("brawling").value), live.figure("parry").value
    disarm, feint = (_cell(sheet, sheet[key] + WEAPONLESS[key]) for key in ("disarm", "feint"))
    cells = (brawl, NONE, _cell(sheet, parry), disarm, feint, NONE, NONE)
    return RollRow("Bare hands (Brawling)", cells, "Parry against Brawling only")


def _cell(sheet: Sheet, value: int) -> Cell:
    return Cell(minus(value), chances=(chance(sheet, "", value),))


def _rounds(sheet: Sheet) -> Boxes:
    scores = BoxGroup(tuple(f"{n}" for n in range(1, ROUNDS + 1)), "Timing Score, round by round")
    rows = [BoxRow("Timing Score", (scores,))]
    for tracker in sheet.trackers:
        if tracker.key == "aps" and tracker.start:
            shown = min(tracker.start, MOST_BREAKS)
            told = f"{tracker.label}: {tracker.start:,} · {tracker.summary}"
            rows.append(BoxRow(tracker.label, (BoxGroup(("",) * shown, told, tracker.start - shown),)))
    return Boxes(title="", rows=tuple(rows))


def wounds(sheet: Sheet) -> Boxes:
    """A box for each point of Injury, down to death (8.4)."""
    costly = f"off every skill except {spared_words(sheet.reading)}"
    injury = counted(sheet, "injury")
    groups = stepping_down(injury, "no penalty", costly, injury.word(injury.top or 0))
    rows = (BoxRow("Wounds", groups, large=True),)
    return Boxes(title="Wounds", aside=f"Injury stat {minus(sheet['injury'])} · tick from the left", rows=rows)


def counted(sheet: Sheet, key: str) -> Tracker:
    """A tracker that the sheet has."""
    return next(one for one in sheet.trackers if one.key == key)


def _body(sheet: Sheet) -> Iterable[Place]:
    live = sheet.live({})
    for place, key, covered in body(sheet):
        yield Place(place, minus(live.figure(key).value), covered)


def body(sheet: Sheet) -> Iterator[tuple[str, str, bool]]:
    """Each place of the body, the figure it withstands an injury with, and whether armour covers it (9.7.1)."""
    covered = {cover.place for armour, _ in sheet.reading.memo(worn) for cover in armour.covers}
    for place in BODY:
        key = f"within-{place}"
        yield place, key if key in sheet.figures else "withstand-injury", place in covered


def _worn(sheet: Sheet) -> str:
    return ", ".join(thing.name for thing in sheet.reading.memo(carried) if thing.armour and thing.worn)


def _attributes(sheet: Sheet) -> Iterator[ValueColumn]:
    """Each attribute at the head of its skills; Luck has none, but what it is good for (3.9)."""
    for key in sheet.rulebook.all(Attribute):
        column = _column(sheet, key)
        yield replace(column, lines=(*column.lines, *_fortunes(sheet))) if key == "luck" else column


def _fortunes(sheet: Sheet) -> Iterator[NumberLine]:
    yield NumberLine("Lucky Break", signed(sheet["luck"]))
    yield NumberLine("Rounding", "up" if favoured(sheet.reading) else "down")


def _column(sheet: Sheet, base: str) -> ValueColumn:
    figure, live = sheet.figures[base], sheet.live({})
    lines = (replace(_line(sheet.figures[key]), value=minus(live.figure(key).value)) for key in skills_of(sheet, base))
    return ValueColumn(tuple(lines), figure.label, minus(figure.value))


def skills_of(sheet: Sheet, base: str) -> Iterator[str]:
    """The skills that start from an attribute or a composite, one's own last."""
    yield from (key for key, skill in sheet.rulebook.all(Skill).items() if skill.base == base)
    yield from (s.key for s in sheet.reading.memo(own_skills) if s.attribute == base and s.key in sheet.figures)


def bought(figure: Figure) -> int:
    """How many steps of a stat were bought."""
    return sum(term.amount for term in figure.terms if term.counted and term.origin == "bought")


def _line(figure: Figure) -> NumberLine:
    return NumberLine(figure.label.removesuffix(" Composite"), minus(figure.value), bought=bool(bought(figure)))


def combat(sheet: Sheet) -> ValueColumns:
    """The skills of a fight as they were trained: with a weapon and in armour they stand above. The other composites,
    whose skills are on no sheet of who never studied them, are told beside their own (2.5)."""
    figure, *others = (sheet.figures[key] for key in sheet.rulebook.all(Composite))
    starts = " · ".join(f"{one.label} {minus(one.value)}" for one in others)
    lines = (_line(sheet.figures[key]) for key in skills_of(sheet, "combat"))
    return ValueColumns(
        title=f"Combat {minus(figure.value)}",
        aside=f"before weapon and armour · {starts}",
        groups=in_columns(tuple(lines), 3),
        across=3,
    )

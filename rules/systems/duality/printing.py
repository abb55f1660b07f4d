"""What the printed sheet of this game shows: statistics and Life for play, the fight; then what is owned, the grid."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.kernel import Budget, Check, Reading, Sheet, Tracker
from rules.kernel.basics import capitalise, minus, shorten
from rules.kernel.pages import Chance, Passage, Track
from rules.kernel.pages.print_blocks import (
    Beside,
    Block,
    Cards,
    Crib,
    Grid,
    Layout,
    Numbers,
    Row,
    Table,
    Tracks,
    Values,
    if_room,
)
from rules.kernel.pages.print_parts import Card, Deck, NumberLine, PrintedItem
from rules.systems.duality.entries import Movement, Noun, Verb, Wealth
from rules.systems.duality.figures import tag_of
from rules.systems.duality.game import STATISTICS, duality
from rules.systems.duality.gear import HEALER, damage, hit_of, invested, level_of, range_of, skills, told
from rules.systems.duality.healing import RESTS, healed
from rules.systems.duality.held import HeldItem, HeldStyle, armed, items, styles
from rules.systems.duality.item_words import gives, nature
from rules.systems.duality.outcomes import DIFFICULTIES, TABLE_1
from rules.systems.duality.panels import EXPERIENCES
from rules.systems.duality.performing import PRESSURE, SURGE, uses_left
from rules.systems.duality.pricing import signed
from rules.systems.duality.print_tables import chances, outcomes
from rules.systems.duality.reminders import ADVANTAGE, CRIBS, TRIAGE, defeat
from rules.systems.duality.returning import BOXES
from rules.systems.duality.rolling import paid, side_of
from rules.systems.duality.steps import STORY
from rules.systems.duality.xp_lines import PARTS

ACCENT = "#5b3f8c"
LETTERS = {"superhuman": "S", "simple-weak": "W", "complex-powerful": "C"}
MOST_LIFE = 60
MOST_SHORT = 6
"""Trackers, specializations and experiences that still stand in columns."""
A_ROW, A_LINE, A_TRACK, TRACKS, BLAZE = 3, 41, 10, 7, 5
"""Styles side by side, letters of a line on one, boxes of a line, and as many lines of boxes as the cribs beside them
are high; so much higher are these with the rule on a last action."""
BLANK_LINES, ROOM, OUTCOMES_HIGH = 3, 22, 25
"""Lines of a blank card; what page one has besides its outcomes, and how high these are, in halves of such a line."""
A_NOTE, LINES = 110, 4
"""Letters of a line of the story, and so many of these and of abilities that leave room for a table of chances."""
BLANK = NumberLine("", "")
AGAINST = "vs +0"
"""What an attack is measured against on paper."""


@dataclass(frozen=True, slots=True)
class Owned:
    """An item with all it gives, and the experience points in it."""

    name: str
    nature: str
    in_use: bool
    gives: str
    xp: int


def layout(sheet: Sheet) -> Layout:
    """Everything the printed sheet shows. Total: whatever is missing is a blank."""
    c = sheet.reading
    told, abilities = tuple(_styles(sheet)), tuple(_abilities(c))
    things, notes = tuple(_item_card(item) for item in _things(sheet)), STORY.passages(sheet.build)
    short = tuple(replace(card, text="") if card.word == AGAINST else card for card in told)
    crowded = _crowds(sheet, short)
    fighting = short if _crowds(sheet, told, ROOM + OUTCOMES_HIGH * crowded) else told
    front = tuple(_front(sheet, fighting))
    feats = (*told, *(Card(line.label, "Ability", text=line.more) for line in abilities))
    apart = tuple((card.title, card.text) for card in told if card not in fighting)
    at_hand = (*CRIBS, Crib(title="Your styles", lines=apart)) if apart else CRIBS
    cribs = () if crowded else if_room(at_hand, len(things), notes)
    more = (chances(),) if cribs and _roomy(things, abilities, notes) else ()
    return Layout(
        band=ACCENT,
        line=_line(sheet),
        facts=(("Speed", _pace(sheet, "speed", "normal")), ("Wealth", _wealth(sheet)), ("XP left", minus(sheet["xp"]))),
        front=front if crowded else (*front, outcomes()),
        back=(*([outcomes()] if crowded else []), *_back(sheet, things, abilities), *more),
        pocket=(("gear", things), ("feats", feats)),
        notes=notes,
        cribs=cribs,
    )


def _front(sheet: Sheet, fighting: tuple[Card, ...]) -> Iterator[Block | Beside]:
    tracks, owned = tuple(_tracks(sheet)), tuple(_own(sheet))
    past = tuple(_rated(sheet, key) for key in sheet.figures if EXPERIENCES.fullmatch(key))
    crowded = max(len(owned), len(past)) > MOST_SHORT
    yield Numbers(
        title="",
        numbers=tuple(NumberLine(sheet.figures[key].label, signed(sheet[key])) for key in STATISTICS),
    )
    counted = Tracks(title="Life and Advantage", aside="mark lost Life", tracks=tracks, splits=len(tracks) > MOST_SHORT)
    yield Beside(((counted,), (ADVANTAGE, defeat(sheet.reading))), wide=True)
    yield Cards(
        title="Combat styles",
        aside="vs +0: you hit on mixed, are missed on good · a hit less Block comes off Life",
        deck=Deck(fighting, spare=False),
    )
    others = NumberLine("every other one", signed(0))
    yield Beside((
        (Values(title="Specializations", aside="added to 2d8", heads=("",), splits=crowded, lines=(*owned, others)),),
        (
            Values(title="Experiences", aside="each for an Advantage", heads=("",), splits=crowded,
                   lines=past or (BLANK, BLANK)),
        ),
    ))  # fmt: skip


def _crowds(sheet: Sheet, fighting: tuple[Card, ...], room: int = ROOM) -> bool:
    """Whether the page for play has no such room, that for the outcomes below all else."""
    front = tuple(_front(sheet, fighting))
    boxes = -(-min(max(sheet["life"], 0), MOST_LIFE) // A_TRACK) + len(sheet.trackers)
    more = max(4 * (boxes - TRACKS), BLAZE if sheet.reading.setting("blaze_of_glory") else 0, 0)
    high, rows = max((BLANK_LINES, *map(_height, fighting))), _rows(front)
    split = any(block.splits for block in front if isinstance(block, Beside))
    return split or len(fighting) > A_ROW or 2 * high + 3 * rows + more > room


def _roomy(things: tuple[Card, ...], abilities: tuple[NumberLine, ...], notes: tuple[Passage, ...]) -> bool:
    """Whether the second page has room for chances: as with a row of things, an ability and a short story."""
    lines = sum(-(-len(note.text) // A_NOTE) for note in notes)
    return len(things) < A_ROW and lines + max(1, len(abilities)) <= LINES


def _height(card: Card) -> int:
    """About how many lines a style has to say."""
    return sum(-(-len(words) // A_LINE) for words in (*card.lines, card.text, card.foot))


def _rows(blocks: Iterable[Block | Beside]) -> int:
    """The lines of the longest list of values."""
    short = (one for block in blocks if isinstance(block, Beside) for column in block.columns for one in column)
    return max(len(one.lines) for one in short if isinstance(one, Values))


def _back(sheet: Sheet, things: tuple[Card, ...], abilities: tuple[NumberLine, ...]) -> Iterator[Block | Beside]:
    ledger, recovery = sheet.budgets["xp"], sheet["recovery"]
    yield Cards(title="Items", aside="selling refunds XP", deck=Deck(things))
    yield Values(title="Abilities", lines=abilities or (BLANK,), splits=len(abilities) > MOST_SHORT)
    yield Table(
        title="Healing",
        aside=f"Good or better: {healed('good', recovery)} Life · Mixed: {healed('mixed', recovery)}",
        corner="Time to rest",
        heads=("8 h", *(_long(minutes) for minutes, _ in RESTS)),
        rows=(
            Row("Difficulty", ("no roll", *(DIFFICULTIES[key] for _, key in RESTS))),
            Row("Mixed, Good from", ("–", *(_from(key) for _, key in RESTS))),
        ),
        notes=(TRIAGE,),
    )
    yield Grid(
        title="All specializations",
        aside="empty: +0 · S Superhuman · W Simple & Weak · C Complex & Powerful",
        corner="Verb",
        heads=tuple(noun.name for noun in sheet.rulebook.all(Noun).values()),
        rows=tuple((verb.name, tuple(_cells(sheet, verb))) for verb in sheet.rulebook.all(Verb).values()),
    )
    spent = dict(_ledger(ledger))
    yield Table(
        title="Experience points",
        aside=f"{ledger.allowed.value} received · {ledger.spent.value} spent · {minus(ledger.remaining)} left",
        corner="",
        heads=tuple(spent),
        rows=(Row("Spent", tuple(spent.values())),),
    )


def _tracks(sheet: Sheet) -> Iterator[Track]:
    """The trackers in a few words each, Life as long as it may be; last what is rolled while unstable."""
    for tracker in sheet.trackers:
        track = replace(Track.of(tracker), summary=_in_short(sheet, tracker))
        if tracker.key == "life":
            life = sheet["life"]
            more = f"and {life - MOST_LIFE:,} more" if life > MOST_LIFE else ""
            track = replace(track, label=f"Life {minus(life)}", boxes=range(min(max(life, 0), MOST_LIFE)), more=more)
        yield track
    words = tuple(name.replace("Very", "V.") for name in DIFFICULTIES.values())
    yield Track("Unstable", range(len(words)), len(words), "", "Willpower", words)


def _in_short(sheet: Sheet, tracker: Tracker) -> str:
    """What a tracker means, on one line of paper."""
    if tracker.key == "advantage":
        start = level_of(sheet.reading, SURGE)
        return f"you start each session with {start}" if start else ""
    if tracker.key.startswith("relic"):
        return "1 each session, for its experience"
    return {
        "life": "the last box is Defeat", "triage": "each makes the next 1 dearer", BOXES: "the third is death",
        uses_left(HEALER): "each session, at no Advantage",
        uses_left(PRESSURE): f"once a session, for {level_of(sheet.reading, PRESSURE)} Advantage",
    }.get(tracker.key, tracker.summary)  # fmt: skip


def _styles(sheet: Sheet) -> Iterator[Card]:
    """Each combat style, those to attack with first."""
    made = {check.key: check for check in sheet.checks}
    held = [style for style in sheet.reading.memo(styles) if style.style]
    for style in sorted(held, key=lambda one: not (one.style and one.style.offensive)):
        yield _style_card(sheet, style, made)


def _style_card(sheet: Sheet, style: HeldStyle, made: dict[str, Check]) -> Card:
    """A combat style as it is rolled: with its weapon, where there is one."""
    c = sheet.reading
    assert style.style is not None
    weapon = armed(c, style)
    key = f"{style.key}-armed" if f"{style.key}-armed" in c else style.key
    check = made.get(key)
    kind = style.style.name + (f" with {weapon.label}" if weapon and key != style.key else "")
    return Card(
        style.label,
        kind,
        signed(c[key]) if key in c else "–",
        "miss" if side_of(style) == "defend" else AGAINST,
        style.style.summary,
        ", ".join(up.name for up in style.upgrades if not up.name.startswith(("Range", "Damage die"))),
        Chance.of(check) if check and check.dice and not sheet.dead else None,
        tuple(_style_facts(c, style, armed_now=key != style.key)),
    )


def _style_facts(c: Reading, style: HeldStyle, *, armed_now: bool) -> Iterator[tuple[str, str]]:
    on = c.figure(style.statistic).label if style.statistic else "no statistic yet"
    yield "On", ", ".join(word for word in (on, range_of(style)) if word)
    if side_of(style) == "defend":
        yield from paid(c, style, with_weapon=armed_now)
    elif hit := hit_of(c, style, with_weapon=armed_now):
        yield "A hit deals", hit
        yield "An Advantage more", damage(c, style, with_weapon=armed_now, advantages=1)
    if f"{style.key}-block" in c:
        yield "Block", minus(c[f"{style.key}-block"])
    if armed_now:
        bare = hit_of(c, style) if side_of(style) == "attack" else ""
        yield "Bare", f"{signed(c[style.key])} to roll" + (f", {bare} on a hit" if bare else "")


def _item_card(item: Owned) -> Card:
    use = "in use" if item.in_use else "put away"
    return Card(item.name, capitalise(f"{item.nature}, {use}"), str(item.xp), "XP", item.gives or "no effect yet")


def lists(sheet: Sheet) -> tuple[tuple[str, tuple[PrintedItem, ...]], ...]:
    """The items with what they give; the other lists are figures and facts of their own."""
    found = tuple(PrintedItem(thing.name, 1, _about(thing)) for thing in _things(sheet))
    return (("Items", found),) if found else ()


def _things(sheet: Sheet) -> tuple[Owned, ...]:
    """Every item as it is told."""
    return tuple(_owned(sheet.reading, item) for item in sheet.reading.memo(items))


def _about(thing: Owned) -> str:
    use = "in use" if thing.in_use else "put away"
    return " · ".join(word for word in (thing.nature, use, thing.gives, f"{thing.xp} XP") if word)


def _line(sheet: Sheet) -> str:
    """How one gets about besides walking."""
    moves = sheet.rulebook.all(Movement).values()
    found = (f"{move.name} {_pace(sheet, move.key)}" for move in moves if sheet.build.pick(move.key))
    return ", ".join(found)


def _pace(sheet: Sheet, key: str, usual: str = "") -> str:
    return shorten(sheet.build.pick(key) or usual, 30).capitalize()


def _wealth(sheet: Sheet) -> str:
    picked = sheet.build.pick("wealth") or "limited"
    wealth = sheet.rulebook.find(Wealth, picked)
    return wealth.name if wealth else shorten(picked, 30).capitalize()


def _rated(sheet: Sheet, key: str) -> NumberLine:
    return NumberLine(sheet.figures[key].label, signed(sheet[key]), bought=True)


def _cells(sheet: Sheet, verb: Verb) -> Iterator[str]:
    """The ten specializations of a verb: each that is not as everybody has it, with the letter of its tag."""
    for noun in sheet.rulebook.all(Noun):
        figure = sheet.figures[f"{verb.key}-{noun}"]
        letter = LETTERS.get(tag_of(sheet.reading, figure.key).key, "")
        yield f"{signed(figure.value)} {letter}".strip() if figure.value or letter else ""


def _own(sheet: Sheet) -> Iterator[NumberLine]:
    """The specializations that are not as everybody's, each with its tag."""
    for verb in sheet.rulebook.all(Verb):
        for noun in sheet.rulebook.all(Noun):
            figure = sheet.figures[f"{verb}-{noun}"]
            tag = tag_of(sheet.reading, figure.key)
            if figure.value or tag.key in LETTERS:
                yield NumberLine(
                    figure.label, signed(figure.value), tag.name if tag.key in LETTERS else "", bought=True
                )


def _abilities(c: Reading) -> Iterable[NumberLine]:
    for ability, level, source in c.memo(skills).values():
        words = (told(ability, level), f"From {source}." if source else "")
        yield NumberLine(f"{ability.name} {level}", "", " ".join(word for word in words if word), bought=True)


def _owned(c: Reading, item: HeldItem) -> Owned:
    return Owned(item.label, nature(item), item.in_use, ", ".join(gives(c, item)), invested(c, item))


def _ledger(ledger: Budget) -> Iterable[tuple[str, str]]:
    """What was spent under each title, and what was refunded (3.6)."""
    sums = {group.label: minus(group.value) for group in ledger.spent.groups}
    return ((title, sums[title]) for title in PARTS if title in sums)


def _from(difficulty: str) -> str:
    """The lowest totals that are mixed and good."""
    _, mixed, good, _ = TABLE_1[difficulty]
    return f"{mixed} · {good}"


def _long(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return f"{rest} min" if rest else f"{hours} h"


duality.layout = layout
duality.lists = lists

"""The panels of a sheet, ready to be drawn. No HTTP in here."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import cos, pi, sin

from django.utils.html import format_html
from django.utils.safestring import SafeString

from characters.builder.dots import filled, makeup
from characters.sheet.own_rolls import NO_ROLLS, OwnRoll
from rules.kernel import Figure, Live, Sheet
from rules.kernel.basics import capitalise, minus
from rules.kernel.pages import FigureGroup, Panel
from rules.kernel.pages.chances import success_chance

MOST_COLUMNS = 4
DEEPEST = 3
"""Depths of colour on a map: a higher number is as deep."""
MIDDLE, RADIUS = 60, 50
"""Of a web, which is drawn in a square of 120."""
MOST_RINGS = 8


@dataclass(frozen=True)
class RatedFigure:
    """A figure with its row of read-only dots; `row` is the title of its row where the panel is a grid.

    `address` is the page of its lines, `now` the number as it stands, `place` where that stands on the page, which play
    moves. `depth` is the class of its square on a map, "" where the square stays empty; `chance` is for cards.
    `roll` is what the number rolls, if anything.
    """

    figure: Figure
    address: str
    dots: tuple[str, ...]
    makeup: str
    now: SafeString
    row: str = ""
    depth: str = ""
    starred: bool = False
    place: str = ""
    chance: str = ""
    roll: OwnRoll | None = None

    @property
    def name(self) -> str:
        """What it is called under a title that says the rest: "Curse" of "AV: Curse"."""
        return self.figure.label.rpartition(": ")[2]


TitledFigures = tuple[str, list[RatedFigure]]
"""Figures of a panel under a title."""


@dataclass(frozen=True)
class Bar:
    """How much of the whole is filled, and where the marks on the way are, in hundredths."""

    filled: int
    marks: tuple[int, ...]


@dataclass(frozen=True)
class PanelCard:
    """A group on a card: its first figure `large`, if it has any, what that is for as a `word` where its title does not
    say it, and the others, each with its name on the card."""

    group: FigureGroup
    large: RatedFigure | None
    word: str
    others: tuple[tuple[str, RatedFigure], ...]

    @property
    def chances(self) -> bool:
        """Whether any of the others is rolled, so that their chances need a column."""
        return any(rated.chance for _, rated in self.others)


@dataclass(frozen=True)
class Web:
    """Figures around a middle, as paths of SVG in a square of 120: rings, where 0 is, spokes, and their own shape."""

    rings: str
    zero: str
    spokes: str
    shape: str


@dataclass(frozen=True)
class FoldedFigures:
    """What is folded away: columns of figures, how many, the highest of them, and how many there are in all."""

    columns: list[TitledFigures]
    count: int
    highest: int
    every: int

    @classmethod
    def of(cls, shown: list[TitledFigures], rest: list[TitledFigures]) -> "FoldedFigures | None":
        """None where nothing is."""
        values = [rated.figure.value for _, column in rest for rated in column]
        if not values:
            return None
        every = len(values) + sum(len(column) for _, column in shown)
        return cls([(title, column) for title, column in rest if column], len(values), max(values), every)


@dataclass(frozen=True)
class ShownPanel:
    """A panel with its figures. `place` is where it stands: numbers aside, many short groups in a column.

    What only one style of panel has is empty in the others: the places of a body that are `covered`, figures that are
    folded away (`rest`), `cards`, a `web`, each number of a `bench`, a `bar`, and the rows of a map (`board`).
    """

    panel: Panel
    columns: list[TitledFigures]
    place: str
    covered: Sequence[str] = ()
    rest: FoldedFigures | None = None
    cards: Sequence[PanelCard] = ()
    web: Web | None = None
    bench: Sequence[tuple[SafeString, str, list[RatedFigure]]] = ()
    bar: Bar | None = None
    board: Sequence[TitledFigures] = ()
    open: bool = False

    @property
    def filled(self) -> bool:
        """Whether any figure stands on it."""
        return any(figures for _, figures in self.columns)


def shown_panels(
    panels: Iterable[Panel],
    live: Live,
    heads: Set[str],
    at: Callable[[str], str],
    rolls: Mapping[str, OwnRoll] = NO_ROLLS,
) -> list[ShownPanel]:
    """The panels of a sheet; the first in the middle that rolls, or else the very first, stays `open` in a narrow
    window."""
    found = [shown_panel(panel, live, heads, at, rolls) for panel in panels]
    middle = [one for one in found if one.place == "ratings" and one.filled]
    first = next((one for one in middle if any(key in rolls for key in one.panel.every)), next(iter(middle), None))
    return [replace(one, open=one is first) for one in found]


def shown_panel(
    panel: Panel, live: Live, heads: Set[str], at: Callable[[str], str], rolls: Mapping[str, OwnRoll] = NO_ROLLS
) -> ShownPanel:
    """A panel with its figures, those in `rolls` with what they roll.

    A number that tops a tracker or `heads` the sheet stands there already, so it is left out aside and in brief.
    """
    aside, read = panel.aside, live.sheet
    tops = (tracker.maximum.key for tracker in read.trackers if tracker.maximum)
    shown = {*heads, *tops} if aside or panel.brief else set()
    chances = _chances(live) if panel.chances else {}
    columns, rest = [], []
    for group in panel.groups:
        titled = zip_longest(group.figures, panel.rows[: len(group.figures)], fillvalue="")
        rated = [_rated(panel, live, key, row, at, rolls) for key, row in titled if key not in shown]
        if rated or not panel.brief:
            columns.append((group.title, [replace(one, chance=chances.get(one.figure.key, "")) for one in rated]))
        rest.append((group.title, [_rated(panel, live, key, "", at, rolls) for key in group.rest]))
    many = panel.style == "dots" and len(columns) > MOST_COLUMNS
    return ShownPanel(
        panel,
        columns,
        place="aside" if aside else _beside(panel, many=many),
        covered=_covered(panel) if panel.style == "figure" else (),
        rest=FoldedFigures.of(columns, rest),
        cards=list(_cards(panel, live, columns)) if panel.style == "cards" else (),
        web=_web(panel, live) if panel.style == "web" else None,
        bench=list(_bench(columns)) if panel.style == "bench" else (),
        bar=_bar(panel, live) if panel.style == "bar" else None,
        board=list(_board(panel, columns)) if panel.style == "map" else (),
    )


def _beside(panel: Panel, *, many: bool) -> str:
    """Where a panel stands that is not aside."""
    return panel.side or ("words" if panel.style == "bar" else "magic" if many else "ratings")


def written(panel: Panel, read: Sheet) -> Iterator[str]:
    """The figures of a panel whose numbers can be read on it: no empty squares of a map, of a bench one of a group."""
    for group in panel.groups:
        keys = group.figures[:1] if panel.style == "bench" else (*group.figures, *group.rest)
        for key in keys:
            if panel.style != "map" or key in panel.starred or read[key]:
                yield key


def _covered(panel: Panel) -> list[str]:
    """The places of a body that are shaded, for the drawing."""
    (group,) = panel.groups
    return [row.lower() for key, row in zip(group.figures, panel.rows, strict=True) if key in panel.starred]


def places(panel: Panel, live: Live) -> Iterator[tuple[str, SafeString]]:
    """What play moves on a panel: where it stands, and how it stands."""
    if panel.style == "figure":
        for group in panel.groups:
            for key, row in zip(group.figures, panel.rows, strict=True):
                yield _place(panel, key, row), number_now(live, key, panel.writing(key))
        return
    chances = _chances(live) if panel.style == "cards" and not panel.dice else {}
    for key in written(panel, live.sheet):
        yield _place(panel, key), number_now(live, key, panel.writing(key))
        if panel.style == "cards":
            yield f"chance-{key}", format_html("{}", _chance(panel, live, key, chances))


def _place(panel: Panel, key: str, row: str = "") -> str:
    """Where a number stands on the page; a figure that is at several places of a body has one for each."""
    shared = panel.style == "figure" and panel.groups[0].figures.count(key) > 1
    return f"now-{key}-at-{row.lower()}" if shared else f"now-{key}"


def _chances(live: Live) -> dict[str, str]:
    return {check.key: success_chance(check.dice) for check in live.checks}


def _chance(panel: Panel, live: Live, key: str, chances: dict[str, str]) -> str:
    """How likely a number succeeds as it stands, "" where it is not rolled."""
    if not panel.dice:
        return chances.get(key, "")
    barred = live.dead or live.sheet.game.barred(live, key)
    return "" if barred else success_chance(panel.dice(key, live.figure(key).value))


def _rated(
    panel: Panel, live: Live, key: str, row: str, at: Callable[[str], str], rolls: Mapping[str, OwnRoll]
) -> RatedFigure:
    figure, starred = live.sheet.figures[key], key in panel.starred
    depth = f"depth-{min(max(0, figure.value), DEEPEST)}" if starred or figure.value else ""
    return RatedFigure(
        figure,
        at(key),
        filled(figure, panel.most),
        makeup(figure),
        number_now(live, key, panel.writing(key)),
        row,
        depth,
        starred,
        _place(panel, key, row),
        roll=None if live.dead or live.sheet.game.barred(live, key) else rolls.get(key),
    )


def number_now(live: Live, key: str, write: Callable[[int], str] = minus) -> SafeString:
    """A number as it stands; where the moment moves it, one can see that, and hear what it was."""
    value, built = live.figure(key).value, live.sheet.figures[key].value
    if (why := live.sheet.game.barred(live, key)) and live.dead:
        return format_html('<s class="moved">{}<span class="sr"> can’t be used any more</span></s>', write(value))
    if why:
        return format_html(
            '<s class="moved" title="{}">{}<span class="sr"> can’t be used. {}</span></s>', why, write(value), why
        )
    if value == built:
        return format_html("{}", write(value))
    words = '<span class="moved">{}<span class="sr"> now, normally {}</span></span>'
    return format_html(words, write(value), write(built))


def _cards(panel: Panel, live: Live, columns: list[TitledFigures]) -> Iterator[PanelCard]:
    chances = {} if panel.dice else _chances(live)
    for group, (_, rated) in zip(panel.groups, columns, strict=True):
        chanced = [replace(one, chance=_chance(panel, live, one.figure.key, chances)) for one in rated]
        named = [(_name(group, one.figure), one) for one in chanced]
        word = next((name for name, one in named if one.figure.label.endswith(f" with {group.title}")), "")
        word = word or next(iter(group.names), "")
        yield PanelCard(group, chanced[0] if chanced else None, word, tuple(named[1:]))


def _name(group: FigureGroup, figure: Figure) -> str:
    """A figure on a card: as the group names it, or without what the title says: "Parry" of "Parry with Longsword"."""
    named = dict(zip(group.figures, group.names, strict=False)).get(figure.key)
    return named or capitalise(figure.label.removeprefix(f"{group.title}: ").removesuffix(f" with {group.title}"))


def _bench(columns: list[TitledFigures]) -> Iterator[tuple[SafeString, str, list[RatedFigure]]]:
    """Each number once with its title, and the figures that have it."""
    for title, rated in columns:
        alike: dict[SafeString, list[RatedFigure]] = {}
        for one in rated:
            alike.setdefault(one.now, []).append(one)
        yield from ((number, title, figures) for number, figures in alike.items())


def _bar(panel: Panel, live: Live) -> Bar:
    first, *marks = (max(0, live.figure(key).value) for key in panel.groups[0].figures)
    whole = max(first, *marks, 1)
    return Bar(100 * first // whole, tuple(100 * mark // whole for mark in marks))


def _board(panel: Panel, columns: list[TitledFigures]) -> Iterator[TitledFigures]:
    """The rows of a map, each with a square of every column."""
    squares = zip(*(rated for _, rated in columns), strict=True)
    yield from ((row, list(across)) for row, across in zip(panel.rows, squares, strict=True))


def _web(panel: Panel, live: Live) -> Web:
    """What is outside the rings is drawn on the last of them; the number beside it says how much it is."""
    keys = panel.groups[0].figures
    high = max(panel.most, panel.least + 1)
    step = -(-(high - panel.least) // MOST_RINGS)

    def ring(*values: int) -> str:
        """A closed line through these values, clockwise from the top."""
        points = []
        for number, value in enumerate(values):
            turn = 2 * pi * number / len(values)
            far = RADIUS * (min(max(value, panel.least), high) - panel.least) / (high - panel.least)
            points.append(f"{MIDDLE + far * sin(turn):.1f} {MIDDLE - far * cos(turn):.1f}")
        return f"M{'L'.join(points)}Z"

    ends = ring(*[high] * len(keys))[1:-1].split("L")
    return Web(
        "".join(ring(*[value] * len(keys)) for value in range(panel.least + step, high + 1, step)),
        ring(*[0] * len(keys)) if panel.least < 0 else "",
        "".join(f"M{MIDDLE} {MIDDLE}L{end}" for end in ends),
        ring(*(live.figure(key).value for key in keys)),
    )

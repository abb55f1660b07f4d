"""What a player can do while building: six kinds of field, and no seventh.

A field knows its path, its words and its prices; what stands there now is read from the build. The
builder draws one widget per kind, so a new game brings no template.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.figures import Figure
from rules.kernel.basics.wording import first_sentence
from rules.kernel.documents.builds import Build, path_and_parents


class Deciding(NamedTuple):
    """A number by which one decides: as it would be for this character, and what the thing itself `adds` to it. More
    of it is better, or `less`; `how` says after its label what it is reckoned with.
    """

    label: str
    value: str
    adds: str = ""
    less: bool = False
    how: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to pick. `reason` says what picking it would break; it can be picked all the same.

    `figures` are the three to five numbers that decide, `gives` what it brings in a few words, `price` what it costs:
    none of them may change with what is chosen elsewhere on the page, or every click draws the whole field anew.
    `group` and `kinds` are what a list of many can be narrowed down to. `verb` is the word on it, where that of its
    list would be wrong.
    """

    key: str
    label: str
    summary: str = ""
    cite: Cite | None = None
    facts: tuple[tuple[str, str], ...] = ()
    tags: tuple[str, ...] = ()
    group: str = ""
    reason: str = ""
    figures: tuple[Deciding, ...] = ()
    gives: str = ""
    price: str = ""
    kinds: tuple[str, ...] = ()
    verb: str = ""

    @property
    def suggested(self) -> bool:
        return "suggested" in self.tags

    @property
    def anchor(self) -> str:
        """The key as a part of an id: one that is a whole entry has letters that no id may have."""
        return _UNFIT.sub("-", self.key)

    @property
    def gist(self) -> str:
        """The first sentence of what is said of it."""
        return first_sentence(self.summary)

    @property
    def rest(self) -> str:
        """What is said of it after that."""
        return self.summary.strip().removeprefix(self.gist).strip()


_TERSE = 16
_UNFIT = re.compile(r"[^\w-]+")


@dataclass(frozen=True, slots=True)
class RatingField:
    """Verb *rate*: buy dots or steps of something.

    `value` is what is bought, `figure` the whole rating with its lines. Between `low` and `limit`
    nothing breaks; beyond `limit` the `reason` applies, and up to `high` the widget offers it. A `place` is
    the row and the column of the step's grid where it stands. A `bare` one is only what is typed: no line
    adds to it, and it has no total to show. `kinds` are the keys of what the step can be narrowed down to.
    """

    path: str
    label: str
    figure: Figure
    value: int
    low: int
    high: int
    limit: int
    reason: str = ""
    price: str = ""
    summary: str = ""
    group: str = ""
    unit: str = "dot"
    style: Literal["dots", "stepper"] = "dots"
    scale: tuple[str, ...] = ()
    budget: str = ""
    place: tuple[str, str] | None = None
    bare: bool = False
    kinds: tuple[str, ...] = ()
    kind: Literal["rate"] = "rate"


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """Verb *pick*: one option, or any number of them with `many`. `value` holds what is picked.

    A `flag` is kept as true or false, and has one option, "true". `empty` is what stands where nothing is
    picked, `place` the row and the column of the step's grid, `verb` the word on an option that can be taken.
    A `folded` one shows its options when asked for them. `unfit` says what to do where no option fits, and the key and
    the words of the step where one does it. One that a choice of the step brings is `within` that, by its path: it
    stands in the entry that is chosen there.
    """

    path: str
    label: str
    options: tuple[Option, ...]
    value: tuple[str, ...] = ()
    many: bool = False
    style: Literal["cards", "select", "ticks", "flag"] = "cards"
    summary: str = ""
    group: str = ""
    empty: str = ""
    place: tuple[str, str] | None = None
    verb: str = ""
    folded: bool = False
    unfit: tuple[str, str, str] | None = None
    within: str = ""
    kind: Literal["pick"] = "pick"


@dataclass(frozen=True, slots=True)
class RankField:
    """Verb *rank*: put all options in order, the most important first. `worth` says what a place gives.

    While nothing is ranked, an order may be `suggested`, with `why`.
    """

    path: str
    label: str
    options: tuple[Option, ...]
    worth: tuple[str, ...]
    value: tuple[str, ...] = ()
    summary: str = ""
    group: str = ""
    suggested: tuple[str, ...] = ()
    why: str = ""
    kind: Literal["rank"] = "rank"

    @property
    def suggested_names(self) -> str:
        """The suggested order in words."""
        names = {option.key: option.label for option in self.options}
        return ", ".join(names[key] for key in self.suggested)


class DiceRow(NamedTuple):
    """A row of a table that dice find: the numbers it is `on`, what it says, whether they `fell`."""

    on: str
    words: str
    fell: bool = False


@dataclass(frozen=True, slots=True)
class RollField:
    """Verb *roll*: dice rolled by the server and kept, or typed in by hand and marked so.

    Dice that must be `different` are rolled until they are. What the roll `gave` is a sentence for each result. The
    `table` they are rolled on is shown as a whole.
    """

    path: str
    label: str
    dice: int
    faces: int
    value: tuple[int, ...] = ()
    summary: str = ""
    group: str = ""
    different: bool = False
    gave: tuple[str, ...] = ()
    table: tuple[DiceRow, ...] = ()
    kind: Literal["roll"] = "roll"

    @property
    def terse(self) -> bool:
        """Whether each row of its table is a word or two, so that two of them stand side by side on a phone."""
        return all(len(row.words) <= _TERSE for row in self.table)


@dataclass(frozen=True, slots=True)
class TextField:
    """Verb *write*: text. `lines` is how tall its box starts; 1 is a single line."""

    path: str
    label: str
    value: str = ""
    lines: int = 6
    summary: str = ""
    group: str = ""
    limit: int = 20_000
    kind: Literal["write"] = "write"


class Offers(NamedTuple):
    """What a new entry of a list can be, instead of an empty one: options of its choice `pick`, with their prices.

    Where there is no `pick`, the key of an option is the whole entry as JSON, "" for an empty one. They are laid out
    if `shown`, else unfolded when asked for. `verb` is the word on one that can be taken. What a new entry begins with
    besides its `pick` is ticked in it: the keys of its `flags`.
    """

    title: str
    pick: str
    options: tuple[Option, ...]
    shown: bool = False
    verb: str = "Take"
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListField:
    """Verb *list*: entries, each with a name and fields of its own (`items[n]` belongs to entry n).

    `one` is what an entry is, with its article: "an item". Entries that hold lists of their own are better `cards`;
    `signs` names the drawing on each of them, `worths` says what it comes to in play, `removes` what the button says
    that removes it, where that says more than "Remove".
    """

    path: str
    label: str
    items: tuple[tuple["Field", ...], ...]
    one: str
    summary: str = ""
    group: str = ""
    empty: str = ""
    style: Literal["rows", "cards"] = "rows"
    offers: Offers | None = None
    signs: tuple[str, ...] = ()
    worths: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()
    kind: Literal["list"] = "list"

    @property
    def noun(self) -> str:
        """What an entry is, without the article of `one` if it has one."""
        return self.one.partition(" ")[2] or self.one

    @property
    def offered(self) -> ChoiceField | None:
        """What a new entry can be, as a choice; None where an entry begins empty."""
        offers = self.offers
        return offers and ChoiceField(self.path, offers.title, offers.options, style="select", verb=offers.verb)


Field = RatingField | ChoiceField | RankField | RollField | TextField | ListField


class Axis(NamedTuple):
    """The rows or the columns of a grid: what each of them is, and the key and the name of each."""

    label: str
    heads: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """So many ratings that a row and a column name each: one is put together as a sentence, and what one has is listed.

    The sentence begins with the character and `can`. In `rating` and `tag`, the paths of a rating and of the choice
    beside it, a `*` each stands for the keys of the row and the column. `ask` is the question that the `tags` answer,
    the one without a key first. `examples` say for a row and a column what one could do, with each of the tags.
    """

    title: str
    can: str
    rows: Axis
    columns: Axis
    rating: str
    tag: str
    ask: str
    tags: tuple[Option, ...]
    examples: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)


class Head(NamedTuple):
    """What the title of a group of ratings says besides: the figure that all of them start from, and what that is."""

    figure: Figure
    gist: str = ""


@dataclass(frozen=True)
class Step:
    """One page of the builder: a title, a line of orientation, its place in the book, its fields.

    `made` are the fields, or what makes them when the page is drawn; then `paths` says which choices are
    the step's own. `budgets` and `figures` are the keys of what this step moves. `terms` explains words of the book
    before a player chooses among them. Fields with a place stand in the `grid`. `heads` are said in the titles of
    groups; `kinds` what its ratings can be narrowed down to, each with its words. `first` is the key of the step that
    has to be done before this one has anything to choose. One that is not for this character, by what was chosen
    elsewhere, is `passed_by`: until it is started the buttons lead past it, and only the list of steps there.
    """

    key: str
    title: str
    intro: str
    cite: Cite
    made: tuple[Field, ...] | Callable[[], tuple[Field, ...]]
    budgets: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    hint: str = ""
    paths: tuple[str, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    grid: Grid | None = None
    heads: Mapping[str, Head] = field(default_factory=dict)
    kinds: tuple[tuple[str, str], ...] = ()
    first: str = ""
    passed_by: bool = False

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        return self.made() if callable(self.made) else self.made

    @property
    def _own(self) -> tuple[str, ...]:
        return self.paths or tuple(field.path for field in self.fields)

    @cached_property
    def _owned(self) -> frozenset[str]:
        return frozenset(self._own)

    def owns(self, path: str) -> bool:
        """Whether a choice belongs to this step."""
        return bool(self.home_of(path))

    def home_of(self, path: str) -> str:
        """The path of the field that holds a choice, "" for none: by what the step declares, so no field is made."""
        return next((above for above in path_and_parents(path) if above in self._owned), "")

    @cached_property
    def _by_path(self) -> Mapping[str, Field]:
        return {field.path: field for field in self.fields}

    def field_at(self, path: str) -> Field | None:
        """The field that holds a choice, drawn by itself or within a list."""
        return next((self._by_path[above] for above in path_and_parents(path) if above in self._by_path), None)

    def started(self, build: Build) -> bool:
        """Whether any of the step's choices has been made."""
        return any(_stands(build, path) for path in self._own)

    def on_the_way(self, build: Build) -> bool:
        """Whether the buttons that lead from step to step lead here."""
        return not self.passed_by or self.started(build)


def _stands(build: Build, path: str) -> bool:
    mapping, _, key = path.partition(".")
    held: Mapping[str, object] = getattr(build, mapping, {})
    return bool(held.get(key))

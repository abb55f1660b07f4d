"""The inputs of a form as a page draws them: one thing to fill in, or a list of rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from rules.audit.figure_choices import Choice

SENT = "its-"
"""How the name of an input begins on the page: an input named `attributes` would hide the form's own property."""
CHIPS = 9
"""Up to so many choices are all in view, as chips."""
NEAR = 6
"""So many of a longer list are in view before it is searched."""
FIRST = 24
"""So many of a plain list stand in front of it."""
LISTED = 120
"""A choice among more than this is a plain list, which a browser searches by itself."""
LOST = "No longer available"


@dataclass(frozen=True)
class Input:
    """One thing to fill in. `kind` is text, long, lines (one a line), whole, tick, select, several or hidden. Of what
    is `required` no chip leaves it open.

    `likely` are choices that printed entries make, most often first. `printed` says what numbers they have.
    """

    name: str
    label: str
    kind: str
    value: tuple[str, ...] = ()
    help: str = ""
    choices: tuple[Choice, ...] = ()
    suggested: tuple[str, ...] = ()
    required: bool = False
    error: str = ""
    focus: bool = False
    """Whether the page begins here: in the first of the rows that were asked for."""
    question: str = ""
    likely: tuple[str, ...] = ()
    usual: tuple[Choice, ...] = ()
    printed: str = ""
    seldom: bool = False
    within: bool = False
    """Whether it is part of a row."""

    @property
    def sent_as(self) -> str:
        return f"{SENT}{self.name}"

    @property
    def text(self) -> str:
        return self.value[0] if self.value else ""

    @property
    def id(self) -> str:
        return f"id-{self.name}"

    @property
    def asks(self) -> str:
        """What the form calls it."""
        return self.question or self.label

    @property
    def look(self) -> str:
        """How a choice is drawn: chips in view, chips to search, a list; usual answers beside a text; else its kind."""
        if self.kind == "several":
            return "chips" if len(self.choices) <= CHIPS else "search"
        if self.kind == "select":
            if self.within or len(self.choices) > LISTED:
                return "list"
            return "chips" if len(self.choices) <= CHIPS else "search"
        return "usual" if self.usual else self.kind

    @property
    def other(self) -> str:
        """What was typed in place of a usual answer."""
        return "" if self.text in {choice.key for choice in self.usual} else self.text

    @property
    def filled(self) -> bool:
        """Whether something is said that is no usual number."""
        return any(one not in ("", "0") for one in self.value)

    @property
    def groups(self) -> Iterator[tuple[str, list[tuple[Choice, bool]]]]:
        """The choices with whether they are chosen, by their groups; what is chosen and unknown comes last."""
        found: dict[str, list[tuple[Choice, bool]]] = {}
        for choice in self.choices:
            if choice.key or not (self.required and self.look == "chips"):
                found.setdefault(choice.group, []).append((choice, choice.key in self.value))
        known = {choice.key for choice in self.choices}
        lost = [key for key in self.value if key and key not in known]
        if lost:
            found[LOST] = [(Choice(key, key), True) for key in lost]
        yield from found.items()

    @property
    def near(self) -> list[tuple[Choice, bool]]:
        """Chips in view of a list to search: the chosen ones, what leaves it open, and the likeliest."""
        known = {choice.key: choice for choice in self.choices}
        chosen = [known.get(key, Choice(key, f"{key} ({LOST.lower()})")) for key in self.value if key]
        first = [known[""]] if "" in known and not self.required else []
        likely = [known[key] for key in self.likely if key in known] or [one for one in self.choices if one.key]
        near = dict.fromkeys((*first, *chosen, *likely[:NEAR]))
        return [(choice, choice.key in self.value or (choice.key == "" and not self.text)) for choice in near]

    @property
    def far(self) -> list[tuple[str, list[Choice]]]:
        """The rest, by their groups."""
        near = {choice.key for choice, _ in self.near}
        found: dict[str, list[Choice]] = {}
        for choice in self.choices:
            if choice.key not in near and (choice.key or not self.required):
                found.setdefault(choice.group, []).append(choice)
        return list(found.items())

    @property
    def options(self) -> SafeString:
        """The choices of a list as it is drawn: the likeliest in front, each once. Drawn once for all rows alike."""
        every, value = (
            _options(self.choices, self.likely[:FIRST] if len(self.choices) > CHIPS else ()),
            escape(self.text),
        )
        chosen = f'<option value="{value}"'
        if chosen in every:
            return mark_safe(every.replace(chosen, f"{chosen} selected", 1))  # both are escaped
        lost = f'<optgroup label="{LOST}">{chosen} selected>{value}</option></optgroup>' if value else ""
        return mark_safe(every + lost)  # as above


@lru_cache(maxsize=64)
def _options(choices: tuple[Choice, ...], likely: tuple[str, ...]) -> str:
    known = {choice.key: choice for choice in choices}
    usual = [known[key] for key in likely if key in known and key]
    found: dict[str, list[Choice]] = {"": [known[""]] if "" in known else []}
    if usual:
        found["Usual"] = usual
    for choice in choices:
        if choice.key and choice not in usual:
            found.setdefault(choice.group or ("All" if usual else ""), []).append(choice)
    return "".join(_group(name, some) for name, some in found.items())


def _group(name: str, choices: list[Choice]) -> str:
    drawn = format_html_join("", '<option value="{}">{}</option>', ((one.key, one.label) for one in choices))
    return format_html('<optgroup label="{}">{}</optgroup>', name, drawn) if name else drawn


@dataclass(frozen=True)
class Rows:
    """A list of rows to fill in, with some empty ones; `error` is about the list as a whole."""

    name: str
    label: str
    help: str
    rows: tuple[tuple[Input, ...], ...]
    error: str = ""
    kind: str = "rows"
    question: str = ""
    seldom: bool = False

    @property
    def one(self) -> str:
        """A row in words, for its buttons and legends."""
        return self.label.lower()

    @property
    def asks(self) -> str:
        """What the form calls it."""
        return self.question or self.label

    @property
    def filled(self) -> bool:
        """Whether any row says something."""
        return any(one.filled for row in self.rows for one in row)

"""What a field of an entry asks of whoever writes one: its words, and what it may hold.

Kinds of entry say it beside the field; a form is made from it, and `among` binds the books that are shipped too.
"""

from dataclasses import MISSING, Field, dataclass, field
from typing import Any

ASK = "ask"


@dataclass(frozen=True, slots=True)
class Ask:
    """`among` are the only values. `of` says what the field names: a kind of entry (`trait`, or `trait:affinity` for
    those of one sort), a "figure", a "number" (a figure or what a budget allows) or a "score". What is `auto` is
    filled in by the site. `instead_of` is another field: an entry says one of the two, never both. `needed` is another
    field and those of its values with which this one has to be said. A number is within `low` and `high`, and no less
    than that of the field `least`. Old books may say otherwise, so whoever reads one does no harm with it.

    `question` is what the form asks in place of the label, and `words` say what values are called there, as pairs of
    value and word. What is `seldom` asked is folded away; where nothing is said, the printed entries decide.
    """

    label: str = ""
    help: str = ""
    among: tuple[str, ...] = ()
    of: str = ""
    auto: bool = False
    instead_of: str = ""
    needed: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    least: str = ""
    question: str = ""
    words: tuple[tuple[str, str], ...] = ()
    seldom: bool | None = None

    def called(self, value: str) -> str:
        """What a value is called in the form, "" where nobody said."""
        return dict(self.words).get(value, "")


PLAIN = Ask()


def asked(
    label: str = "",
    help: str = "",
    *,
    among: tuple[str, ...] = (),
    of: str = "",
    auto: bool = False,
    instead_of: str = "",
    needed: tuple[str, ...] = (),
    low: int | None = None,
    high: int | None = None,
    least: str = "",
    question: str = "",
    words: tuple[tuple[str, str], ...] = (),
    seldom: bool | None = None,
    default: Any = MISSING,
) -> Any:
    """A field of a dataclass with what it asks; without a default it must be said."""
    asks = Ask(label, help, among, of, auto, instead_of, needed, low, high, least, question, words, seldom)
    return field(default=default, metadata={ASK: asks})


def ask_of(field: Field[Any]) -> Ask:
    """What a field asks, for those that say nothing too."""
    ask: Ask = field.metadata.get(ASK, PLAIN)
    return ask

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
    filled in by the site.
    """

    label: str = ""
    help: str = ""
    among: tuple[str, ...] = ()
    of: str = ""
    auto: bool = False


PLAIN = Ask()


def asked(
    label: str = "",
    help: str = "",
    *,
    among: tuple[str, ...] = (),
    of: str = "",
    auto: bool = False,
    default: Any = MISSING,
) -> Any:
    """A field of a dataclass with what it asks; without a default it must be said."""
    return field(default=default, metadata={ASK: Ask(label, help, among, of, auto)})


def ask_of(field: "Field[Any]") -> Ask:
    """What a field asks, for those that say nothing too."""
    ask: Ask = field.metadata.get(ASK, PLAIN)
    return ask

"""What is typed about a session, a handout or a scene, as it is kept. Refusals are `Refused` with a sentence."""

from collections.abc import Iterable

from rules.form_values import uncut, uncut_line
from rules.refusals import Refused

LONGEST_TITLE = 120


def titled(title: str, text: str, most: int) -> tuple[str, str]:
    """A title in one line, and a text of so many characters at most."""
    called, told = uncut_line(title, LONGEST_TITLE), uncut(text, most)
    if not called:
        raise Refused("Enter a title.")
    return called, told


def lines_of(text: str) -> list[str]:
    """The lines of a text as they are kept; none of an empty one."""
    return text.split("\n") if text else []


def lines(typed: Iterable[str], most: int, longest: int) -> list[str]:
    """Names that were typed, each once."""
    each = list(dict.fromkeys(filter(None, (uncut_line(name, longest) for name in typed))))
    if len(each) > most:
        raise Refused(f"You have {len(each)} lines; {most} is the maximum. Remove some.")
    return each

"""Where a number comes from, as one letter: S the source, P another public page, R a ruling."""

from rules.kernel import Cite, Figure

SOURCE, PUBLIC, RULING = "S", "P", "R"
_RANK = (SOURCE, PUBLIC, RULING)
KEY = ((SOURCE, "the Rolls page"), (PUBLIC, "another page of the game"), (RULING, "a ruling of ours"))


def mark_of(cite: Cite) -> str:
    """The letter of one cite."""
    if cite.ruling:
        return RULING
    return SOURCE if cite.origin == "source" else PUBLIC


def mark(figure: Figure) -> str:
    """The letter of a figure: the least certain of its own and those of the lines that count."""
    letters = [mark_of(figure.cite), *(mark_of(term.cite) for term in figure.terms if term.counted)]
    return max(letters, key=_RANK.index)

"""Where a number comes from, as one letter: S the source, P another public page, R a ruling."""

from rules.kernel import Cite, Figure

SOURCE, PUBLIC, RULING = "S", "P", "R"
_RANK = (SOURCE, PUBLIC, RULING)
KEY = ((SOURCE, "the Rolls page"), (PUBLIC, "another page of the game"), (RULING, "our ruling"))


def cite_letter(cite: Cite) -> str:
    """The letter of one cite."""
    if cite.ruling:
        return RULING
    return SOURCE if cite.origin == "source" else PUBLIC


def figure_letter(figure: Figure) -> str:
    """The letter of a figure: the least certain of its own and those of the lines that count."""
    letters = [cite_letter(figure.cite), *(cite_letter(term.cite) for term in figure.terms if term.counted)]
    return max(letters, key=_RANK.index)

"""What `manage.py assess` says of one document. No database: the core books as shipped."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from rules import systems
from rules.kernel import Finding, Sheet, Term
from rules.kernel.basics import nearest, shorten
from rules.kernel.documents import Document, DocumentError, parse_json, read_document
from rules.kernel.pages import Game


def find_game(key: str) -> Game:
    """A game by its key. Raises DocumentError with a sentence that lists the games."""
    if key not in systems.PACKAGES:
        likely = nearest(key, systems.PACKAGES)
        meant = f" Did you mean “{likely}”?" if likely else ""
        raise DocumentError(f"No game is called “{shorten(key)}”; the games are {', '.join(systems.PACKAGES)}.{meant}")
    return systems.get(key)


def assess(content: bytes) -> dict[str, Any]:
    """The verdict on one document. Raises DocumentError, with a sentence, where it cannot be read."""
    return verdict(read_document(parse_json(text_of(content))))


def text_of(content: bytes) -> str:
    """The text of a document. Raises DocumentError where it is none."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise DocumentError(f"It is not UTF-8 text (byte {fault.start:,}).") from None


def verdict(document: Document) -> dict[str, Any]:
    """A document's verdict as JSON values. Raises DocumentError for a game nobody here plays."""
    system = find_game(document.system)
    return as_json(document.name, system, system.read(document.parsed(), table=document.table))


def as_json(name: str, system: Game, sheet: Sheet) -> dict[str, Any]:
    """A sheet the way programs read it; what `assess` prints."""
    return {
        "name": name,
        "system": system.key,
        "legal": sheet.legal,
        "budgets": [
            {
                "key": budget.key,
                "label": budget.label,
                "allowed": budget.allowed.value,
                "spent": budget.spent.value,
                "remaining": budget.remaining,
            }
            for budget in sheet.budgets.values()
        ],
        "figures": {
            key: {"value": figure.value, "terms": list(map(_term, figure.terms))}
            for key, figure in sheet.figures.items()
        },
        "findings": list(map(_finding, sheet.findings)),
    }


def _term(term: Term) -> dict[str, Any]:
    return {"amount": term.amount, "label": term.label, "cite": str(term.cite), "counted": term.counted}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "level": finding.level.value,
        "message": finding.message,
        "hint": finding.hint,
        "at": finding.at,
        "cite": str(finding.cite),
        "waived": finding.waived,
    }


def documents(paths: list[str], stdin: BinaryIO) -> Iterator[tuple[str, bytes | OSError]]:
    """Each document's place, for messages, and its bytes, or why they cannot be had.

    A path is a file with one document; `-` is standard input with one document a line.
    """
    for path in paths:
        if path == "-":
            for number, line in enumerate(stdin, 1):
                if line.strip():
                    yield f"line {number}", line
            continue
        try:
            yield path, Path(path).read_bytes()
        except (OSError, ValueError) as fault:
            yield path, fault if isinstance(fault, OSError) else OSError(str(fault))

"""What an answer leaves out of a list or a choice: pieces that the page has already."""

import re

import pytest
from django.utils.safestring import SafeString

from characters.builder.page_state import Shown, mark, marks
from characters.builder.pieces import left_out, pieces_of, staying, without_bounds


def drawn(*parts: str) -> SafeString:
    return SafeString("".join(parts))


def piece(name: str, *inside: str) -> str:
    return f'<div data-piece id="{name}">{"".join(inside)}</div><!-- /piece -->'


def told(now: str, then: str) -> str:
    """The answer to a page that shows something, with what it is now."""
    return str(left_out(pieces_of(SafeString(now)), pieces_of(SafeString(then)).marks))


A, B, C = (piece(name) for name in "abc")


def test_what_stays_is_named_once_for_a_whole_run() -> None:
    assert told(f"<p>2</p>\n{A}\n{B}\n{C}", f"<p>1</p>\n{A}\n{B}\n{C}") == '<p>2</p>\n<i data-stays="a 3"></i>'
    assert told(A + C, A + B + C) == '<i data-stays="a 1"></i><i data-stays="c 1"></i>'
    assert told(C + A + B, A + B + C) == '<i data-stays="c 1"></i><i data-stays="a 2"></i>'


def test_what_is_new_or_another_is_drawn() -> None:
    other = piece("b", "2")
    assert told(A + other + C, A + B + C) == f'<i data-stays="a 1"></i>{without_bounds(drawn(other))}' + (
        '<i data-stays="c 1"></i>'
    )
    assert told(A + B, "") == without_bounds(drawn(A, B))


def test_words_of_one_checksum_are_told_apart() -> None:
    one, other = piece("a", "plumless"), piece("a", "buckeroo")
    assert mark(one) == mark(other)
    assert told(other, one) == without_bounds(drawn(other))


def test_of_a_piece_that_is_another_its_own_pieces_stay() -> None:
    then, now = (piece("row", word, A, piece("list", B, C)) for word in ("old", "new"))
    assert told(now, then) == '<div data-piece id="row">new<i data-stays="a 2"></i></div>'
    assert told(piece("row", A, piece("list", C)), then) == (
        '<div data-piece id="row"><i data-stays="a 1"></i>'
        '<div data-piece id="list"><i data-stays="c 1"></i></div></div>'
    )
    assert told(then + A, then) == '<i data-stays="row 1"></i><i data-stays="a 1"></i>'


def test_what_stays_is_known_by_its_id() -> None:
    then, now = (pieces_of(drawn(piece("row", word, A), B)) for word in ("old", "new"))
    assert staying(now, then.marks) == {"a", "b"}
    assert staying(now, b"") == frozenset()


def test_what_has_no_id_is_drawn() -> None:
    nameless = "<b data-piece >1</b><!-- /piece -->"
    assert told(f"{nameless}2", nameless) == "<b data-piece >1</b>2"


def test_a_tick_alone_makes_no_other_piece_where_ticks_are_told_apart() -> None:
    ticked, bare = (piece("a", f'<input value="x"{tick}>') for tick in (" checked", ""))
    assert pieces_of(drawn(ticked)).marks != pieces_of(drawn(bare)).marks
    assert pieces_of(drawn(ticked), ticks=False).marks == pieces_of(drawn(bare), ticks=False).marks


def test_a_page_tells_what_it_shows_and_anything_else_tells_nothing() -> None:
    shown = Shown((marks(["one", "two"]), marks(["three"]), b""), (mark("a"), b""))
    assert Shown.of(str(shown)) == shown
    now = Shown((marks(["one", "2"]), marks(["three", "four"]), b""), (mark("b"), mark("c")))
    assert [shown.other(now, group) for group in range(3)] == [[False, True], [True, True], []]
    assert shown.pieces_for(now) == shown.pieces
    assert [shown.may_hold(*place) for place in ((1, mark("three")), (1, mark("four")), (2, mark("")), (9, b""))] == [
        True, False, False, True,
    ]  # fmt: skip
    for junk in ("", "x", "é", "AAAA.\x00", "~", "....~"):
        assert Shown.of(junk).other(now, 0) == [True, True], junk
        assert Shown.of(junk).pieces_for(now) == (b"", b""), junk


def applied(held: str, moved: str) -> str:
    parts = re.split("([.~])", held)
    for one in moved.split():
        place, start, text = one.split(":")
        old = parts[2 * int(place)]
        parts[2 * int(place)] = old[: int(start)] + text + old[int(start) + len(text) :] if start else text
    return "".join(parts)


@pytest.mark.parametrize("other", [(), (0,), (39,), (3, 4, 5), tuple(range(40))], ids=str)
def test_an_answer_tells_what_moved_of_what_a_page_shows(other: tuple[int, ...]) -> None:
    words = [str(place) for place in range(40)]
    fresh = [f"new {word}" if place in other else word for place, word in enumerate(words)]
    held, now = (Shown((marks(["one"]), marks(said)), (marks(said[:5]), b"")) for said in (words, fresh))
    moved = now.since(held)
    assert moved is not None
    assert applied(str(held), moved) == str(now)
    assert len(moved) < len(str(now)) or len(other) > 10
    longer = Shown(now.groups, (now.pieces[0] + mark("more"), b""))
    told = longer.since(held)
    assert told is not None
    assert applied(str(held), told) == str(longer)
    assert now.since(Shown()) is None, "a page that says nothing is told everything"

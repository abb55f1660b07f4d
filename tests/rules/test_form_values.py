"""What forms and addresses send, as columns can hold it."""

import pytest

from rules.form_values import one_line, uncut_line, whole_number, whole_text, words
from rules.refusals import Refused


@pytest.mark.parametrize(
    ("sent", "number"),
    [("7", 7), (" 7 ", 7), ("", 3), ("-7", 3), ("7.5", 3), ("²", 3), ("9" * 9, 999_999_999), ("9" * 10, 3), (None, 3)],
)
def test_only_a_whole_number_that_a_column_holds_counts(sent: str | None, number: int) -> None:
    assert whole_number({"version": sent}, "version", 3) == number


def test_a_text_comes_without_what_no_column_holds() -> None:
    given = {"name": " Ja\x00ne Alderwick "}
    assert (words(given, "name"), words(given, "name", 4), words(given, "q")) == ("Jane Alderwick", "Jane", "")


def test_a_line_break_is_one_character_as_in_the_browser() -> None:
    assert whole_text({"about": "one\r\ntwo\r\n" + "x" * 500}, "about") == "one\ntwo\n" + "x" * 500


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        (" T\n\nYou asked\u2028for\tone\x85email", "T You asked for one email"),
        ("Ow\u202el\u2066s\x07", "Owls"),
        ("👩\u200d🚀 می\u200cخواهم", "👩\u200d🚀 می\u200cخواهم"),
        ("\u200b\u2060\u00ad\u202e\u3164\u115f\u2800 \ufeff", ""),
        ("\u034f\ufe0f", ""),
        ("†", "†"),
    ],
)
def test_a_name_is_one_line_that_shows(sent: str, name: str) -> None:
    assert one_line(sent) == name


def test_a_name_is_not_cut_off() -> None:
    assert uncut_line("a\n\nb", 3) == "a b"
    with pytest.raises(Refused, match="4 characters; 3 is the maximum"):
        uncut_line("a\nbc", 3)

"""What forms and addresses send, as columns can hold it."""

import pytest

from rules.form_values import whole_number, whole_text, words


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

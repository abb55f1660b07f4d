"""Words for sentences."""

import pytest

from rules.kernel import amount, join_words
from rules.kernel.basics import nearest, shorten
from rules.kernel.basics.wording import as_sentence, first_sentence, nearest_few, sentences, shown, unit_in


def test_amounts_have_a_plural() -> None:
    assert [amount(n, "dot") for n in (0, 1, 2)] == ["0 dots", "1 dot", "2 dots"]
    assert [amount(n, "XP|XP") for n in (1, 6)] == ["1 XP", "6 XP"]
    assert [amount(n, "foot|feet") for n in (1, 2)] == ["1 foot", "2 feet"]


@pytest.mark.parametrize(
    ("label", "unit", "left"),
    [
        ("Attribute Points", "point", ["1 Attribute Point", "2 Attribute Points"]),
        ("Ability points", "point", ["1 ability point", "2 ability points"]),
        ("Advancement Points", "AP", ["1 Advancement Point", "2 Advancement Points"]),
        ("Experience Points", "XP|XP", ["1 Experience Point", "2 Experience Points"]),
        ("Innate", "dot", ["1 dot in Innate", "2 dots in Innate"]),
    ],
)
def test_points_have_the_name_of_their_budget(label: str, unit: str, left: list[str]) -> None:
    named, place = unit_in(label, unit)
    assert [amount(n, named) + place for n in (1, 2)] == left


def test_a_long_list_is_counted_after_the_first_few() -> None:
    assert join_words(["a", "b"]) == "“a”, “b”"
    assert join_words(["a", "b", "c"], 2) == "“a”, “b” and 1 more"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [""]),
        (" One. ", ["One."]),
        ("One. Two!  “Three?” Four…", ["One.", "Two!", "“Three?”", "Four…"]),
        ("See p. 34 and cf.  the note. (A note.) Élan.", ["See p. 34 and cf.  the note.", "(A note.)", "Élan."]),
        ("A line\nand another.\nLast", ["A line", "and another.", "Last"]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts
    assert first_sentence(text) == parts[0]


def test_text_is_made_fit_for_a_sentence() -> None:
    assert [shorten("plain"), shorten("a\nb\x00\ud800"), shorten("abcdef", 4)] == [
        "plain",
        "a�b��",
        "abc…",
    ]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("x", "“x”"),
        (3, "3"),
        (10**40, "a huge number"),
        (True, "True"),
        (None, "None"),
        (1.5, "1.5"),
        ({}, "a mapping"),
        ([[]], "a list"),
    ],
)
def test_any_value_can_be_shown_in_a_sentence(value: object, said: str) -> None:
    assert shown(value) == said


def test_the_nearest_known_word_is_found() -> None:
    assert [nearest("chram", ["charm", "logic"]), nearest("zzz", ["charm"]), nearest("x", [])] == [
        "charm",
        "",
        "",
    ]


def test_the_few_nearest_words_are_found_nearest_first() -> None:
    known = ["Slumber", "Lumber", "Slow", "Umber", "Slumber party"]
    assert nearest_few("slumbr", known) == ["Slumber", "Lumber", "Umber"]
    assert nearest_few("zzz", known) == []


def test_the_nearest_word_may_be_written_in_other_letters() -> None:
    assert nearest("Elf", ["human", "elf"]) == "elf"
    assert nearest("GREAT SWORD", ["great-sword", "greaves"]) == "great-sword"
    assert nearest("longsword", ["Longsword", "Spear"]) == "Longsword"


def test_words_become_a_sentence_of_their_own() -> None:
    assert [as_sentence(words) for words in ("only your GM can", "Why not?", "")] == [
        "Only your GM can.",
        "Why not?",
        ".",
    ]

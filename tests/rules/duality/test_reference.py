"""The game master's reference for Duality: the tables of the book."""

from rules.systems.duality import system


def cards() -> dict[str, tuple[tuple[str, ...], ...]]:
    return {card.key: card.table for shelf in system.references(system.rulebook) for card in shelf.cards}


def test_the_tables_of_outcomes_are_those_of_the_book() -> None:
    found = cards()
    assert found["outcomes"][0] == ("Very Easy", "−1 or less", "0 to 2", "3 to 5", "6 to 8", "9 or more")
    assert found["outcomes"][2] == ("Medium", "5 or less", "6 to 8", "9 to 11", "12 to 14", "15 or more")
    assert found["opposed"] == (("Difference", "−6 or less", "−5 to −3", "−2 to 2", "3 to 5", "6 or more"),)


def test_rest_wealth_and_what_can_be_bought() -> None:
    found = cards()
    assert found["rest"] == (
        ("4 h", "Very Easy"), ("1 h", "Easy"), ("30 min", "Medium"), ("10 min", "Hard"), ("1 min", "Very Hard"),
    )  # fmt: skip
    assert [len(found[key]) for key in ("wealth", "tags", "abilities", "styles")] == [6, 4, 6, 8]
    for shelf in system.references(system.rulebook):
        assert all(system.rulebook.resolves(card.cite) for card in shelf.cards)

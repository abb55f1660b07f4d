"""Cards on paper: there is always room for another, and whoever has much to say gets the width of the page."""

import pytest

from rules.kernel.pages.print_blocks import Card, Deck


@pytest.mark.parametrize(("held", "rows"), [(0, 1), (2, 1), (3, 2), (4, 2)])
def test_the_last_row_is_filled_with_blank_cards(held: int, rows: int) -> None:
    deck = Deck(tuple(Card(f"Thing {n}") for n in range(held)))
    assert [len(row) for row in deck.by_three] == [3] * rows
    assert sum(not card.title for row in deck.by_three for card in row) == 3 * rows - held


def test_a_long_card_stands_alone() -> None:
    long = Card("Saga", text="word " * 100)
    deck = Deck((long, Card("Rope")))
    assert deck.broad == (long,)
    assert [card.title for row in deck.by_two for card in row] == ["Rope", ""]

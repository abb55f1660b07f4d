"""Pocket cards: nothing of a card is lost, however much it says."""

from characters.printing import pocket
from rules.kernel.pages.print_parts import Card


def flat(cards: tuple[Card, ...], *, large: bool = False) -> list[pocket.Pocket]:
    return [one for eight in pocket.pages(cards, large=large) for row in eight for one in row]


def test_there_are_no_more_cards_than_there_are_things() -> None:
    assert flat(()) == []
    made = flat((Card("Rope"),) * 9)
    assert [bool(one.card.title) for one in made] == [True] * 9 + [False] * 3
    assert {one.size for one in made[9:]} == {"none"}


def test_blank_ones_are_a_sheet_of_their_own() -> None:
    ((above, below),) = pocket.pages((), blank=True)
    assert above == below == (pocket.Pocket(Card()),) * 4


def test_the_more_a_card_says_the_smaller_its_type_and_then_there_are_two() -> None:
    sizes = [flat((Card("Saga", text="word " * n),))[0].size for n in (10, 50, 80)]
    assert sizes == ["large", "middling", "small"]
    long = Card("Saga", text=" ".join(f"word{n}" for n in range(120)) + " " + "x" * 900)
    made = [one for one in flat((long,)) if one.card.title]
    assert [one.part for one in made] == [f"{n} of {len(made)}" for n in range(1, len(made) + 1)]
    assert "".join(one.card.text for one in made).replace(" ", "") == long.text.replace(" ", "")


def test_large_print_has_no_small_type() -> None:
    made = flat((Card("Saga", text="word " * 80),), large=True)
    assert {one.size for one in made if one.card.title} == {"large"}
    assert sum(bool(one.card.title) for one in made) == 2

"""What a ledger says of itself: what is open, and what lines are called."""

import pytest

from rules.kernel import LedgerEntry
from rules.kernel.documents import Ledger
from tests.rules.lives import change, entry


@pytest.mark.parametrize(
    ("enders", "left"),
    [
        ([], ["hand", "eye", "hand"]),
        ([entry("healed", subject="Hand ")], ["eye", "hand"]),
        ([entry("healed", subject="foot")], ["hand", "eye", "hand"]),
        ([entry("healed")], []),
    ],
    ids=["nothing ended", "one of two", "another", "everything"],
)
def test_what_ends_names_one_or_ends_all(enders: list[LedgerEntry], left: list[str]) -> None:
    ledger = Ledger([*(entry("infirmity", subject=part) for part in ("hand", "eye", "hand")), *enders])
    assert [one.subject for one in ledger.open("infirmity", "healed")] == left


def test_a_word_that_leads_back_ends_those_in_between() -> None:
    there = [change("a", "a", "b"), change("b", "b", "c"), change("c", "c", "d")]
    back = change("d", "d", "b")
    assert Ledger(there).names_of("a") == ("a", "b", "c", "d")
    assert Ledger([*there, back]).names_of("a") == ("a", "b")
    assert Ledger([*there, back, change("b", "b", "a")]).names_of("a") == ("a",)


def test_a_name_is_what_it_became_since() -> None:
    first, then = change("a", "a", "b"), change("a", "a", "c")
    ledger = Ledger([first, then])
    assert ledger.names_of("a", first) == ("a", "c")
    assert ledger.names_of("a", then) == ("a",)
    assert ledger.names_of("a", entry("died")) == ("a",), "what is not entered yet knows no later word"

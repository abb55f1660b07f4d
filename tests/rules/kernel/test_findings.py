"""Sentences about budgets, and the order findings come in."""

from rules.kernel import Budget, Cite, Finding, Fix, Level, Term, over_budget, points_left
from rules.kernel.findings import Payment, by_severity, staying

PLACE = Cite("Toy", "2", 3)


def budget(allowed: int, *spent: int, mend: str = "", at: str = "") -> Budget:
    names = ("Charm", "Deception", "Insight", "Grace", "Wit")
    return Budget.of(
        "social",
        "Social",
        PLACE,
        allowed=[Term(allowed, "all", PLACE)],
        spent=[Term(n, name, PLACE, path=f"scores.{name}") for n, name in zip(spent, names, strict=False)],
        mend=mend,
        at=at,
    )


def test_a_budget_knows_what_is_left_and_what_is_over() -> None:
    assert [(b.remaining, b.over) for b in (budget(5, 3), budget(5, 5), budget(5, 3, 4))] == [
        (2, 0),
        (0, 0),
        (-2, 2),
    ]


def given(much: int, *names: str) -> Payment:
    """Changes that each pay for so much."""
    return Payment(much, tuple(Fix(f"Less of {name}", f"scores.{name}", 0) for name in names))


def test_an_overspent_budget_says_by_how_much_and_how_to_mend_it() -> None:
    (finding,) = over_budget(budget(3, 1, 2, 3, mend="rank Social first"), given(3, "Insight"))
    assert finding.code == "social-overspent"
    assert finding.message == "3 dots over in Social (6 of 3)."
    assert finding.hint == "Remove 3 dots from Insight, or rank Social first."
    assert finding.fixes == (Fix("Less of Insight", "scores.Insight", 0),)
    assert (finding.at, dict(finding.values)) == ("scores.Insight", {"allowed": 3, "spent": 6})


def test_an_overspent_budget_with_one_purchase_names_just_that() -> None:
    (finding,) = over_budget(budget(1, 2, at="ranks.aspects"), given(1, "Charm"))
    assert (finding.message, finding.hint, finding.at) == (
        "1 dot over in Social (2 of 1).",
        "Remove 1 dot from Charm.",
        "ranks.aspects",
    )


def test_an_overspent_budget_that_no_purchase_mends_alone_names_them_all() -> None:
    (finding,) = over_budget(budget(0, 1, 1), given(1, "Charm", "Deception"))
    assert finding.hint == "Remove 2 dots, some of it from Charm or Deception."


def test_an_overspent_budget_without_purchases_sits_nowhere() -> None:
    (finding,) = over_budget(budget(-1))
    assert (finding.hint, finding.at, finding.fixes) == ("Remove 1 dot.", "", ())


def test_at_most_four_purchases_are_named() -> None:
    (finding,) = over_budget(budget(4, 1, 1, 1, 1, 1), given(1, "Charm", "Deception", "Insight", "Grace", "Wit"))
    assert finding.hint == "Remove 1 dot from Charm, Deception, Insight or Grace."


def test_a_budget_spent_to_the_last_dot_is_no_finding() -> None:
    assert (list(over_budget(budget(5, 5))), list(points_left(budget(5, 5))), list(points_left(budget(5, 6)))) == (
        [],
        [],
        [],
    )


def test_what_a_budget_has_left_is_to_do() -> None:
    (finding,) = points_left(budget(5, 3))
    assert (finding.code, finding.level) == ("social-unspent", Level.TODO)
    assert finding.message == "2 dots left in Social."


def test_the_worst_findings_come_first_and_waived_ones_after_their_like() -> None:
    findings = [
        Finding("c", Level.NOTE, "", PLACE),
        Finding("b", Level.ERROR, "", PLACE, waived="fine"),
        Finding("z", Level.ERROR, "", PLACE),
        Finding("a", Level.TODO, "", PLACE),
    ]
    assert [finding.code for finding in by_severity(findings)] == ["z", "b", "a", "c"]
    assert [finding.breaks for finding in by_severity(findings)] == [True, False, False, False]


def test_as_much_stays_as_pays_for_what_is_over() -> None:
    def cost(steps: int) -> int:
        return steps * steps

    assert [staying(5, 0, cost, over) for over in (1, 9, 10, 25, 26)] == [4, 4, 3, 0, None]
    assert (staying(5, 3, cost, 16), staying(5, 3, cost, 17), staying(2, 2, cost, 1)) == (3, None, None)

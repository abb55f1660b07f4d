"""Numbers with their lines, and lines under titles."""

from rules.kernel import Budget, Cite, Figure, Term

HERE = Cite("Toy", "1", 1)


def test_lines_stand_under_their_titles_with_a_sum_each() -> None:
    lines = (
        Term(3, "a sword", HERE, group="Arms"),
        Term(-2, "a debt", HERE, group="Given back"),
        Term(4, "a shield", HERE, group="Arms"),
        Term(9, "outranked", HERE, counted=False, group="Arms"),
    )
    figure = Figure.of("spent", "Spent", HERE, lines)
    assert [(group.label, group.value, len(group.terms)) for group in figure.groups] == [
        ("Arms", 7, 3),
        ("Given back", -2, 1),
    ]
    assert sum(group.value for group in figure.groups) == figure.value


def test_lines_without_a_title_make_no_groups() -> None:
    assert Figure.of("x", "X", HERE, ()).groups == ()
    assert Figure.of("x", "X", HERE, (Term(1, "a", HERE),)).groups == ()
    mixed = (Term(1, "a", HERE), Term(2, "b", HERE, group="B"))
    assert [group.label for group in Figure.of("x", "X", HERE, mixed).groups] == ["", "B"]


def test_points_are_told_by_what_is_left() -> None:
    def told(spent: int) -> str:
        sides = {key: [Term(n, key, HERE)] for key, n in (("allowed", 1200), ("spent", spent))}
        return Budget.of("dots", "Dots", HERE, **sides).left_of

    assert [told(spent) for spent in (0, 1195, 1200, 1202)] == [
        "1,200 left of 1,200", "5 left of 1,200", "0 left of 1,200", "2 over",
    ]  # fmt: skip

"""A game of a few lines: figures that ask for each other, settings, and errors that name the culprit."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rules.kernel import (
    Budget,
    Build,
    Check,
    Cite,
    Figure,
    Finding,
    Formula,
    Level,
    Origin,
    Reading,
    RuleError,
    RulesContext,
    Setting,
    System,
    Term,
    Tracker,
    misfits,
    over_budget,
    points_left,
)
from rules.kernel.documents import Exemption
from rules.kernel.pages import Game, game_of
from tests.rules import toy

PLACE = toy.PLACE


@pytest.fixture
def system(tmp_path: Path) -> Game:
    return toy.game(toy.write(tmp_path, powers=toy.power(more="cost = 2")))


def test_a_figure_is_the_sum_of_its_counted_terms() -> None:
    figure = Figure.of(
        "strike",
        "Strike",
        PLACE,
        [
            Term(3, "base", PLACE, Origin.BASE),
            Term(2, "sword", PLACE, Origin.GRANTED),
            Term(1, "dagger", PLACE, Origin.GRANTED, counted=False),
        ],
    )
    assert figure.value == 5


def test_figures_ask_for_each_other_by_name_in_any_order(system: Game) -> None:
    toy.needs(system, "speed", "grace", "grace")
    system.figure("grace", "Grace", PLACE)(lambda c: [Term(c.bought("luck"), "luck", PLACE)])
    sheet = system.read(Build.parse({"scores": {"luck": 4}}))
    assert {key: figure.value for key, figure in sheet.figures.items()} == {"speed": 8, "grace": 4}
    assert sheet["speed"] == 8


def test_figures_that_need_each_other_are_named_in_a_circle(system: Game) -> None:
    toy.needs(system, "start", "a")
    toy.needs(system, "a", "b")
    toy.needs(system, "b", "a")
    with pytest.raises(RuleError) as wrong:
        system.read(Build.parse({}))
    assert str(wrong.value) == "These figures need each other: a → b → a."


def test_a_figure_that_no_rule_makes_is_named_with_who_asked(system: Game) -> None:
    toy.needs(system, "speed", "grcae")
    with pytest.raises(RuleError) as wrong:
        system.read(Build.parse({}))
    assert str(wrong.value) == "No rule makes a figure “grcae”, asked for by “speed”."


def test_a_rule_that_asks_for_an_unknown_figure_is_an_error(system: Game) -> None:
    @system.rule
    def lucky(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
        yield Finding("lucky", Level.NOTE, str(c["lcuk"]), PLACE)

    with pytest.raises(RuleError) as wrong:
        system.read(Build.parse({}))
    assert str(wrong.value) == "No rule makes a figure “lcuk”."


def test_a_setting_that_nobody_declared_is_an_error(system: Game) -> None:
    system.figure("speed", "Speed", PLACE)(lambda c: [Term(c.number("sped"), "", PLACE)])
    with pytest.raises(RuleError) as wrong:
        system.read(Build.parse({}))
    assert str(wrong.value) == "No setting is called “sped”."


@pytest.mark.parametrize(
    ("default", "limits", "value", "read"),
    [
        (3, {}, 5, 5),
        (3, {}, "5", 3),
        (3, {}, True, 3),
        (3, {}, None, 3),
        (3, {"blank": 0}, None, 0),
        (3, {"blank": 0}, 2, 2),
        (3, {"low": 1, "high": 4}, 4, 4),
        (3, {"low": 1, "high": 4}, 5, 4),
        (3, {"low": 1, "high": 4}, 0, 1),
        (3, {"low": 1, "high": 4}, True, 3),
        (False, {}, True, True),
        (False, {}, 1, False),
        ("any", {"choices": ("any", "some")}, "some", "some"),
        ("any", {"choices": ("any", "some")}, "all", "any"),
        ("any", {}, "all", "all"),
    ],
)
def test_a_setting_is_what_the_table_says_if_it_fits(
    default: int | bool | str, limits: dict[str, object], value: object, read: object
) -> None:
    setting = replace(Setting("house", "House rule", default, PLACE, "."), **limits)  # type: ignore[arg-type]
    found = setting.coerce(value)
    assert (found, type(found)) == (read, type(read))


def test_a_setting_says_its_values_in_words() -> None:
    mood = Setting("mood", "Mood", "calm", PLACE, ".", choices=("calm", "so_so"), words=("calm", "neither"))
    assert [mood.default_label, mood.label_for("so_so"), mood.label_for("odd")] == ["calm", "neither", "odd"]
    assert mood.options == (("calm", "calm"), ("so_so", "neither"))
    assert [Setting("open", "Open", True, PLACE, ".").label_for(value) for value in (True, False)] == ["On", "Off"]
    assert Setting("luck", "Luck", 3, PLACE, ".").default_label == "3"


def test_a_setting_that_no_table_mentions_is_not_one_left_blank(system: Game) -> None:
    system.setting(Setting("luck", "Luck", 3, PLACE, ".", blank=0))
    tables = (RulesContext(), RulesContext(settings={"luck": None}))
    assert [system.reading(Build.parse({}), table=table).number("luck") for table in tables] == [3, 0]


@pytest.fixture
def shop(system: Game) -> Game:
    """Powers cost luck, of which there are three; luck can also be asked to be more."""
    system.setting(Setting("luck", "Luck", 3, PLACE, "How much there is."))
    system.family(lambda c: {})

    @system.budget
    def luck(c: Reading) -> Iterable[Budget]:
        spent = [Term(c.bought("luck"), "Luck", PLACE, path="scores.luck")] if c.bought("luck") else []
        allowed = [Term(c.number("luck"), "everyone", PLACE)]
        yield Budget.of("luck", "luck", PLACE, allowed=allowed, spent=spent, unit="coin")

    @system.rule
    def within(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
        yield from over_budget(budgets["luck"])
        yield from points_left(budgets["luck"])

    @system.choice
    def power(c: Reading) -> Iterable[tuple[str, tuple[toy.Power, ...]]]:
        found = c.chosen(toy.Power, "power")
        yield "power", (found,) if found else ()

    @system.check
    def flip(c: Reading) -> Iterable[Check]:
        yield Check("flip", "Flip", PLACE, Figure.of("flip", "Flip", PLACE, ()), None)

    @system.tracker
    def coins(c: Reading) -> Iterable[Tracker]:
        yield Tracker("coins", "Coins", PLACE, None)

    return system


def test_a_sheet_holds_all_that_the_rules_say(shop: Game) -> None:
    sheet = shop.read(Build.parse({"scores": {"luck": 3}, "picks": {"power": "flight"}}))
    assert (sheet.legal, sheet.unfinished, sheet.errors, sheet.findings) == (True, False, (), ())
    assert [check.key for check in sheet.checks] == ["flip"]
    assert [tracker.key for tracker in sheet.trackers] == ["coins"]
    assert (sheet.choice("power"), sheet.choice("spell")) == (shop.rulebook.all(toy.Power)["flight"], None)
    assert "luck" in sheet.budgets
    assert shop.budgets(shop.reading(sheet.build)) == sheet.budgets, "which can be had without a verdict"


def test_what_is_left_is_to_do_and_what_is_over_an_error(shop: Game) -> None:
    under = shop.read(Build.parse({"scores": {"luck": 2}}))
    over = shop.read(Build.parse({"scores": {"luck": 4}}))
    assert [(f.code, f.level) for f in under.findings] == [("luck-unspent", Level.TODO)]
    assert [(f.code, f.level) for f in over.findings] == [("luck-overspent", Level.ERROR)]
    assert (under.legal, under.unfinished) == (True, True)
    assert (over.legal, over.unfinished, over.errors) == (False, False, over.findings)
    assert over.at("scores.luck") == over.findings
    assert shop.read(Build.parse({})).at("scores") == ()
    assert (over.at("scores"), over.at("scores.lu")) == (over.findings, ())


def test_a_house_rule_of_the_table_changes_the_verdict(shop: Game) -> None:
    build = Build.parse({"scores": {"luck": 4}})
    assert shop.read(build, table=RulesContext(settings={"luck": 4})).legal
    assert shop.read(build, shop.rulebook).legal is False


def test_a_waiver_lets_one_finding_on_one_choice_stand(shop: Game) -> None:
    build = Build.parse({"scores": {"luck": 4}})
    waived = shop.read(
        build, table=RulesContext(waivers=(Exemption("luck-overspent", "scores.luck", "Birthday", "Ann"),))
    )
    elsewhere = shop.read(
        build, table=RulesContext(waivers=(Exemption("luck-overspent", "scores.x", "Birthday", "Ann"),))
    )
    assert (waived.legal, waived.findings[0].waived) == (True, "Birthday (Ann)")
    assert (elsewhere.legal, elsewhere.findings[0].waived) == (False, "")


def test_findings_on_the_document_are_cited_to_a_place_the_book_has(shop: Game) -> None:
    sheet = shop.read(Build.parse({"scores": {"lukc": 1}}))
    assert [(f.code, f.cite) for f in sheet.findings] == [
        ("luck-unspent", PLACE),
        ("unknown-scores", Cite("Toy", "2", 3)),
    ]


def test_rules_alone_have_no_pages(shop: Game) -> None:
    """What reads a build needs no page; whoever wants one of rules alone is told so."""
    rules = System(shop.key, shop.name, shop.tagline, shop.folder, shop.kinds, shop.short)
    rules.names = shop.names
    sheet = rules.read(Build.parse({}))
    with pytest.raises(RuleError, match="The game toy has no pages"):
        game_of(sheet)
    assert game_of(shop.read(Build.parse({}))) is shop


def test_work_done_once_is_remembered(shop: Game) -> None:
    times: list[int] = []

    def count(c: Reading) -> int:
        times.append(1)
        return len(times)

    c = Reading(Build.parse({"picks": {"power": "flight", "many": ["b", "a"]}}), shop.rulebook, RulesContext(), shop)
    assert [c.memo(count), c.memo(count)] == [1, 1]
    assert ("speed" in c, c.pick("power"), c.picked("many")) == (False, "flight", ("a", "b"))


def test_a_figure_that_names_its_needs_is_made_once_for_each(system: Game) -> None:
    times: list[int] = []

    def terms(c: Reading) -> Iterable[Term]:
        times.append(c.bought("luck"))
        yield Term(c.bought("luck"), "luck", PLACE)

    speed = Formula("speed", "Speed", PLACE, terms, lambda c: c.bought("luck"))
    system.family(lambda c: {"speed": speed})
    values = [system.read(Build.parse({"scores": {"luck": n}}))["speed"] for n in (4, 2, 4, 2)]
    assert (values, times) == ([4, 2, 4, 2], [4, 2])


def test_a_tracker_stands_where_it_was_marked_and_never_beyond_its_end() -> None:
    most = Figure.of("health", "Health", PLACE, [Term(7, "base", PLACE)])
    health, luck = Tracker("health", "Health", PLACE, most, 7), Tracker("luck", "Luck", PLACE, None)
    assert (health.top, luck.top) == (7, None)
    for written, stands in ((3, 3), (-1, 0), (9, 7), (True, 7), ("lots", 7), (None, 7)):
        assert health.stands({"health": written}) == stands
    assert [luck.stands(play) for play in ({}, {"luck": 80}, {"luck": 10**6})] == [0, 80, 999]


@pytest.mark.parametrize(
    ("value", "fits", "read"),
    [(2, True, "2"), ("2", True, "2"), ("free", True, "free"), (3, False, "free"), (True, False, "free")],
)
def test_a_number_among_the_choices_may_be_written_as_one(value: object, fits: bool, read: str) -> None:
    price = Setting("price", "Price", "free", PLACE, "Nobody says.", choices=("free", "1", "2"))
    assert (price.accepts(value), price.coerce(value)) == (fits, read)


def test_each_value_that_does_not_fit_is_told_with_what_would() -> None:
    known = {
        "price": Setting("price", "Price", "free", PLACE, "Nobody says.", choices=("free", "1", "2")),
        "dots": Setting("dots", "Dots", 3, PLACE, "Nobody says.", low=-2, high=5),
        "worn": Setting("worn", "Worn", True, PLACE, "Nobody says."),
    }
    assert misfits(known, {"price": "1", "dots": 5, "worn": False}) == ""
    assert misfits(known, {"price": "dear", "dots": 6, "worn": 1, "gravity": 9}) == (
        "“Price”: choose one of those in the list. “Dots”: enter a whole number, −2 to 5. “Worn”: choose On or Off. "
        "“gravity” can’t have that value."
    )

"""The panels of a sheet as they are drawn: cards, a web, a map, a body, numbers that fold."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from campaigns.demo.demo_cast import HALLA, ISHKA, MELISANDE, RAVEN
from characters import actions
from characters.models import Character
from characters.sheet.panels import ShownPanel, places, shown_panel, written
from rules.kernel import Sheet
from rules.kernel.pages import FigureGroup, Panel
from tests.cast import Cast
from tests.characters.posting import at, words


def ishka(cast: Cast) -> Character:
    return actions.create_character(system="duality", by=cast.users["owner"], build=ISHKA)


def others(cast: Cast, game: str) -> Character:
    build = {"forge": HALLA, "rough-magic": MELISANDE}[game]
    return actions.create_character(system=game, by=cast.users["owner"], build=build)


def drawn(character: Character, panel: Panel, **marks: int) -> ShownPanel:
    return shown_panel(panel, character.read().live(marks), set(), lambda key: f"/{key}/")


def panel_of(character: Character, style: str) -> Panel:
    return next(panel for panel in character.game.panels(character.read()) if panel.style == style)


@pytest.mark.parametrize("page", ["", "play"], ids=["sheet", "what moved"])
def test_panels_are_made_once_for_an_answer(cast: Cast, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, made = ishka(cast), list[Sheet]()
    real = one.game.panels
    monkeypatch.setattr(one.game, "panels", lambda sheet: made.append(sheet) or real(sheet))
    assert cast["owner"].get(reverse("marks", args=[one.pk]) if page else one.get_absolute_url()).status_code == 200
    assert len(made) == 1


def test_a_card_has_its_number_its_chance_and_the_rest(cast: Cast) -> None:
    one = ishka(cast)
    bow = drawn(one, panel_of(one, "cards")).cards[0]
    assert bow.large
    assert (bow.large.now, bow.large.chance, bow.word) == ("+4", "92%", "with Driftwood bow")
    assert [(name, rated.now) for name, rated in bow.others] == [("Bare", "+2"), ("Damage dice", "1")]


def test_a_web_reaches_as_far_as_its_figures(cast: Cast) -> None:
    """From the middle at the least to the rim at the most; what is beyond is drawn on the rim."""
    one = ishka(cast)
    keys = panel_of(one, "web").groups[0].figures
    values = [one.read()[key] for key in keys]

    def shape(least: int, most: int) -> list[float]:
        panel = Panel(
            "s", "S", panel_of(one, "web").cite, (FigureGroup("", keys),), style="web", least=least, most=most
        )
        web = drawn(one, panel).web
        assert web
        points = re.findall(r"([\d.]+) ([\d.]+)", web.shape)
        return [round(((float(x) - 60) ** 2 + (float(y) - 60) ** 2) ** 0.5) for x, y in points]

    assert shape(-1, 1) == [round(50 * (value + 1) / 2) for value in values]
    assert max(shape(-1, 0)) == 50, "no further than the rim"


def test_a_map_fills_the_squares_that_say_something(cast: Cast) -> None:
    one = ishka(cast)
    panel = panel_of(one, "map")
    board = dict(drawn(one, panel).board)
    filled = {
        (row, rated.figure.key): (rated.depth, rated.starred) for row in board for rated in board[row] if rated.depth
    }
    assert filled == {
        ("Control", "control-fire"): ("depth-2", True),
        ("Perceive", "perceive-body"): ("depth-1", False),
        ("Know", "know-arcana"): ("depth-1", False),
    }
    assert set(written(panel, one.read())) == {key for _, key in filled}


def test_every_number_of_a_drawn_panel_opens_its_lines(cast: Cast) -> None:
    one = ishka(cast)
    page = words(cast["owner"].get(at(one, "sheet")))
    for key in ("finesse", "style-1-armed", "control-fire"):
        assert f'id="now-{key}"' in page
        assert f'href="{at(one, "figure", key)}"' in page
    assert 'id="now-control-air"' not in page


def raven(cast: Cast, **more: object) -> Character:
    return actions.create_character(system="dominion", by=cast.users["owner"], build={**RAVEN, **more})


def test_a_body_has_a_number_at_each_place_and_is_shaded_where_it_is_covered(cast: Cast) -> None:
    one = raven(cast)
    body = drawn(one, panel_of(one, "figure"))
    assert body.covered == ["torso", "arms", "legs", "feet"]
    ((_, rated),) = body.columns
    assert [(r.row, r.now) for r in rated if r.starred] == [("Torso", "6"), ("Arms", "6"), ("Legs", "6"), ("Feet", "5")]
    assert {r.place for r in rated} >= {"now-within-torso", "now-within-eyes"}


def test_places_with_one_number_have_a_place_each_on_the_page(cast: Cast) -> None:
    one = raven(cast, entries={})
    panel, live = panel_of(one, "figure"), one.read().live({})
    assert [key for key, _ in places(panel, live)][:2] == [
        "now-withstand-injury-at-head",
        "now-withstand-injury-at-eyes",
    ]
    page = cast["owner"].get(at(one, "sheet")).content.decode()
    ids = re.findall(r'id="(now-[^"]*)"', page)
    assert len(ids) == len(set(ids))


def test_arms_say_their_chances_and_play_moves_them(cast: Cast) -> None:
    one = raven(cast)
    panel = panel_of(one, "cards")
    card = drawn(one, panel).cards[0]
    assert card.large
    assert (card.word, card.large.now, card.large.chance) == ("Strike", "8", "67%")
    assert [(name, rated.now, rated.chance) for name, rated in card.others] == [
        ("Parry", "5", "42%"),
        ("Disarm", "3", "25%"),
        ("Timing", "1", ""),
    ]
    hurt, dying = (dict(places(panel, one.read().live({"injury": many}))) for many in (6, 16))
    assert hurt["chance-parry-with-longsword"] == "25%"
    assert dying["chance-parry-with-longsword"] == ""


def test_skills_no_better_than_what_they_start_from_fold(cast: Cast) -> None:
    """The best come first; a few of each kind show, however low; all keep their place in play."""
    one = raven(cast)
    panel = next(panel for panel in one.game.panels(one.read()) if panel.key == "skills")
    shown = drawn(one, panel)
    columns = {title: [rated.figure.label for rated in column] for title, column in shown.columns}
    assert columns["Agility"] == ["Pick Pockets", "Stealth", "Timing"]
    assert columns["Vigour"] == ["Climbing", "Grip"]
    rest = shown.rest
    assert rest
    assert (rest.count, rest.highest, rest.every) == (15, 3, 29)
    assert {"now-grip", "now-swimming"} <= {key for key, _ in places(panel, one.read().live({}))}
    assert "15 more, none above 3" in words(cast["owner"].get(at(one, "sheet")))


def test_a_large_number_has_the_chance_of_its_roll(cast: Cast) -> None:
    one = others(cast, "forge")
    ((_, rated),) = drawn(one, panel_of(one, "large")).columns
    assert [(figure.now, figure.chance) for figure in rated] == [("3", "14%"), ("2", "6%"), ("3", "14%")]


def test_a_bench_says_each_number_once(cast: Cast) -> None:
    one = others(cast, "rough-magic")
    bench = drawn(one, panel_of(one, "bench")).bench
    numbers = [(number, [rated.name for rated in figures]) for number, _, figures in bench]
    assert [number for number, _ in numbers] == ["9", "8", "7", "4"]
    assert numbers[2][1] == ["Attack", "Unusual ranged attack"]
    apart = [replace(panel_of(one, "bench"), groups=(FigureGroup("", ("av-curse", "av-attack", "av-healing")),))]
    mixed = drawn(one, apart[0]).bench
    assert [(number, len(figures)) for number, _, figures in mixed] == [("4", 2), ("7", 1)]
    assert list(written(panel_of(one, "bench"), one.read())) == [
        group.figures[0] for group in panel_of(one, "bench").groups
    ]


def test_a_bar_fills_up_to_the_most_that_can_be(cast: Cast) -> None:
    one = others(cast, "forge")
    bar = drawn(one, panel_of(one, "bar")).bar
    assert bar
    assert (bar.filled, bar.marks) == (31, (50, 100))


def test_what_heads_the_sheet_is_left_out_of_what_is_brief(cast: Cast) -> None:
    one = others(cast, "rough-magic")
    (brief,) = (panel for panel in one.game.panels(one.read()) if panel.brief)
    every = {key for group in brief.groups for key in group.figures}
    assert not shown_panel(brief, one.read().live({}), every, str).filled
    assert shown_panel(brief, one.read().live({}), set(), str).filled
    page = words(cast["owner"].get(at(one, "sheet")))
    assert page.count('id="unfold-values" checked') == 1, "the first that is there is open"
    assert 'id="panel-attributes"' not in page
    assert 'href="#panel-attributes"' not in page


def test_lines_of_a_panel_stand_for_their_list(cast: Cast) -> None:
    page = words(cast["owner"].get(at(others(cast, "forge"), "sheet")))
    assert page.count("Grapnel and line") == 1


def test_a_label_under_a_box_draws_as_many_boxes(cast: Cast) -> None:
    page = words(cast["owner"].get(at(others(cast, "forge"), "sheet")))
    assert page.count('id="box-stress-') == 20
    assert re.findall(r"<small>(1st|2nd)</small>", page) == ["1st", "2nd"]


def test_a_source_of_many_facts_is_said_once(cast: Cast) -> None:
    page = words(cast["owner"].get(at(others(cast, "rough-magic"), "sheet")))
    assert page.count("Rough Magic Skills") == 1

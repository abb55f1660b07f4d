"""The panels of a sheet as they are drawn: cards, a web, a map."""

import re

from campaigns.demo.demo_cast import ISHKA
from characters import actions
from characters.models import Character
from characters.sheet.panels import shown_panel, written
from rules.kernel.pages import FigureGroup, Panel
from tests.cast import Cast
from tests.characters.posting import at, words


def ishka(cast: Cast) -> Character:
    return actions.create_character(system="duality", by=cast.users["owner"], build=ISHKA)


def drawn(character: Character, panel: Panel, **marks: int) -> dict[str, object]:
    return shown_panel(panel, character.read().live(marks), set(), lambda key: f"/{key}/")


def panel_of(character: Character, style: str) -> Panel:
    return next(panel for panel in character.game.panels(character.read()) if panel.style == style)


def test_a_card_has_its_number_its_chance_and_the_rest(cast: Cast) -> None:
    one = ishka(cast)
    bow = drawn(one, panel_of(one, "cards"))["cards"][0]  # type: ignore[index]
    assert (bow.large.now, bow.chance) == ("+4", "92%")
    assert [(name, rated.now) for name, rated in bow.others] == [("Attack", "+2"), ("Damage dice", "+1")]


def test_a_web_reaches_as_far_as_its_figures(cast: Cast) -> None:
    """From the middle at the least to the rim at the most; what is beyond is drawn on the rim."""
    one = ishka(cast)
    keys = panel_of(one, "web").groups[0].figures
    values = [one.read()[key] for key in keys]

    def shape(least: int, most: int) -> list[float]:
        panel = Panel(
            "s", "S", panel_of(one, "web").cite, (FigureGroup("", keys),), style="web", least=least, most=most
        )
        points = re.findall(r"([\d.]+) ([\d.]+)", drawn(one, panel)["web"].shape)  # type: ignore[attr-defined]
        return [round(((float(x) - 60) ** 2 + (float(y) - 60) ** 2) ** 0.5) for x, y in points]

    assert shape(-1, 1) == [round(50 * (value + 1) / 2) for value in values]
    assert max(shape(-1, 0)) == 50, "no further than the rim"


def test_a_map_fills_the_squares_that_say_something(cast: Cast) -> None:
    one = ishka(cast)
    panel = panel_of(one, "map")
    board = dict(drawn(one, panel)["board"])  # type: ignore[call-overload]
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

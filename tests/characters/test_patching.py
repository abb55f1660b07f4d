"""What a page of the builder shows after a change is what it shows when it is loaded again, findings and all."""

from collections.abc import Iterator
from random import Random

import pytest

from campaigns.demo import demo_cast
from characters import actions
from characters.builder.step_fields import RATED, RATINGS
from characters.models import Character
from rules.kernel.pages import ListField, Step
from rules.systems import PACKAGES
from tests.by_game import largest
from tests.cast import Cast, book, cast
from tests.characters.patching import Patched

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def lists(character: Character) -> Iterator[tuple[Step, ListField]]:
    for step in character.game.steps(character.read()):
        for field in step.fields:
            if isinstance(field, ListField):
                yield step, field


@pytest.mark.parametrize("system", PACKAGES)
def test_findings_beside_a_list_are_those_of_the_rail(cast: Cast, system: str) -> None:
    pip = actions.create_character(system=system, by=cast.users["owner"], name="Pip")
    for step, field in lists(pip):
        page = Patched(cast["owner"], pip, step.key)
        for way in ways(field.path):
            page.do(*way)
            assert page.stale() == [], way


MOST = 6_000
"""Bytes of the answer to one entry, which is as small as that to a dot."""
CHANGES = 12
"""So many changes a game; each is a click and a page. Thousands of them found what this walk now keeps an eye on."""


@pytest.mark.parametrize("system", PACKAGES)
def test_a_patched_page_is_the_page_that_is_loaded_again(cast: Cast, system: str) -> None:
    rng = Random(system)
    pip = actions.create_character(system=system, by=cast.users["owner"], name="Pip")
    steps = pip.game.steps(pip.read())
    for _ in range(CHANGES // 6):
        page = Patched(cast["owner"], pip, rng.choice(steps).key)
        for _ in range(6):
            way = rng.choice(page.ways(rng) or [("press", "onward", "")])  # a step may wait for another one
            page.do(*way)
            assert page.stale() == [], (page.address, way)


PIECED = {"hprpg": "personality", "dominion": "equipment", "duality": "items", "rough-magic": "skills"}
"""A step of large lists for each game that has one."""


@pytest.mark.parametrize("system", PACKAGES)
def test_a_page_of_somebody_large_is_the_page_that_is_loaded_again(cast: Cast, system: str) -> None:
    """Answers leave out what stays of its lists and choices, and the page is whole all the same."""
    rng = Random(system)
    pip = actions.create_character(system=system, by=cast.users["owner"], name="Pip", build=largest(system))
    steps = [step.key for step in pip.game.steps(pip.read())]
    for key in dict.fromkeys((PIECED.get(system, steps[0]), rng.choice(steps))):
        page = Patched(cast["owner"], pip, key)
        for _ in range(8):
            way = rng.choice(page.ways(rng) or [("press", "onward", "")])
            page.do(*way)
            assert page.stale() == [], (page.address, way)
        assert page.left_out or key != PIECED.get(system)


@pytest.mark.parametrize(
    ("system", "step", "name"),
    [
        ("hprpg", "magic-and-gear", "picks.feats"),
        ("hprpg", "magic-and-gear", "picks.spells"),
        ("hprpg", "personality", "picks.personality"),
        ("dominion", "spells", "picks.spells"),
        ("dominion", "equipment", "add"),
        ("rough-magic", "skills", "add"),
        ("rough-magic", "skills", "remove"),
        ("rough-magic", "gifts", "add"),
        ("rough-magic", "objects", "remove"),
    ],
)
def test_one_entry_taken_of_a_large_list_has_a_small_answer(cast: Cast, system: str, step: str, name: str) -> None:
    pip = actions.create_character(system=system, by=cast.users["owner"], name="Pip", build=largest(system))
    page = Patched(cast["owner"], pip, step)
    found = [one for one in page.all_ways(Random(1)) if one[1] == name]
    # Entries behind one that is removed are others from then on; a new weapon brings numbers of its own to the rail.
    page.do(*(found[-1] if name == "remove" else found[len(found) // 2]))
    assert page.last <= MOST + 1_000 * (step == "equipment"), page.last
    assert page.stale() == []


MOST_OF_A_DOT = {
    ("dominion", "attributes"): 6_250,
    ("dominion", "skills"): 6_750,
    ("duality", "specializations"): 6_250,
    ("duality", "experiences"): 6_750,
    ("duality", "styles"): 7_250,
    ("duality", "items"): 13_000,
}
"""Steps of which a dot more breaks a rule with four ways to mend it, beside rows whose notes move; one of an item moves
the price of all that the item could be given."""


@pytest.mark.parametrize("more", [1, -1], ids=["more", "less"])
@pytest.mark.parametrize("system", PACKAGES)
def test_a_dot_has_a_small_answer(cast: Cast, system: str, more: int) -> None:
    build = largest(system)
    pip = actions.create_character(system=system, by=cast.users["owner"], name="Pip", build=build)
    for step in pip.game.steps(pip.read()):
        page = Patched(cast["owner"], pip, step.key)
        for name, value in page.bought()[:3]:
            page.set(name, str(value + more))
            assert page.last <= MOST_OF_A_DOT.get((system, step.key), MOST), (step.key, name, page.last)
            assert page.stale() == [], (step.key, name)


def test_a_rating_that_another_process_drew_is_sent_whole(cast: Cast) -> None:
    jane = cast.jane
    page = Patched(cast["owner"], jane, "aspects")
    name, value = page.bought()[0]
    page.set(name, str(value - 1))
    assert page.left_out >= 5, "dots that stay are only named"
    RATED.clear()
    RATINGS.clear()
    named, least = page.left_out, page.last
    page.set(name, str(value))
    assert page.left_out - named < 5
    assert page.last > least
    assert page.stale() == []


def test_an_answer_tells_once_what_several_rows_say(cast: Cast) -> None:
    who = actions.create_character(system="dominion", by=cast.users["owner"], name="Otto", build=largest("dominion"))
    page = Patched(cast["owner"], who, "skills")
    page.set(*next((name, str(value - 1)) for name, value in page.bought()))
    assert page.shared, "the notes of untrained skills are the same"
    assert page.stale() == []


def test_a_finding_that_stays_is_only_named(cast: Cast) -> None:
    rules = {"scores": {"alertness": 9, "logic": 9}}
    who = actions.create_character(system="hprpg", by=cast.users["owner"], name="Pip", build=rules)
    page = Patched(cast["owner"], who, "abilities")
    page.set("scores.alertness", "8")
    assert page.left_out
    assert page.stale() == []


def test_a_number_written_in_a_text_is_emptied_and_drawn_as_it_is_kept(cast: Cast) -> None:
    halla = actions.create_character(
        system="forge", by=cast.users["owner"], name="Halla", build={"scores": {"momentum": 3}}
    )
    page = Patched(cast["owner"], halla, "abilities")
    for written, kept in (("0", None), ("4", 4), ("", None)):
        page.set("scores.momentum", written)
        assert page.stale() == [], written
        halla.refresh_from_db()
        assert halla.build.get("scores", {}).get("momentum") == kept


def test_a_button_that_spreads_points_comes_and_goes_where_prices_differ(cast: Cast) -> None:
    ursula = actions.create_character(system="dominion", by=cast.users["owner"], name="Ursula", build=demo_cast.URSULA)
    page = Patched(cast["owner"], ursula, "crafts")
    for key in [one.path for one in ursula.game.steps(ursula.read())[5].fields][:3]:
        page.set(key, "1")
        assert page.stale() == [], key


def ways(path: str) -> Iterator[tuple[str, str, str]]:
    """Two entries are added, named alike, told apart, and one is taken away again."""
    yield "press", "add", path
    yield "press", "add", path
    for place, name in ((0, "Rope"), (1, "Rope"), (1, "Lamp")):
        yield "set", f"{path}.{place}.name", name
    yield "press", "remove", f"{path}.0"

"""An entry that others name by its place, removed on a page and brought back."""

import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from campaigns.demo.demo import HALLA, ISHKA
from characters import actions
from characters.models import Character
from tests.cast import Cast
from tests.characters.posting import words

WEAPON = "entries.items.0.picks.style"


def removed(character: Character, path: str) -> Character:
    return actions.change_build(character=character, changes={path: None}, drawn=character.version).character


@pytest.fixture
def ishka(cast: Cast) -> Character:
    return actions.create_character(system="duality", by=cast.users["owner"], name="Ishka", build=ISHKA)


def test_a_weapon_waits_for_its_style_and_keeps_to_no_other(ishka: Character) -> None:
    held = removed(ishka, "entries.styles.0")
    assert [finding.code for finding in held.read().errors] == ["weapon-without-style"]
    styles = held.build["entries"]["styles"]
    changes: dict[str, Any] = {f"entries.styles.{len(styles)}": ISHKA["entries"]["styles"][0]}
    held = actions.change_build(character=held, changes=changes, drawn=held.version).character
    assert held.read().errors == ()
    assert held.build["entries"]["items"][0]["picks"]["style"] == "2"


def test_undo_and_redo_carry_the_places_with_them(ishka: Character) -> None:
    held = removed(ishka, "entries.styles.0")
    without = held.build
    assert {change[0] for change in held.revisions.first().changes} >= {WEAPON}
    held = actions.undo(character=held)
    assert held.build == ISHKA
    assert actions.redo(character=held).build == without


@pytest.mark.parametrize("page", ["history", "versions"])
def test_the_history_tells_which_style_was_meant_and_by_no_place(cast: Cast, ishka: Character, page: str) -> None:
    """The bow lost the style it was for; what names the others moved with them, and nothing became of it."""
    axe = {"name": "Axe", "picks": {"kind": "weapon", "style": "2"}}
    held = actions.change_build(character=ishka, changes={"entries.items.2": axe}, drawn=ishka.version).character
    removed(held, "entries.styles.0")
    name, args = ("history", [held.pk]) if page == "history" else ("versions_of", [held.pk, 2, 3])
    told = words(cast["owner"].get(reverse(name, args=args)))
    lines = " ".join(unescape(re.sub("<[^>]*>", " ", told)).split())
    assert "Items · Driftwood bow · Used with: Longbow removed" in lines
    assert "Combat styles: Longbow removed" in lines
    assert "Items · Axe ·" not in lines


def test_a_background_in_own_words_goes_and_the_others_stay_with_their_dice(cast: Cast) -> None:
    words = HALLA["entries"]["backgrounds"]
    build = {**HALLA, "entries": {**HALLA["entries"], "backgrounds": [{"name": "Rat-catcher"}, *words[1:]]}}
    halla = actions.create_character(system="forge", by=cast.users["owner"], name="Halla", build=build)
    held = removed(halla, "entries.backgrounds.0")
    assert held.build == HALLA
    assert held.by_hand == halla.by_hand
    assert removed(held, "entries.backgrounds.0").version == held.version
    assert actions.undo(character=held).build == build


def starred(character: Character) -> list[str]:
    """The labels of the checks that are starred, in the order of the stars."""
    held = Character.objects.get(pk=character.pk)
    labels = {check.key: check.label for check in held.read().checks}
    return [labels.get(key, key) for key in held.starred]


def test_a_star_stays_with_its_style_there_and_back(ishka: Character) -> None:
    keys = [check.key for check in ishka.read().checks if check.key.startswith("style-")]
    actions.star_checks(character=ishka, keys=["willpower", *keys])
    begun, kept = starred(ishka), list(ishka.starred)
    held = removed(ishka, "entries.styles.0")
    others = begun[2:]
    assert starred(held) == [begun[0], f"style-{len(keys)}-armed", *others]
    assert held.starred == Character.objects.get(pk=held.pk).starred
    held = actions.undo(character=held)
    assert (starred(held), held.starred) == (begun, kept)
    held = actions.redo(character=held)
    assert starred(held)[2:] == others
    back: dict[str, Any] = {f"entries.styles.{len(others)}": ISHKA["entries"]["styles"][0]}
    held = actions.change_build(character=held, changes=back, drawn=held.version).character
    assert starred(held) == begun


def test_stars_follow_removal_after_removal(ishka: Character) -> None:
    last = [check for check in ishka.read().checks if check.key.startswith("style-")][-1]
    actions.star_checks(character=ishka, keys=[last.key])
    held = removed(removed(ishka, "entries.styles.0"), "entries.styles.0")
    assert starred(held) == [last.label]
    assert starred(actions.undo(character=actions.undo(character=held))) == [last.label]


def test_a_weapon_put_away_takes_no_star_with_it(cast: Cast, ishka: Character) -> None:
    armed = next(check for check in ishka.read().checks if check.key.endswith("-armed"))
    actions.star_checks(character=ishka, keys=[armed.key])
    away = {"entries.items.0.picks.in-use": None}
    held = actions.change_build(character=ishka, changes=away, drawn=ishka.version).character
    assert armed.key not in {check.key for check in held.read().checks}
    page = words(cast["owner"].get(reverse("play", args=[held.pk])))
    assert (page.count("★"), "Your checks" in page) == (1, True)

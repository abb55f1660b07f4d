"""What is bought by hand is in use at once where nothing of its kind is, and what nobody uses is pointed out."""

from typing import Any

import pytest

from rules.kernel import Build, RulesContext
from rules.kernel.documents import apply
from rules.kernel.pages import put_to_use
from rules.systems import get

STRONG = {"scores": {"vigour": 4}}
BLADE = {"name": "Blade", "picks": {"kind": "weapon", "style": "0"}}
STYLES = {"entries": {"styles": [{"name": "", "picks": {"style": "melee", "statistic": "finesse"}},
                                 {"name": "", "picks": {"style": "shielded", "statistic": "instinct"}}]}}  # fmt: skip


def bought(game: str, build: dict[str, Any], *changes: tuple[str, Any]) -> dict[str, Any]:
    """The build after these changes by hand, each with what it brings along."""
    played = get(game)
    assert played.in_use
    for path, value in changes:
        c = played.read(Build.parse(build), played.rulebook, RulesContext()).reading
        more = put_to_use(played.in_use, c, build, {path: value})
        for at, to in ({path: value} | more).items():
            build = apply(build, at, to)
    return build


def gear(*things: str, build: dict[str, Any] = STRONG) -> list[dict[str, Any]]:
    places = [(f"entries.equipment.{n}", thing) for n, thing in enumerate(things)]
    changes = [one for at, thing in places for one in ((at, {"name": ""}), (f"{at}.picks.item", thing))]
    return [entry["picks"] for entry in bought("dominion", build, *changes)["entries"]["equipment"]]


def test_the_first_of_its_kind_is_wielded_or_worn() -> None:
    assert gear("mace", "shield", "heavy-armour", "dagger", "light-armour", "great-helm") == [
        {"item": "mace", "wielded": True}, {"item": "shield", "worn": True}, {"item": "heavy-armour", "worn": True},
        {"item": "dagger"}, {"item": "light-armour"}, {"item": "great-helm", "worn": True},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("things", "build"), [(("shield", "longbow"), STRONG), (("longbow", "shield"), STRONG), (("no-armour", "maul"), {})]
)
def test_nothing_goes_in_use_that_would_break_a_rule(things: tuple[str, str], build: dict[str, Any]) -> None:
    used = [picks for picks in gear(*things, build=build) if len(picks) > 1]
    assert len(used) == (1 if build else 0)


def test_a_change_of_what_is_owned_already_changes_nothing_else() -> None:
    held = {"entries": {"equipment": [{"name": "", "picks": {"item": "mace"}}]}}
    changes = (("entries.equipment.0.picks.item", "dagger"), ("entries.equipment.0.name", "Tooth"),
               ("entries.equipment.1", None), ("entries.own-skills.0", {"name": "Sail"}))  # fmt: skip
    made = bought("dominion", held, *changes)
    assert made["entries"]["equipment"] == [{"name": "Tooth", "picks": {"item": "dagger"}}]


def test_the_first_item_for_a_style_is_in_hand() -> None:
    shield = {"name": "Shield", "picks": {"kind": "weapon", "style": "1"}}
    made = bought("duality", STYLES, ("entries.items.0", BLADE), ("entries.items.1", BLADE),
                  ("entries.items.2", shield), ("entries.items.3", {"name": ""}),
                  ("entries.items.3.picks.kind", "weapon"),
                  ("entries.items.4", {"name": "Ring", "picks": {"kind": "relic"}}))  # fmt: skip
    assert [item["picks"].get("in-use", False) for item in made["entries"]["items"]] == [
        True,
        False,
        True,
        False,
        False,
    ]
    assert bought("duality", STYLES, ("entries.items.0", {"name": ""}), ("entries.items.0.picks.kind", "weapon"))[
        "entries"]["items"] == [{"name": "", "picks": {"kind": "weapon", "in-use": True}}]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "build", "flag", "code"),
    [
        ("dominion", {"entries": {"equipment": [{"name": "", "picks": {"item": "mace"}}]}}, "equipment.0.picks.wielded",
         "nothing-wielded"),
        ("dominion", {"entries": {"equipment": [{"name": "", "picks": {"item": "shield"}}]}}, "equipment.0.picks.worn",
         "nothing-worn"),
        ("duality", STYLES | {"entries": STYLES["entries"] | {"items": [BLADE]}}, "items.0.picks.in-use",
         "weapons-unused"),
    ],
)  # fmt: skip
def test_what_nobody_uses_is_pointed_out(game: str, build: dict[str, Any], flag: str, code: str) -> None:
    played = get(game)

    def codes(document: dict[str, Any]) -> list[str]:
        return [one.code for one in played.read(Build.parse(document), played.rulebook, RulesContext()).findings]

    assert code in codes(build)
    assert code not in codes(apply(build, f"entries.{flag}", True))

"""Wishes of every game: whatever is wished for, the character is legal, complete, and nearer to it than chance."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice
from random import Random

import pytest

from rules.kernel import Build, RulesContext
from rules.kernel.allowed_findings import uses
from rules.kernel.documents import value_at
from rules.kernel.pages import (
    GOOD_AT,
    Game,
    Granted,
    Wish,
    Wishes,
    beginning,
    grant,
    grantable,
    nearness,
    success_chance,
)
from rules.systems import every, get
from rules.systems.dominion.armoury import EQUIPMENT, armed

GAMES = [game for game in every() if game.wishes]
WISHES = 9
"""Combinations that are tried of a game; every concept is in one of them."""


def wishes_of(game: Game) -> Wishes:
    assert game.wishes
    return game.wishes


def combinations(game: Game) -> Iterator[tuple[Wish, ...]]:
    known, rng = wishes_of(game), Random(game.key)
    for concept, twist in islice(zip(cycle(known.concepts), cycle(known.twists), strict=False), WISHES):
        yield concept, *rng.sample(list(known.good_at), GOOD_AT), twist


def granted(game: Game) -> list[tuple[tuple[Wish, ...], Granted]]:
    made = enumerate(combinations(game))
    return [(wishes, grant(game, wishes, seed, game.rulebook)) for seed, wishes in made]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_wish_is_granted(game: Game) -> None:
    chance = [game.random({}, Random(seed), game.rulebook, RulesContext()) for seed in range(WISHES)]
    unwished = [game.read(Build.parse(made), game.rulebook, RulesContext()) for made in chance]
    nearer = []
    for wishes, made in granted(game):
        assert [wish.key for wish in made.wishes] == [wish.key for wish in wishes]
        wishes = made.wishes
        assert made.sheet.status.key == "legal", made.sheet.findings
        assert made.sheet == game.read(Build.parse(made.document), game.rulebook, RulesContext())
        usual = sum(nearness(sheet, wishes) for sheet in unwished) / WISHES
        nearer.append(nearness(made.sheet, wishes) - usual)
        missing = [key for wish in wishes for key in wish.wants if key not in made.sheet.figures]
        assert not missing, "a wish wants a number that its choices don't give"
        asked = [dict(check.answers).items() for check in made.sheet.checks]
        assert all(any(wish.roll.items() <= one for one in asked) for wish in wishes if wish.roll), "not rolled at play"
    assert min(nearer) > 0


def names_barring(game: Game, wish: Wish) -> set[tuple[str, str]]:
    """The rules of a campaign that bar one thing that this wish chooses, as setting and value."""
    starts = [{**wish.start, **way.start} for way in wish.ways] or [wish.start]
    builds = [Build.parse(beginning([replace(wish, start=start, ways=())])) for start in starts]
    return {(rule.key, f"but:{key}") for build in builds for rule, key, _ in uses(build, game.rulebook, game.allowed)}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_a_campaign_bars_is_not_to_be_wished_for_and_the_rest_is_granted(game: Game) -> None:
    known = wishes_of(game)
    barred = {rule for wish in known.all for rule in names_barring(game, wish)}
    assert barred, "no wish chooses anything that a campaign may bar"
    for seed, rule in enumerate(sorted(barred)):
        table = RulesContext(settings=dict([rule]))
        left = known.among(grantable(game, known.all, game.rulebook, table))
        for wish in known.all:
            assert (wish in left.all) is (rule not in names_barring(game, wish) or len(wish.ways) > 1), (rule, wish.key)
        wishes = [*left.concepts[:1], *left.good_at[:GOOD_AT], *left.twists[:1]]
        made = grant(game, wishes, seed, game.rulebook, table)
        assert [wish.key for wish in made.wishes] == [wish.key for wish in wishes]
        assert made.sheet.legal


def test_where_a_campaign_leaves_no_way_few_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers that leave no legal character ask for one after another in vain: each is forty tries already."""
    game = get("hprpg")
    known, real, made = wishes_of(game), game.random, []
    wishes = [*known.concepts[:1], *known.good_at[:GOOD_AT], *known.twists[:1]]
    monkeypatch.setattr(game, "random", lambda *given: made.append(1) or real(*given))
    grant(game, wishes, 1, game.rulebook)
    usual = len(made)
    granted = grant(game, wishes, 1, game.rulebook, RulesContext(settings={"rating_limit": 1}))
    assert (granted.wishes, granted.sheet.legal) == ((), False)
    assert len(made) - usual < usual


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_same_wishes_and_seed_give_the_same_character(game: Game) -> None:
    wishes = next(combinations(game))
    first, again, other = (grant(game, wishes, seed, game.rulebook) for seed in (3, 3, 4))
    assert first == again
    assert first.document != other.document


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_game_offers_enough_wishes_with_words_of_their_own(game: Game) -> None:
    known = wishes_of(game)
    assert min(len(known.concepts), len(known.good_at)) >= 6
    assert len(set(known.called)) == len(known.called) >= 20
    for wishes in (known.concepts, known.good_at, known.twists):
        assert len({wish.key for wish in wishes}) == len({wish.label for wish in wishes}) == len(wishes)
        assert all(wish.summary.endswith(".") and (wish.wants or wish.start or wish.ways) for wish in wishes)
    book = {entry.summary for entries in game.rulebook.entries.values() for entry in entries.values()}
    assert not book & {wish.summary for wish in (*known.concepts, *known.good_at, *known.twists)}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_twist_shows_whoever_wishes_for_it(game: Game) -> None:
    """It can be had with every concept, and chooses something or gives more of what it wants than there is without."""
    known = wishes_of(game)
    plain = [grant(game, (concept,), 2, game.rulebook).sheet for concept in known.concepts]
    for twist in known.twists:
        gains = []
        for concept, without in zip(known.concepts, plain, strict=True):
            made = grant(game, (concept, twist), 2, game.rulebook)
            assert len(made.wishes) == 2, f"{concept.key} can't be {twist.key}"
            gains.append(nearness(made.sheet, made.wishes[1:]) - nearness(without, made.wishes[1:]))
        chosen = any(not path.startswith("scores.") for path in twist.start)
        assert chosen or sum(gain > 0 for gain in gains) > len(gains) / 3, (twist.key, gains)


@pytest.mark.parametrize("game", [game for game in GAMES if wishes_of(game).who], ids=lambda game: game.key)
def test_another_wish_leaves_who_one_is(game: Game) -> None:
    """Unless it is for another thing to play, or can't be had as that."""
    known = wishes_of(game)
    for seed, concept in enumerate(known.concepts):
        others = ((), known.good_at[:2], known.good_at[2:4], (known.good_at[0], known.twists[0]), known.twists[1:2])
        made = [grant(game, (concept, *wished), seed, game.rulebook).document for wished in others]
        assert len({tuple(value_at(one, path) for path in known.who) for one in made}) == 1, concept.key


@pytest.mark.parametrize("game", [game for game in GAMES if wishes_of(game).who], ids=lambda game: game.key)
def test_whoever_is_left_to_chance_stays_too(game: Game) -> None:
    known = wishes_of(game)
    for seed in range(3):
        made = [grant(game, good, seed, game.rulebook).document for good in (known.good_at[:1], known.good_at[2:3])]
        assert len({tuple(value_at(one, path) for path in known.who) for one in made}) == 1, seed


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_each_name_has_a_bust(game: Game) -> None:
    known = wishes_of(game)
    assert {known.bust(name) for name in known.called} == {"braid", "short-hair"}
    assert known.bust("Somebody else") == ""


def test_a_strong_witch_strikes() -> None:
    game = get("dominion")
    known = wishes_of(game)
    wishes = [wish for wish in (known.concept("witch"), known.twist("strong")) if wish]
    for seed in range(12):
        sheet = grant(game, wishes, seed, game.rulebook).sheet
        assert sheet["vigour"] >= 3
        struck = [one for one in sheet.live({}).checks if one.key.startswith("strike-with-")]
        assert struck, "a strong hand holds something that strikes"
        assert max(check.pool.value for check in struck) >= 4


SWORD = ("blade", "blows")
HITS = 60
"""A blow that lands so often, in a hundred, is worth a wish."""


@pytest.mark.parametrize(
    ("concept", "good", "twist"),
    [
        ("soldier", SWORD, "armoured"),
        ("fool", ("blade", "letters"), "armoured"),
        ("rogue", ("archery", "people"), "fast"),
    ],
)
def test_a_weapon_that_is_wished_for_is_one_to_fight_with(concept: str, good: Sequence[str], twist: str) -> None:
    game = get("dominion")
    known, weapons, chances = wishes_of(game), set(), []
    wishes = [wish for wish in (known.concept(concept), *known.good(good), known.twist(twist)) if wish]
    for seed in range(20):
        sheet = grant(game, wishes, seed, game.rulebook).sheet
        (struck,) = (
            one for one in sheet.live({}).checks if one.key.startswith(("strike-with-", "missile-strike-with-"))
        )
        weapons.add(struck.key)
        chances.append(int(success_chance(struck.dice).removesuffix("%")))
    assert sum(chance >= HITS for chance in chances) >= 19, sorted(chances)
    assert min(chances) >= HITS - 10
    assert len(weapons) >= (3 if "blade" in good else 1)


@pytest.mark.parametrize("concept", ["soldier", "crusader", "rogue", "merchant-adventurer"])
def test_whoever_fights_in_armour_has_a_weapon(concept: str) -> None:
    game = get("dominion")
    known = wishes_of(game)
    wished = known.concept(concept), *known.good(["people", "blows"]), known.twist("armoured")
    wishes = [wish for wish in wished if wish]
    for seed in range(8):
        made = grant(game, wishes, seed, game.rulebook)
        worn, wielded = (
            [one.picks["item"] for one in made.sheet.build.entries[EQUIPMENT] if one.picks.get(how)]
            for how in ("worn", "wielded")
        )
        assert worn == ["medium-armour", "helm-open-faced"]
        assert len(wielded) == 1
        struck = {check.key for check in made.sheet.live({}).checks}
        assert all(f"strike-with-{item}" in struck for item in wielded)


def test_whoever_fights_keeps_a_point_for_a_weapon() -> None:
    """What one wishes for costs less or more by where the points of the dice go."""
    game = get("dominion")
    known = wishes_of(game)
    wished = known.concept("soldier"), *known.good(["letters", "riding"]), known.twist("stubborn")
    start = beginning([wish for wish in wished if wish])
    made = game.fill(start, Random(14), game.rulebook, RulesContext())
    assert len(game.read(Build.parse(made), game.rulebook, RulesContext()).reading.memo(armed)) == 1


@pytest.mark.parametrize(("concept", "great"), [("rogue", False), ("witch", False), ("soldier", True)])
def test_a_blade_is_like_who_wishes_for_it(concept: str, great: bool) -> None:
    game = get("dominion")
    known = wishes_of(game)
    wishes = [wish for wish in (known.concept(concept), *known.good(["blade"])) if wish]
    drawn = {
        str(wish.suiting(wishes).settled(seed).start[f"entries.{EQUIPMENT}"][0]["picks"]["item"])
        for seed in range(40)
        for wish in wishes[1:]
    }
    assert ("greatsword" in drawn) == great
    made = grant(game, wishes, 1, game.rulebook)
    assert made.sheet.build.entries[EQUIPMENT][0].picks["item"] in drawn


def test_a_dwarf_who_is_wished_for_can_walk() -> None:
    game = get("forge")
    dwarf = wishes_of(game).concept("dwarf-warrior")
    assert dwarf
    assert min(grant(game, (dwarf,), seed, game.rulebook).sheet["speed"] for seed in range(8)) > 0


def test_dice_fall_once() -> None:
    """A character has the dice of its seed, not the best of many throws."""
    for game in GAMES:
        wishes = next(combinations(game))
        first = game.random(beginning(wishes), Random(5), game.rulebook, RulesContext())
        assert grant(game, wishes, 5, game.rulebook).document.get("rolls") == first.get("rolls")


def test_what_no_point_buys_moves_none() -> None:
    game = get("duality")
    vain = Wish("vain", "Admired", "Looked at by everybody.", {}, ("beauty",))
    assert grant(game, (vain,), 1, game.rulebook).document == grant(game, (), 1, game.rulebook).document


def test_wishes_that_do_not_go_together_are_left_out_from_the_last() -> None:
    game = get("dominion")
    concept = wishes_of(game).concepts[0]
    impossible = Wish("giant", "A giant", "Stronger than anybody.", {"scores.vigour": 900}, ("vigour",))
    made = grant(game, (concept, impossible), 1, game.rulebook)
    assert made.wishes == (concept,)
    assert made.sheet.legal


def test_a_weapon_that_a_campaign_bars_is_drawn_again() -> None:
    """A wish that can be granted in several ways is not dropped because chance took the one that isn't allowed."""
    game = get("dominion")
    blade = wishes_of(game).good(["blade"])
    (rule,) = (one for one in game.allowed if one.is_at(f"entries.{EQUIPMENT}.0.picks.item", "longsword"))

    def drawn(barred: str) -> tuple[str, bool]:
        made = grant(game, blade, 1, game.rulebook, RulesContext(settings={rule.key: barred}))
        assert made.sheet.legal
        held = made.sheet.build.entries[EQUIPMENT]
        return str(held[0].picks["item"]) if held else "", bool(made.wishes)

    first, granted = drawn("")
    assert granted
    other, granted = drawn(f"but:{first}")
    assert granted
    assert other in {"longsword", "bastardsword", "greatsword"} - {first}
    assert not drawn("but:bastardsword,greatsword,longsword")[1]

"""What the printed record says to who has no magic, and of the body."""

from typing import Any

from campaigns.demo.demo import RAVEN, URSULA
from rules.kernel import Build
from rules.kernel.documents import apply
from rules.kernel.pages import Layout
from rules.kernel.pages.play_blocks import BodyFigure, Boxes, Powers, RollRow, RollTable, ValueColumns, Words
from rules.kernel.pages.print_blocks import Cards, Crib
from rules.kernel.pages.print_parts import Card
from rules.systems.dominion import system
from rules.systems.dominion.entries import Spell
from tests.rules.listed_blocks import printed, titles

TRAINED = "What you have trained"


def paper(document: dict[str, Any]) -> Layout:
    return system.layout(system.read(Build.parse(document)))


def row(shown: RollRow) -> tuple[str, ...]:
    return (shown.name, shown.more, *(f"{cell.value} {cell.told}".strip() for cell in shown.cells))


def carrying(*items: str, **picks: bool) -> dict[str, Any]:
    return {"entries": {"equipment": [{"picks": {"item": item, **picks}} for item in items]}}


def test_each_weapon_has_its_numbers_with_their_chances_and_bare_hands_have_theirs() -> None:
    table = printed(paper(RAVEN), RollTable, "In hand")
    assert [row(one) for one in table.rows] == [
        ("Longsword", "1 hand", "8 67%", "–", "5 42%", "3 25%", "2 17%", "−1", "0"),
        ("Bare hands (Brawling)", "Parry against Brawling only", "2 17%", "–", "4 33%", "−1 0%", "−3 0%", "–", "–"),
        ("", "", *[""] * 7),
    ]
    great, bow = printed(paper(carrying("greatsword", "longbow")), RollTable, "In hand").rows[:2]
    assert great.more == "2 hands, not in hand, no Timing roll"
    assert (row(great)[-2:], row(bow)[2]) == (("−3", "−3"), "–")
    assert (row(bow)[6], row(great)[6] == "–") == ("–", False), "a missile is never Feinted with (7.3.6)"
    many = carrying(*(f"{weapon}" for weapon in list(system.rulebook.entries["weapon"])[:12]))
    assert printed(paper(many), RollTable, "In hand").splits


def test_timing_is_the_roll_that_is_made() -> None:
    """A weapon that forfeits it leaves the stat alone (6.4)."""
    for document, told in (
        (RAVEN, ("d12+1", "a rolled 12 is last")),
        ({}, ("d12+1", "a rolled 12 is last")),
        (carrying("greatsword", wielded=True), ("1", "no roll with this weapon")),
    ):
        timing = paper(document).numbers[-1]
        assert (timing.label, (timing.value, timing.told)) == ("Timing", told)


def test_a_block_says_what_the_shield_then_gives() -> None:
    shielded = carrying("shield", worn=True)
    block = next(one for one in paper(shielded | {"scores": {"block": 3}}).numbers if one.label == "Block")
    assert (block.value, block.told) == ("4", "33%, then WithIn +1")
    both = {
        "entries": {
            "equipment": [*shielded["entries"]["equipment"], {"picks": {"item": "greatsword", "wielded": True}}]
        }
    }
    for document, why in (({}, "no shield"), (both, "no free hand")):
        block = next(one for one in paper(document).numbers if one.label == "Block")
        assert (block.value, block.told) == ("–", why)


def test_who_has_no_weapon_that_parries_has_no_parry() -> None:
    """Bare hands Parry a Brawl alone (7.3.9, Table 9.1)."""
    for document, told in (
        ({}, ("–", "no weapon for it")),
        (carrying("longbow", wielded=True), ("–", "no weapon for it")),
        (RAVEN, ("5", "42%")),
    ):
        parry = next(one for one in paper(document).numbers if one.label == "Parry")
        assert (parry.value, parry.told) == told


def test_a_number_below_nothing_has_its_minus_on_a_card() -> None:
    """Nothing on a card is written with a hyphen for a minus."""
    weak = {
        **URSULA,
        "scores": {},
        "rolls": {},
        "picks": {**URSULA["picks"], "spells": list(system.rulebook.entries["spell"])},
    }
    numbers = [card.number for card in paper(weak).cards_of()]
    assert [number for number in numbers if "-" in number] == []
    assert any(number.startswith("−") for number in numbers)


def test_wounds_have_a_box_for_each_point_with_what_it_takes() -> None:
    (row,) = printed(paper(RAVEN), Boxes, "Wounds").rows
    free, costly, last = row.groups
    assert free.labels == ("3", "2", "1", "0")
    assert costly.labels == tuple(f"−{n}" for n in range(1, 12))
    assert (last.labels, row.size) == (("dead",), 8.4)
    sheet = system.read(Build.parse(RAVEN))
    assert sum(len(group.labels) for group in row.groups) == sheet["injury-points"]


def test_a_priest_has_each_way_with_what_it_takes() -> None:
    priest = {"scores": {"channel": 2, "heal": 2}}
    powers = {one.name: one.told for one in printed(paper(priest), Powers, "Priestcraft").powers}
    assert powers["Channel"].startswith("not rolled")
    assert powers["Heal"].startswith("Injury ")
    assert "or less, " in powers["Heal"]
    assert "out of reach" in powers["Work Miracle"]
    (fervour,) = printed(paper(priest), Boxes, "Fervour").rows
    assert fervour.groups[-1].labels[-1] == "−12"


def test_a_spell_against_a_stat_of_its_target_prints_no_chance() -> None:
    known = {key for key, spell in system.rulebook.entries["spell"].items() if spell.against}
    assert known
    shown = paper({**URSULA, "picks": {**URSULA["picks"], "spells": sorted(known)}})
    for card in printed(shown, Cards, "Spells").deck.cards:
        assert (card.word.startswith("less the target’s "), card.chance) == (True, None)


def test_witchcraft_stands_in_one_band() -> None:
    band = printed(paper(URSULA), ValueColumns, "Witchcraft")
    told = {line.label: f"{line.value} · {line.chance}" for column in band.groups for line in column.lines}
    assert (len(band.groups), told["Enchantment"]) == (4, "6 · 50%")


def test_who_has_no_magic_reads_what_each_trained_skill_does_and_what_failing_does() -> None:
    document = {"scores": {"strike": 2, "climbing": 1}}
    shown = system.layout(system.read(Build.parse(document)))
    told = {one.title.rpartition(" ")[0]: one.text for one in printed(shown, Words, TRAINED).passages}
    assert set(told) == {"Strike", "Climbing"}
    assert all("Failing: " in text for text in told.values())
    assert TRAINED not in titles(system.layout(system.read(Build.parse(URSULA))))


def test_a_place_that_armour_covers_has_its_bonus() -> None:
    worn = {"entries": {"equipment": [{"picks": {"item": "light-armour", "worn": True}}]}}
    sheets = (system.layout(system.read(Build.parse(document))) for document in ({}, worn))
    bare, clothed = (printed(sheet, BodyFigure, "Withstand Injury") for sheet in sheets)
    assert bare.clothed == "No armour"
    assert clothed.clothed == "Armour on torso, arms, legs"
    assert (bare.under, clothed.under) == ("", "Light armour")
    both = zip(clothed.places, bare.places, strict=True)
    gained = {now.key: int(now.value) - int(then.value) for now, then in both}
    assert gained == {"head": 0, "eyes": 0, "neck": 0, "hands": 0, "feet": 0, "torso": 2, "arms": 2, "legs": 2}


def test_composites_stand_with_combat_and_luck_says_what_it_is_good_for() -> None:
    """A composite is the average of two attributes (3.3), so none is a skill of Luck."""
    skills = printed(paper(RAVEN), ValueColumns, "Skills")
    assert [(line.label, line.value) for line in skills.groups[-1].lines] == [
        ("Lucky Break", "+2"),
        ("Rounding", "down"),
    ]
    assert printed(paper(URSULA), ValueColumns, "Skills").groups[-1].lines[1].value == "up"
    fight = printed(paper(URSULA), ValueColumns, "Combat 2")
    assert fight.aside == "before weapon and armour · Priestcraft Composite 1 · Witchcraft Composite 3"
    assert [line.value for group in fight.groups for line in group.lines if line.label == "Block"] == ["2"]


def test_what_hurts_without_a_blow_is_among_the_reminders() -> None:
    told = {word: said for crib in paper(RAVEN).cribs for word, said in crib.lines}
    assert told["A fall"] == (
        "1 Injury for each full 3 m, at −1 each on Withstand Injury; a falling object adds what your GM says."
    )
    assert told["Fire"] == "2 Injury a round, red-hot 4, white-hot 6; Withstand Injury at −1, −2 or −3 halves it."


def test_a_spell_says_how_far_it_reaches_how_long_it_holds_and_what_helps() -> None:
    """In numbers where the book says a stat; what the book leaves open isn't there."""
    cards = {card.title: card for card in paper(URSULA).cards_of("spells")}
    assert cards["Fly"].facts == (
        ("Reach", "10 m"), ("Lasts", "6 rounds, can be maintained"), ("Resisted with", "Withstand Magic (optional)"),
    )  # fmt: skip
    assert cards["Gem Trap"].facts[0] == ("Lasts", "4 days, or until they explode")
    assert dict(cards["Dark"].facts)["Lasts"] == "5 rounds, can be maintained"
    assert "Resisted with" not in dict(cards["Dark"].facts)
    assert cards["Dark"].foot.startswith("+2 A pot of black ink, thrown in the air with the pot (used up). On a 12: ")
    assert dict(cards["Counter Spell"].facts)["Lasts"] == "Instantaneous"
    guarded = {
        card.title: card for card in paper(apply(URSULA, "picks.spells", ["illusionists-guard"])).cards_of("spells")
    }
    (guard,) = (dict(card.facts) for card in guarded.values())
    assert guard["Lasts"].endswith(" hours; in Combat until its Injury stat is below 0, can’t be maintained")


def spell(name: str) -> Card:
    known = {**URSULA, "picks": {**URSULA["picks"], "spells": ["slumber", "fly", "counter-spell", "theobalds-key"]}}
    return next(card for card in paper(known).cards_of("spells") if card.title == name)


def test_a_spell_says_whether_it_can_be_maintained_and_what_a_twelve_does() -> None:
    """11.5: paper has what the page of the spell has."""
    found = system.rulebook.all(Spell)
    fly, slumber, counter = (dict(spell(name).facts) for name in ("Fly", "Slumber", "Counter Spell"))
    assert fly["Lasts"] == "6 rounds, can be maintained"
    assert slumber["Lasts"] == "6 hours, can’t be maintained"
    assert counter["Lasts"] == "Instantaneous"
    assert dict(spell("Theobald's Key").facts)["Maintained"] == found["theobalds-key"].maintenance_note
    for key, name in (("fly", "Fly"), ("slumber", "Slumber")):
        assert spell(name).foot.endswith(f"On a 12: {found[key].twelve}")


def test_who_has_a_craft_reads_what_else_harms_below_the_wounds() -> None:
    """8.7: others have it on the second page."""
    for document, many in ((URSULA, 1), (RAVEN, 0)):
        shown = paper(document)
        harms = [block for block in shown.front if isinstance(block, Crib)]
        assert len(harms) == many
        told = [word for crib in (*harms, *shown.cribs) for word, _ in crib.lines]
        assert [word for word in told if word in ("A fall", "Fire")] == ["A fall", "Fire"]

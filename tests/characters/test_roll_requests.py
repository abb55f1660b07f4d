"""The check of a question rolled on its page: the dice, what counts, the outcome and its chance, and nothing kept."""

import re
from html import unescape
from random import Random

import pytest
from django.http import HttpResponse
from django.urls import reverse

from campaigns.demo.demo_cast import MELISANDE, RAVEN
from characters import actions
from characters.glances import vitals
from characters.models import Character, Revision
from characters.sheet.own_rolls import own_rolls, vital_roll
from rules import systems
from rules.kernel import Build, RulesContext, capitalise
from rules.kernel.basics import minus
from rules.kernel.basics.wording import signed
from rules.kernel.pages import ask, success_chance
from tests.cast import Cast
from tests.characters.posting import HX, SCRIPT, at, targets, words
from tests.marking import mark

pytestmark = pytest.mark.django_db


def somebody(cast: Cast, system: str) -> Character:
    game = systems.get(system)
    build = game.random({}, Random(5), game.rulebook, RulesContext())
    return actions.create_character(system=system, by=cast.jane.owner, name="Somebody", build=build)


def block_of(page: HttpResponse) -> str:
    """The block of the roll."""
    found = re.search(r'<section id="rolled".*?</section>', words(page), re.S)
    assert found
    return found[0]


def plain(page: HttpResponse) -> str:
    """What somebody reads in that block, on one line."""
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", block_of(page)).split()))


@pytest.mark.parametrize(
    ("system", "query", "told"),
    [
        ("hprpg", {"extra": "4", "intractability": "1"}, ["Successes", "Intractability", "Net successes"]),
        ("dominion", {"skill": "strike", "aim": "head"}, ["Rolled", "Succeeds"]),
        ("duality", {"increased": "1"}, ["Total", "Medium", "left out"]),
        ("duality", {"kind": "healing", "recovery": "8"}, ["Result", "Life back"]),
        ("rough-magic", {"roll": "break-free"}, ["Yours", "Opponent's", "Margin"]),
        ("forge", {"difficulty": "standard", "boons": "1"}, ["Successes", "Total"]),
    ],
)
def test_each_game_rolls_what_is_asked(cast: Cast, system: str, query: dict[str, str], told: list[str]) -> None:
    who = somebody(cast, system)
    before = who.version, who.play, Revision.objects.count()
    page = cast["owner"].get(at(who, "odds"), {**query, "throw": "yes"})
    made, block = page.context["thrown"].result, plain(page)
    assert capitalise(made.words) in block
    assert [word for word in told if word not in block] == []
    assert re.findall(r'<b class="num">(\d+)</b>', block_of(page)) == [
        str(die.face) for _, dice in made.hands for die in dice
    ]
    assert f"Chance of {made.breakdown.outcome}" in block
    assert str(made.chance) in block
    who.refresh_from_db()
    assert (who.version, who.play, Revision.objects.count()) == before


def test_a_page_shows_no_roll_until_it_is_asked_for(cast: Cast) -> None:
    page = cast["owner"].get(at(cast.jane, "odds"))
    assert plain(page) == ""
    assert 'name="throw"' in words(page)


def test_a_roll_moves_only_its_block_and_another_question_takes_it_away(cast: Cast) -> None:
    here = at(cast.jane, "odds")
    rolled = cast["owner"].get(here, {"dv": "9", "throw": "yes"}, headers=HX)
    assert targets(rolled) == ["rolled"]
    assert "Chance of" in words(rolled)
    asked = cast["owner"].get(here, {"dv": "10"}, headers=HX)
    assert targets(asked) == ["result", "rolled"]
    assert "Chance of" not in words(asked)


@pytest.mark.parametrize("system", systems.PACKAGES)
def test_a_number_on_the_sheet_rolls_its_check(cast: Cast, system: str) -> None:
    who = somebody(cast, system)
    rollable = [check for check in who.read().checks if check.dice]
    asked = [answers for _, answers, _ in rolled_on(words(cast["owner"].get(at(who, "sheet"))), at(who, "roll"))]
    assert rollable != []
    for check in rollable:
        assert dict(check.answers) in asked
        alone = {**dict(check.answers), "throw": "alone"}
        answer = cast["owner"].get(at(who, "odds"), alone, headers=HX)
        assert targets(answer) == ["rolled"]
        assert check.label in unescape(words(answer))
        assert check.label in plain(cast["owner"].get(at(who, "odds"), alone))
        kept = actions.roll(character=who, answers=dict(check.answers), rng=Random(5))
        assert (kept.label, kept.dice) == (check.label, str(check.dice))


FORM = re.compile(
    r'<form method="(?:get|post)" action="([^"#]+)(?:#rolled)?"[^>]*>((?:(?!</form>).)*?)'
    r'<button[^>]* class="plain rolls"[^>]*><span class="sr">Roll (.*?),\s*</span><b class="num[^>]*>(.*?)</b>',
    re.S,
)
SENT = {"at", "csrfmiddlewaretoken", "deed", "since"}
"""What a form sends besides the answers."""
HIDDEN = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


def answered(inside: str) -> dict[str, str]:
    """The answers that a form holds."""
    return {name: unescape(value) for name, value in HIDDEN.findall(inside) if name not in SENT}


def rolled_on(page: str, where: str) -> list[tuple[str, dict[str, str], str]]:
    """What each number of a page rolls: its name, the answers that ask for it, and the number."""
    found = FORM.findall(page)
    assert {to for to, *_ in found} == {where}
    assert page.count('class="plain rolls"') == len(found)
    return [(" ".join(unescape(label).split()), answered(inside), number) for _, inside, label, number in found]


@pytest.mark.parametrize("system", systems.PACKAGES)
def test_every_number_that_rolls_is_what_is_rolled(cast: Cast, system: str) -> None:
    who = somebody(cast, system)
    live = who.read().live({})
    for label, answers, number in rolled_on(words(cast["owner"].get(at(who, "sheet"))), at(who, "roll")):
        made = ask(live, answers).check
        assert made.label == label
        assert made.dice is not None
        assert re.sub(r"<[^>]+>.*|^\+", "", number.strip().removeprefix('<span class="moved">')) == minus(
            made.pool.value
        )


def test_what_rolls_from_its_own_number_is_not_listed_again(cast: Cast) -> None:
    """Skills, weapons and places of the body roll where they stand; what has no number in sight has a row."""
    who = somebody(cast, "dominion")
    page = words(cast["owner"].get(at(who, "sheet")))
    panels, _, listed = page.partition('id="checks"')
    own = [label for label, _, _ in rolled_on(panels, at(who, "roll"))]
    rows = [label for label, _, _ in rolled_on(listed, at(who, "roll"))]
    assert {"Strike", "Stealth"} <= set(own)
    assert "Timing Score" in rows
    checks = {check.label for check in who.read().checks if check.dice}
    assert {"Strike with Longsword", "Stealth"} & checks & set(own), "some stand on the page as numbers"
    assert set(rows) == (checks - set(own)) | {"Withstand Magic"}, "the skills fold this one away"


def test_a_number_that_cannot_be_used_rolls_nothing(cast: Cast) -> None:
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven", build=RAVEN)

    def rolling() -> set[str]:
        panels, *_ = words(cast["owner"].get(at(raven, "sheet"))).partition('id="checks"')
        return {label for label, _, _ in rolled_on(panels, at(raven, "roll"))}

    assert {"Climbing", "Withstand Injury"} <= rolling()
    mark(raven, "injury", to=12)
    assert "Withstand Injury" in rolling()
    assert "Climbing" not in rolling()


def test_a_number_rolls_nothing_of_another_name_or_size() -> None:
    """How far one moves is no stat to run with."""
    game = systems.get("dominion")
    sheet = game.read(Build.parse(RAVEN))
    found, _ = own_rolls(game.panels(sheet), sheet)
    assert {"climbing", "strike"} <= found.keys()
    assert "movement" not in found


def test_the_dead_roll_nothing_from_their_numbers(cast: Cast) -> None:
    who = somebody(cast, "dominion")
    mark(who, "injury", to=who.read()["injury-points"])
    assert "plain rolls" not in words(cast["owner"].get(at(who, "sheet")))


def test_what_a_player_rolls_on_the_sheet_is_in_the_log_once(cast: Cast) -> None:
    owner, url = cast["owner"], at(cast.jane, "roll")
    page = words(owner.get(at(cast.jane, "sheet")))
    first, other = (dict(HIDDEN.findall(inside)) for _, inside, *_ in FORM.findall(page)[:2])
    assert first["deed"] != other["deed"]
    press = {**first, "throw": "alone"}
    for _ in range(2):
        drawn = owner.post(url, press, headers=SCRIPT).json()["drawn"]
        assert re.findall(r'hx-swap-oob="innerHTML:#(\w+)"', drawn) == ["rolled"], "a sheet has no log"
        assert "Saved in the" in drawn
    assert owner.post(url, press)["Location"] == f"{at(cast.jane, 'play')}#log"
    made = cast.jane.roll_log.get()
    assert (made.by, made.number) == (cast.users["owner"], 1)
    assert made.story in unescape(words(owner.get(at(cast.jane, "play"))))


@pytest.mark.parametrize("page", ["odds", "cast"])
def test_a_roll_from_its_odds_is_in_the_log_as_it_was_asked(cast: Cast, page: str) -> None:
    """Without scripts as it was calculated last, with them as it is filled in; the next press has another name."""
    owner, asked = cast["owner"], {"odds": {"dv": "11"}, "cast": {"power": "2"}}[page]
    here = at(cast.jane, "odds") if page == "odds" else reverse("cast", args=[cast.jane.pk, "lumos"])
    shown = words(owner.get(here, {**asked, "deed": "x", "since": "1"}))
    form = re.search(r'<form id="to-log".*?</form>', shown, re.S)
    assert form
    press = dict(HIDDEN.findall(form[0]))
    told = {"odds": r"Roll \d+d12 vs DV 11 into the log", "cast": r"Roll \d+d12 vs DV \d+ into the log"}[page]
    assert re.search(told, form[0]), "what is rolled, however typed since"
    assert answered(form[0]).items() >= asked.items()
    for _ in range(2):
        assert owner.post(at(cast.jane, "roll"), press)["Location"] == f"{at(cast.jane, 'play')}#log"
    made = cast.jane.roll_log.get()
    assert made.key.startswith("cast-lumos") if page == "cast" else made.dice.endswith("vs DV 11")
    again = owner.post(at(cast.jane, "roll"), press, headers=HX)
    assert targets(again) == ["rolled", "next-press"]
    assert "Saved in the" in words(again)
    assert press["deed"] not in words(again)
    refused = owner.post(at(cast.jane, "roll"), {**press, "deed": "x"}, headers=HX)
    assert (targets(refused), "out of date" in words(refused)) == (["rolled"], True)
    assert 'id="to-log"' not in words(cast["spectator"].get(here))


def test_who_may_only_look_rolls_and_is_told_that_nothing_is_saved(cast: Cast) -> None:
    looks = cast["spectator"]
    page = words(looks.get(at(cast.jane, "sheet")))
    (where, inside, *_), *_ = FORM.findall(page)
    assert (where, "Your rolls aren’t saved." in page) == (at(cast.jane, "odds"), True)
    for headers in ({}, HX):
        shown = words(looks.get(where, {**answered(inside), "throw": "alone"}, headers=headers))
        assert "This roll isn’t saved in the log." in shown
    assert not cast.jane.roll_log.exists()


def test_a_large_number_of_the_head_rolls_its_check(cast: Cast) -> None:
    raven = actions.create_character(system="dominion", by=cast.jane.owner, name="Raven", build=RAVEN)
    live = raven.read().live({})
    rolls = {vital.label: vital_roll(vital, live) for vital in vitals(live)}
    assert {label: roll and roll.label for label, roll in rolls.items() if label in ("Injury taken", "Movement")} == {
        "Injury taken": None,
        "Movement": None,
    }
    (strike,) = (roll for label, roll in rolls.items() if roll and label.startswith("Strike"))
    assert dict(strike.answers)["skill"].startswith("strike")
    head = words(cast["owner"].get(at(raven, "sheet"))).partition('id="vitals"')[2].partition("</dl>")[0]
    assert strike.label in {label for label, *_ in rolled_on(head, at(raven, "roll"))}
    mark(raven, "injury", to=8)
    moved = rolled_on(words(cast["owner"].get(at(raven, "sheet"))), at(raven, "roll"))
    assert strike.label in {label for label, *_ in moved}, "lowered, it still rolls"


def test_the_casting_number_of_the_head_rolls_a_casting_at_its_plainest(cast: Cast) -> None:
    who = actions.create_character(system="rough-magic", by=cast.jane.owner, name="Melisande", build=MELISANDE)
    live = who.read().live({})
    (casting,) = (vital for vital in vitals(live) if vital.label == "Casting Illusion")
    plainest = live.casting(next(spell for spell in live.sheet.spells if spell.key == "illusion"))
    assert casting.beside == success_chance(plainest.dice) != ""
    head = words(cast["owner"].get(at(who, "sheet"))).partition('id="vitals"')[2].partition("</dl>")[0]
    ((label, answers, number),) = rolled_on(head, at(who, "roll"))
    assert (label, answers["cast"], number.partition("<")[0]) == ("Illusion", "illusion", casting.value)
    made = actions.roll(character=who, answers={"cast": "illusion"}, by=cast.jane.owner)
    assert made.dice == str(plainest.dice)


def test_a_score_without_a_target_is_what_is_added(cast: Cast) -> None:
    who = somebody(cast, "dominion")
    score = next(check for check in who.read().checks if check.key == "timing-score")
    shown = re.sub(r"<[^>]+>|\s+", " ", words(cast["owner"].get(at(who, "sheet"))))
    assert re.search(rf"Roll +Timing Score, +{re.escape(signed(score.pool.value))} ", shown)
    assert "Added to the dice" in words(cast["owner"].get(at(who, "odds"), {"skill": "timing-score"}))


def test_a_roll_is_asked_only_what_can_change_it(cast: Cast) -> None:
    who = somebody(cast, "dominion")
    asked = {
        skill: {field.path for field in cast["owner"].get(at(who, "odds"), {"skill": skill}).context["question"].fields}
        for skill in ("strike", "missile-strike", "stealth")
    }
    about = {"aim", "range", "fervour"}
    told = {skill: fields & about for skill, fields in asked.items()}
    assert told == {"strike": {"aim"}, "missile-strike": {"aim", "range"}, "stealth": set()}


def test_a_roll_goes_by_the_form_that_was_sent(cast: Cast) -> None:
    page = cast["owner"].get(at(cast.jane, "odds"), {"extra": "-20", "dv": "11", "throw": "yes"})
    (((group, dice),)) = page.context["thrown"].result.hands
    assert (group.dice, group.faces, len(dice)) == (2, 12, 2)
    assert "the lower of 2d12 vs DV 11" in plain(page)


def test_what_is_better_than_a_success_or_worse_than_a_failure_is_counted_in(cast: Cast) -> None:
    seen = set()
    for _ in range(40):
        shown = cast["owner"].get(at(cast.jane, "odds"), {"extra": "-20", "throw": "yes"}).context["thrown"]
        labels = [label for label, _, _ in shown.chances]
        outcome = shown.result.breakdown.outcome
        middle = shown.result.chance < shown.result.or_better < 1
        further = "better" if shown.success else "worse"
        assert labels == ([outcome, f"{outcome} or {further}"] if middle else [outcome])
        seen.add(middle)
    assert seen == {True, False}  # forty in a row alike are rarer than one in ten million


def test_what_may_not_be_tried_is_not_rolled(cast: Cast) -> None:
    who = somebody(cast, "forge")
    page = cast["owner"].get(at(who, "odds"), {"difficulty": "impossible", "throw": "yes"})
    assert page.context["thrown"] is None
    assert "You can’t attempt this roll" in plain(page)


def test_the_casting_desk_rolls_too(cast: Cast) -> None:
    here = reverse("cast", args=[cast.jane.pk, "lumos"])
    assert "hold" in plain(cast["owner"].get(here, {"throw": "yes"}))
    assert targets(cast["owner"].get(here, {"throw": "yes"}, headers=HX)) == ["rolled"]
    assert targets(cast["owner"].get(here, headers=HX)) == ["result", "rolled"]

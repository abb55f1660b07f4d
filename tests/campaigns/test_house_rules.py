"""House rules of a campaign on their page: what may be chosen, what everyone starts with, what it changes."""

import re
from typing import Any

import pytest
from django.urls import reverse

from campaigns import actions
from campaigns.demo import demo
from campaigns.house_allowed import FEW
from campaigns.models import Campaign
from campaigns.review import decisions
from campaigns.tables import impact_preview
from characters.models import Character
from rules.kernel.books.campaign_rules import MOST_NAMED
from rules.refusals import Refused
from rules.systems import get
from tests.cast import LIGHT, Cast, shelved
from tests.characters.posting import filled_in, words
from tests.staged import staged

FORM = '<form id="house" method="post"'


pytestmark = pytest.mark.usefixtures("stage")
stage = staged(demo.CARAVAN)


@pytest.fixture
def caravan(cast: Cast) -> Campaign:
    """The demo's caravan, which the cast's game master runs too."""
    table = Campaign.objects.get(name=demo.CARAVAN)
    table.memberships.create(user=cast.users["gm"], role="gm")
    return table


def page(cast: Cast, table: Campaign, data: dict[str, Any] | None = None, **more: Any) -> Any:
    url = reverse("campaign_rules", args=[table.pk, "dominion"])
    return cast["gm"].get(url) if data is None else cast["gm"].post(url, data, **more)


def read(name: str) -> Any:
    return Character.objects.with_table().get(name=name, campaign__name=demo.CARAVAN).read()


def house(table: Campaign) -> dict[str, Any]:
    return Campaign.objects.get(pk=table.pk).house("dominion")


def test_the_demo_has_a_campaign_with_such_rules_and_its_legal_characters_stay_so(
    cast: Cast, caravan: Campaign
) -> None:
    shown = words(page(cast, caravan))
    assert "7 of 8 allowed" in shown
    assert "the book says 45" in shown
    assert 'id="name-gear-musket"' in shown
    assert all(read(name).legal for name in ("Raven", "Ursula"))


def test_the_form_as_it_stands_changes_nothing(cast: Cast, caravan: Campaign) -> None:
    before = house(caravan)
    page(cast, caravan, {**filled_in(page(cast, caravan), FORM), "keep": ""})
    assert house(caravan) == before
    actions.set_house_rules(campaign=caravan, system="dominion", values={"styles": "only:rogue"})
    page(cast, caravan, {**filled_in(page(cast, caravan), FORM), "keep": ""})
    assert house(caravan)["styles"] == "only:rogue"
    refused = page(cast, caravan, {"styles": "only:zzz", "keep": ""})
    assert (refused.status_code, "“zzz” isn’t in the book." in words(refused)) == (422, True)
    assert house(caravan)["styles"] == "only:rogue"
    actions.set_house_rules(campaign=caravan, system="dominion", values={"styles": "only:gone"})
    assert page(cast, caravan, {"styles": "only:gone", "keep": ""}).status_code == 302, "the book may have had it"


def test_what_is_added_and_taken_back_is_previewed_and_saved(cast: Cast, caravan: Campaign) -> None:
    sent = {**filled_in(page(cast, caravan), FORM), "spells:add": "slumber", "starting_aps": "30"}
    shown = words(page(cast, caravan, {**sent, "preview": ""}))
    assert "Not in this campaign: Slumber." in shown
    assert 'id="name-spells-slumber"' in shown
    assert "NPCs aren’t held to house rules." in shown
    assert "spells" in house(caravan)
    assert "slumber" not in house(caravan)["spells"]
    page(cast, caravan, {**sent, "keep": ""})
    assert house(caravan)["spells"] == "but:invisibility,slumber"
    assert house(caravan)["starting_aps"] == 30
    sent = {**filled_in(page(cast, caravan), FORM), "starting_aps": "45", "keep": ""}
    back = words(page(cast, caravan, sent, follow=True))
    assert "starting_aps" not in house(caravan), "the book's own number is no house rule"
    assert re.search(r"<span>Witch</span> <small>Ursula</small>", back)
    actions.set_house_rules(campaign=caravan, system="dominion", values={"starting_aps": 30})
    ursula = read("Ursula")
    assert {"not-in-campaign", "aps-overspent"} <= {finding.code for finding in ursula.errors}
    assert {finding.cite.short for finding in ursula.errors} == {f"house rule of {caravan.name}"}
    guard = Character.objects.with_table().filter(campaign=caravan, npc=True).first()
    assert guard
    assert guard.read().budgets["aps"].cite.section == "2.6"
    sent = filled_in(page(cast, caravan), FORM)
    sent["spells:name"].remove("slumber")
    page(cast, caravan, {**sent, "starting_aps": "", "keep": ""})
    assert (house(caravan)["spells"], "starting_aps" in house(caravan)) == ("but:invisibility", False)
    history = words(cast["gm"].get(reverse("campaign_history", args=[caravan.pk])))
    assert "House rule “Spells”: with Slumber again" in history


def test_every_number_that_does_not_fit_is_told_with_what_would(cast: Cast, caravan: Campaign) -> None:
    numbers = [one for one in get("dominion").house_settings.values() if type(one.default) is int and not one.choices]
    (first, second), before = numbers[:2], house(caravan)
    sent = {**filled_in(page(cast, caravan), FORM), first.key: str(first.high + 1), second.key: "some", "keep": ""}
    answer = page(cast, caravan, sent)
    shown = words(answer)
    wrong = [f"“{one.label}”: enter a whole number, {one.low} to {one.high}." for one in (first, second)]
    assert (answer.status_code, " ".join(wrong) in shown, house(caravan)) == (422, True, before)
    for one, sentence in zip((first, second), wrong, strict=True):
        assert f'id="wrong-{one.key}">{sentence}</p>' in shown
        (field,) = re.findall(rf'<input class="num" type="number" id="set-{one.key}".*?>', shown, re.DOTALL)
        assert f'about-{one.key} wrong-{one.key}"' in field
        assert 'aria-invalid="true"' in field
    for value, sentence in (
        ({"gravity": None}, "“gravity” can’t have that value."),
        ({"gravity": 9}, "“gravity” can’t"),
    ):
        with pytest.raises(Refused, match=sentence):
            actions.house_with(caravan, "dominion", value)


def test_saved_with_an_exception_it_stays_legal(cast: Cast, caravan: Campaign) -> None:
    ursula = Character.objects.get(name="Ursula", campaign=caravan)
    sent = {**filled_in(page(cast, caravan), FORM), "spells:add": "Slumber", "except": [str(ursula.pk), "0", "x"]}
    assert "Save with" in words(page(cast, caravan, {**sent, "preview": ""}))
    assert "with exceptions for 1 character" in words(page(cast, caravan, {**sent, "keep": ""}, follow=True))
    assert read("Ursula").legal
    assert [finding.code for finding in read("Ursula").findings if finding.waived] == ["not-in-campaign"]


def test_what_a_page_did_not_show_stays_as_it_is(cast: Cast, caravan: Campaign) -> None:
    stale = filled_in(page(cast, caravan), FORM)
    shown = "".join(stale["styles:shown"]).split(",")
    assert len(shown) > 2
    # A book came since: the page knew all but the last two.
    stale["styles:shown"] = ",".join(shown[:-2])
    stale["styles:name"] = [key for key in shown[1:-2] if key in stale["styles:name"]]
    barred = sorted({*shown[:-2]} - {*stale["styles:name"]})
    page(cast, caravan, {**stale, "keep": ""})
    assert house(caravan)["styles"] == f"but:{','.join(barred)}"
    actions.set_house_rules(campaign=caravan, system="dominion", values={"styles": "but:gone", "spells": "but:lost"})
    sent = filled_in(page(cast, caravan), FORM)
    sent["styles:name"].remove(shown[0])
    page(cast, caravan, {**sent, "spells:add": "Slumber", "keep": ""})
    assert house(caravan)["styles"] == "but:" + ",".join(sorted([shown[0], "gone"]))
    assert house(caravan)["spells"] == "but:lost,slumber"


def test_what_no_book_has_and_too_much_is_refused_by_name(cast: Cast, caravan: Campaign) -> None:
    before = house(caravan)
    sent = filled_in(page(cast, caravan), FORM)
    odd = page(cast, caravan, {**sent, "spells:add": "Fireball 9", "keep": ""})
    assert (odd.status_code, "Spells: “Fireball 9” isn’t in the book." in words(odd)) == (422, True)
    known = list(page(cast, caravan).context["allowed"][2].known)
    assert len(known) > MOST_NAMED > FEW
    many = page(cast, caravan, {**sent, "spells:name": known, "keep": ""})
    assert (many.status_code, f"up to {MOST_NAMED}" in words(many)) == (422, True)
    assert house(caravan) == before


@pytest.mark.parametrize("button", ["preview", "keep"])
def test_a_refused_name_keeps_all_that_was_typed_and_is_told_at_its_field(
    cast: Cast, caravan: Campaign, button: str
) -> None:
    before, sent = house(caravan), filled_in(page(cast, caravan), FORM)
    number = next(row for row in page(cast, caravan).context["starts"] if row.setting.default == 45).setting.key
    ticked = [key for key in sent["styles:name"] if key != "witch"]
    assert len(ticked) < len(sent["styles:name"])
    typed = {number: "40", "styles:name": ticked, "spells:add": "Slumbr", "own": "No owls.", "except": ["7"]}
    refused = page(cast, caravan, {**sent, **typed, button: ""})
    assert refused.status_code == 422
    shown = filled_in(refused, FORM)
    assert (shown[number], shown["spells:add"], shown["styles:name"]) == (["40"], ["Slumbr"], ticked)
    assert ">No owls.</textarea>" in words(refused)
    told = words(refused)
    assert '<input type="hidden" name="except" value="7" form="house">' in told
    field = told.partition('name="spells:add"')[2].partition("</section>")[0]
    assert 'aria-describedby="wrong-spells"' in field
    assert "“Slumbr” isn’t in the book. Did you mean “Slumber”" in field
    fold = re.compile(r'<details class="fold"( open)?>\s*<summary>\s*<b>What the book leaves open')
    assert (found := fold.search(told))
    assert not found[1], "nothing was changed in it"
    open_one = next(row for row in refused.context["rows"] if row.options)
    other = next(key for key, _ in open_one.options if key != open_one.sent)
    again = page(cast, caravan, {**sent, **typed, open_one.setting.key: other, button: ""})
    assert (found := fold.search(words(again)))
    assert found[1]
    assert house(caravan) == before
    shown = filled_in(refused, FORM)
    page(cast, caravan, {**shown, "spells:add": "Slumber", "keep": ""})
    kept = house(caravan)
    assert (kept[number], "witch" in kept["styles"], "slumber" in kept["spells"]) == (40, True, True)


def test_the_preview_comes_by_itself_as_two_parts(cast: Cast, caravan: Campaign) -> None:
    sent = {**filled_in(page(cast, caravan), FORM), "gear:add": "Shortsword"}
    shown = page(cast, caravan, sent, headers={"HX-Request": "true"}).content.decode()
    assert 'hx-swap-oob="innerHTML:#preview"' in shown
    assert 'id="name-gear-shortsword"' in shown
    odd = page(cast, caravan, {**sent, "gear:add": "Gun"}, headers={"HX-Request": "true"})
    shown = odd.content.decode()
    assert re.search(r'value="Gun" aria-invalid="true"', shown), "what was typed stands where it is told"


def test_no_more_than_so_many_are_previewed(cast: Cast, caravan: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(impact_preview, "MOST_PREVIEWED", 2)
    sent = {**filled_in(page(cast, caravan), FORM), "starting_aps": "10", "preview": ""}
    shown = words(page(cast, caravan, sent))
    assert "7 more characters aren’t previewed." in shown


def test_an_own_setting_of_a_character_can_not_be_a_campaigns_rule(cast: Cast, caravan: Campaign) -> None:
    raven = Character.objects.get(name="Raven", campaign=caravan)
    cast["gm"].post(reverse("house_rules", args=[raven.pk]), {"starting_aps": "400"})
    raven.refresh_from_db()
    assert raven.settings == {}


def test_it_says_who_uses_what(cast: Cast, caravan: Campaign) -> None:
    shown = words(page(cast, caravan))
    assert re.search(r"<span>Witch</span> <small>Ursula</small>", shown)
    assert re.search(r"<span>Soldier</span> <small>[^<]*\d NPCs?</small>", shown)
    assert ">Fool</span> <small>" not in shown
    sent = {**filled_in(page(cast, caravan), FORM), "spells:add": "slumber", "preview": ""}
    shown = words(page(cast, caravan, sent))
    assert "Slumber <small>Ursula</small>" in shown


def theirs(answer: Any) -> str:
    """What a page shows of somebody else's beside what was typed."""
    found = re.search(r'class="theirs".*?<div class="prose"><p>(.*?)</p>', words(answer))
    return found[1] if found else ""


def test_own_words_are_changed_among_the_settings_too(cast: Cast, caravan: Campaign) -> None:
    """For the whole campaign, without a game; what somebody else saved stands beside what was typed."""
    url = reverse("campaign_settings", args=[caravan.pk])
    form = '<form id="own-words"'
    sent = {**filled_in(cast["gm"].get(url), form), "own": "No owls."}
    caravan.memberships.create(user=cast.users["owner"], role="player")
    assert cast["owner"].post(url, sent).status_code == 404
    cast["gm"].post(url, sent)
    assert Campaign.objects.get(pk=caravan.pk).own_words == "No owls."
    read = words(cast["owner"].get(url))
    assert ("No owls." in read, form in read) == (True, False)
    stale = cast["gm"].post(url, {**sent, "own": "No cats."})
    assert (stale.status_code, theirs(stale), ">No cats.</textarea>" in words(stale)) == (422, "No owls.", True)
    assert Campaign.objects.get(pk=caravan.pk).own_words == "No owls."
    cast["gm"].post(url, {**filled_in(stale, form), "own": "No cats."})
    assert Campaign.objects.get(pk=caravan.pk).own_words == "No cats.", "mine, now that theirs was read"


def test_homebrew_is_told_by_its_name_wherever_a_house_rule_is(cast: Cast) -> None:
    """Its key is what its author called it first; the name stays told when its book is gone."""
    gm, owner = cast.users["gm"], cast.users["owner"]
    lamp = {**LIGHT, "key": "first-try", "name": "The Lamp of Ida"}
    book = shelved(gm, "hprpg", "lamps", "1", {"spell": [lamp]})
    actions.choose_books(campaign=cast.table, choose=lambda books: [*books, book.pk])
    decisions.submit(character=cast.jane, by=owner)
    decisions.send_back(character=cast.jane, by=gm, text="Fewer lamps.")
    table = Campaign.objects.get(pk=cast.table.pk)
    actions.set_house_rules(campaign=table, system="hprpg", values={"spells": "but:first-try"}, by=gm)
    with pytest.raises(Refused, match="set to all but “The Lamp of Ida” since"):
        actions.set_house_rules(campaign=table, system="hprpg", values={"spells": ""}, seen={"spells": None})
    told, review = "without The Lamp of Ida", reverse("review", args=[cast.jane.pk])
    Character.objects.filter(pk=cast.jane.pk).update(homebrew=[book.pk])
    assert told in words(cast["gm"].get(review))
    actions.choose_books(campaign=table, choose=lambda books: [])
    assert told in words(cast["gm"].get(reverse("campaign_history", args=[table.pk])))
    assert told in words(cast["owner"].get(reverse("news")))


def test_who_uses_what_is_told_to_game_masters_alone(cast: Cast, caravan: Campaign) -> None:
    url = reverse("campaign_rules", args=[caravan.pk, "dominion"])
    told = r"Ursula|\d NPCs?"
    assert re.search(told, words(page(cast, caravan)))
    for who, role in (("owner", "player"), ("spectator", "spectator")):
        caravan.memberships.create(user=cast.users[who], role=role)
        for headers in ({}, {"HX-Request": "true"}):
            answer = cast[who].get(url, headers=headers)
            assert answer.status_code == 200
            assert not re.search(told, words(answer)), who


def test_own_words_are_kept_read_by_who_joins_and_never_overwritten(cast: Cast, caravan: Campaign) -> None:
    sent = {**filled_in(page(cast, caravan), FORM), "own": "No *talking* owls."}
    assert "No *talking* owls.</textarea>" in words(page(cast, caravan, {**sent, "preview": ""}))
    assert "Duke" in Campaign.objects.get(pk=caravan.pk).own_words
    page(cast, caravan, {**sent, "keep": ""})
    link = caravan.invitations.create(role="player", by=cast.users["gm"])
    assert "No <em>talking</em> owls." in words(cast["nobody"].get(reverse("join", args=[link.token])))
    used_up = caravan.invitations.create(role="player", by=cast.users["gm"], seats=1, used=1)
    closed = words(cast["nobody"].get(reverse("join", args=[used_up.token])))
    assert ("used up" in closed, "owls" in closed, "prose" in closed) == (True, False, False)
    assert "in the GM’s own words" in words(cast["gm"].get(reverse("campaign_history", args=[caravan.pk])))
    stale = page(cast, caravan, {**sent, "own": "No owls at all.", "was:own": "Old.", "starting_aps": "31", "keep": ""})

    assert (stale.status_code, "Someone else edited this too." in words(stale)) == (422, True)
    assert theirs(stale) == "No *talking* owls."
    assert ">No owls at all.</textarea>" in words(stale)
    assert (Campaign.objects.get(pk=caravan.pk).own_words, "starting_aps" in house(caravan)) == (
        "No *talking* owls.",
        False,
    )

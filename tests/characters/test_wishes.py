"""The page of wishes: what it shows, what it keeps, and what it makes of an address that is wrong."""

import re
from html import unescape
from itertools import product
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from characters import limits
from characters.faces import ANYBODY
from characters.models import Character
from characters.templatetags.crests import bust_of
from characters.wished import MOST, WISHED
from characters.wishing import Asked, shown
from rules.kernel.pages import Game
from rules.systems import every
from rules.systems.hprpg.creation import muggle
from rules.systems.hprpg.entries import Spell

pytestmark = pytest.mark.django_db
GAMES = [game for game in every() if game.wishes]
HTMX = {"HX-Request": "true"}


def asked(system: str, **query: object) -> str:
    game = next(game for game in GAMES if game.key == system)
    assert game.wishes
    first = {"concept": game.wishes.concepts[0].key, "good": [wish.key for wish in game.wishes.good_at[:2]], "seed": 7}
    return reverse("wish", args=[system], query={**first, **query})


def ticked(page: HttpResponse) -> dict[str, list[str]]:
    """What the form of the page sends."""
    sent: dict[str, list[str]] = {}
    for field in re.findall(r"<input [^>]*>", page.content.decode()):
        name, value = (re.search(rf'{key}="([^"]*)"', field) for key in ("name", "value"))
        if name and value and ("hidden" in field or "checked" in field):
            sent.setdefault(name[1], []).append(value[1])
    return sent


def text(answer: HttpResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_wishes_become_a_character_that_is_kept_as_it_was_shown(client: Client, game: Game) -> None:
    address = asked(game.key)
    page = client.get(address)
    name = page.context["made"].name
    assert f"Play {name}" in text(page)
    assert all(f"“{wish.label}”" in text(page) for wish in page.context["asked"].wishes)
    made = client.post(reverse("wish", args=[game.key]), ticked(page))
    character = Character.objects.get()
    assert made.headers["Location"] == reverse("play", args=[character.pk])
    assert (character.name, character.build) == (name, page.context["made"].granted.document)
    assert character.bust == page.context["made"].bust
    assert str(character.read().status) == "Complete"
    assert not character.by_hand
    at_play = text(client.get(made.headers["Location"]))
    shown = [line for line in page.context["made"].lines if line.percent]
    assert [line for line in shown if f"{line.value} Roll {line.name}, {line.percent}" not in at_play] == []


def test_whoever_plays_before_the_page_has_answered_plays_what_is_ticked(client: Client) -> None:
    page = client.get(asked("dominion", concept="rogue"))
    client.post(reverse("wish", args=["dominion"]), {**ticked(page), "concept": "witch"})
    assert Character.objects.get().build["picks"]["style"] == "witch"


def test_a_form_sent_twice_leads_to_the_same_character(client: Client) -> None:
    address, sent = reverse("wish", args=["dominion"]), ticked(client.get(asked("dominion")))
    first, again = (client.post(address, sent).headers["Location"] for _ in range(2))
    assert first == again
    client.post(address, {**sent, "seed": "8"})
    Client().post(address, sent)
    assert Character.objects.count() == 3


def test_the_oldest_of_three_makes_room_and_the_page_says_so(client: Client) -> None:
    page = client.get(asked("dominion", good=["riding"], had=[]))
    for key in ("sneaking", "locks"):
        fields = ticked(page)
        page = client.get(asked("dominion", good=[*fields["good"], key], had=fields.get("had", [])))
    assert [wish.key for wish in page.context["asked"].good_at] == ["sneaking", "locks"]
    assert "“Riding” made room" in text(page)


def test_change_anything_opens_the_builder(client: Client) -> None:
    made = client.post(reverse("wish", args=[GAMES[0].key], query={"build": "1"}), {"seed": "7"})
    assert made.headers["Location"] == reverse("build_start", args=[Character.objects.get().pk])


@pytest.mark.parametrize("build", [{}, {"build": "1"}], ids=["play", "builder"])
def test_a_character_leads_back_to_its_wishes(client: Client, build: dict[str, str]) -> None:
    shown = client.get(asked("dominion", twist="lucky"))
    made = client.post(reverse("wish", args=["dominion"], query=build), ticked(shown), follow=True)
    back = re.search(r'href="([^"]*)">Back to your wishes<', made.content.decode())
    assert back
    again = client.get(unescape(back[1]))
    assert (again.context["asked"].wishes, again.context["made"].granted) == (
        shown.context["asked"].wishes, shown.context["made"].granted,
    )  # fmt: skip
    assert again.context["made"].name == Character.objects.get().name


def test_only_those_who_wished_here_are_led_back(client: Client) -> None:
    client.post(reverse("wish", args=["dominion"]), ticked(client.get(asked("dominion"))))
    wished = Character.objects.get()
    built = Character.objects.create(system=wished.system, book=wished.book, guest=wished.guest)
    for character, leads in ((wished, True), (built, False)):
        page = client.get(reverse("play", args=[character.pk])).content.decode()
        assert ("Back to your wishes" in page) is leads


def test_the_newest_wishes_are_remembered(client: Client) -> None:
    for seed in range(MOST + 1):
        client.post(reverse("wish", args=["dominion"]), {"seed": seed})
    oldest, *newer = Character.objects.order_by("pk")
    assert list(client.session[WISHED]) == [str(character.pk) for character in newer]
    assert "Back to your wishes" not in client.get(reverse("play", args=[oldest.pk])).content.decode()


def test_what_two_wishes_want_is_told_once(client: Client) -> None:
    made = client.get(asked("dominion", concept="soldier", good=["blade", "blows"], twist="armoured")).context["made"]
    names = [line.name for line in made.lines]
    assert len(set(names)) == len(names)
    (struck,) = (line for line in made.lines if line.name.startswith("Strike"))
    assert struck.wished == ("The soldier", "A blade")


@pytest.mark.parametrize(
    ("system", "twist", "told"),
    [
        ("duality", "lucky", ["Take the Advantage"]),
        ("duality", "fast", ["Fast on your feet"]),
        ("forge", "sworn", ["An oath to a dead captain"]),
        ("dominion", "lucky", ["Luck"]),
    ],
)
def test_a_wish_is_the_reason_of_what_it_brought_alone(
    client: Client, system: str, twist: str, told: list[str]
) -> None:
    made = client.get(asked(system, good=[], twist=twist)).context["made"]
    label = client.get(asked(system, twist=twist)).context["asked"].twist.label
    assert [line.name for line in made.lines if label in (*line.wished, line.name)] == told


def test_what_a_wish_put_in_hand_is_told_once_by_its_roll(client: Client) -> None:
    made = client.get(asked("dominion", good=["archery"])).context["made"]
    assert [line.name for line in made.lines if "Longbow" in line.name] == ["Missile Strike with Longbow"]


def wizard(*good: str, **query: object) -> dict[str, Any]:
    """The character of these wishes in the game of witches and wizards, with its page in plain words."""
    page = Client().get(asked("hprpg", good=good, **query))
    made = page.context["made"].granted
    assert list(made.sheet.findings) == []
    return {"knows": made.document["picks"].get("spells", []), "text": text(page), "sheet": made.sheet}


@pytest.mark.parametrize("seed", range(6))
def test_a_witch_or_wizard_knows_the_spells_of_the_wishes(seed: int) -> None:
    made = wizard("duels", "clues", concept="druid", seed=seed)
    assert sorted(made["knows"]) == ["aguamente", "incendio", "lumos", "reducto", "stupefy"]
    assert all(made["sheet"][discipline] > 0 for discipline in ("hexes", "curses", "elemental"))
    assert "Reducto " in made["text"]


@pytest.mark.parametrize("seed", range(6))
def test_whoever_wishes_for_no_spell_still_knows_one(seed: int) -> None:
    made = wizard("flying", concept="sophisticate", seed=seed)
    assert bool(made["knows"]) is not made["sheet"].reading.memo(muggle)
    known = [made["sheet"].rulebook.find(Spell, key) for key in made["knows"]]
    assert all(spell and made["sheet"][spell.discipline] > 0 for spell in known)


def test_a_changed_wish_moves_the_character_and_the_address(client: Client) -> None:
    system = GAMES[0].key
    answer = client.get(asked(system, again="1"), headers=HTMX)
    assert "seed=8" in answer.headers["HX-Replace-Url"]
    assert "again" not in answer.headers["HX-Replace-Url"]
    assert 'hx-swap-oob="innerHTML:#wished"' in answer.content.decode()


def test_buttons_of_a_page_without_scripts_lead_to_an_address_of_its_own(client: Client) -> None:
    system = GAMES[0].key
    again = client.get(asked(system, again="1"))
    assert (again.status_code, "seed=8" in again.headers["Location"]) == (302, True)
    renamed = client.get(asked(system, rename="1"))
    first, other = client.get(asked(system)).context["made"], client.get(renamed.headers["Location"]).context["made"]
    assert first.granted == other.granted
    assert first.name != other.name


@pytest.mark.parametrize(
    "query", ["seed=nine", "seed=-4", "seed=99999999999", "concept=none&good=x&twist=%00", "named=99"]
)
def test_what_no_page_sends_does_no_harm(client: Client, query: str) -> None:
    for game in GAMES:
        page = client.get(f"{reverse('wish', args=[game.key])}?{query}")
        assert page.status_code == 200
        assert page.context["asked"].wishes == ()


def test_a_third_wish_of_a_kind_is_not_counted(client: Client) -> None:
    game = GAMES[0]
    assert game.wishes
    page = client.get(asked(game.key, good=[wish.key for wish in game.wishes.good_at]))
    assert len(page.context["asked"].good_at) == 2


def test_other_games_have_no_wishes(client: Client) -> None:
    assert client.get(reverse("wish", args=["chess"])).status_code == 404


def test_the_home_page_shows_what_one_gets_and_where_to_change_it(client: Client) -> None:
    page = client.get("/")
    shown = page.context["example"]
    assert shown.granted.sheet.status.key == "legal"
    assert not shown.refused
    html = page.content.decode()
    (address,) = re.findall(r'href="([^"]*)"[^>]*>\s*Change a wish', html)
    wished = client.get(unescape(address))
    assert shown.name in wished.content.decode(), "the same wishes with the same seed give the same character"
    links = [f'href="{reverse("wish", args=[game.key])}"' for game in every() if game.wishes]
    assert links
    assert all(link in html for link in links)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_bust_looks_like_the_name(game: Game) -> None:
    """A name that makes one think of a braid never has the short hair of another, nor the reverse."""
    assert game.wishes
    seen = set()
    for seed, named in product(range(12), range(2)):
        made = shown(game, game.wishes, Asked(None, (), None, seed, named), game.rulebook)
        assert made.bust in {*ANYBODY, game.wishes.bust(made.name)}, made.name
        seen.add(made.bust)
    assert len(seen) > 2


def test_home_shows_the_person_whose_wishes_one_changes(client: Client) -> None:
    page = client.get("/")
    made = page.context["example"]
    wished = client.get(reverse("wish", args=[made.game.key], query=dict(page.context["asked"].fields)))
    face = bust_of(made.game, made.bust)
    assert face in page.content.decode()
    assert face in wished.content.decode()


def test_a_newcomer_rolls_the_dice_of_the_example(client: Client) -> None:
    def rolled(query: str) -> list[str]:
        page = client.get(f"/{query}").content.decode().partition('id="example-roll"')[2].partition("</form>")[0]
        return re.findall(r'<li[^>]*><b class="num">(\d+)</b>', page)

    assert rolled("") == []
    assert {int(face) for face in rolled("?roll=1")} <= set(range(1, 13))
    assert rolled("?roll=1")


def test_games_are_linked_and_the_home_page_leads_there(client: Client) -> None:
    page = client.get(reverse("wishes")).content.decode()
    assert [game.key for game in GAMES if reverse("wish", args=[game.key]) not in page] == []
    for name in ("home", "new", "characters"):
        assert reverse("wishes") in client.get(reverse(name)).content.decode()


def test_a_guest_has_no_more_than_a_guest_may(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_OF_A_GUEST", 1)
    address = reverse("wish", args=[GAMES[0].key])
    assert [client.post(address, {"seed": seed}).status_code for seed in "78"] == [302, 422]
    assert Character.objects.count() == 1

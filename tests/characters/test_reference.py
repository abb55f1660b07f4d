"""The page a game master looks things up on: every game's cards, found by name, with their cites and rulings."""

import html
import re

import pytest
from django.test import Client

from rules.kernel.pages import Game
from rules.systems import every, get
from rules.templatetags.cites import where
from tests.characters.posting import HX, words

pytestmark = pytest.mark.django_db


def names(client: Client, asked: str, game: str = "dominion") -> list[str]:
    response = client.get(f"/reference/{game}/", {"q": asked})
    return [card.name for _, cards in response.context["shown"] for card, _ in cards]


@pytest.mark.parametrize("game", every(), ids=lambda game: str(game.key))
def test_every_card_is_there_with_its_figures_cite_and_rulings(game: Game, client: Client) -> None:
    page = html.unescape(words(client.get(f"/reference/{game.key}/")))
    articles = dict(re.findall(r'<article id="([\w-]+)"(.*?)</article>', page, re.DOTALL))
    cards = {card.key: card for shelf in game.references(game.rulebook) for card in shelf.cards}
    assert list(articles) == list(cards)
    for key, card in cards.items():
        article = articles[key]
        assert f">{card.name}</h3>" in article
        assert f'<cite class="cite">{html.unescape(where(card.cite))}</cite>' in article
        assert all(f">{cell}</t" in article for row in card.table for cell in row), key
        assert all(len(row) == len(card.heads) for row in card.table), key
        assert all(f"<dt>{label}</dt><dd>{text}</dd>" in article for label, text in card.facts), key
        assert all(f'href="/rulings/{game.key}/#{ruling}"' in article for ruling in card.rulings), key


def test_no_two_elements_share_an_id(client: Client) -> None:
    for game in every():
        ids = re.findall(r'\sid="([^"]+)"', words(client.get(f"/reference/{game.key}/")))
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("horse", ["Noble War Horse", "Pack Horse", "Light War Horse"]),
        ("WAR light", ["Light War Horse"]),
        ("drag", ["Dragon"]),
        ("  hobbit \x00", ["Halfling"]),
        ("xyzzy", []),
    ],
)
def test_a_part_of_a_name_finds_it(asked: str, found: list[str], client: Client) -> None:
    assert names(client, asked) == found


@pytest.mark.parametrize("asked", ["'", '"', "<b>", "%", "(" * 500, "\u0301"])
def test_searching_for_anything_answers_a_page(asked: str, client: Client) -> None:
    response = client.get("/reference/dominion/", {"q": asked})
    assert response.status_code == 200
    assert "<b>" not in words(response)


def test_nothing_found_has_a_way_out(client: Client) -> None:
    page = words(client.get("/reference/dominion/", {"q": "xyzzy"}))
    assert "No matches" in page
    assert '<a class="button primary" href="/reference/dominion/">Clear search</a>' in page
    assert "<article" not in page


def test_htmx_gets_the_results_alone(client: Client) -> None:
    response = client.get("/reference/dominion/", {"q": "bruce"}, headers=HX)
    assert words(response).strip().startswith('<div id="results"')
    assert "1 entry" in words(response)
    assert "HX-Request" in response["Vary"]


def test_helper_and_spell_lead_to_each_other(client: Client) -> None:
    assert 'href="/spells/dominion/call-henchman/"' in words(client.get("/reference/dominion/", {"q": "henchman"}))
    page = words(client.get("/spells/dominion/summon-champion/"))
    assert re.search(
        '<a href="/reference/dominion/#champion">Champion</a> ?or ?<a href="/reference/dominion/#bruce">', page
    )
    assert "Summons" not in words(client.get("/spells/dominion/invisibility/"))


def test_the_page_is_linked_where_a_game_master_looks(client: Client) -> None:
    for game in (game for game in every() if game.references(game.rulebook)):
        link = f'href="/reference/{game.key}/"'
        assert link in words(client.get("/"))
        assert link in words(client.get(f"/rulings/{game.key}/"))


def test_an_unknown_game_is_not_found(client: Client) -> None:
    assert client.get("/reference/chess/").status_code == 404


def test_a_game_with_nothing_to_look_up_has_no_page_and_no_link(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(get("hprpg"), "references", lambda rulebook: ())
    assert client.get("/reference/hprpg/").status_code == 404
    for page in ("/", "/rulings/hprpg/"):
        assert "/reference/hprpg/" not in words(client.get(page))

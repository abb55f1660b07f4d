"""The demo world on its pages: every character, who sees what of them, and the list of them."""

from collections import Counter

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from campaigns.demo import demo
from campaigns.models import Membership
from characters.models import Character
from characters.tables import TableRole
from rules.models import Book
from tests.characters.posting import at, words
from tests.staged import staged

pytestmark = pytest.mark.django_db
COUNTED = {"duality": "mixed or better", "forge": "success or better"}
"""What a chance counts where it is not plain success."""
BREAKING = ("Corbin", "Cormac Overreach", "Otto", "Pell", "Torvald", "Barnaby Quill", "Twitch", "Corvin", "Ansel Brook")
"""Who breaks rules in the demo world."""
FALLEN = "Caravan guard 6"

stage = staged()


def browsers() -> dict[str, Client]:
    """One for each of its people."""
    clients = {name: Client() for name, _ in demo.PEOPLE}
    for name, client in clients.items():
        client.force_login(get_user_model().objects.get(username=name))
    return clients


@pytest.fixture
def world(stage: None, book: Book) -> dict[str, Client]:
    return browsers()


def test_every_page_shows_its_character(world: dict[str, Client]) -> None:
    """The sheets of all, every step of somebody sound and of somebody broken in each game, figures of the first."""
    games: Counter[tuple[str, bool]] = Counter()
    for character in Character.objects.select_related("owner"):
        client = world[character.owner.username]
        sheet = words(client.get(at(character, "sheet")))
        assert f"<h1>{character.name.replace(chr(39), '&#x27;')}</h1>" in sheet
        assert ('<span class="chip">Dead</span>' in sheet) is (character.name == FALLEN)
        assert ('class="chip mend"' in sheet) is (character.name in BREAKING)
        games[kind := (character.system, character.name in BREAKING)] += 1
        if games[kind] > 1:
            continue
        read = character.read()
        for step in character.game.steps(read):
            assert 'id="step-form"' in words(client.get(at(character, "build", step.key)))
        for figure in [*read.figures][:: 1 + 4 * kind[1]]:
            assert client.get(at(character, "figure", figure)).status_code == 200
        counted = COUNTED.get(character.system, "chance of success")
        assert f"</b> {counted}" in words(client.get(at(character, "odds")))


def test_a_game_master_sees_the_table_and_only_marks(world: dict[str, Client]) -> None:
    page = words(world["rowena"].get("/characters/"))
    assert "In my campaigns" in page
    assert page.count("played by") == 27
    jane = Character.objects.get(name="Jane Alderwick")
    sheet = words(world["rowena"].get(at(jane, "sheet")))
    assert ">Edit<" not in sheet
    assert "disabled" not in sheet
    seat = Membership.objects.get(user__username="rowena", campaign__name=jane.campaign)
    seat.role = TableRole.SPECTATOR
    seat.save()
    assert "disabled" in words(world["rowena"].get(at(jane, "sheet")))


def test_the_list_is_searched_and_filtered(world: dict[str, Client]) -> None:
    def found(**query: str) -> list[str]:
        answer = world["tom"].get("/characters/", query)
        assert answer.status_code == 200
        return sorted(row.character.name for row in answer.context["page"])

    assert found() == [
        "Ansel Brook", "Barnaby Quill", "Brother Oswin", "Corbin", "Cormac Overreach", "Corvin", "Fennimore Slake",
        "Michael Ashdown", "Old Hesper", "Otto", "Pell", "Torvald", "Twitch", "Ursula", "Wren Hollow",
    ]  # fmt: skip
    assert found(q="WREN") == ["Wren Hollow"]
    assert found(q="\x00wr") == ["Wren Hollow"]
    assert found(q="%") == found(q="' OR 1=1 --") == []
    assert found(state="mend") == [name for name in found() if name in BREAKING]
    assert found(state="legal", q="a") == ["Fennimore Slake", "Michael Ashdown", "Ursula"]
    assert found(system="dominion") == ["Old Hesper", "Otto", "Twitch", "Ursula"]
    assert found(system="forge") == ["Torvald"]
    assert found(system="duality") == ["Brother Oswin", "Corvin", "Pell"]
    assert (len(found(system="hprpg")), len(found(system="chess")), len(found(state="x", page="zz"))) == (6, 15, 15)
    assert "No matching characters" in words(world["tom"].get("/characters/", {"q": "xyzzy"}))


def test_the_list_answers_while_one_types(world: dict[str, Client]) -> None:
    drawn = world["tom"].get(
        "/characters/", {"q": "wren", "seated": "", "system": "forge"}, headers={"HX-Request": "true"}
    )
    told = words(drawn)
    assert ("Wren Hollow" in told, "Corvin" in told, "<html" in told) == (False, False, False)
    assert "No matching characters" in told
    assert drawn.headers["HX-Replace-Url"] == "/characters/?q=wren&system=forge&seated=1"
    drawn = world["tom"].get("/characters/", {"q": "wren"}, headers={"HX-Request": "true"})
    assert ("Wren Hollow" in words(drawn), "Corvin" in words(drawn), "1 found" in words(drawn)) == (True, False, True)
    assert "?q=wren&amp;system=hprpg" in drawn.content.decode(), "a chip keeps the words"
    every = world["tom"].get("/characters/", {"q": ""}, headers={"HX-Request": "true"})
    assert (every.headers["HX-Replace-Url"], "Corvin" in words(every)) == ("/characters/", True)

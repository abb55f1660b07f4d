"""Pages and fragments: what they show, what they cost, and that nothing sent to them breaks anything."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.demo import demo
from characters import actions
from characters.actions.play_log import LATEST, latest
from characters.models import Character
from characters.views.lists import PER_PAGE
from config.environment import ROOT
from rules.models import Book
from rules.systems import PACKAGES
from tests.cast import Cast
from tests.characters.posting import HX, at, targets, words
from tests.characters.test_demo_world import FALLEN, browsers
from tests.marking import mark

pytestmark = pytest.mark.django_db
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
)


def laid(*tables: str) -> dict[str, Client]:
    """These tables of the demo world, and a browser for each of its people."""
    demo.load(*tables)
    return browsers()


# The demo world


def test_the_demo_world_is_made_once_and_the_same_again(book: Book) -> None:
    first = demo.load()
    assert "34 characters" in first
    builds = [c.build for c in Character.objects.originals().order_by("pk")]
    assert demo.load() == first
    verdicts = [c.read() for c in Character.objects.originals().order_by("pk")]
    caravan = [True, True, False, *[True] * 6]
    alone = [*[True] * 6, False, *caravan, True, True, False, *[True, False] * 2]
    assert [sheet.legal for sheet in verdicts] == [*alone, *[True, True, False] * 2, True, False, True, True, False]
    assert [len(sheet.errors) for sheet in verdicts if not sheet.legal] == [3, 4, 3, 4, 5, 2, 4, 3, 1]
    assert builds[0] == demo.JANE
    guards = Character.objects.filter(npc=True, campaign__name=demo.CARAVAN)
    assert [guard.build["picks"]["race"] for guard in guards] == ["dwarf"] * 6


def test_the_demo_world_has_a_death_a_drift_a_cancelled_award_and_a_long_evening(book: Book) -> None:
    demo.load(demo.CARAVAN, demo.FERRY, demo.CROSSROADS)
    everybody = list(Character.objects.with_table())
    assert [one.name for one in everybody if one.read().dead] == [FALLEN]
    assert [one.name for one in everybody if one.drifted and one.own_settings] == ["Brother Oswin"]
    cancelled = {one.name: [line for line in one.ledger if line.kind == "void"] for one in everybody}
    assert [name for name, lines in cancelled.items() if lines] == ["Odile Marchbank"]
    assert [one.name for one in everybody if len(latest(one, LATEST + 1)) > LATEST] == ["Maren"]


def test_a_guest_at_my_table_is_listed_there_and_not_as_mine(cast: Cast) -> None:
    Character.objects.filter(pk=cast.guests_own.pk).update(campaign=cast.table)
    answer = cast["gm"].get("/characters/")
    assert [row.character for row in answer.context["table"]] == [cast.guests_own, cast.jane]
    assert list(answer.context["page"]) == []


def test_the_unknown_are_not_found(cast: Cast) -> None:
    owner = cast["owner"]
    for url in (
        at(cast.jane, "build", "no-such-step"),
        at(cast.jane, "figure", "no-such-figure"),
        "/rulings/chess/",
        "/characters/99999999999999999999/",
        "/characters/0/",
    ):
        assert owner.get(url).status_code == 404, url


def test_whatever_is_not_there_is_told_alike(cast: Cast) -> None:
    owner = cast["owner"]
    for url in ("/characters/0/", "/rulings/chess/", "/no-such-page/", at(cast.jane, "figure", "no-such-figure")):
        assert "There’s nothing at this address" in words(owner.get(url)), url


def test_public_pages_say_what_they_should(client: Client, book: Book) -> None:
    assert "Handbook" in words(client.get("/credits/"))
    assert "H-" in words(client.get("/rulings/hprpg/"))
    assert "New character" in words(client.get("/"))
    assert "Rough Magic" in words(client.get("/characters/new/"))


# Making


def test_a_guest_makes_a_character_and_finds_it_again(client: Client, book: Book) -> None:
    made = client.post("/characters/new/", {"system": "hprpg", "name": "Ann\x00a"})
    character = Character.objects.get()
    assert (character.name, character.owner, made.url) == ("Anna", None, at(character, "build_start"))
    assert client.get(made.url).url == at(character, "build", "species")
    client.post("/characters/new/", {"system": "hprpg", "random": "1"})
    listed = words(client.get("/characters/"))
    assert "Anna" in listed
    assert "Sign up" in listed
    assert "Anna" in words(client.get("/"))
    assert Character.objects.values("guest").distinct().count() == 1
    assert words(Client().get("/characters/")).count("Anna") == 0


def test_a_finished_character_opens_at_the_first_step(book: Book) -> None:
    world = laid(demo.TABLE)
    jane = Character.objects.get(name="Jane Alderwick")
    assert world["mira"].get(at(jane, "build_start")).url.startswith(at(jane, "build_start"))


def test_a_character_needs_a_game(client: Client, book: Book) -> None:
    answer = client.post("/characters/new/", {"system": "chess"})
    assert answer.status_code == 422
    assert "Choose a game." in words(answer)
    assert Character.objects.count() == 0


@pytest.mark.parametrize("key", ["nonsense", "", "7", None])
def test_a_forged_guest_key_opens_nothing(cast: Cast, key: Any) -> None:
    session = cast["guest"].session
    session["guest"] = key
    session.save()
    assert cast["guest"].get(cast.guests_own.get_absolute_url()).status_code == 302  # to the log-in, as nobody
    assert cast["guest"].get("/characters/").status_code == 200


# Play, odds


def test_wounds_say_what_they_do_and_follow_to_the_odds(book: Book) -> None:
    world = laid(demo.CARAVAN)
    raven = Character.objects.get(name="Raven")
    mark(raven, "injury", to=6)
    for page in ("marks", "sheet"):
        shown = words(world["mira"].get(at(raven, page), headers=HX))
        assert "Injury Penalty" in shown
        listed = dict(re.findall(r"Roll ([\w ]+), ?</span><b class=\"num\">(−?\d+)<", shown))
        assert (listed["Timing Score"], listed["Withstand Magic"]) == ("−1", "2"), "1 less 2, and what no wound lowers"
        assert re.search(r'#now-strike"|id="now-strike"', shown)
        assert '<span class="moved">4<span class="sr"> now, normally 6' in shown
    asked = world["mira"].get(at(raven, "odds"), {"skill": "strike"})
    assert asked.context["question"].check.pool.value == 6 - 2
    asked = world["mira"].get(at(raven, "odds"), {"skill": "strike", "injury": "0"})
    assert asked.context["question"].check.pool.value == 6


@pytest.mark.parametrize(
    "query",
    [
        "",
        "dv=30&extra=-20",
        "dv=99999999999&aspect=\x00&ability=zz",
        "ability=none&intractability=20",
        "catastrophe=11&extra=20",
        "dv=%ff&dv=٣",
    ],
)
def test_odds_of_anything_are_a_chart(cast: Cast, query: str) -> None:
    url = f"{at(cast.jane, 'odds')}?{query}"
    assert cast["owner"].get(url).status_code == 200
    fragment = cast["owner"].get(url, headers=HX)
    assert targets(fragment) == ["result", "rolled"]


def test_odds_of_the_impossible_say_so(cast: Cast) -> None:
    cast.jane.build = {}
    cast.jane.save()
    statuses = {
        a: words(cast["owner"].get(f"{at(cast.jane, 'odds')}?ability={a}")) for a in ("medicine", "potions", "history")
    }
    assert any("You can’t attempt this." in page for page in statuses.values())


# The list


def test_a_list_of_pages_answers_while_one_types(cast: Cast) -> None:
    for number in range(31):
        actions.create_character(system="forge", by=cast.users["owner"], name=f"Pip {number}")
    asked = {"q": "pip", "page": "2", "other": "x" * 4000}
    drawn = cast["owner"].get("/characters/", asked, headers={"HX-Request": "true"})
    assert "Page 2 of 2" in words(drawn)
    assert "?q=pip&amp;page=1&amp;" in drawn.content.decode()
    assert drawn.headers["HX-Replace-Url"] == "/characters/?q=pip&page=2"
    odd = "&".join(f"{key}={'%ff' * 200}" for key in ("q", "system", "seated", "state", "page"))
    drawn = cast["owner"].get(f"/characters/?{odd}", headers={"HX-Request": "true"})
    assert drawn.headers["HX-Replace-Url"] == f"/characters/?q={'%EF%BF%BD' * 200}&seated=1"


def test_who_was_played_last_stands_first_and_chips_count_the_rest(cast: Cast) -> None:
    owner, user = cast["owner"], cast.users["owner"]
    others = [actions.create_character(system=key, by=user, name=key) for key in ("hprpg", "forge", "forge")]
    assert owner.get("/characters/").context["page"][0].character.pk == others[-1].pk
    actions.change_play(character=cast.jane, key="health", change=1, by=user)
    Character.objects.filter(pk=others[0].pk).update(changed_at=timezone.now())
    page = owner.get("/characters/")
    assert page.context["page"][0].character.pk == cast.jane.pk
    chips = {chip.label: (chip.many, chip.query) for chip in page.context["chips"]}
    assert chips["All"] == (4, "")
    assert chips["Harry Potter RPG"] == (2, "system=hprpg")
    assert chips["Forge of Legends"] == (2, "system=forge")
    assert chips["In a campaign"] == (1, "seated=1")
    assert chips["Unfinished"] == (3, "state=unfinished")
    seated = owner.get("/characters/", {"seated": "1"}).context
    assert [row.character.pk for row in seated["page"]] == [cast.jane.pk]
    assert [chip.label for chip in seated["chips"] if chip.chosen] == ["In a campaign"]
    assert {chip.label: chip.many for chip in seated["chips"]} == {label: many for label, (many, _) in chips.items()}


def test_who_begins_sees_which_game_was_used_when(cast: Cast) -> None:
    games = {game["key"]: game["last"] for game in cast["owner"].get("/characters/new/").context["games"]}
    assert games == {key: cast.jane.changed_at if key == "hprpg" else None for key in games}
    assert {game["last"] for game in cast["stranger"].get("/characters/new/").context["games"]} == {None}


def test_the_list_costs_the_same_for_one_and_for_forty(cast: Cast, django_assert_num_queries: Any) -> None:
    owner, gm = cast["owner"], cast["gm"]
    owner.get("/characters/")
    # Session, user, who was played last, how many, a page of them, those at my tables, by game, bin; and the number of
    # unread news: until when they are read, and how many are not.
    with django_assert_num_queries(10):
        owner.get("/characters/")
    for _ in range(40):
        actions.create_character(system="hprpg", by=cast.users["owner"], campaign=cast.table)
    with django_assert_num_queries(11):  # and the documents that were never read
        page = owner.get("/characters/", {"page": "2"})
    assert len(page.context["page"]) == 11
    assert "Page 2 of 2" in words(page)
    with django_assert_num_queries(10):
        owner.get("/characters/", {"page": "2"})
    with django_assert_num_queries(10):  # the game master has nobody of their own to page through
        at_tables = gm.get("/characters/")
    assert len(at_tables.context["table"]) == PER_PAGE
    assert "These 30 changed most recently" in words(at_tables)


def test_copies_the_bin_and_back(cast: Cast) -> None:
    owner = cast["owner"]
    assert "(copy)" in words(owner.post(at(cast.jane, "duplicate"), follow=True))
    assert "Deleted Jane Alderwick. You can restore it" in words(owner.post(at(cast.jane, "bin"), follow=True))
    assert "Restored Jane" in words(owner.post(at(cast.jane, "unbin"), follow=True))
    assert owner.get(cast.jane.get_absolute_url()).status_code == 200
    assert owner.post(at(cast.jane, "unbin")).status_code == 404
    guest = cast["guest"]
    guest.post(at(cast.guests_own, "duplicate"))
    assert Character.objects.filter(guest=cast.guests_own.guest).count() == 2


# Theme, headers, names


@pytest.mark.parametrize(
    "onward",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "home",
        "sheet",
        "",
        "http:///evil.example",
        "\x00",
        "///evil.example",
    ],
)
def test_the_theme_leads_nowhere_else(client: Client, onward: str) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": onward})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_the_theme_is_remembered_and_forgotten(client: Client) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": "/credits/?a=1"})
    assert (answer["Location"], client.cookies["theme"].value) == ("/credits/?a=1", "dark")
    assert 'data-theme="dark"' in words(client.get("/"))
    client.post("/theme/", {"theme": "plaid"})
    assert client.cookies["theme"].value == ""


def test_every_answer_has_its_headers(cast: Cast) -> None:
    owner, jane = cast["owner"], cast.jane
    private = ["/", "/characters/", *(at(jane, name) for name in ("sheet", "build_start", "odds", "print", "export"))]
    private += [at(jane, "build", "aspects"), at(jane, "figure", "charm"), reverse("print_job", args=[cast.job.pk])]
    private += [reverse("print_file", args=[cast.job.pk]), "/characters/new/", "/characters/import/", "/spells/"]
    private += [reverse(name) for name in ("account_email", "usersessions_list", "mfa_index")]
    for url in [*private, "/credits/", "/rulings/hprpg/", "/nowhere/"]:
        answer = owner.get(url)
        # What a print will look like is drawn in a frame of its page.
        policy = f"{POLICY}; frame-src 'self'" if url == at(jane, "print") else POLICY
        assert sorted(answer["Content-Security-Policy"].split("; ")) == sorted(policy.split("; ")), url
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Referrer-Policy"] == "same-origin"
        if url in private:
            assert "no-store" in answer["Cache-Control"], url
            assert "private" in answer["Cache-Control"], url
        answer.getvalue()  # a file is closed at its end
    assert "Cache-Control" not in cast["nobody"].get("/credits/")
    for url in (at(jane, "odds"), at(jane, "build", "aspects"), reverse("print_job", args=[cast.job.pk])):
        assert "HX-Request" in owner.get(url)["Vary"], url


def test_posts_without_a_token_are_refused(cast: Cast) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = cast["owner"].cookies
    for name, args in (("undo", [cast.jane.pk]), ("build", [cast.jane.pk, "aspects"]), ("theme", [])):
        assert strict.post(reverse(name, args=args)).status_code == 403
    came = {"here": "http://testserver/characters/?q=ja", "elsewhere": "http://example.org/characters/?q=ja"}
    told = {place: words(strict.post(reverse("theme"), headers={"Referer": page})) for place, page in came.items()}
    assert 'href="/characters/?q=ja">Open the page again' in told["here"]
    assert "Open the page again</a>" not in told["elsewhere"]


BYNAMES = ("potter", "hogwarts", "wizard")
GAME = re.compile(rf"\b({'|'.join([*PACKAGES, *PACKAGES.values(), *BYNAMES])})\b", re.IGNORECASE)
ROOMS = ("characters", "campaigns", "spells", "config", "templates", "static/js")
OF_GAMES = re.compile(r"/migrations/|/vendor/|templates/print/|campaigns/demo/")


def test_no_page_knows_a_game_by_name() -> None:
    files = [file for room in ROOMS for file in (ROOT / room).rglob("*") if file.suffix in (".py", ".html", ".js")]
    pages = [file for file in files if not OF_GAMES.search(file.as_posix())]
    found = [f"{file.relative_to(ROOT)}: {line.strip()}" for file in pages for line in lines(file) if GAME.search(line)]
    assert found == []


def test_no_page_counts_the_games(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.systems.PACKAGES", dict(list(PACKAGES.items())[:2]))
    page = words(client.get("/"))
    assert ">2 games</h2>" in page
    assert page.count("<li data-system=") == 2


def test_every_game_has_an_accent() -> None:
    css = (ROOT / "static" / "css" / "dramatis.css").read_text(encoding="utf-8")
    plain = [key for key in PACKAGES if f'[data-system="{key}"] {{ --accent: light-dark(#' not in css]
    assert plain == [], 'give them one in static/css/dramatis.css: [data-system="…"] { --accent: light-dark(…, …); }'


def test_no_rule_asks_what_is_inside_a_whole_page() -> None:
    """One that does styles the whole page again whenever anything is put into it: 70 ms of a slow phone for a dot."""
    css = (ROOT / "static" / "css" / "dramatis.css").read_text(encoding="utf-8")
    assert (
        re.findall(r"(?:html|body|main|:root|\.builder|\.step|\.columns|\.group|#fields)[^\s>+~,{}]*:has\(", css) == []
    )


def test_no_rule_asks_a_rating_or_the_rail_what_is_inside() -> None:
    """One that does styles all of it that any such rule is for, each dot too, when only what is said of it changes."""
    css = (ROOT / "static" / "css" / "dramatis.css").read_text(encoding="utf-8")
    asked = re.findall(r"\.(?:rating|rail)(?![\w-])[^\s>+~,{}]*:has\(|\[data-room[^\]]*\] \.dot", css)
    assert asked == []


def test_no_rule_asks_whether_anything_is_inside() -> None:
    """One that does makes browsers style anew what is around an element, whatever is drawn inside."""
    css = (ROOT / "static" / "css" / "dramatis.css").read_text(encoding="utf-8")
    asked = re.findall(r":has\(((?:[^()]|\([^()]*\))*)\)", css)
    assert [
        inside for inside in asked if re.search(r"\*|(?:^|[\s>+~])(?:span|p|div|:nth-\S+)\s*(?:[,>+~]|$)", inside)
    ] == []


def test_no_rule_asks_what_is_not_inside() -> None:
    """One that does, or asks for an only child, makes browsers ask it again of all that is around whatever is drawn."""
    css = (ROOT / "static" / "css" / "dramatis.css").read_text(encoding="utf-8")
    asked = re.findall(r":has\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)", css)
    assert asked
    assert [inside for inside in asked if re.search(r":not\(|:(?:only|first|last|nth)-", inside)] == []


def test_no_rule_is_for_anything_that_follows_anything() -> None:
    """One that is makes browsers style anew everything beside an element that comes or goes, and all that is in it."""
    css = (ROOT / "static" / "css" / "dramatis.css").read_text(encoding="utf-8")
    bare = re.sub(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "", re.sub(r"/\*.*?\*/", "", css, flags=re.S))
    rules = [rule.strip() for heads in re.findall(r"(?:^|[{};])([^{};@]+)\{", bare) for rule in heads.split(",")]
    assert len(rules) > 1000
    before = re.compile(r"(?:^|[\s>+~])(?:\*|[a-z]\w*)(?::[\w-]+)*\s*[+~]")  # a tag at most
    last = re.compile(r"[\s>+~](?:\*|:[\w-]+)(?::[\w-]+)*$")  # not even a tag
    assert [rule for rule in rules if before.search(rule) and last.search(rule)] == []


def lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()

"""The pages of a character's history: who, when and what in words, side by side, restored."""

import uuid
from datetime import date
from typing import Any

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.demo import demo, demo_past
from campaigns.review import awards
from characters import actions
from characters.models import Character, Revision
from characters.views import histories
from characters.views.histories import PER_PAGE, EventRow
from rules.models import Book
from tests.cast import Cast
from tests.characters.posting import at, words
from tests.staged import staged

pytestmark = pytest.mark.django_db


caravan = staged(demo.CARAVAN)


@pytest.fixture
def raven(caravan: None, book: Book) -> Character:
    """The demonstration's character with a week behind her."""
    return Character.objects.get(name="Raven")


@pytest.fixture
def mira(raven: Character) -> Client:
    client = Client()
    assert raven.owner is not None
    client.force_login(raven.owner)
    return client


def rows(client: Client, character: Character, **asked: Any) -> list[Any]:
    answer = client.get(at(character, "history"), asked)
    assert answer.status_code == 200
    return list(answer.context["rows"])


def versions(*args: Any, **asked: Any) -> list[int]:
    return [row.version for row in rows(*args, **asked)]


def change(character: Character, path: str, value: Any, by: Any = None) -> Character:
    return actions.change_build(character=character, changes={path: value}, drawn=character.version, by=by).character


def queries(client: Client, url: str) -> int:
    client.get(url)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


# Every change


def test_every_change_is_told_with_who_and_when(mira: Client, raven: Character) -> None:
    told = rows(mira, raven)
    found = [row for row in told if not isinstance(row, EventRow)]
    assert [row.version for row in found] == [7, 6, 5, 4, 3, 2, 1]
    assert {row.who for row in found} == {"You"}
    assert found[1].lines == ("Dodge 6 → 4", "Strike 5 → 6", "Withstand Injury 2 → 4")
    assert len({row.at.date() for row in found}) == 7
    page = words(mira.get(at(raven, "history")))
    assert page.count("<h2>") == len({row.at.date() for row in told})
    assert f"{found[0].at.date():%A}" in page
    assert "Character created" in page


def test_the_game_master_reads_along_and_changes_nothing(raven: Character) -> None:
    rowena = Client()
    rowena.force_login(get_user_model().objects.get(username="rowena"))
    page = words(rowena.get(at(raven, "history")))
    assert "<b>mira</b>" in page
    assert "undo/" not in page
    assert "Restore version" not in words(rowena.get(reverse("versions_of", args=[raven.pk, 1, 7])))


def test_a_word_finds_its_changes_in_capitals_or_not(mira: Client, raven: Character) -> None:
    assert versions(mira, raven, query="DODGE") == [6, 3]
    assert versions(mira, raven, query="light armour added") == [5]
    nothing = words(mira.get(at(raven, "history"), {"query": "zebra"}))
    assert "No matching changes" in nothing
    assert 'value="zebra"' in nothing


def test_guests_people_and_those_who_are_gone_are_told_apart(cast: Cast) -> None:
    jane = change(cast.jane, "scores.charm", 2, by=cast.users["owner"])
    change(jane, "scores.charm", 3)
    owner, gm = cast["owner"], cast["gm"]
    assert [row.who for row in rows(owner, jane)] == ["Someone", "You", "You"]
    assert [row.who for row in rows(gm, jane)] == ["Someone", "owner", "owner"]
    assert versions(gm, jane, by="nobody") == [3]
    assert versions(gm, jane, by=str(cast.users["owner"].pk)) == [2, 1]
    assert versions(gm, jane, by="nonsense") == [3, 2, 1]
    assert ">owner</option>" in words(gm.get(at(jane, "history")))
    assert [row.who for row in rows(cast["guest"], cast.guests_own)] == ["You"]


def test_what_a_guest_did_is_theirs_when_they_have_an_account(cast: Cast) -> None:
    own = change(cast.guests_own, "scores.charm", 2)
    actions.bin_character(character=own)
    actions.unbin_character(character=own)
    actions.adopt(user=cast.users["stranger"], guest=cast.guests_own.guest)
    assert {row.who for row in rows(cast["stranger"], own)} == {"You"}


def test_the_game_master_whose_account_is_gone_is_no_guest(cast: Cast) -> None:
    awards.award(characters=[cast.jane], campaign=cast.table, by=cast.users["gm"], amount=2, reason="The owl")
    cast.users["gm"].delete()
    assert [row.who for row in rows(cast["owner"], cast.jane) if "Awarded 2 dots: The owl" in row.lines] == ["Someone"]


def test_undo_and_redo_say_what_they_took_back(cast: Cast) -> None:
    jane = change(cast.jane, "scores.charm", 2, by=cast.users["owner"])
    owner = cast["owner"]
    assert owner.post(at(jane, "undo"), {"history": "1"}).url == at(jane, "history")
    owner.post(at(jane, "redo"), {"history": "1"})
    page = words(owner.get(at(jane, "history")))
    assert "undid version 2" in page
    assert "redid version 2" in page
    assert [row.lines for row in rows(owner, jane)] == [
        ("Charm 2 → 3",), ("Charm 3 → 2",), ("Charm 2 → 3",), (),
    ]  # fmt: skip


def test_many_changes_come_in_pages_and_cost_no_more_queries(cast: Cast) -> None:
    url, jane = at(cast.jane, "history"), cast.jane
    asked = [url, f"{url}?query=charm", f"{url}?figure=charm", f"{url}?page=2"]
    jane = change(jane, "scores.charm", 2)
    few = [queries(cast["owner"], address) for address in asked]
    for n in range(PER_PAGE * 2):
        jane = change(jane, "scores.charm", n % 5)
    few[3] += 1  # a second page asks where the first one ended
    assert [queries(cast["owner"], address) for address in asked] == few
    assert max(few) <= 12
    assert versions(cast["owner"], jane) == list(range(jane.version, jane.version - PER_PAGE, -1))
    assert versions(cast["owner"], jane, page=3)[-1] == 1
    assert "Page 2 of 3" in words(cast["owner"].get(url, {"page": 2}))


def test_a_search_looks_through_so_many_changes_at_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("characters.views.histories.SEARCHED", 2)
    jane = change(change(cast.jane, "scores.charm", 2), "notes.goals", "Win")
    change(jane, "notes.goals", "Lose")
    page = words(cast["owner"].get(at(jane, "history"), {"query": "charm"}))
    assert "No matches in these 2 changes" in page
    assert "query=charm&amp;page=2" in page
    assert versions(cast["owner"], jane, query="charm", page=2) == [2]


def test_what_was_written_past_the_history_is_said(cast: Cast) -> None:
    jane = change(cast.jane, "entries.gear.3", {"name": "Rope"})
    change(jane, "scores.charm", 2)
    Character.objects.filter(pk=jane.pk).update(build={"scores": {"charm": 2}})
    page = words(cast["owner"].get(at(jane, "history")))
    assert versions(cast["owner"], jane) == [3]
    assert "Older changes can’t be shown" in page
    assert cast["owner"].get(reverse("versions_of", args=[jane.pk, 1, 3])).status_code == 404


# One number


def test_why_a_number_dropped_is_told(mira: Client, raven: Character) -> None:
    drop, rise = rows(mira, raven, figure="dodge")
    assert (drop.version, drop.figure.before, drop.figure.after) == (6, 6, 4)
    assert [(term.label, term.before, term.after) for term in drop.figure.terms] == [("bought", "+4", "+2")]
    assert (rise.version, rise.figure.before, rise.figure.after) == (3, 2, 6)
    page = words(mira.get(at(raven, "history"), {"figure": "dodge"}))
    assert "<h1>History of Dodge</h1>" in page
    assert "Dodge 6 → 4" in page


def test_a_number_that_was_not_always_there(mira: Client, raven: Character) -> None:
    key = next(figure.key for figure in raven.read().figures.values() if figure.label == "Dodge with armour")
    found = rows(mira, raven, figure=key)
    assert [(row.version, row.figure.before, row.figure.after) for row in found] == [(6, 5, 3), (5, None, 5)]


def test_the_number_of_a_line_is_followed_wherever_the_line_stands(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two New Skills: both are raised, the first goes, and what was the second is called otherwise since."""
    names = ("Juggling", "Sewing")
    lines = [{"name": name, "picks": {"attribute": "agility"}, "scores": {"steps": 1}} for name in names]
    build = {"scores": {"agility": 3}, "entries": {"skills": lines}}
    made = actions.create_character(system="dominion", by=cast.users["owner"], build=build)
    for path, value in (
        ("entries.skills.1.scores.steps", 3),
        ("entries.skills.0.scores.steps", 2),
        ("entries.skills.0", None),
        ("entries.skills.0.name", "Weaving"),
        ("entries.skills.0.scores.steps", 4),
    ):
        made = change(made, path, value)
    start = made.read()["own-skill-1"] - 4

    def told() -> list[tuple[int, int | None, int | None]]:
        found = rows(cast["owner"], made, figure="own-skill-1")
        return [(row.version, row.figure.before, row.figure.after) for row in found]

    moves = [(6, start + 3, start + 4), (2, start + 1, start + 3)]
    assert told() == moves
    # The pages behind the first one follow it, too.
    monkeypatch.setattr("characters.views.histories.PER_PAGE", 2)
    monkeypatch.setattr("characters.views.histories.SEARCHED", 2)
    assert [row for page in "123" for row in _of_page(cast["owner"], made, page)] == moves


def _of_page(client: Client, made: Character, page: str) -> list[tuple[int, int | None, int | None]]:
    found = rows(client, made, figure="own-skill-1", page=page)
    return [(row.version, row.figure.before, row.figure.after) for row in found]


def test_a_number_nobody_knows_never_changed(mira: Client, raven: Character) -> None:
    assert "No changes to this number" in words(mira.get(at(raven, "history"), {"figure": "zebra"}))


def test_a_figures_page_leads_to_its_history(mira: Client, raven: Character) -> None:
    for key, told_by in (("dodge", "dodge-as-worn"), ("dodge-as-worn", "dodge-as-worn"), ("strike", "strike")):
        assert f'{at(raven, "history")}?figure={told_by}"' in words(mira.get(at(raven, "figure", key)))
    for page in (at(raven, "sheet"), at(raven, "build", "skills")):
        assert f'href="{at(raven, "history")}"' in words(mira.get(page))


# Side by side


def test_two_versions_show_choices_numbers_budgets_and_findings(mira: Client, raven: Character) -> None:
    answer = mira.get(reverse("versions_of", args=[raven.pk, 3, 6]))
    compared = answer.context["compared"]
    moved = {figure.key: (figure.before, figure.after) for figure in compared.figures if figure.moved}
    assert moved["dodge"] == (6, 4)
    assert "Dodge 6 → 4" in answer.context["lines"]
    assert [(budget.before.spent.value, budget.after.spent.value) for budget in compared.budgets] == [(38, 55)]
    page = words(answer)
    assert "Added since" in page
    assert "19 left of 57" in page
    assert "Restore version 3" in page


def test_a_version_beside_itself_and_before_its_time(mira: Client, raven: Character) -> None:
    same = words(mira.get(reverse("versions_of", args=[raven.pk, 7, 7])))
    assert "No differences" in same
    assert "No numbers changed" in same
    for wrong in ([0, 1], [1, 8]):
        assert mira.get(reverse("versions_of", args=[raven.pk, *wrong])).status_code == 404


@pytest.mark.parametrize(
    ("asked", "shown"), [(("2", "5"), (2, 5)), (("0", "99"), (1, 7)), (("", "5"), (7, 5)), (("x", "1" * 12), (7, 7))]
)
def test_two_numbers_lead_to_two_versions(
    asked: tuple[str, str], shown: tuple[int, int], mira: Client, raven: Character
) -> None:
    answer = mira.get(at(raven, "history"), dict(zip(("from", "to"), asked, strict=True)))
    assert answer.url == reverse("versions_of", args=[raven.pk, *shown])


# Restoring


def test_a_version_is_restored_as_one_change_that_undo_takes_back(mira: Client, raven: Character) -> None:
    today, then = raven.build, {"dodge": 4, "strike": 3}
    answer = mira.post(reverse("restore", args=[raven.pk, 3]), follow=True)
    assert "Restored version 3." in words(answer)
    raven.refresh_from_db()
    assert {key: raven.build["scores"][key] for key in then} == then
    last = raven.revisions.first()
    assert last is not None
    assert (last.version, last.kind, last.by) == (8, Revision.Kind.EDIT, raven.owner)
    mira.post(at(raven, "undo"))
    raven.refresh_from_db()
    assert raven.build == today


def test_restoring_what_stands_changes_nothing(mira: Client, raven: Character) -> None:
    assert "already" in words(mira.post(reverse("restore", args=[raven.pk, 7]), follow=True))
    assert mira.post(reverse("restore", args=[raven.pk, 8])).status_code == 404
    assert mira.post(reverse("restore", args=[raven.pk, 0])).status_code == 404
    raven.refresh_from_db()
    assert raven.version == 7


def test_the_demonstration_ends_with_the_raven_of_today(raven: Character) -> None:
    assert raven.build == demo.RAVEN
    days = [told.at.date() for told in raven.revisions.all()]
    assert days == sorted(days, reverse=True)
    assert len(set(days)) == raven.version


@pytest.mark.parametrize("clock", ["00:01", "01:12", "06:40", "12:00", "23:59"])
def test_each_change_has_a_day_of_its_own_at_any_hour(raven: Character, clock: str) -> None:
    with time_machine.travel(f"2026-11-22T{clock}+00:00", tick=False):
        demo_past._date(raven)
    days = [told.at.date() for told in raven.revisions.order_by("version")]
    assert days == [date(2026, 11, day) for day in range(15, 22)]


def test_a_build_that_was_no_mapping_has_a_history(book: Book, client: Client) -> None:
    from rules.kernel.documents import Document

    guest = uuid.uuid4()
    made = actions.create_character(
        system="hprpg", guest=guest, document=Document(system="hprpg", name="", build=["odd"])
    )
    change(made, "scores.charm", 2)
    session = client.session
    session["guest"] = str(guest)
    session.save()
    assert rows(client, made)[0].lines == ("Charm 1 → 3",)
    client.post(reverse("restore", args=[made.pk, 1]))
    assert Character.objects.get(pk=made.pk).build == ["odd"]


def test_who_comes_while_the_page_is_made_is_named(mira: Client, raven: Character, monkeypatch: Any) -> None:
    monkeypatch.setattr(histories, "_people", lambda *asked: histories.People())
    assert {row.who for row in rows(mira, raven)} == {"mira", "rowena"}

"""What lists read: no more than they show, whatever hangs on it. Counted in queries, sheets and bytes."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.review import decisions
from characters import actions, limits, versions
from characters.glances import _GLANCES
from characters.limits import BUILD_BYTES
from characters.models import Character
from characters.views.lists import PER_PAGE
from rules.kernel.documents.builds import TEXT_LIMIT
from tests.cast import Cast
from tests.characters.posting import at, words

pytestmark = pytest.mark.django_db

LISTS = ("/characters/", "/characters/?state=mend", "/", "/campaigns/")


@pytest.fixture
def sheets(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Whose sheets are read, as they are."""
    found: list[int] = []
    read = Character.read

    def reading(character: Character, **how: Any) -> Any:
        found.append(character.pk)
        return read(character, **how)

    monkeypatch.setattr(Character, "read", reading)
    return found


def cost(client: Client, address: str) -> tuple[int, int]:
    """How many queries a page asks, and how many bytes the database answers."""
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    answered = 0
    for query in asked.captured_queries:
        if query["sql"].startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.execute(query["sql"].replace("%", "%%"))
                answered += sum(len(repr(row)) for row in cursor.fetchall())
    return len(asked), answered


def crowd(by: Any, count: int = 10) -> list[int]:
    """So many small characters of somebody's."""
    return [actions.create_character(system="hprpg", by=by, name=f"No. {n}").pk for n in range(count)]


def grow(keys: list[int]) -> None:
    """Make characters as large as any may be, and what stands beside their choices."""
    build: dict[str, Any] = {"notes": {f"note-{n}": "x" * TEXT_LIMIT for n in range(12)}}
    build["entries"] = {"gear": [{"name": f"thing {n}"} for n in range(400)]}
    assert BUILD_BYTES * 0.9 < limits.size(build) < BUILD_BYTES
    extra = {"odd": "x" * 60_000}
    Character.objects.filter(pk__in=keys).update(build=build, extra=extra, rolled=extra, play=extra)


def test_ten_of_the_largest_cost_a_list_what_ten_small_ones_cost(cast: Cast, sheets: list[int]) -> None:
    owner = cast["owner"]
    keys = crowd(cast.users["owner"])
    first = {address: cost(owner, address) for address in LISTS}
    small = {address: cost(owner, address) for address in LISTS}
    grow(keys)
    _GLANCES.clear()
    sheets.clear()
    queries, answered = cost(owner, "/characters/")
    assert queries == first["/characters/"][0]
    assert answered < 1.1 * len(keys) * BUILD_BYTES  # each of them once, and nothing of what stands beside
    assert sorted(sheets) == sorted([cast.jane.pk, *keys])
    sheets.clear()
    large = {address: cost(owner, address) for address in LISTS}
    assert sheets == []
    for address in LISTS:
        assert large[address][0] == small[address][0]
        assert large[address][1] < 1.2 * small[address][1], address


def test_what_moves_is_read_again_and_nothing_else(cast: Cast, sheets: list[int]) -> None:
    owner = cast["owner"]
    one, *_ = crowd(cast.users["owner"], 3)
    owner.get("/characters/")
    sheets.clear()
    held = Character.objects.with_table().get(pk=one)
    owner.get("/characters/")
    assert sheets == []
    for move in (
        lambda: actions.change_play(character=held, key="health", change=2),
        lambda: actions.change_build(character=held, changes={"scores.charm": 3}, drawn=held.version),
        lambda: actions.change_settings(character=held, values={"affinity_cap": 4}),
        lambda: decisions.seat(character=held, campaign=cast.table, by=cast.users["owner"]),
        lambda: type(cast.table).objects.filter(pk=cast.table.pk).update(settings={"hprpg": {"affinity_cap": 5}}),
    ):
        move()
        sheets.clear()
        owner.get("/characters/")
        assert one in sheets
        assert set(sheets) <= {one, cast.jane.pk}


def test_many_are_paged_by_the_database_with_what_ifs_behind_their_originals(cast: Cast, sheets: list[int]) -> None:
    owner, user = cast["owner"], cast.users["owner"]
    keys = crowd(user, 40)
    original = Character.objects.with_table().get(pk=keys[20])
    tried = [versions.what_if(character=original, by=user).pk for _ in range(3)]
    sheets.clear()
    shown = []
    for number in (1, 2):
        page = owner.get("/characters/", {"page": number}).context["page"]
        for row in page:
            shown += [row.character.pk, *(branch.character.pk for branch in row.branches)]
    assert len(sheets) == len(shown) == 44
    assert shown == [*reversed(keys[21:]), keys[20], *reversed(tried), *reversed(keys[:20]), cast.jane.pk]
    answer = owner.get("/characters/", {"page": 1})
    assert f"Legal ({PER_PAGE}" not in words(answer)
    assert "Page 1 of 2" in words(answer)
    mended = owner.get("/characters/", {"state": "mend"})
    assert f"Page 1 of 2, {PER_PAGE} characters searched on each" in words(mended)
    assert all(row.glance.status.key == "mend" for row in mended.context["page"])


def test_a_few_are_counted_by_their_state(cast: Cast) -> None:
    crowd(cast.users["owner"], 2)
    answer = cast["owner"].get("/characters/")
    counted = {chip.label: chip.many for chip in answer.context["chips"]}
    assert (counted["All"], counted["Unfinished"]) == (3, 2)


def test_the_deleted_and_who_is_at_a_table_come_without_their_documents(cast: Cast) -> None:
    gm, owner = cast["gm"], cast["owner"]
    pages = [(owner, "/characters/"), (gm, cast.table.get_absolute_url()), (owner, at(cast.jane, "history"))]
    for client, address in pages:
        client.get(address)
    small = [cost(client, address)[1] for client, address in pages[:2]]
    grow([cast.binned.pk, cast.jane.pk])
    owner.get("/characters/")
    large = [cost(client, address)[1] for client, address in pages[:2]]
    assert all(much < 1.2 * little + 10_000 for much, little in zip(large, small, strict=True))


def test_a_table_says_without_reading_it_whether_somebody_was_changed_since(cast: Cast) -> None:
    decisions.submit(character=cast.jane, by=cast.users["owner"])
    decisions.approve(character=cast.jane, by=cast.users["gm"], seen=cast.jane.version)
    (jane,) = Character.objects.named().filter(pk=cast.jane.pk)
    assert (jane.drifted, "build" in vars(jane)) == (False, False)
    held = Character.objects.with_table().get(pk=cast.jane.pk)
    actions.change_build(character=held, changes={"scores.charm": 5}, drawn=held.version)
    (jane,) = Character.objects.named().filter(pk=cast.jane.pk)
    assert (jane.drifted, "build" in vars(jane)) == (True, False)


def test_a_list_shows_the_first_numbers_of_the_sheet_as_they_stand(cast: Cast) -> None:
    owner = cast["owner"]
    shown = re.compile(r"<dt>Health</dt><dd><span>(\d+)</span> *<small>of 7")
    for change, stands in ((-3, "4"), (1, "5")):
        held = Character.objects.with_table().get(pk=cast.jane.pk)
        actions.change_play(character=held, key="health", change=change)
        assert shown.findall(words(owner.get("/characters/"))) == [stands]
        sheet = re.sub(r"\s*<[^>]*>\s*", " ", words(owner.get(at(cast.jane, "sheet"))))
        assert re.search(rf"Health {stands} of 7", " ".join(sheet.split()))

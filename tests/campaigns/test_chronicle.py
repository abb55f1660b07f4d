"""What a table tells of its sessions, and what a game master hands out, to whom."""

import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine
from django.urls import reverse

from campaigns import actions
from campaigns.chronicle import handouts, scenes, sessions
from campaigns.models import GameSession, Handout, Memory
from campaigns.views import chronicle, histories
from rules.refusals import Refused
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def read(cast: Cast, who: str, **asked: str) -> str:
    return words(cast[who].get(reverse("campaign_history", args=[cast.table.pk]), asked))


def post(cast: Cast, who: str, name: str, *args: Any, **data: Any) -> str:
    return words(cast[who].post(reverse(name, args=[cast.table.pk, *args]), data, follow=True))


def told(cast: Cast, title: str, day: str) -> GameSession:
    gm = cast.users["gm"]
    return sessions.tell(campaign=cast.table, by=gm, held_on=date.fromisoformat(day), title=title, story="")


def test_a_session_is_written_up_numbered_and_remembered(cast: Cast) -> None:
    sent = {"title": "The toll", "story": "Rain.\r\n\r\nMore rain.", "held_on": "2026-11-20"}
    for _ in range(2):
        page = post(cast, "gm", "session_new", **sent)
    evening = GameSession.objects.get()
    assert ("Session 1 · Friday 20 November 2026" in page, "<p>More rain.</p>" in page) == (True, True)
    told(cast, "Before that", "2026-11-06")
    assert "Session 2 · Friday 20 November 2026</p><h2>The toll</h2>" in read(cast, "companion")
    assert "“Sun.”" not in post(cast, "companion", "memory", evening.pk, text="It was mud.")
    post(cast, "companion", "memory", evening.pk, text="It was sand.")
    page = read(cast, "owner")
    assert ("It was sand." in page, "It was mud." in page) == (True, False)
    assert "Add your memory" in page
    assert "was removed" in post(cast, "companion", "memory", evening.pk, text="")
    assert not evening.memories.exists()
    assert "Wrote up a session: The toll" in words(cast["owner"].get(reverse("news")))


def test_the_chronicle_is_searched_narrowed_and_taken_along(cast: Cast) -> None:
    evening = told(cast, "The toll", "2026-11-20")
    sessions.remember(session=evening, by=cast.users["owner"], text="Eleven silver.\r## 9. Forged")
    Memory.objects.update(text="Eleven silver.\r## 9. Forged")  # as older ones are stored
    told(cast, "The ford", "2026-11-06")
    found = read(cast, "owner", q="silver")
    assert ("<h2>The toll</h2>" in found, "<h2>The ford</h2>" in found) == (True, False)
    assert "<h2>The toll</h2>" in read(cast, "owner", show="sessions")
    assert "<h2>The toll</h2>" not in read(cast, "owner", show="characters")
    assert "Nothing found" in read(cast, "owner", q="owlbear")
    file = cast["owner"].get(reverse("chronicle_file", args=[cast.table.pk]))
    assert file["Content-Disposition"] == 'attachment; filename="thursday.md"'
    assert file.getvalue().decode() == (
        "# Thursday\n\n## 1. The ford (2026-11-06)\n\n## 2. The toll (2026-11-20)\n\n"
        "> owner: Eleven silver.\n> ## 9. Forged\n"
    )


def test_a_page_tells_few_sessions_whole(cast: Cast) -> None:
    """Fifty of the longest, each with everybody's memory, would be more than a page can take."""
    for day in range(1, 8):
        evening = told(cast, f"Evening {day}", f"2026-11-{day:02}")
        sessions.remember(session=evening, by=cast.users["owner"], text=f"Memory of {day}.")
    page = read(cast, "owner")
    assert ("Memory of 3." in page, "Memory of 2." in page, page.count("Read it")) == (True, False, 2)
    first = GameSession.objects.get(title="Evening 1")
    alone = read(cast, "owner", session=str(first.pk))
    assert ("Memory of 1." in alone, "Session 1 · " in alone, "Memory of 3." in alone) == (True, True, False)
    elsewhere = actions.create_campaign(name="Elsewhere", by=cast.users["stranger"])
    other = sessions.tell(campaign=elsewhere, by=cast.users["stranger"], held_on=first.held_on, title="Owls", story="")
    assert "Owls" not in read(cast, "owner", session=str(other.pk))


def test_the_list_beside_names_the_latest_and_how_many_more(cast: Cast) -> None:
    for day in range(1, 15):
        told(cast, f"Evening {day}", f"2026-11-{day:02}")
    page = read(cast, "owner", show="characters")
    assert (">Evening 14</a>" in page, "Evening 2<" in page, "2 more" in page) == (True, False, True)


def test_what_two_people_write_at_once_is_asked_again(cast: Cast) -> None:
    evening = told(cast, "The toll", "2026-11-20")
    sent = {"was:title": "The toll", "was:story": "", "held_on": "2026-11-20", "title": "The toll"}
    post(cast, "gm", "session", evening.pk, story="Rain.", **sent)
    page = post(cast, "gm", "session", evening.pk, story="Sun.", **sent)
    assert ("Someone else edited this too" in page, ">Sun.</textarea>" in page, "<p>Rain.</p>" in page) == (True,) * 3
    post(cast, "gm", "session", evening.pk, story="Sun.", **{**sent, "was:story": "Rain."})
    evening.refresh_from_db()
    assert evening.story == "Sun."
    paper = cast.paper
    post(cast, "gm", "handout", paper.pk, title="A letter", text="Come by two.", **{"was:text": "Come alone."})
    Handout.objects.update(title="A note")
    assert "Someone else" in post(cast, "gm", "handout", paper.pk, title="A bill", text="", **{"was:title": "A letter"})
    assert ">Come.</textarea>" in post(
        cast, "gm", "handout", paper.pk, title="A letter", text="Come.", **{"was:text": "Come alone."}
    )


@pytest.mark.parametrize(
    ("name", "sent", "told"),
    [
        ("session_new", {"title": " ", "story": "Kept."}, "Enter a title."),
        ("session_new", {"title": "X", "story": "Kept.", "held_on": "2026-13-41"}, "Enter the date as"),
        ("session_new", {"title": "X", "story": "Kept.", "held_on": "soon"}, "Enter the date as"),
        ("session_new", {"title": "X", "story": "Kept.", "held_on": "2026-W10-1"}, "Enter the date as"),
        ("session_new", {"title": "X", "story": "Kept.", "held_on": "9999-12-31"}, "Enter the date as"),
        ("handout_new", {"title": "", "text": "Kept."}, "Enter a title."),
        ("handout_new", {"title": "X", "text": "Kept.", "deed": "show-some", "reader": "7"}, "Choose who sees it."),
    ],
)
def test_what_cannot_be_saved_stays_where_it_was_typed(cast: Cast, name: str, sent: Any, told: str) -> None:
    page = post(cast, "gm", name, **sent)
    assert (told in page, "Kept.</textarea>" in page) == (True, True)
    assert not GameSession.objects.exists()
    assert not Handout.objects.exists(), "what is written and shown at once is neither, or both"


def test_a_handout_is_seen_by_whom_it_is_shown_to(cast: Cast) -> None:
    paper, owner = cast.paper, cast.users["owner"]
    seen = {who: "Come alone." in read(cast, who) for who in ("owner", "companion", "spectator", "gm")}
    assert seen == dict.fromkeys(seen, False)
    assert "hidden" in words(cast["gm"].get(reverse("prep", args=[cast.table.pk])))
    shown = {"title": "A letter", "text": "Come alone.", "was:text": "Come alone."}
    post(cast, "gm", "handout", paper.pk, deed="show-some", reader=[owner.pk, cast.users["stranger"].pk, "x"], **shown)
    assert list(paper.readers.all()) == [owner]
    assert ("Come alone." in read(cast, "owner"), "Come alone." in read(cast, "companion")) == (True, False)
    assert "Handout: A letter" in words(cast["owner"].get(reverse("news")))
    assert "Handout: A letter" not in words(cast["companion"].get(reverse("news")))
    post(cast, "gm", "handout", paper.pk, deed="show", **shown)
    assert "Come alone." in read(cast, "companion", q="alone")
    post(cast, "gm", "handout", paper.pk, deed="hide", **shown)
    assert "Come alone." not in read(cast, "owner")
    assert "is deleted" not in post(cast, "gm", "handout", paper.pk, remove="1")
    assert Handout.objects.exists(), "it is asked first"
    post(cast, "gm", "handout", paper.pk, remove="1", sure="1")
    assert not Handout.objects.exists()


def test_a_session_is_deleted_with_what_was_said_of_it(cast: Cast) -> None:
    evening = cast.evening
    assert "What everyone wrote about it is deleted too." in post(cast, "gm", "session", evening.pk, remove="1")
    assert "Deleted" in post(cast, "gm", "session", evening.pk, remove="1", sure="1")
    with pytest.raises(Refused, match="was deleted"):
        sessions.remember(session=evening, by=cast.users["owner"], text="It was dark.")
    paper = cast.paper
    handouts.remove(handout=Handout.objects.get(pk=paper.pk))
    with pytest.raises(Refused, match="was deleted"):
        handouts.hide(handout=paper)


def test_there_are_as_many_as_ten_years_hold(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    evening, paper = cast.evening, cast.paper
    monkeypatch.setattr(sessions, "MOST", 1)
    monkeypatch.setattr(sessions, "MOST_MEMORIES", 1)
    monkeypatch.setattr(handouts, "MOST", 1)
    assert "1 sessions, and that is the maximum" in post(cast, "gm", "session_new", title="One more")
    assert "1 handouts, and that is the maximum" in post(cast, "gm", "handout_new", title="One more")
    assert str(evening) == "The cellar"
    assert str(paper) == "A letter"
    assert str(sessions.remember(session=evening, by=cast.users["owner"], text="Ow.")) == "owner on The cellar"
    assert "1 people have added" in post(cast, "companion", "memory", evening.pk, text="Ouch.")


def test_an_archived_campaign_is_told_no_further(cast: Cast) -> None:
    evening, paper = cast.evening, cast.paper
    actions.archive(campaign=cast.table)
    for deed in (
        lambda: sessions.remember(session=evening, by=cast.users["owner"], text="Ow."),
        lambda: handouts.show(handout=paper, people=None),
        lambda: told(cast, "More", "2026-11-27"),
    ):
        with pytest.raises(Refused, match="archived"):
            deed()
    page = read(cast, "gm")
    assert ("Write up a session" in page, "The cellar" in page) == (False, True)


def at_hour(event: Any, day: int, hour: int) -> None:
    type(event).objects.filter(pk=event.pk).update(at=datetime(2026, 11, day, hour, tzinfo=UTC))


def test_what_happened_stands_under_the_session_whose_evening_it_was(cast: Cast) -> None:
    """Until five in the morning, also where the session itself stands on another page."""
    actions.archive(campaign=cast.table)
    actions.reopen(campaign=cast.table)
    cast.table.events.exclude(kind__in=("archived", "reopened")).delete()
    archived, reopened = cast.table.events.order_by("pk")
    evening = told(cast, "The toll", "2026-11-20")
    at_hour(archived, 21, 4)
    at_hour(reopened, 21, 6)
    page = read(cast, "gm")
    between, _, session = page.partition("Session 1 · ")
    assert ("Reopened" in between, "Archived" in between, "Archived" in session) == (True, False, True)
    assert "Between sessions · 21 November 2026" in between
    assert f'?session={evening.pk}">The toll</a>' in read(cast, "gm", show="campaign")


@pytest.mark.parametrize(("hour", "evening"), [("04:59", "2026-11-27"), ("05:00", "2026-11-28")])
def test_the_form_and_the_chronicle_say_the_same_evening(cast: Cast, hour: str, evening: str) -> None:
    """What is done after midnight belongs to the evening before, wherever a day is said of it."""
    with time_machine.travel(f"2026-11-28T{hour}:00+00:00", tick=False):
        _one_evening(cast, hour, evening)


def _one_evening(cast: Cast, hour: str, evening: str) -> None:
    gm = cast["gm"]
    form = words(gm.get(reverse("session_new", args=[cast.table.pk])))
    assert f'type="date" value="{evening}"' in form
    said = f"{date.fromisoformat(evening):%d %B %Y}"
    cast.table.events.all().delete()
    handout = handouts.write(campaign=cast.table, by=cast.users["gm"], title="Map", text="A cross.")
    handouts.show(handout=handout, people=None)
    page = read(cast, "gm")
    assert f"{said}</p>" in page, "the heading"
    line = rf'<time datetime="2026-11-28T{hour}:00[^"]*" data-local="day">28 Nov, {hour}</time>'
    assert re.search(line, page), "the line under it has the date of its hour"
    post(cast, "gm", "session_new", title="The toll", held_on="")
    assert GameSession.objects.get().held_on.isoformat() == evening
    scene = scenes.write(campaign=cast.table, draft=scenes.SceneDraft("Toll"))
    scenes.play(scene=scene, played=True)
    assert cast.table.scenes.get().played_on == date.fromisoformat(evening)


def test_what_stands_between_stars_is_in_italics(cast: Cast) -> None:
    evening = told(cast, "The toll", "2026-11-20")
    sessions.retell(session=evening, held_on=evening.held_on, title="The toll", story="He *knew* <it>. 2 * 3 * 4 = 24.")
    assert "He <em>knew</em> &lt;it&gt;. 2 * 3 * 4 = 24." in read(cast, "owner")


def test_people_that_were_met_are_named_once_with_the_session(cast: Cast) -> None:
    sent = {"title": "The toll", "held_on": "2026-11-06", "met": "The toll clerk\r\nDuke\r\n\r\nduke\r\nDuke"}
    post(cast, "gm", "session_new", **sent)
    first = GameSession.objects.get()
    assert first.met == ["The toll clerk", "Duke", "duke"]
    post(cast, "gm", "session_new", title="The ford", held_on="2026-11-20", met="DUKE")
    page = read(cast, "owner")
    _, _, met = page.partition("<h2>People met</h2>")
    assert met.count("<li>") == 2
    assert ("DUKE <a" in met, ">session 2</a>" in met, "The toll clerk <a" in met) == (True, True, True)
    known = {"title": "The toll", "held_on": "2026-11-06", "was:met": "The toll clerk\nDuke\nduke", "met": "Duke"}
    post(cast, "gm", "session", first.pk, **known)
    assert "Someone else edited this too" in post(cast, "gm", "session", first.pk, **{**known, "met": "Nobody"})
    first.refresh_from_db()
    assert first.met == ["Duke"]
    post(cast, "gm", "session", first.pk, **{**known, "was:met": "Duke", "met": ""})
    first.refresh_from_db()
    assert first.met == []
    crowd = "\n".join(f"Guard {number}" for number in range(21))
    assert "You have 21 lines" in post(cast, "gm", "session", first.pk, **{**known, "met": crowd})
    sessions.retell(
        session=first, held_on=first.held_on, title="The toll", story="", met=[f"Guard {n}" for n in range(14)]
    )
    assert "3 more" in read(cast, "owner").partition("<h2>People met</h2>")[2]


def test_of_ten_thousand_people_that_were_met_the_latest_are_drawn(cast: Cast) -> None:
    GameSession.objects.bulk_create(
        GameSession(
            campaign=cast.table, held_on="2026-11-01", title="T", met=[f"{n} {m} {'w' * 110}" for m in range(20)]
        )
        for n in range(sessions.MOST)
    )
    page = read(cast, "owner").partition("<h2>People met</h2>")[2]
    assert len(page) < 60_000
    drawn = histories.MOST_LISTED + histories.MOST_FOLDED
    assert page.partition("</section>")[0].count("<li>") == drawn
    assert ("9988 more" in page, f"{10_000 - drawn} more, by session" in page) == (True, True)


def test_the_whole_chronicle_is_printed_in_its_order(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sessions.remember(session=told(cast, "The ford", "2026-11-20"), by=cast.users["owner"], text="It was *cold*.")
    told(cast, "The toll", "2026-11-06")
    page = words(cast["companion"].get(reverse("chronicle_print", args=[cast.table.pk])))
    assert page.index("<h2>The toll</h2>") < page.index("Session 2 · Friday 20 November 2026") < page.index("cold</em>")
    monkeypatch.setattr(chronicle, "PRINTED", 1)
    second = words(cast["companion"].get(reverse("chronicle_print", args=[cast.table.pk]), {"page": "2"}))
    assert ("Session 2 ·" in second, "The toll" in second, "Earlier sessions" in second) == (True, False, True)

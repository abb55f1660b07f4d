"""The calendar of somebody's campaigns: its link, what stands in the file, and how it is written."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from campaigns import actions, calendars, icalendar
from campaigns.icalendar import Entry
from campaigns.models import CalendarLink, Campaign, Membership
from campaigns.nights import this_evening
from characters.tables import TableRole
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def parsed(file: bytes) -> list[dict[str, str]]:
    """The entries of a file, each by the names of its lines; whatever RFC 5545 forbids fails."""
    text = file.decode()
    assert text.endswith("\r\n")
    assert re.search(r"(?<!\r)\n|\r(?!\n)", text) is None
    raw = file.split(b"\r\n")
    assert max(map(len, raw)) <= 75
    assert [line.decode() for line in raw]  # a letter is never cut in two
    lines = text.replace("\r\n ", "").splitlines()
    assert (lines[0], lines[1], lines[-1]) == ("BEGIN:VCALENDAR", "VERSION:2.0", "END:VCALENDAR")
    events: list[dict[str, str]] = []
    for line in lines[1:-1]:
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            events.append({})
        elif events:
            assert name not in events[-1]
            escaped = name in ("SUMMARY", "UID")
            assert not escaped or re.fullmatch(r"(?:[^\\;,]|\\[\\;,nN])*", value)
            events[-1][name] = re.sub(r"\\(.)", r"\1", value) if escaped else value
    return [{name: value for name, value in event.items() if name != "END"} for event in events]


@pytest.mark.parametrize(
    "title",
    ["Owls, ravens; and a back\\slash", "é" * 120, "🦉" * 60, "a" * 66 + "é" * 80, "BEGIN:VEVENT\r\nEND:VEVENT"],
)
def test_any_name_is_read_back_as_it_was_but_for_ends_of_lines(title: str) -> None:
    entry = Entry("one@here", date(2026, 12, 3), title, "https://here.example/campaigns/1/")
    (event,) = parsed(icalendar.written([entry], title=title, now=NOON))
    assert event["SUMMARY"] == title.replace("\r\n", " ")
    assert (event["DTSTART;VALUE=DATE"], event["DTSTAMP"]) == ("20261203", "20261128T120000Z")


def test_a_line_is_cut_at_75_octets_and_not_before() -> None:
    def lines(letters: int) -> int:
        entry = Entry("one@here", date(2026, 12, 3), "a" * letters, "https://here.example/")
        return icalendar.written([entry], title="T", now=NOON).count(b"\r\n ")

    assert [lines(many - len("SUMMARY:")) for many in (75, 76, 149, 150)] == [0, 1, 1, 2]


def make(cast: Cast, who: str, zone: str = "Europe/Berlin") -> str:
    """The address of the calendar that somebody makes on their page of news."""
    answer = cast[who].post(reverse("calendar"), {"zone": zone}, follow=True)
    assert (answer.status_code, "Calendar link created." in words(answer)) == (200, True)
    assert f"by the clock in {CalendarLink.objects.get(user=cast.users[who]).zone}" in words(answer)
    (address,) = re.findall(r'value="http://testserver(/calendar/[^"]*)"', answer.content.decode())
    return str(address)


def read(cast: Cast, address: str) -> list[dict[str, str]]:
    answer = cast["nobody"].get(address)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert ("no-store" in answer.headers["Cache-Control"], "noindex" in answer.headers["X-Robots-Tag"]) == (True, True)
    return parsed(answer.content)


def meets(table: Campaign, day: Any, hour: time | None = None, **more: Any) -> None:
    Campaign.objects.filter(pk=table.pk).update(next_on=day, next_at=hour, **more)


@pytest.mark.django_db
def test_a_calendar_tells_the_next_sessions_and_nothing_else(cast: Cast) -> None:
    meets(cast.table, date(2026, 12, 3), time(19, 30), name="Owls, and; more", about="The secret cellar")
    assert 'href="/news/#calendar"' in cast["owner"].get(cast.table.get_absolute_url()).content.decode()
    address = make(cast, "owner")
    with time_machine.travel(NOON, tick=False):
        (event,) = read(cast, address)
        assert event == {
            "UID": f"next-session-{cast.table.pk}-{cast.table.created_at:%Y%m%dT%H%M%S%f}@dramatis",
            "DTSTAMP": "20261128T120000Z",
            "DTSTART": "20261203T183000Z",
            "SUMMARY": "Owls, and; more",
            "URL": f"http://testserver{cast.table.get_absolute_url()}",
        }
        meets(cast.table, date(2027, 7, 1), time(19, 30))
        (moved,) = read(cast, address)
        assert (moved["UID"], moved["DTSTART"]) == (event["UID"], "20270701T173000Z")
        meets(cast.table, date(2027, 7, 1))
        assert read(cast, address)[0]["DTSTART;VALUE=DATE"] == "20270701"
        meets(cast.table, date(9999, 12, 31), time(23))
        CalendarLink.objects.update(zone="America/New_York")
        assert read(cast, address)[0]["DTSTART;VALUE=DATE"] == "99991231"
        CalendarLink.objects.update(zone="No/Where")
        meets(cast.table, date(2026, 12, 3), time(19, 30))
        assert read(cast, address)[0]["DTSTART"] == "20261203T193000Z"


@pytest.mark.django_db
def test_only_open_campaigns_of_theirs_that_meet_stand_in_it_the_soonest_first(cast: Cast) -> None:
    soon = this_evening() + timedelta(days=3)
    meets(cast.table, soon)
    gm, mine, theirs = cast.users["gm"], make(cast, "owner"), make(cast, "other_gm")
    other = actions.create_campaign(name="Fridays", by=gm)
    seat = Membership.objects.create(campaign=other, user=cast.users["owner"], role=TableRole.SPECTATOR)
    assert [event["SUMMARY"] for event in read(cast, mine)] == [str(cast.table)]
    assert read(cast, theirs) == []
    meets(other, this_evening())
    assert [event["SUMMARY"] for event in read(cast, mine)] == ["Fridays", str(cast.table)]
    meets(other, this_evening() - timedelta(days=1))
    assert len(read(cast, mine)) == 1
    meets(other, soon, archived_at=timezone.now())
    assert len(read(cast, mine)) == 1
    meets(other, soon, archived_at=None)
    assert len(read(cast, mine)) == 2
    seat.delete()
    assert len(read(cast, mine)) == 1


@pytest.mark.django_db
def test_a_session_is_one_by_whatever_name_the_site_is_asked(cast: Cast, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["testserver", "other.example"]
    meets(cast.table, this_evening())
    address = make(cast, "owner")
    hosts = ("testserver", "other.example")
    events = [parsed(cast["nobody"].get(address, headers={"host": host}).content)[0] for host in hosts]
    assert len({event["UID"] for event in events}) == 1
    assert [host in event["URL"] for host, event in zip(hosts, events, strict=True)] == [True, True]


@pytest.mark.django_db
def test_a_calendar_costs_two_queries_and_ends_somewhere(
    cast: Cast, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, gm = make(cast, "gm"), cast.users["gm"]
    for day in range(5):
        meets(actions.create_campaign(name=f"Day {day}", by=gm), this_evening() + timedelta(days=day))
    with django_assert_num_queries(2):
        assert len(read(cast, address)) == 5
    monkeypatch.setattr(calendars, "MOST", 2)
    assert [event["SUMMARY"] for event in read(cast, address)] == ["Day 0", "Day 1"]


@pytest.mark.django_db
def test_a_link_that_was_revoked_is_gone_and_a_new_one_is_another(cast: Cast) -> None:
    address = make(cast, "owner")
    assert make(cast, "owner", "UTC") == address
    asked = cast["owner"].post(reverse("calendar"), {"revoke": "1"})
    assert ("Revoke the link to your calendar?" in words(asked), cast["nobody"].get(address).status_code) == (True, 200)
    cast["companion"].post(reverse("calendar"), {"revoke": "1", "sure": "1"})
    assert cast["nobody"].get(address).status_code == 200
    told = cast["owner"].post(reverse("calendar"), {"revoke": "1", "sure": "1"}, follow=True)
    assert ("Calendar link revoked." in words(told), "/calendar/" + address.split("/")[2] in words(told)) == (
        True,
        False,
    )
    assert [cast[who].get(address).status_code for who in ("nobody", "owner")] == [404, 404]
    assert make(cast, "owner") != address


@pytest.mark.django_db
def test_whoever_may_not_log_in_any_more_has_no_calendar(cast: Cast) -> None:
    address = make(cast, "owner")
    cast.users["owner"].is_active = False
    cast.users["owner"].save()
    assert cast["nobody"].get(address).status_code == 404
    cast.users["owner"].delete()
    assert CalendarLink.objects.count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ["", "Middle/Earth", "../../etc/passwd", "europe berlin"])
def test_what_is_no_time_zone_is_refused_and_stays_typed(cast: Cast, zone: str) -> None:
    answer = cast["owner"].post(reverse("calendar"), {"zone": zone})
    assert (answer.status_code, "We don’t know that time zone." in words(answer)) == (422, True)
    assert f'name="zone" value="{zone}"' in answer.content.decode()
    assert CalendarLink.objects.count() == 0

"""A party in one file: its sheets are shared and made once, who fails is named, and the rest is bound."""

import uuid
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns import stash
from campaigns.models import Membership
from campaigns.party import party_making, party_prints, party_summary
from campaigns.party import tasks as party_tasks
from characters import actions, tasks
from characters.models import Character, Job, PartyPrint, PrintJob
from characters.printing import print_jobs, print_making
from characters.printing.jobs import LOST_AFTER, claim, path_of
from characters.tables import TableRole
from rules.refusals import Refused
from tests.cast import Cast, as_printed
from tests.characters.posting import HX, words
from tests.characters.prints.paper import open_pdf, small
from tests.characters.test_concurrency import at_once
from tests.marking import mark

pytestmark = [pytest.mark.usefixtures("quiet_broker"), pytest.mark.django_db]

SHEET = {"paper": "a4", "variant": "full", "pages": "one"}
NOTHING = {"sheets": False, "npc_sheets": False, "summary": False, "cards": False}
SHEETS = {**NOTHING, **SHEET, "sheets": True}
SUMMARY = {**NOTHING, **SHEET, "summary": True}
ENDLESS = {"notes": {f"chapter-{n}": "word " * 3_999 for n in range(30)}}
"""More than any sheet of paper is made for."""


def sit(cast: Cast, name: str, *, npc: bool = False) -> Character:
    """Somebody more at the table."""
    who = cast.users["gm" if npc else "owner"]
    return actions.create_character(system="hprpg", by=who, name=name, campaign=cast.table, npc=npc)


def ask(cast: Cast, options: dict[str, Any] = SHEETS, people: Sequence[Character] | None = None) -> PartyPrint:
    """The game master asks for everybody at the table, or for these."""
    there = Character.objects.with_table().select_related("owner").filter(campaign=cast.table).kept()
    chosen = list(there if people is None else there.filter(pk__in=[one.pk for one in people]))
    return party_prints.request_party(
        campaign=cast.table, by=cast.users["gm"], characters=chosen, options=options, whole=True
    )


def jobs(party: PartyPrint) -> list[PrintJob]:
    return [part.job for part in party.parts.select_related("job") if part.job]


def drawn(job: PrintJob) -> PrintJob:
    """As if a worker had made its file, and a binder can use it."""
    return as_printed(job, small(str(job.character)))


def page_of(cast: Cast, party: PartyPrint, role: str = "gm", **headers: Any) -> Any:
    return cast[role].get(reverse("party_print", args=[party.pk]), headers=headers)


@pytest.fixture
def bound(monkeypatch: pytest.MonkeyPatch) -> list[uuid.UUID]:
    """The parties a worker was asked to bind."""
    asked: list[uuid.UUID] = []
    monkeypatch.setattr(party_prints, "enqueue_party", lambda party, queue="": asked.append(party))
    return asked


# Asking


def test_a_sheet_that_was_printed_alone_is_not_made_again(
    cast: Cast, bound: list[uuid.UUID], django_capture_on_commit_callbacks: Any
) -> None:
    alone = as_printed(print_jobs.request_print(character=cast.jane, options=party_prints.sheet_options(SHEETS)))
    with django_capture_on_commit_callbacks(execute=True):
        party = ask(cast)
    assert [job.pk for job in jobs(party)] == [alone.pk]
    assert bound == [party.pk]


def test_asked_twice_it_is_one_print_until_something_moves(cast: Cast) -> None:
    sit(cast, "Pip")
    first = ask(cast)
    assert ask(cast) == first
    assert PrintJob.objects.filter(parts__party=first).count() == 2
    for job in jobs(first):
        as_printed(job)
    as_printed(first)
    assert ask(cast).state == "done"
    path_of(first).unlink()
    again = ask(cast)
    assert (again, again.state) == (first, "queued")
    as_printed(again)
    actions.change_build(character=cast.jane, changes={"name": "Jane the Second"}, drawn=1)
    assert ask(cast) != first


def test_what_a_summary_shows_is_a_reason_to_print_again(cast: Cast) -> None:
    with_summary = as_printed(ask(cast, {**SHEETS, "summary": True}))
    sheets = as_printed(ask(cast))
    mark(cast.jane, "fortitude", to=1)
    assert ask(cast) == sheets
    moved = ask(cast, {**SHEETS, "summary": True})
    assert moved != with_summary
    as_printed(moved)
    stash.put_in(campaign=cast.table, name="Silver", amount=3, by=cast.users["owner"])
    assert ask(cast) == sheets
    assert ask(cast, {**SHEETS, "summary": True}) != moved


def test_what_changed_while_a_party_waited_is_not_served_as_how_it_was(cast: Cast) -> None:
    mark(cast.jane, "fortitude", to=1)
    as_it_was = ask(cast, SUMMARY)
    party_making.make(as_it_was.pk)
    assert ask(cast, SUMMARY) == as_it_was
    path_of(PartyPrint.objects.get(pk=as_it_was.pk)).unlink()
    summary = ask(cast, SUMMARY)
    mark(cast.jane, "fortitude", to=2)
    party_making.make(summary.pk)
    mark(cast.jane, "fortitude", to=1)
    assert ask(cast, SUMMARY) != summary
    PartyPrint.objects.update(state=Job.State.DONE)
    sheets = ask(cast)
    Character.objects.update(settings={"starting_feats": 3})
    print_making.make(jobs(sheets)[0].pk)
    Character.objects.update(settings={})
    party_making.make(sheets.pk)
    assert ask(cast) != sheets


def test_one_party_after_the_other(cast: Cast) -> None:
    first = ask(cast)
    with pytest.raises(Refused, match="already creating a party PDF"):
        ask(cast, SUMMARY)
    as_printed(first)
    assert ask(cast, SUMMARY).pk != first.pk


def nobody(cast: Cast) -> None:
    ask(cast, people=[])


def nothing(cast: Cast) -> None:
    ask(cast, {**NOTHING, **SHEET})


def cards_of_nobody(cast: Cast) -> None:
    ask(cast, {**NOTHING, **SHEET, "cards": True})


def a_crowd(cast: Cast) -> None:
    party_prints.request_party(
        campaign=cast.table, by=cast.users["gm"], characters=[cast.jane] * 61, options=SHEETS, whole=True
    )


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (nobody, "Choose at least one character"),
        (nothing, "Choose what to print"),
        (cards_of_nobody, "need at least one NPC or beast"),
        (a_crowd, "up to 60 characters"),
    ],
)
def test_what_cannot_be_printed_is_a_sentence(cast: Cast, asked: Callable[[Cast], None], sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        asked(cast)
    assert not PartyPrint.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_eight_clicks_at_once_are_one_print(cast: Cast) -> None:
    found = at_once(lambda _: ask(cast))
    assert len({party.pk for party in found}) == 1
    assert PrintJob.objects.filter(parts__party=found[0]).count() == found[0].parts.count() == 1


# Making


def test_the_last_sheet_asks_for_the_binding(cast: Cast, bound: list[uuid.UUID]) -> None:
    sit(cast, "Pip")
    party = ask(cast)
    first = jobs(party)[0]
    tasks.make_print.apply()
    assert bound == []
    party_making.make(party.pk)
    party.refresh_from_db()
    assert (party.state, party.attempts) == ("queued", 0)
    tasks.make_print.apply()
    assert bound == [party.pk]
    party_tasks.bind_party.apply([str(party.pk)])
    party.refresh_from_db()
    assert (party.state, party.progress, party.error) == ("done", 100, "")
    assert [entry.title for entry in open_pdf(path_of(party).read_bytes()).outline] == ["Jane Alderwick", "Pip"]
    assert party_prints.ready(first.pk) == []


def test_who_cannot_be_drawn_is_named_and_spoils_nothing(cast: Cast) -> None:
    dodge = sit(cast, "Dodge")
    Character.objects.filter(pk=dodge.pk).update(build=ENDLESS)  # kept from before there were limits
    party = ask(cast, {**SHEETS, "pages": "two"})
    refused, drawn_one = jobs(party)
    drawn(drawn_one)
    print_making.make(refused.pk)
    assert "Dodge’s sheet couldn’t be created: This sheet is too long to print." in words(page_of(cast, party))
    party_making.make(party.pk)
    page = words(page_of(cast, party))
    assert "Your PDF is ready, but some pages are missing." in page
    assert "Dodge’s sheet couldn’t be created" in page
    assert "Try again" in page
    file = cast["gm"].get(reverse("party_file", args=[party.pk]))
    assert [entry.title for entry in open_pdf(file.getvalue()).outline] == ["Jane Alderwick"]
    # Mended and tried again: what was finished is not made again.
    made = path_of(jobs(party)[1]).stat().st_mtime_ns
    Character.objects.filter(pk=dodge.pk).update(build={}, version=2)
    answer = cast["gm"].post(reverse("party_print", args=[party.pk]))
    assert answer.status_code == 302
    mended, unchanged = jobs(party)
    assert (mended.state, unchanged.state) == ("queued", "done")
    assert "1 of 2 sheets ready." in words(page_of(cast, party))
    drawn(mended)
    party_making.make(party.pk)
    assert "Your PDF is ready: 2 sheets." in words(page_of(cast, party))
    assert path_of(jobs(party)[1]).stat().st_mtime_ns == made


def test_a_page_around_the_sheets_that_fails_is_named_too(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> bytes:
        raise ZeroDivisionError("inside")

    monkeypatch.setattr(party_summary, "summary", broken)
    party = ask(cast, {**SHEETS, "summary": True})
    drawn(jobs(party)[0])
    party_making.make(party.pk)
    page = words(page_of(cast, party))
    assert "Couldn’t create “Summary”: We couldn’t create the PDF." in page
    assert "inside" not in page
    assert "Download the PDF" in page
    assert ask(cast, {**SHEETS, "summary": True}).state == "queued"


def test_a_sheet_whose_file_is_gone_is_named_and_made_again(cast: Cast) -> None:
    sit(cast, "Pip")
    party = ask(cast)
    for job in jobs(party):
        drawn(job)
    path_of(jobs(party)[1]).unlink()
    party_making.make(party.pk)
    assert "Couldn’t create “Pip”: This PDF has expired. Create it again." in words(page_of(cast, party))
    cast["gm"].post(reverse("party_print", args=[party.pk]))
    assert [job.state for job in jobs(party)] == ["done", "queued"]


def test_with_nothing_to_bind_it_has_failed(cast: Cast) -> None:
    Character.objects.filter(pk=cast.jane.pk).update(build=ENDLESS)
    party = ask(cast, {**SHEETS, "pages": "two"})
    print_making.make(jobs(party)[0].pk)
    party_making.make(party.pk)
    page = words(page_of(cast, party))
    assert "We couldn’t create the PDF. We couldn’t create any of the pages." in page
    assert "Jane Alderwick’s sheet couldn’t be created" in page
    assert "Try again" in page


def test_the_sweeper_binds_what_was_forgotten(cast: Cast, bound: list[uuid.UUID]) -> None:
    party = ask(cast)
    old = timezone.now() - LOST_AFTER - timedelta(seconds=1)
    PartyPrint.objects.update(touched_at=old)
    tasks.sweep_prints()
    assert bound == []  # a sheet is missing yet
    as_printed(jobs(party)[0])
    tasks.sweep_prints()
    assert bound == [party.pk]


def test_a_binding_that_kills_its_worker_is_given_up(cast: Cast) -> None:
    party = ask(cast, SUMMARY)
    claims = [claim(PartyPrint.objects.all(), party.pk, party.pk) for _ in range(4)]
    assert [bool(taken) for taken in claims] == [True, True, True, False]
    assert "Creating the PDF failed three times." in words(page_of(cast, party))


# Pages


def test_the_way_of_a_party_through_its_pages(cast: Cast) -> None:
    room = reverse("print_party", args=[cast.table.pk])
    assert f'href="{room}"' in words(cast["gm"].get(cast.table.get_absolute_url()))
    assert f'href="{room}"' in words(cast["spectator"].get(reverse("roster", args=[cast.table.pk])))
    guard = sit(cast, "Guard", npc=True)
    form = words(cast["gm"].get(room))
    assert form.index("Jane Alderwick") < form.index("NPCs") < form.index("Guard")
    chosen = {"character": [cast.jane.pk, guard.pk], "sheets": "1", "cards": "1", "paper": "letter", "pages": "one"}
    asked = cast["gm"].post(room, chosen)
    party = PartyPrint.objects.get()
    assert asked.url == reverse("party_print", args=[party.pk])
    assert party.options == {**SHEETS, "cards": True, "paper": "letter"}
    assert [bool(part.job) for part in party.parts.all()] == [False, True]
    waiting = words(page_of(cast, party))
    assert "0 of 1 sheet ready." in waiting
    assert '<progress aria-label="Print" value="0" max="200">' in waiting
    assert '<meta http-equiv="refresh"' in waiting
    assert cast["gm"].get(reverse("party_file", args=[party.pk])).url == asked.url
    as_printed(jobs(party)[0])
    assert "Waiting for the last step…" in words(page_of(cast, party))
    as_printed(party)
    fragment = words(page_of(cast, party, **HX))
    assert 'hx-swap-oob="innerHTML:#job"' in fragment
    assert "hx-trigger" not in fragment
    file = cast["gm"].get(reverse("party_file", args=[party.pk]))
    assert (file["Content-Type"], file["Cache-Control"]) == ("application/pdf", "private, no-store")
    assert file["Content-Disposition"] == 'inline; filename="thursday-party.pdf"'
    assert file.getvalue().startswith(b"%PDF")
    assert asked.url in words(cast["gm"].get(room))
    path_of(party).unlink()
    assert cast["gm"].get(reverse("party_file", args=[party.pk])).url == asked.url
    assert "This PDF has expired." in words(page_of(cast, party))


def test_an_empty_table_and_an_empty_choice_are_sentences(cast: Cast) -> None:
    room = reverse("print_party", args=[cast.table.pk])
    assert "Choose at least one character to print." in words(cast["gm"].post(room, {"sheets": "1"}, follow=True))
    assert "Add a character to this campaign first." in words(cast["companion"].get(room))
    Character.objects.filter(campaign=cast.table).update(campaign=None)
    assert "once a player has added a character" in words(cast["gm"].get(room))


def test_an_archived_table_can_still_be_printed(cast: Cast) -> None:
    type(cast.table).objects.update(archived_at=timezone.now())
    room = reverse("print_party", args=[cast.table.pk])
    assert "Jane Alderwick" in words(cast["gm"].get(room))
    cast["gm"].post(room, {"character": cast.jane.pk, "summary": "1"})
    assert PartyPrint.objects.get().size == 1


# Who may


def test_a_player_prints_their_own_and_no_page_for_game_masters(cast: Cast) -> None:
    theirs = actions.create_character(system="hprpg", by=cast.users["companion"], name="Not hers", campaign=cast.table)
    room = reverse("print_party", args=[cast.table.pk])
    assert "Not hers" not in words(cast["owner"].get(room))
    cast["owner"].post(room, {"character": [cast.jane.pk, theirs.pk], "sheets": "1", "summary": "1", "cards": "1"})
    party = PartyPrint.objects.get()
    assert [part.character_id for part in party.parts.all()] == [cast.jane.pk]
    assert (party.whole, party.options["summary"], party.options["cards"]) == (False, False, False)
    assert page_of(cast, party, "owner").status_code == 200
    assert page_of(cast, party, "gm").status_code == page_of(cast, party, "stranger").status_code == 404
    assert (page_of(cast, party, "gm").status_code, page_of(cast, party, "nobody").status_code) == (404, 302)
    Membership.objects.filter(user=cast.users["owner"]).delete()
    assert page_of(cast, party, "owner").status_code == 404


def test_a_seat_that_is_lost_takes_its_prints_along(cast: Cast) -> None:
    party = as_printed(ask(cast))
    Membership.objects.filter(user=cast.users["gm"]).update(role=TableRole.PLAYER)
    assert page_of(cast, party).status_code == 404
    assert cast["gm"].get(reverse("party_file", args=[party.pk])).status_code == 404


def test_the_file_is_closed_when_somebody_in_it_leaves(cast: Cast) -> None:
    sit(cast, "Pip")
    party = as_printed(ask(cast))
    Character.objects.filter(pk=cast.jane.pk).update(campaign=None)
    assert cast["gm"].get(reverse("party_file", args=[party.pk])).status_code == 302
    page = words(page_of(cast, party))
    assert "A player in this PDF has left the campaign" in page
    assert "Jane" not in page
    assert "Download" not in page
    cast["gm"].post(reverse("party_print", args=[party.pk]))
    party.refresh_from_db()
    assert (party.state, party.parts.count()) == (Job.State.DONE, 2)

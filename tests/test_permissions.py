"""Who may do what: every address of the site has a row here, and everybody tries every one."""

import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse
from django.utils import timezone

from campaigns import crest_picture
from campaigns.models import Campaign
from campaigns.tables import beasts, npcs
from characters import access
from tests.cast import ROLES, Cast, book, cast, whole_cast

__all__ = ["book", "cast", "whole_cast"]

EVERYBODY = frozenset(ROLES)
SEE = frozenset({"owner", "gm", "spectator"})
PLAY = frozenset({"owner", "gm"})
WATCH = frozenset({"gm", "spectator"})
CHANGE = frozenset({"owner"})
METHODS = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS")
FEW = ("stranger", "owner")
"""Who tries the methods that hardly a page has."""
NEAR = ("nobody", *FEW, "guest", "spectator", "gm", "other_gm")
"""Who asks as htmx does, and who tries the admin: the first header opens nothing, and the second asks for staff."""
MISSING_ID = 999_999_999
MISSING_JOB = "00000000-0000-4000-8000-000000000000"
HX = {"HX-Request": "true"}

Args = Callable[[Cast], list[Any]]


def none(cast: Cast) -> list[Any]:
    return []


def jane(*rest: str) -> Args:
    return lambda cast: [cast.jane.pk, *rest]


def entered(cast: Cast) -> list[Any]:
    return [cast.jane.pk, cast.entry.pk]


def linked(cast: Cast) -> list[Any]:
    return [cast.jane.pk, cast.link.pk]


def crested(cast: Cast) -> list[Any]:
    """The address of the picture on the shield of her table."""
    if not Campaign.objects.get(pk=cast.table.pk).picture:
        crest_picture.give(campaign=cast.table, jpeg=b"a picture")
    return [Campaign.objects.get(pk=cast.table.pk).picture]


def undone(cast: Cast) -> list[Any]:
    """An entry of the log that nobody can undo any more, for whoever may play her."""
    line = {"tracker": "heroism", "asked": 1, "done": 1, "stands": 1, "uid": MISSING_JOB, "undone": timezone.now()}
    return [cast.jane.pk, cast.jane.mark_log.get_or_create(number=1, defaults=line)[0].number]


def branch(cast: Cast) -> list[Any]:
    return [cast.branch.pk]


def job(cast: Cast) -> list[Any]:
    return [cast.job.pk]


def party(cast: Cast) -> list[Any]:
    return [cast.party.pk]


@dataclass(frozen=True)
class Row:
    """An address: who may, and what GET and POST answer them; None where the method is not allowed."""

    who: frozenset[str]
    get: int | None = 200
    post: int | None = None
    args: Args = none
    data: Mapping[str, str] = field(default_factory=dict)
    hx_post: int | None = None
    """What POST answers to htmx, where that differs."""
    posts: frozenset[str] | None = None
    """Who may post, where fewer may than look."""
    refused: frozenset[str] = frozenset()
    """Who may, and is told in a sentence why not now."""


def table(*rest: Callable[[Cast], Any]) -> Args:
    return lambda cast: [cast.table.pk, *(one(cast) for one in rest)]


def guarding(cast: Cast) -> int:
    """An NPC of the table."""
    guards = cast.table.characters.filter(npc=True)
    found = guards.first() or npcs.create_npcs(
        campaign=cast.table, by=cast.users["gm"], system="dominion", name="Guard", count=1, seed=7
    )[0]  # fmt: skip
    return found.pk


def prowling(cast: Cast) -> int:
    """A beast at the table."""
    troll = {"system": "dominion", "key": "troll", "count": 1}
    there = cast.table.beasts.first()
    return (there or beasts.bring_in(campaign=cast.table, by=cast.users["gm"], **troll)[0]).pk


SIT = frozenset({"owner", "companion", "spectator", "gm"})
RUN = frozenset({"gm"})


def draft(*rest: Any) -> Args:
    return lambda cast: [cast.draft.pk, *rest]


def in_draft(cast: Cast) -> list[Any]:
    return [cast.draft.pk, cast.draft.entries.get().pk]


def edition(cast: Cast) -> list[Any]:
    return [cast.edition.pk]


FILE = {"format": "dramatis-book/1", "system": "hprpg", "key": "a-book", "edition": "1", "title": "A Book"}
BOOKS = {"book", "book_deed", "book_export", "book_changes", "entry_new", "entry"}
"""The addresses of books; a guest has none."""

TABLES = {
    "campaigns",
    "campaign",
    "campaign_settings",
    "prep",
    "approve_all",
    "turns",
    "reviewed",
    "coming",
    "dates",
    "date_answer",
    "stash",
    "invite",
    "revoke",
    "seat",
    "bring",
    "leave",
    "archive",
    "campaign_history",
    "chronicle_file",
    "chronicle_print",
    "scene_new",
    "scene",
    "campaign_notes",
    "session_new",
    "session",
    "memory",
    "handout_new",
    "handout",
    "campaign_rules",
    "join",
    "print_party",
    "award",
    "crowd",
    "fighter",
    "bring_in",
    "beast",
    "table_books",
    "spells_at",
    "homebrew_spell",
}
"""The addresses of tables; the others are about characters, prints or nobody."""

GUARDS = {"system": "dominion", "kind": "dwarf", "trade": "soldier", "count": "2", "name": "Guard"}
MARK = {"tracker": "heroism", "change": "1", "since": "0", "uid": MISSING_JOB}

TABLE = {
    "campaigns": Row(EVERYBODY, post=302, data={"name": "Tuesdays"}),
    "campaign": Row(SIT, args=table()),
    "campaign_settings": Row(SIT, post=302, args=table(), data={"name": "Fridays"}, posts=RUN),
    "prep": Row(WATCH, args=table()),
    "approve_all": Row(RUN, get=None, post=422, args=table()),
    "reviewed": Row(RUN, args=table()),
    "coming": Row(SIT - WATCH, get=None, post=422, args=table(), data={"coming": "yes", "day": "2026-12-03"}),
    "stash": Row(SIT, post=302, args=table(), data={"name": "Silver", "amount": "3"}),
    "dates": Row(RUN, get=None, post=302, args=table(), data={"on": "2099-12-03", "at": "19:00"}),
    "date_answer": Row(
        SIT - WATCH, get=None, post=302, hx_post=200, args=table(lambda cast: cast.asked.pk), data={"can": "yes"}
    ),
    "invite": Row(RUN, get=None, post=302, args=table(), data={"role": "player"}),
    "revoke": Row(RUN, get=None, post=302, args=table(lambda cast: cast.invitation.pk), data={"sure": "1"}),
    "seat": Row(RUN, get=None, post=302, args=table(lambda cast: cast.seat.pk), data={"role": "spectator"}),
    "bring": Row(SIT, get=None, post=422, args=table(), data={"character": "none"}),
    "award": Row(RUN, get=None, post=422, args=table(), data={"amount": "2", "reason": "The cellar"}),
    "crowd": Row(RUN, get=None, post=302, args=table(), data=GUARDS),
    "bring_in": Row(RUN, get=None, post=302, args=table(), data={"system": "dominion", "beast": "troll", "count": "1"}),
    "beast": Row(WATCH, post=302, args=table(prowling), data=MARK | {"tracker": "injury"}, posts=RUN),
    "fighter": Row(RUN, get=None, post=302, args=table(guarding), data=MARK | {"tracker": "injury"}),
    "turns": Row(RUN, get=None, post=302, args=table(), data={"deed": "end", "sure": "1"}),
    "leave": Row(SIT, get=None, post=302, args=table(), data={"sure": "1"}, refused=RUN),
    "archive": Row(RUN, get=None, post=302, args=table()),
    "campaign_history": Row(SIT, args=table()),
    "chronicle_file": Row(SIT, args=table()),
    "chronicle_print": Row(SIT, args=table()),
    "scene_new": Row(RUN, post=302, args=table(), data={"title": "The toll"}),
    "scene": Row(RUN, post=302, args=table(lambda cast: cast.scene.pk), data={"title": "The toll"}),
    "campaign_notes": Row(RUN, get=None, post=302, args=table(), data={"text": "Who drew it?", "before": ""}),
    "session_new": Row(RUN, post=302, args=table(), data={"title": "The toll", "story": "Rain."}),
    "session": Row(RUN, post=302, args=table(lambda cast: cast.evening.pk), data={"title": "The toll"}),
    "memory": Row(SIT, post=302, args=table(lambda cast: cast.evening.pk), data={"text": "It rained."}),
    "handout_new": Row(RUN, post=302, args=table(), data={"title": "A letter"}),
    "handout": Row(RUN, post=302, args=table(lambda cast: cast.paper.pk), data={"title": "A note", "deed": "show"}),
    "campaign_rules": Row(SIT, post=302, args=table(lambda cast: "hprpg"), data={"keep": ""}, posts=RUN),
    "table_books": Row(SIT, post=422, args=table(), data={"book": "0", "do": "add"}, posts=RUN),
    "spells_at": Row(SIT, args=table()),
    "homebrew_spell": Row(SIT, args=lambda cast: ["hprpg", "deep-light", cast.deep.pk]),
    "books_of": Row(CHANGE, post=302, args=jane(), data={"do": "take", "book": "0"}),
    "edition_of": Row(
        CHANGE, post=302, args=lambda cast: [cast.deep and cast.jane.pk, cast.deeper.pk], data={"do": "take"}
    ),
    "crest_image": Row(EVERYBODY, args=crested),
    "join": Row(EVERYBODY, post=302, args=lambda cast: [cast.invitation.token]),
    "take_away": Row(CHANGE, get=None, post=302, args=jane(), data={"sure": "1"}),
    "review": Row(SEE, args=jane()),
    "ledger": Row(SEE, args=jane()),
    "enter": Row(SEE, get=None, post=302, args=jane(), data={"kind": "died"}, posts=RUN),
    "void_entry": Row(PLAY, get=None, post=302, args=entered, data={"note": "A mistake"}),
    "read_news": Row(CHANGE, get=None, post=302, args=jane(), data={"upto": "1"}),
    "submit": Row(CHANGE, get=None, post=302, args=jane()),
    "judge": Row(RUN, get=None, post=302, args=jane(), data={"deed": "remark", "text": "Well met."}),
    "ask_gm": Row(CHANGE, get=None, post=302, args=jane(), data={"draft": "May I?"}),
    "answer": Row(CHANGE, get=None, post=302, args=lambda cast: [cast.jane.pk, cast.said.pk], data={"text": "I see."}),
    "books": Row(EVERYBODY),
    "book_new": Row(EVERYBODY, post=302, data={"title": "Deep Water", "system": "hprpg"}),
    "book_import": Row(EVERYBODY, post=302, data={"text": json.dumps(FILE)}),
    "book": Row(CHANGE, post=302, args=draft(), data={"title": "Deeper"}),
    "book_deed": Row(CHANGE, get=None, post=302, args=draft(), data={"deed": "publish"}),
    "book_export": Row(SIT, args=edition),
    "book_changes": Row(SIT, args=lambda cast: [cast.edition.pk, cast.edition.pk]),
    "entry_new": Row(CHANGE, post=302, args=draft("item"), data={"name": "Trap", "summary": "It snaps."}),
    "entry": Row(CHANGE, post=302, args=in_draft, data={"remove": ""}),
    "healthz": Row(EVERYBODY),
    "home": Row(EVERYBODY),
    "news": Row(EVERYBODY, post=302),
    "calendar": Row(EVERYBODY, get=None, post=302, data={"zone": "UTC"}),
    "calendar_file": Row(EVERYBODY, args=lambda cast: [cast.calendar.token]),
    "credits": Row(EVERYBODY),
    "manifest": Row(EVERYBODY),
    "play_worker": Row(EVERYBODY),
    "rulings": Row(EVERYBODY, args=lambda cast: ["hprpg"]),
    "reference": Row(EVERYBODY, args=lambda cast: ["dominion"]),
    "grimoire": Row(EVERYBODY),
    "old_campaigns": Row(EVERYBODY, get=301, args=lambda cast: [""]),
    "old_spells": Row(EVERYBODY, get=301, args=lambda cast: [""]),
    "spell": Row(EVERYBODY, args=lambda cast: ["hprpg", "lumos"]),
    "theme": Row(EVERYBODY, get=None, post=302, data={"theme": "dark", "next": "/"}),
    "characters": Row(EVERYBODY),
    "new": Row(EVERYBODY, post=302, data={"system": "hprpg"}),
    "wishes": Row(EVERYBODY),
    "wish": Row(EVERYBODY, post=302, args=lambda cast: ["dominion"], data={"concept": "rogue", "seed": "7"}),
    "import": Row(EVERYBODY, post=302, data={"text": '{"system": "hprpg", "build": {}}'}),
    "sheet": Row(SEE, args=jane()),
    "figure": Row(SEE, args=jane("charm")),
    "rulebook": Row(SEE, args=jane()),
    "rulebook_kind": Row(SEE, args=jane("feature")),
    "budget": Row(SEE, args=jane("aspects-social")),
    "odds": Row(SEE, args=jane()),
    "spells_of": Row(SEE, args=jane()),
    "cast": Row(SEE, args=jane("lumos")),
    "export": Row(SEE, args=jane()),
    "print": Row(SEE, post=302, args=jane(), data={"paper": "letter"}),
    "print_preview": Row(SEE, args=jane()),
    "print_job": Row(SEE, args=job),
    "print_file": Row(SEE, args=job),
    "print_party": Row(SIT, post=302, args=table(), data={"summary": "1"}),
    "party_print": Row(RUN, post=302, args=party),
    "party_file": Row(RUN, args=party),
    "portrait": Row(CHANGE, post=302, args=jane(), data={"remove": "1"}),
    "portrait_image": Row(SEE, args=lambda cast: [cast.portrayed.pk]),
    "share": Row(CHANGE, post=302, args=jane(), data={"story": "on"}),
    "unshare": Row(CHANGE, get=None, post=302, args=linked, data={"sure": "1"}),
    "shared": Row(EVERYBODY, args=lambda cast: [cast.link.token]),
    "shared_preview": Row(EVERYBODY, args=lambda cast: [cast.link.token]),
    "shared_portrait": Row(EVERYBODY, args=lambda cast: [cast.portrayed and cast.link.token]),
    "shared_figure": Row(EVERYBODY, args=lambda cast: [cast.link.token, "charm"]),
    "shared_odds": Row(EVERYBODY, args=lambda cast: [cast.link.token]),
    "history": Row(SEE, args=jane()),
    "versions_of": Row(SEE, args=jane("1", "1")),
    "restore": Row(CHANGE, get=None, post=302, args=jane("1")),
    "what_if": Row(CHANGE, get=None, post=302, args=jane()),
    "keep": Row(CHANGE, post=302, args=branch),
    "build_start": Row(CHANGE, get=302, args=jane()),
    "pointed": Row(CHANGE, args=jane("aspects")),
    "compared": Row(CHANGE, args=jane("personality")),
    "build": Row(CHANGE, post=302, hx_post=200, args=jane("aspects"), data={"scores.charm": "2"}),
    "house_rules": Row(CHANGE, post=302, args=jane(), data={"rating_limit": "4"}),
    "roster": Row(WATCH, args=table()),
    "roster_csv": Row(WATCH, args=table()),
    "roster_columns": Row(WATCH, post=302, args=table(), data={"system": "hprpg", "column": "hprpg.charm"}),
    "roster_panel": Row(
        WATCH, post=302, hx_post=200, args=lambda cast: [cast.table.pk, cast.jane.pk], data=MARK, posts=RUN
    ),
    "coverage": Row(WATCH, args=table()),
    "coverage_csv": Row(WATCH, args=table()),
    "undo": Row(CHANGE, get=None, post=302, hx_post=200, args=jane()),
    "redo": Row(CHANGE, get=None, post=302, hx_post=200, args=jane()),
    "random": Row(CHANGE, get=None, post=302, args=jane()),
    "play": Row(PLAY, post=302, args=jane(), data=MARK),
    "play_log": Row(PLAY, args=jane()),
    "marks": Row(SEE, args=jane()),
    "session_notes": Row(CHANGE, get=None, post=302, args=jane(), data={"text": "The cellar", "before": ""}),
    "stars": Row(PLAY, get=None, post=302, args=jane(), data={"star": "no-such-check"}),
    "put_to_use": Row(CHANGE, get=None, post=302, args=jane(), data={"use": "entries.gear.0"}),
    "rest": Row(
        PLAY,
        get=None,
        post=302,
        args=jane(),
        data={"rest": "nourishment", "deed": MISSING_JOB, "since": "0"},
        refused=PLAY,
    ),
    "undo_play": Row(PLAY, get=None, post=302, args=undone),
    "roll": Row(PLAY, get=None, post=302, hx_post=200, args=jane(), data={"deed": MISSING_JOB, "since": "0"}),
    "duplicate": Row(CHANGE, get=None, post=302, args=jane()),
    "bin": Row(CHANGE, get=None, post=302, args=jane()),
    "unbin": Row(CHANGE, get=None, post=302, args=lambda cast: [cast.binned.pk]),
    "purge": Row(CHANGE, get=None, post=302, args=lambda cast: [cast.binned.pk]),
    "fighters_now": Row(WATCH, get=204, args=table()),
}

# Pages of allauth: what somebody without an account gets, and somebody with one.
ACCOUNT = {
    "account_login": (200, 302),
    "account_logout": (302, 200),
    "account_inactive": (200, 200),
    "account_signup": (200, 302),
    "account_reauthenticate": (302, 200),
    "account_email": (302, 200),
    "account_email_verification_sent": (200, 200),
    "account_change_password": (302, 200),
    "account_set_password": (302, 302),
    "account_reset_password": (200, 200),
    "account_confirm_login_code": (302, 302),
    "account_confirm_email": (200, 200),
    "account_confirm_password_reset_code": (302, 302),
    "account_complete_password_reset": (302, 302),
    "account_password_reset_completed": (200, 200),
    "mfa_index": (302, 200),
    "mfa_authenticate": (302, 302),
    "mfa_reauthenticate": (302, 302),
    "mfa_activate_totp": (302, 302),
    "mfa_deactivate_totp": (302, 404),
    "mfa_view_recovery_codes": (302, 404),
    "mfa_generate_recovery_codes": (302, 302),
    "mfa_download_recovery_codes": (302, 404),
    "mfa_list_webauthn": (302, 200),
    "mfa_add_webauthn": (302, 302),
    "mfa_login_webauthn": (302, 302),
    "mfa_reauthenticate_webauthn": (302, 302),
    "mfa_edit_webauthn": (302, 302),
    "mfa_remove_webauthn": (302, 302),
    "usersessions_list": (302, 200),
}

OF_ONE = {"account_confirm_email": "nokey", "mfa_edit_webauthn": MISSING_ID, "mfa_remove_webauthn": MISSING_ID}
"""What is behind those of these addresses that are of one thing: nothing."""

BOOKKEEPING = (
    "django_session",
    "usersessions_usersession",
    "last_login",
    "account_emailconfirmation",
    "characters_guest",
)
"""What may be written on any request: who is logged in where, and when a guest was here last."""


def names(resolver: Any = None, space: str = "") -> Iterator[tuple[str, str]]:
    """Every address of the site: its name with its namespace, and its pattern."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if hasattr(pattern, "url_patterns"):
            yield from names(pattern, f"{space}{pattern.namespace}:" if pattern.namespace else space)
        else:
            yield f"{space}{pattern.name}", str(pattern.pattern)


def test_every_address_has_a_row() -> None:
    found = {name for name, _ in names() if not name.startswith("admin:")}
    assert found == {*TABLE, *ACCOUNT}


class Answer:
    """What somebody got, and what was written to the database for it; nothing of it stays, no cookie either."""

    def __init__(self, client: Client, method: str, url: str, row: Row, headers: Mapping[str, str]) -> None:
        data = dict(row.data) if method == "POST" else None
        pocket = copy.copy(client.cookies)
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            response = client.generic(method, url, headers=headers) if data is None else None
            response = response or client.post(url, data, headers=headers)
            self.status = response.status_code
            self.body = response.getvalue() if getattr(response, "streaming", False) else response.content
            transaction.set_rollback(True)
        client.cookies = pocket
        self.location = response.headers.get("Location", "")
        self.writes = [
            query["sql"]
            for query in queries.captured_queries
            if re.match(r"\s*(INSERT|UPDATE|DELETE|TRUNCATE)", query["sql"])
            and not any(word in query["sql"] for word in BOOKKEEPING)
        ]

    def plain(self, url: str) -> bytes:
        """The body without what differs from request to request: tokens, the address that was asked for, and the number
        of whoever asks of their own news."""
        without = re.sub(rb'(name="csrfmiddlewaretoken" value=")[^"]*', rb"\1", self.body)
        without = re.sub(rb'\s*(?:<b class="unread">.*?</b>)?\s+', b" ", without, flags=re.DOTALL)
        return without.replace(url.encode(), b"URL") + self.location.replace(quote(url), "URL").encode()


def expected(row: Row, role: str, method: str, hx: bool) -> int:
    allowed = {"GET": row.get, "HEAD": row.get, "POST": row.post}.get(method)
    if allowed is None:
        return 405
    if role not in (row.posts if row.posts is not None and method == "POST" else row.who):
        return 404 if role != "nobody" else 401 if hx else 302
    if method == "POST" and role in row.refused:
        return 422
    return row.hx_post if hx and method == "POST" and row.hx_post else allowed


def missing(row: Row, url: str, cast: Cast) -> str:
    """The same address with an id that nothing has."""
    first = row.args(cast)[0]
    return url.replace(f"/{first}/", f"/{MISSING_JOB if row.args in (job, party) else MISSING_ID}/")


CLOSED = Row(frozenset(), post=200)
"""An address that nobody may open."""
PARTS = 4
"""The walk is shared out, so that several processes can run it and the cast is not made for every address."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("hx", [False, True], ids=["plain", "htmx"])
def test_everybody_gets_what_the_table_says(part: int, hx: bool, whole_cast: Cast) -> None:
    nowhere: Nowhere = {}
    faults = {name: list(surprises(TABLE[name], name, hx, whole_cast, nowhere)) for name in [*TABLE][part::PARTS]}
    assert {name: found for name, found in faults.items() if found} == {}


Nowhere = dict[tuple[str, str], bytes]
"""How somebody is told, by a method, that there is no such thing."""


def surprises(row: Row, name: str, hx: bool, cast: Cast, nowhere: Nowhere) -> Iterator[str]:
    """Where an address answers somebody otherwise than its row says: a line each.

    What somebody may not see looks to them like anything that is not there, whatever the address.
    """
    url = reverse(name, args=row.args(cast))
    headers = HX if hx else {}
    rarely = () if hx else product(FEW, METHODS[2:])
    for role, method in (*product(NEAR if hx else ROLES, METHODS[:2]), *rarely):
        answer = Answer(cast[role], method, url, row, headers)
        wanted = expected(row, role, method, hx)
        if answer.status != wanted:
            yield f"{method} answered {role} {answer.status} instead of {wanted}"
        if (wanted >= 400 or method != "POST") and answer.writes:
            yield f"{method} by {role} wrote {answer.writes}"
        if wanted == expected(CLOSED, role, method, hx) and role not in row.who and method in ("GET", "POST"):
            if (role, method) not in nowhere or role == "stranger":
                without = missing(row, url, cast)
                there_is_none = Answer(cast[role], method, without, row, headers)
                if there_is_none.status != wanted:
                    yield f"{method} answered {role} {there_is_none.status} where nothing is"
                nowhere[role, method] = there_is_none.plain(without)
            if answer.plain(url) != nowhere[role, method]:
                yield f"{method} told {role} that there is something"


def test_a_guest_has_the_run_of_their_own_character(cast: Cast) -> None:
    for name, row in TABLE.items():
        if (
            row.who in (EVERYBODY, WATCH)
            or row.args in (job, party, branch, undone)
            or name
            in (
                "unbin",
                "purge",
                "judge",
                "answer",
                "ask_gm",
                "edition_of",
                "enter",
                "void_entry",
                "unshare",
                "portrait_image",
                "rest",
            )
            or name in TABLES | BOOKS
        ):
            continue
        _, *rest = row.args(cast)
        url = reverse(name, args=[cast.guests_own.pk, *rest])
        method = "POST" if row.get is None else "GET"
        statuses = {role: Answer(cast[role], method, url, row, {}).status for role in ROLES}
        right = row.post if row.get is None else row.get
        assert statuses == dict.fromkeys(ROLES, 404) | {"guest": right, "nobody": 302}, name


def test_a_print_that_is_not_there_is_not_found(cast: Cast) -> None:
    # The queries are written anew, so that this test counts for them whichever came first.
    for written in (access._one_character, access._one_print):
        written.cache_clear()
    assert cast["owner"].get(cast.jane.get_absolute_url()).status_code == 200
    assert cast["owner"].get(reverse("print_job", args=[MISSING_JOB])).status_code == 404


def test_what_is_binned_is_gone_for_all_but_the_bin(cast: Cast) -> None:
    for role in ROLES:
        gone = 302 if role == "nobody" else 404
        assert cast[role].get(reverse("sheet", args=[cast.binned.pk])).status_code == gone
        listed = b"Binned Betty" in cast[role].get("/characters/").content
        assert listed is (role == "owner")


def test_leaving_a_table_takes_the_game_masters_eyes_with_it(cast: Cast) -> None:
    cast.jane.campaign = None
    cast.jane.save()
    assert cast["gm"].get(cast.jane.get_absolute_url()).status_code == 404


def test_account_pages_answer_as_listed_and_write_nothing(cast: Cast) -> None:
    for name, expected_of_both in ACCOUNT.items():
        url = reverse(name, args=[OF_ONE[name]] if name in OF_ONE else [])
        answers = [Answer(cast[role], "GET", url, Row(EVERYBODY), {}) for role in ("nobody", "stranger")]
        assert tuple(answer.status for answer in answers) == expected_of_both, name
        assert [answer.writes for answer in answers] == [[], []], name


ADMIN = sorted({(name, pattern) for name, pattern in names() if name.startswith("admin:") and "None" not in name})


def admin_url(name: str, pattern: str) -> str:
    wanted = re.findall(r"<(?:\w+:)?(\w+)>", pattern)
    return reverse(name, kwargs={key: "auth" if key == "app_label" else "1" for key in wanted})


def test_the_admin_lets_only_staff_in(cast: Cast) -> None:
    urls = [admin_url(name, pattern) for name, pattern in ADMIN]
    for url, role, method in product(urls, NEAR, ("GET", "POST")):
        answer = Answer(cast[role], method, url, Row(EVERYBODY), {})
        assert answer.status in (302, 403), (url, role, method)
        assert answer.writes == [], (url, role, method)


def test_staff_without_a_right_see_an_empty_admin(cast: Cast) -> None:
    assert cast["staff"].get("/admin/").status_code == 200
    assert cast["staff"].get("/admin/auth/user/").status_code == 403
    assert cast["superuser"].get("/admin/auth/user/").status_code == 200


def test_who_is_not_logged_in_is_shown_the_door(cast: Cast) -> None:
    """A page of an account, opened after the session ran out: log in, and come back."""
    nobody, login = cast["nobody"], reverse("account_login")
    url = f"{reverse('sheet', args=[cast.jane.pk])}?all=1"
    way = nobody.get(url)
    assert way["Location"] == f"{login}?next={quote(url)}"
    page = nobody.get(way["Location"]).content.decode()
    assert "Looking for a guest character?" in page
    owner = cast.users["owner"]
    owner.set_password("a phoenix feather")
    owner.save()
    back = nobody.post(login, {"login": "owner", "password": "a phoenix feather", "next": url})
    assert back["Location"] == url
    assert "Looking for a guest character?" not in Client().get(login).content.decode()


def test_a_form_sent_without_a_session_leads_back_to_its_page(cast: Cast) -> None:
    table, address = reverse("campaign", args=[cast.table.pk]), reverse("award", args=[cast.table.pk])
    for referer, back in ((f"http://testserver{table}", table), ("https://elsewhere.example/x", "/"), ("", "/")):
        answer = cast["nobody"].post(address, headers={"Referer": referer})
        assert answer["Location"] == f"{reverse('account_login')}?next={quote(back)}"
    told = cast["nobody"].post(address, headers=HX)
    assert (told.status_code, "Log in in another tab" in told.content.decode()) == (401, True)

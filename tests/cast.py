"""Who turns up in tests: everybody who may, or may not, look at one player's character."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from campaigns import actions as sitting
from campaigns import calendars, proposed_dates
from campaigns.chronicle import handouts, scenes, sessions
from campaigns.demo.demo import JANE
from campaigns.models import CalendarLink, Campaign, GameSession, Handout, Invitation, Membership, ProposedDate, Scene
from campaigns.nights import this_evening
from campaigns.party import party_prints
from campaigns.review import comments
from campaigns.tables import campaign_books
from characters import actions, versions
from characters.access import GUEST, SEEN
from characters.models import Character, Comment, Job, LedgerEntry, PartyPrint, PrintJob, ShareLink
from characters.pictures import SIZE
from characters.printing import print_jobs
from characters.printing.jobs import SomeJob, path_of
from characters.tables import TableRole
from rules.catalogue.rulebook import rulebook_of
from rules.homebrew import authoring
from rules.models import Book, Entry

ROLES = (
    *("nobody", "guest", "stranger", "owner", "companion", "spectator", "gm"),
    *("other_gm", "ex_member", "link_holder", "revoked_link", "staff", "superuser"),
)


FEAT = {"key": "deep-gaze", "name": "Deep Gaze", "archetype": "auror", "effect": "You look twice."}
LIGHT = {"key": "deep-light", "name": "Deep Light", "discipline": "elemental", "incantation": "Profundis"}
DARK = {"key": "deep-dark", "name": "Deep Dark", "discipline": "curses", "incantation": "Obscuris"}
DEEP = {"feature": [{**FEAT, "effects": [{"to": "charm", "amount": 1}]}], "spell": [LIGHT]}
DEEPER = {
    "feature": [{**FEAT, "effects": [{"to": "charm", "amount": 2}], "requires": [{"of": "charm", "least": 9}]}],
    "spell": [DARK],
}


@pytest.fixture
def book(db: None) -> Book:
    """The handbook, loaded and read."""
    found = Book.objects.get(system="hprpg", core=True)
    rulebook_of((found,))
    return found


def visited(client: Client) -> None:
    """The visit of whoever is logged in is noted, whatever day it is: what their requests cost hangs on no midnight."""
    session = client.session
    session[SEEN] = date.max.isoformat()
    session.save()


class Doors(dict[str, Client]):
    """A browser for everybody, let in when a test first asks for it: most tests have two or three people in them."""

    def __init__(self, users: dict[str, Any], let_in: Callable[[str, Client], None]) -> None:
        super().__init__()
        self.users, self.let_in = users, let_in

    def __missing__(self, role: str) -> Client:
        client = self[role] = Client()
        if role in self.users:
            client.force_login(self.users[role])
            visited(client)
        self.let_in(role, client)
        return client


@dataclass
class Cast:
    """A table with one character on it, and a browser for everybody. What few tests ask for is made when they do."""

    users: dict[str, Any]
    table: Campaign
    jane: Character

    @cached_property
    def clients(self) -> Doors:
        return Doors(self.users, self._let_in)

    def _let_in(self, role: str, client: Client) -> None:
        """What somebody's browser has seen before."""
        if role == "guest":
            session = client.session
            session[GUEST] = str(self.guests_own.guest)
            session.save()
        elif role == "ex_member":
            sitting.leave(seat=Membership.objects.create(campaign=self.table, user=self.users[role]))
        elif role == "link_holder":
            client.get(reverse("join", args=[self.invitation.token]))
        elif role == "revoked_link":
            client.get(reverse("join", args=[self.revoked.token]))

    @cached_property
    def binned(self) -> Character:
        """One that the owner has thrown away."""
        made = _character(self.users["owner"], self.table, "Binned Betty")
        actions.bin_character(character=made)
        return made

    @cached_property
    def guests_own(self) -> Character:
        return actions.create_character(system="hprpg", guest=uuid.uuid4(), name="Guest of honour")

    @cached_property
    def invitation(self) -> Invitation:
        return sitting.invite(campaign=self.table, by=self.users["gm"])

    @cached_property
    def revoked(self) -> Invitation:
        """An invitation that was taken back."""
        made = sitting.invite(campaign=self.table, by=self.users["gm"])
        sitting.revoke(invitation=made)
        return made

    @cached_property
    def seat(self) -> Membership:
        """The companion's."""
        return Membership.objects.get(campaign=self.table, user=self.users["companion"])

    @cached_property
    def entry(self) -> LedgerEntry:
        """Something a player has entered in Jane's ledger, of a kind that is not for GMs alone."""
        return self.jane.ledger_entries.create(kind="loss", note="Of nerve", role="player", by=self.users["owner"])

    @cached_property
    def said(self) -> Comment:
        """What the GM said of Jane."""
        made = comments.draft(character=self.jane, by=self.users["gm"], text="More owls?")
        comments.send(character=self.jane, by=self.users["gm"])
        return made

    @cached_property
    def link(self) -> ShareLink:
        """A link of the owner's to Jane's sheet, for anyone."""
        return actions.share(character=self.jane, by=self.users["owner"])

    @cached_property
    def calendar(self) -> CalendarLink:
        """The owner's."""
        return calendars.make(who=self.users["owner"], zone="UTC")

    @cached_property
    def portrayed(self) -> Character:
        """Jane, with a portrait."""
        actions.give_portrait(character=self.jane, jpeg=red_jpeg())
        return self.jane

    @cached_property
    def job(self) -> PrintJob:
        """A print of Jane, made."""
        return as_printed(print_jobs.request_print(character=self.jane, options={"paper": "a4"}))

    @cached_property
    def branch(self) -> Character:
        """A what-if of Jane, made when a test asks for it."""
        return versions.what_if(character=self.jane, by=self.users["owner"])

    @cached_property
    def party(self) -> PartyPrint:
        """The game master's print of Jane's party, bound already, when a test asks for it."""
        wanted = {"sheets": True, "npc_sheets": False, "summary": True, "cards": False}
        how = {"paper": "a4", "variant": "full", "pages": "two"}
        people = [Character.objects.with_table().select_related("owner").get(pk=self.jane.pk)]
        made = party_prints.request_party(
            campaign=self.table, by=self.users["gm"], characters=people, options={**wanted, **how}, whole=True
        )
        return as_printed(made)

    @cached_property
    def asked(self) -> ProposedDate:
        """A day that the GM has asked about."""
        moment = ((this_evening() + timedelta(days=3)).isoformat(), "19:00")
        return proposed_dates.propose(campaign=self.table, moments=[moment], by=self.users["gm"])[0]

    @cached_property
    def evening(self) -> GameSession:
        """A session of the table's that the GM wrote up."""
        told = {"held_on": date(2026, 11, 20), "title": "The cellar", "story": "It was dark."}
        return sessions.tell(campaign=self.table, by=self.users["gm"], **told)

    @cached_property
    def scene(self) -> Scene:
        """What the GM has ready, known to nobody else."""
        return scenes.write(campaign=self.table, draft=scenes.SceneDraft("The gate", "It is shut."))

    @cached_property
    def paper(self) -> Handout:
        """A handout that nobody was shown."""
        return handouts.write(campaign=self.table, by=self.users["gm"], title="A letter", text="Come alone.")

    @cached_property
    def draft(self) -> Book:
        """A homebrew book that the owner is writing."""
        return self._written("Half a Book")

    @cached_property
    def edition(self) -> Book:
        """A homebrew book of the owner's that the table plays with."""
        made = authoring.publish(book=self._written("A Whole Book"))
        Campaign.objects.filter(pk=self.table.pk).update(books=[made.pk])
        return made

    def _written(self, title: str) -> Book:
        book = authoring.begin(by=self.users["owner"], system="hprpg", title=title)
        authoring.write_entry(book=book, kind="item", row={"name": "Net", "summary": "It holds."})
        return book

    @cached_property
    def deep(self) -> Book:
        """A book of the game master's in play at the table, and on Jane's shelf: a feat and a spell."""
        return self.play(shelved(self.users["gm"], "hprpg", "deep-magic", "1", DEEP))

    @cached_property
    def deeper(self) -> Book:
        """The second edition of `deep`: its feat does more, its spell is gone, and there is another."""
        return shelved(self.deep.owner, "hprpg", "deep-magic", "2", DEEPER)

    def play(self, book: Book) -> Book:
        """Put a book in play at the table."""
        campaign_books.use_book(campaign=self.table, book=book, by=self.users["gm"])
        self.table.refresh_from_db()
        self.jane = Character.objects.get(pk=self.jane.pk)
        return book

    def __getitem__(self, role: str) -> Client:
        return self.clients[role]


@pytest.fixture
def cast(book: Book) -> Cast:
    people = [role for role in ROLES if role not in ("nobody", "guest")]
    users = dict(zip(people, get_user_model().objects.bulk_create(map(_user, people)), strict=True))
    tables = [Campaign(name="Thursday"), Campaign(name="Elsewhere")]
    table, elsewhere = Campaign.objects.bulk_create(tables)
    seats = [
        (elsewhere, "other_gm", TableRole.GM),
        (table, "owner", TableRole.PLAYER),
        (table, "companion", TableRole.PLAYER),
    ]
    seats += [(table, "spectator", TableRole.SPECTATOR), (table, "gm", TableRole.GM)]
    Membership.objects.bulk_create(Membership(campaign=at, user=users[who], role=role) for at, who, role in seats)
    return Cast(users=users, table=table, jane=_character(users["owner"], table, "Jane Alderwick"))


@pytest.fixture
def whole_cast(cast: Cast) -> Cast:
    """With everything there is for somebody to find, and everybody there."""
    assert all((cast.binned, cast.guests_own, cast.invitation, cast.revoked, cast.job, cast.entry))
    assert all(cast[role] for role in ROLES)
    return cast


def red_jpeg() -> bytes:
    """As good as a portrait."""
    file = BytesIO()
    Image.new("RGB", SIZE, (200, 20, 20)).save(file, "JPEG")
    return file.getvalue()


def as_printed(job: SomeJob, content: bytes = b"%PDF-1.7 as good as printed") -> SomeJob:
    """As if a worker had made its file, with anything in it."""
    job.file, job.state, job.progress = f"prints/{job.pk}.pdf", Job.State.DONE, 100
    job.save()
    file = path_of(job)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return job


def shelved(
    owner: Any, system: str, key: str, edition: str, rows: Mapping[str, Sequence[Mapping[str, Any]]], **more: Any
) -> Book:
    """A homebrew book in one edition, published unless `published` is false: kind to rows of entries."""
    published = timezone.now() if more.pop("published", True) else None
    title = key.replace("-", " ").title()
    section = {"number": "Things", "title": "Things", "page": 0, "origin": "homebrew"}
    cover = {"title": title, "short": title, "sections": [section], "published_at": published, **more}
    made = Book.objects.create(owner=owner, system=system, key=key, edition=edition, **cover)
    for kind, entries in rows.items():
        for place, given in enumerate(entries):
            row = {"section": "Things", "page": 0, "summary": "Homemade.", "name": given["key"].title(), **given}
            Entry.objects.create(
                book=made, kind=kind, key=row["key"], name=row["name"], data=row, summary=row["summary"], place=place
            )
    return made


def _user(role: str) -> Any:
    powers = {"is_staff": role in ("staff", "superuser"), "is_superuser": role == "superuser"}
    return get_user_model()(username=role, **powers)


def _character(owner: Any, table: Campaign, name: str) -> Character:
    return actions.create_character(system="hprpg", by=owner, name=name, build=JANE, campaign=table)


FEUD = (
    "There, edition 1 and Back, edition 1 can’t be used together. "
    "These stats depend on each other: Charm → Logic → Charm."
)


def feuding(cast: Cast) -> tuple[Book, Book]:
    """Two books of the owner's that cannot be read together."""
    there, back = (
        shelved(
            cast.users["owner"], "hprpg", key, "1",
            {"feature": [{**FEAT, "key": key, "effects": [{"to": to, "amount": 1, "per": per}]}]},
        )
        for key, to, per in (("there", "charm", "logic"), ("back", "logic", "charm"))
    )  # fmt: skip
    return there, back


def breaking(cast: Cast) -> tuple[Book, Book]:
    """Two books of the owner's with which the rules raise: what the one casts with, the other leaves to druids."""
    druids = {"key": "fitness", "category": "archetype-ability", "archetype": "druid"}
    tide = {"key": "high-tide", "category": "affinity", "aspects": ["fitness"]}
    one, two = (
        shelved(cast.users["owner"], "hprpg", key, "1", {"trait": [row]})
        for key, row in (("druids", druids), ("tide", tide))
    )
    return one, two

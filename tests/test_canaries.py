"""What is some people's own reaches nobody else: not on a page, in a file, in the news or in a letter.

Each secret is a word that stands nowhere else; whoever may open an address opens it, and no word may be in the answer
that is not theirs to read.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import stash
from campaigns.chronicle import handouts, scenes
from campaigns.models import NewsReader
from campaigns.news.gathering import LETTERS
from campaigns.news.letters import send_at_once, send_letters
from campaigns.review import comments, decisions
from campaigns.tables import secret_rolls
from characters import actions
from characters.models import Character, Roll
from tests.cast import Cast, book, cast
from tests.test_permissions import TABLE

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db

READERS = ("nobody", "stranger", "owner", "companion", "spectator", "gm", "co_gm", "other_gm", "link_holder")
TABLE_STAFF = frozenset({"gm", "co_gm", "spectator"})
AROUND_JANE = TABLE_STAFF | {"owner"}
SECRETS = {
    "owldraft": frozenset({"gm"}),
    "owlnotes": frozenset({"owner"}),
    "owlnpc": TABLE_STAFF,
    "owlpast": TABLE_STAFF,
    "owlstory": AROUND_JANE,
    "owlsaid": AROUND_JANE,
    "owlasked": AROUND_JANE,
    "owlreason": AROUND_JANE,
    "owlhandout": frozenset({"gm", "co_gm"}),
    "owlscene": frozenset({"gm", "co_gm"}),
    "owlasks": frozenset({"gm", "co_gm"}),
    "owlmemo": frozenset({"gm", "co_gm"}),
    "owlstash": AROUND_JANE | {"companion"},
    "owlletter": frozenset({"gm", "co_gm", "owner"}),
    "owlrolled": frozenset({"gm", "co_gm"}),
}
"""Each word, and who may read it."""
WALKED_ELSEWHERE = {"print_file", "party_file", "portrait_image", "shared_portrait", "shared_preview"}
"""Pictures, and files that hold nothing here."""

OF_NPC = {"sheet", "review", "export", "history", "print_preview"}
"""What everybody tries of an NPC too."""


@dataclass
class Told:
    """The cast after somebody has said something that isn't everybody's."""

    cast: Cast
    npc: Character
    doors: dict[str, Client] = field(default_factory=dict)

    def door(self, role: str) -> Client:
        return self.doors.get(role) or self.cast[role]


@pytest.fixture
def told(cast: Cast) -> Told:
    gm, owner, co_gm = cast.users["gm"], cast.users["owner"], cast.users["ex_member"]
    cast.table.memberships.create(user=co_gm, role="gm")
    second = Client()
    second.force_login(co_gm)
    jane = actions.change_build(
        character=_jane(cast), changes={"notes.backstory": "owlstory", "scores.charm": 9}, drawn=1, by=owner
    ).character
    decisions.submit(character=jane, by=owner)
    comments.draft(character=jane, by=gm, text="owlsaid", at="scores.charm")
    comments.send(character=jane, by=gm)
    comments.draft(character=jane, by=gm, text="owldraft")
    broken = _jane(cast).read().errors[0]
    comments.ask(character=jane, by=owner, text="owlasked")
    decisions.waive(character=jane, by=gm, code=broken.code, at=broken.at, reason="owlreason")
    actions.write_session_notes(character=jane, text="owlnotes", before="")
    npc = actions.create_character(
        system="hprpg", by=gm, name="owlnpc", build={"notes": {"backstory": "owlpast"}}, campaign=cast.table, npc=True
    )
    handouts.write(campaign=cast.table, by=gm, title="owlhandout", text="owlhandout")
    plan = scenes.SceneDraft("owlscene", "owlscene", ["owlasks"], npcs=[npc.pk])
    scenes.write(campaign=cast.table, draft=plan)
    scenes.write_notes(campaign=cast.table, text="owlmemo", before="")
    stash.put_in(campaign=cast.table, name="owlstash", amount=2, by=owner)
    letter = handouts.write(campaign=cast.table, by=gm, title="owlletter", text="owlletter")
    handouts.show(handout=letter, people=[owner.pk])
    secret_rolls.roll_for_all(campaign=cast.table, check=_jane(cast).read().checks[0].label, name=uuid4(), by=gm)
    assert Roll.objects.update(label="owlrolled", words="owlrolled") == 1
    return Told(cast, npc, {"co_gm": second})


def test_no_page_tells_anybody_what_is_not_theirs(told: Told) -> None:
    """And each word is told to somebody: one that is shown nowhere would prove nothing."""
    read: set[str] = set()
    for role in READERS:
        for address, body in _pages(told, role):
            found = {word for word in SECRETS if word in body}
            assert not found & set(_kept_from(role)), f"{role} at {address}"
            read |= found
    assert read == set(SECRETS)


def test_no_letter_tells_what_is_not_its_readers(told: Told) -> None:
    for role in ("owner", "companion", "spectator", "gm", "other_gm", "ex_member"):
        user = told.cast.users[role]
        EmailAddress.objects.create(user=user, email=f"{role}@example.org", verified=True, primary=True)
        NewsReader.objects.create(user=user, mail=True, **dict.fromkeys(("seen_at", "daily_until"), _last_week()))
    send_letters()
    NewsReader.objects.update(at_once=list(LETTERS), at_once_until=_last_week())
    send_at_once()
    assert {letter.to[0].partition("@")[0] for letter in mail.outbox} >= {"owner", "gm", "ex_member"}
    for letter in mail.outbox:
        role = letter.to[0].partition("@")[0]
        kept = _kept_from("co_gm" if role == "ex_member" else role)
        assert [word for word in kept if word in str(letter.body)] == [], role


def _pages(told: Told, role: str) -> Iterator[tuple[str, str]]:
    """Every address this reader may open, with what it answers."""
    as_whom = "gm" if role == "co_gm" else role
    for name, row in TABLE.items():
        if row.get != 200 or name in WALKED_ELSEWHERE:
            continue
        arguments = row.args(told.cast)
        tried = [arguments] if as_whom in row.who else []
        tried += [[told.npc.pk, *arguments[1:]]] if name in OF_NPC else []
        for given in tried:
            address = reverse(name, args=given)
            answer = told.door(role).get(address)
            yield address, (answer.getvalue() if answer.streaming else answer.content).decode(errors="replace")


def _kept_from(role: str) -> list[str]:
    return [word for word, readers in SECRETS.items() if role not in readers]


def _jane(cast: Cast) -> Character:
    return Character.objects.with_table().get(pk=cast.jane.pk)


def _last_week() -> datetime:
    return timezone.now() - timedelta(days=7)

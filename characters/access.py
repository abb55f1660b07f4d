"""Who may see and change which character. Holding the object is the permission: views get it only here."""

import uuid
from functools import cache
from hashlib import sha256
from typing import Any, Literal, NamedTuple, TypeVar

from allauth.account.adapter import get_adapter
from allauth.core.ratelimit import consume
from django.db import connection
from django.db.models import F, FilteredRelation, Q, QuerySet
from django.http import Http404, HttpRequest
from django.utils.crypto import salted_hmac

from characters.limits import GUEST_DAYS
from characters.models import Character, CharacterQuerySet, Portrait, PrintJob, Roll, ShareLink, asker, with_annotations
from characters.prepared_queries import Prepared
from characters.tables import ARCHIVED, TableRole, TableRules
from rules.homebrew.access import Closed
from rules.models import Book
from rules.networks import network
from rules.refusals import Refused
from rules.systems import PACKAGES

Found = TypeVar("Found", bound=QuerySet[Any, Any])
NEW_GUEST = "new_guest"
"""What counts as one under `ACCOUNT_RATE_LIMITS`."""
GUEST = "guest"
"""Key of the session under which a visitor without an account is remembered."""
FORMER = "former"
"""Key of the session under which stands what pages called somebody while they were a guest."""
SEEN = "seen"
"""Key of the session under which the day of the last visit stands."""

Deed = Literal["see", "play", "change", "judge"]
"""See: the owner, game masters and spectators of the table. Play (trackers): the owner and game masters. Change: the
owner, and for NPCs, who belong to the table even in the bin, every game master of it. Judge (approve, award, waive):
game masters."""
IN_SECRET: Deed = Roll.SECRET
"""What one must be allowed, to see and to make a roll in secret."""
AT_THE_TABLE: dict[Deed, tuple[str, ...]] = {
    "see": (TableRole.GM, TableRole.SPECTATOR),
    "play": (TableRole.GM,),
    "change": (TableRole.GM,),
    "judge": (TableRole.GM,),
}


def guest_key(request: HttpRequest) -> uuid.UUID | None:
    """The key of a visitor without an account, if they have made something."""
    try:
        return uuid.UUID(str(request.session.get(GUEST)))
    except ValueError:
        return None


def become_guest(request: HttpRequest) -> uuid.UUID:
    """The visitor's key, a new one on their first character.

    Raises Refused where too many came from one address: what a guest may keep is bounded, and a cookie is thrown away
    in no time.
    """
    key = guest_key(request)
    if key is None:
        if not consume(request, action=NEW_GUEST):
            raise Refused(
                "Too many characters were created without an account from your network in the last hour. "
                "Log in or sign up to create yours, or try again later."
            )
        key = uuid.uuid4()
        request.session[GUEST] = str(key)
        request.session.set_expiry(GUEST_DAYS * 86_400)
        request.session.pop(SEEN, None)  # so that this visit is noted as the guest's
    return key


def person_key(request: HttpRequest) -> str:
    """What pages call the person behind a request, so that what waits in a browser is sent as nobody else."""
    return _called(_who(request))


def former_key(request: HttpRequest) -> str:
    """What pages called this person before they signed up or logged in, "" where nobody knows."""
    former: str = request.session.get(FORMER, "")
    return former


def outgrow_guest(request: HttpRequest) -> None:
    """The guest of this session has an account now, and is remembered only by what pages called them."""
    request.session[FORMER] = _called(Who("guest", guest_key(request)))
    request.session.pop(GUEST, None)
    request.session.set_expiry(None)


def asker_of(request: HttpRequest) -> str:
    """The word for this person by which their turns at the printer are counted.

    Without an account, everybody at one address is one person there: another cookie makes nobody another.
    """
    who = _who(request)
    if who.kind == "user":
        return asker(user=who.key)
    place = network(str(get_adapter().get_client_ip(request)))
    return asker(guest=uuid.UUID(salted_hmac("printer", place).hexdigest()[:32]))


def own(request: HttpRequest, at: str = "") -> Q:
    """Characters that are this person's own: a user's, or a guest's. `at` leads to them from another table."""
    return _own(_who(request), at)


def may(request: HttpRequest, character: Character, deed: Deed) -> bool:
    """Whether this person, who sees the character, may do this with it. For the owner it costs no query."""
    who = _who(request)
    mine = {"user": character.owner_id, "guest": character.guest, "stranger": None}[who.kind] == who.key
    if mine and deed != "judge":
        return True
    return who.kind == "user" and _allowed(Character.objects.filter(pk=character.pk), who, deed).exists()


def sees_secrets(request: HttpRequest, character: Character) -> bool:
    """Whether this person sees a character's rolls in secret, and may make one, be it their own: whoever may judge it.
    One query, none outside a campaign."""
    return character.campaign_id is not None and may(request, character, IN_SECRET)


def characters_for(request: HttpRequest, deed: Deed = "see") -> CharacterQuerySet:
    """Every character this person may see or change, with what reading a sheet needs."""
    return _allowed(Character.objects.with_table(), _who(request), deed)


def named_for(request: HttpRequest, deed: Deed = "see") -> CharacterQuerySet:
    """Every character this person may see or change, without the documents that only reading a sheet needs."""
    return _allowed(Character.objects.named(), _who(request), deed)


def character_for(
    request: HttpRequest, pk: int, deed: Deed = "see", *, binned: bool = False, shut: bool = False
) -> Character:
    """One character, or Closed: one that is not there and one that is not yours look alike.

    Raises Refused for a form that changes an NPC of an archived campaign, unless that may be done to one that is `shut`
    away, too.
    """
    who = _who(request)
    found = _one_character(who.kind, deed, binned).first({PK: pk, who.stand_in: who.key})
    if found is None:
        raise Closed("Character not found.")
    character, notes = found
    _refuse_unknown_game(character.system)
    archived = notes.pop("campaign_archived_at") is not None
    if archived and character.npc and deed == "change" and request.method == "POST" and not shut:
        raise Refused(ARCHIVED)
    decided = TableRules(notes.pop("campaign_settings"), notes.pop("campaign_books"), notes.pop("campaign_name"))
    vars(character).update(notes, joined_rules=decided)
    return character


def print_for(request: HttpRequest, pk: uuid.UUID) -> PrintJob:
    """One print of a character this person may see, or Closed; of the character it has name and game."""
    who = _who(request)
    found = _one_print(who.kind).first({PRINT: pk, who.stand_in: who.key})
    if found is None:
        raise Closed("PDF not found.")
    job, joined = found
    _refuse_unknown_game(joined["game"])
    columns = [job.character_id, joined["game"], joined["name"]]  # in the order of the model's fields
    job.character = Character.from_db(connection.alias, ["id", "system", "name"], columns)
    return job


def portrait_for(request: HttpRequest, pk: int) -> bytes:
    """The portrait of a character this person may see, as JPEG, or Closed."""
    portraits = Portrait.objects.filter(character=pk, character__deleted_at=None)
    found = _allowed(portraits, _who(request), "see", "character__").values_list("data", flat=True).first()
    if found is None:
        raise Closed("Portrait not found.")
    return bytes(found)


def link_for(token: str) -> ShareLink:
    """The link that somebody has, with its character to look at, or Http404: a revoked one leaves nothing.

    Whoever has it needs to be nobody known here.
    """
    link = ShareLink.objects.filter(token=token, character__deleted_at=None).first()
    if link is None:
        raise Http404("Link not found.")
    link.character = Character.objects.with_table().get(pk=link.character_id)
    _refuse_unknown_game(link.character.system)
    return link


class Sentence(str):
    """What the page of a 404 says instead of that nothing is there."""

    told = True


UNKNOWN_GAME = Sentence(
    "This character is for a game that this site doesn’t have any more. It’s kept as it is: ask the site’s owner."
)


def _refuse_unknown_game(system: str) -> None:
    """No page can draw a character of a game that isn't there any more; no list has it either."""
    if system not in PACKAGES:
        raise Http404(UNKNOWN_GAME)


def books_within_reach(request: HttpRequest, character: Character) -> QuerySet[Book]:
    """The published homebrew that this person may put on the shelf of a character of theirs: what its table plays with,
    and what they wrote themselves and still give out."""
    decided = character.table_rules
    within = Q(pk__in=decided.books if decided else ())
    if request.user.is_authenticated:
        within |= Q(owner_id=request.user.pk, withdrawn_at=None)
    found = Book.objects.filter(within, core=False, system=character.system).exclude(published_at=None)
    return found.select_related("owner").order_by("title", "key", "pk")


# Who asks, and the one rule of what they may

SEAT = "seat_of_who_asks"
"""What queries call the seat that whoever asks has at the table of a character: one at most."""
PK = -1
PRINT = uuid.UUID(int=1)
Kind = Literal["user", "guest", "stranger"]
STAND_INS: dict[Kind, int | uuid.UUID] = {"user": -2, "guest": uuid.UUID(int=2), "stranger": 0}
"""What stands in a prepared query for the key of the one who asks. No row has such a key."""


class Who(NamedTuple):
    """The person behind a request: what kind of visitor, and their key."""

    kind: Kind
    key: Any

    @property
    def stand_in(self) -> int | uuid.UUID:
        return STAND_INS[self.kind]


def _who(request: HttpRequest) -> Who:
    if request.user.is_authenticated:
        return Who("user", request.user.pk)
    key = guest_key(request)
    return Who("guest", key) if key else Who("stranger", 0)


def _called(who: Who) -> str:
    return sha256(f"{who.kind} {who.key}".encode()).hexdigest()[:16]


def _own(who: Who, at: str = "") -> Q:
    if who.kind == "user":
        return Q((f"{at}owner_id", who.key))
    return Q((f"{at}guest", who.key)) if who.kind == "guest" else Q(pk__isnull=True)


def _allowed(found: Found, who: Who, deed: Deed, at: str = "") -> Found:
    """Of these the characters with which this person may do this, or what leads to them by `at`.

    What-ifs are their owner's alone.
    """
    mine = Q(pk__isnull=True) if deed == "judge" else _own(who, at)
    if who.kind != "user":
        return found.filter(mine)
    people = f"{at}campaign__memberships"
    theirs = Q((f"{SEAT}__role__in", AT_THE_TABLE[deed]), (f"{at}branch_of", None))
    theirs &= Q((f"{at}npc", True)) if deed == "change" else Q((f"{at}deleted_at", None))
    seat = FilteredRelation(people, condition=Q((f"{people}__user_id", who.key)))
    allowed: Found = found.annotate(**{SEAT: seat}).filter(mine | theirs)
    return allowed


@cache
def _one_character(kind: Kind, deed: Deed, binned: bool) -> Prepared[Character]:
    columns = {
        **with_annotations(),
        "campaign_settings": F("campaign__settings"),
        "campaign_books": F("campaign__books"),
        "campaign_name": F("campaign__name"),
        "campaign_archived_at": F("campaign__archived_at"),
    }
    found = Character.objects.annotate(**columns).filter(pk=PK, deleted_at__isnull=not binned).order_by()
    return Prepared(_allowed(found, Who(kind, STAND_INS[kind]), deed))


@cache
def _one_print(kind: Kind) -> Prepared[PrintJob]:
    columns = {"name": F("character__name"), "game": F("character__system")}
    jobs = PrintJob.objects.annotate(**columns).filter(pk=PRINT, character__deleted_at=None).order_by()
    return Prepared(_allowed(jobs, Who(kind, STAND_INS[kind]), "see", "character__"))

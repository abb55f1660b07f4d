"""The door of the house."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import person, seats_of
from campaigns.campaign_rows import CampaignRow, campaign_rows, soonest
from campaigns.models import DateAnswer, Membership
from campaigns.news.gathering import news_of, reader_of
from campaigns.review import queue
from characters.access import named_for, own
from characters.glances import for_list, rows
from characters.models import Character, CharacterQuerySet, ReviewStatus
from characters.news import answered, how_many, new_since
from characters.sheet.throwing import throw
from characters.tables import TableRole
from characters.views.site import games
from characters.wishing import example, example_roll
from rules.kernel.basics.wording import counted
from rules.kernel.pages import success_chance
from rules.systems import every

MOST_WAITING = 6
"""So many of each kind of thing that waits stand on the home page; their own pages list them all."""
REVIEW, REPLY, SEE = "Review", "Reply", "See the change"
TO_JUDGE = (REVIEW, REPLY, SEE)
"""What a game master does about a player's character that waits."""
TIMES = ("Latest", "First", "Second", "Third", "Fourth", "Fifth")
"""Which submission it is; of none nothing is known but that there is one."""
MOST_NEWS = 6
MOST_SEATS = 12
MOST_FACES = 4
"""Of other games, behind what a newcomer sees."""


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The door: what waits for the visitor and what they were doing, or for a newcomer what this is; and the games."""
    recently = named_for(request).filter(own(request)).kept().originals().filter(npc=False)[:4]
    recent = [
        {
            "system": c.system,
            "name": str(c),
            "game": c.game.name,
            "updated": c.changed_at,
            "get_absolute_url": c.get_absolute_url(),
        }
        for c in recently
    ]
    found = games()
    count = f"{len(found)} games"
    context: dict[str, Any] = {"systems": found, "count": count, "recent": recent}
    if not request.user.is_authenticated:
        first, *others = [game for game in every() if game.wishes]
        wished, asked = example(first)
        check = example_roll(first)
        context |= {
            "example": wished,
            "asked": asked,
            "others": others[:MOST_FACES],
            "check": check,
            "chance": success_chance(check.dice) if check else "",
            "thrown": throw(check) if check and "roll" in request.GET else None,
        }
    else:
        seats = list(soonest(seats_of(request))[: MOST_SEATS + 1])
        table_rows = campaign_rows(seats[:MOST_SEATS])
        mine, (waiting, more) = person(request), _waiting(request)
        waiting, together = _together(waiting)
        told = {one.character.pk for one in waiting}
        new = news_of(mine, since=reader_of(mine).seen_at)
        context |= {
            "waiting": waiting,
            "more": more,
            "waiting_in_all": len(waiting) + sum(more.values()),
            **together,
            "news": [line for line in new if line.who not in told][:MOST_NEWS],
            "rows": table_rows,
            "asking": [row for row in table_rows if row.asks],
            "cans": DateAnswer.Can.choices,
            "more_campaigns": len(seats) > MOST_SEATS,
            **(_next_up(table_rows[0]) if table_rows and table_rows[0].seat.campaign.next_day else {}),
        }
    return render(request, "home.html", context)


def _next_up(row: CampaignRow) -> dict[str, Any]:
    """The campaign that meets next, what its game master has ready for it, and how the last time was called."""
    table, runs = row.seat.campaign, row.seat.role == TableRole.GM
    scenes = table.scenes.filter(played_on=None).values_list("title", flat=True)
    return {
        "next": row,
        "ready": scenes.first() if runs else None,
        "last_session": table.sessions.only("title", "campaign").first(),
        "answers": Membership.Coming.choices,
    }


class Waiting(NamedTuple):
    """A character about whom somebody else waits, or has decided: what it is, where to go on, and the word for that."""

    character: Character
    what: str
    where: str
    deed: str
    since: datetime | None = None
    standing: str = ""
    """How it stands by the rules, of whoever was submitted."""


def _waiting(request: HttpRequest) -> tuple[list[Waiting], dict[str, int]]:
    """Those of each kind that have waited longest, and how many more wait to be judged and of one's own."""
    judged = queue.at_tables(named_for(request, "judge")).select_related("campaign", "owner")
    asked = queue.waiting(judged).order_by(*queue.IN_TURN)
    submitted, changed = asked.filter(queue.SUBMITTED), asked.exclude(queue.SUBMITTED)
    mine = named_for(request).filter(own(request)).kept().select_related("campaign")
    mine = mine.annotate(news=how_many(), since=new_since())
    mine = mine.filter(Q(standing=ReviewStatus.RETURNED) | Q(news__gt=0))
    mine = mine.order_by(F("since").asc(nulls_first=True), "pk")
    theirs, own_ones = [*_to_judge(submitted), *_to_see(changed)], [*_to_read(mine)]
    more = {"judged": submitted.count() + changed.count() - len(theirs), "own": mine.count() - len(own_ones)}
    return [*theirs, *own_ones], more


def _together(waiting: list[Waiting]) -> tuple[list[Waiting], dict[str, Any]]:
    """The same, each that was submitted with how it stands. Where several are to be judged: where to begin, and of
    which campaigns several may be approved with one press."""
    judged = [one for one in waiting if one.deed in TO_JUDGE]
    new = {one.character.pk: one.character.campaign for one in judged if one.deed == REVIEW}
    found = list(for_list(Character.objects.filter(pk__in=new))) if new else []
    glances = {row.character.pk: row.glance for row in rows(found)}
    legal: dict[Any, list[int]] = {}
    for one in queue.legal_and_new(found, glances):
        legal.setdefault(new[one.pk], []).append(one.pk)
    stands = {key: counted(many, "error") if (many := one.status.errors) else "legal" for key, one in glances.items()}
    told = [one._replace(standing=stands.get(one.character.pk, "")) for one in waiting]
    return told, {
        "review_all": [judged[0].character] if len(judged) > 1 else [],
        "approve_all": [(table, some) for table, some in legal.items() if len(some) > 1],
    }


def _to_judge(submitted: CharacterQuerySet) -> Iterator[Waiting]:
    for character in queue.with_submissions(submitted)[:MOST_WAITING]:
        review, asked = reverse("review", args=[character.pk]), vars(character)
        told = f"{_which(asked['submissions'])} by {character.owner or 'a guest'}"
        yield Waiting(character, told, review, REVIEW, asked["asked_at"])


def _which(number: int) -> str:
    """The first times of being submitted have words."""
    return f"{TIMES[number]} submission" if number < len(TIMES) else f"Submission {number}"


def _to_see(changed: CharacterQuerySet) -> Iterator[Waiting]:
    shown = list(changed[:MOST_WAITING])
    wrote = {one.pk for one in answered(Character.objects.filter(pk__in=[one.pk for one in shown]).only("pk"))}
    for character in shown:
        review = reverse("review", args=[character.pk])
        if character.pk in wrote:
            yield Waiting(character, "Wrote to you", f"{review}#comments", REPLY)
        else:
            yield Waiting(character, "Changed since approval", review, SEE, character.changed_at)


def _to_read(mine: CharacterQuerySet) -> Iterator[Waiting]:
    for character in mine[:MOST_WAITING]:
        if character.standing == ReviewStatus.RETURNED:
            yield Waiting(character, "Sent back by your GM", reverse("review", args=[character.pk]), "Open")
        else:
            news = f"{character.get_absolute_url()}#news"
            yield Waiting(character, f"{vars(character)['news']} new", news, "Read")

"""Comments on a character and what is replied to them: drafted, sent, asked, answered, resolved. No HTTP in here.

Every refusal is a `Refused` with a sentence, and leaves everything as it was.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Prefetch, Q, QuerySet
from django.utils import timezone

from characters.actions import lock, note
from characters.models import Character, Comment, Event, Waiver
from rules.form_values import uncut
from rules.kernel import Finding
from rules.kernel.basics.wording import counted
from rules.refusals import Refused

LONGEST = 1_000
LONGEST_PLACE = 300
MOST_OPEN = 60
"""Comments on a character that nobody has resolved, others' drafts left out: nobody can resolve what they don't see."""
MOST_REPLIES = 40
"""Replies to one comment."""
MOST_AT_ONCE = 40
"""Replies that are written down together."""
OPEN = Q(thread=None, settled_at=None) | Q(thread__isnull=False, thread__settled_at=None)
RESOLVED_SHOWN = 20
"""So many resolved threads are shown, the latest; the history has what was said in the others."""


class NothingSaid(Refused):
    """A comment is wanted, and there is none."""


@dataclass(frozen=True)
class Thread:
    """A comment with its replies, oldest first; `number` counts those that are not resolved from 1, else it is 0."""

    number: int
    first: Comment
    replies: tuple[Comment, ...] = ()

    @property
    def anchor(self) -> str:
        return anchor(self.first.at)

    @property
    def field(self) -> str:
        """The id on the page of the field in which one replies."""
        return f"reply-{self.first.pk}"

    @property
    def draft(self) -> bool:
        return self.first.sent_at is None

    @property
    def drafts(self) -> int:
        return sum(one.sent_at is None for one in (self.first, *self.replies))


def threads(character: Character, reader: int | None) -> list[Thread]:
    """What this person may read of what was said: two queries. Others' drafts are left out."""
    seen = character.comments.filter(Q(sent_at__isnull=False) | Q(by=reader or 0)).select_related("by")
    replies: dict[int | None, list[Comment]] = {}
    said = list(seen.filter(OPEN))
    for reply in said:
        replies.setdefault(reply.thread_id, []).append(reply)
    found = [
        Thread(number, first, tuple(replies.get(first.pk, ()))) for number, first in enumerate(replies.get(None, ()), 1)
    ]
    return found + _resolved(seen)


def _resolved(seen: QuerySet[Comment]) -> list[Thread]:
    latest = seen.filter(thread=None, settled_at__isnull=False).order_by("-settled_at", "-pk")[:RESOLVED_SHOWN]
    return [
        Thread(0, first, tuple(first.replies.all())) for first in latest.prefetch_related(Prefetch("replies", seen))
    ]


def draft(*, character: Character, by: User, text: str, at: str = "") -> Comment:
    """Write down what goes along with the next decision; nobody else sees it until then."""
    said = _said(text)
    with transaction.atomic():
        held = lock(character)
        seen = held.comments.filter(thread=None, settled_at=None).filter(Q(sent_at__isnull=False) | Q(by=by))
        return _write(seen, MOST_OPEN, character=held, by=by, text=said, at=at.replace("\x00", "")[:LONGEST_PLACE])[0]


def draft_replies(*, character: Character, by: User, said: Mapping[int, str]) -> None:
    """Write down replies that go along with the next decision, each by the key of the comment that it replies to: as
    many queries for all of them as for one."""
    texts = {key: _said(text) for key, text in said.items()}
    if len(texts) > MOST_AT_ONCE:
        raise Refused(f"You typed {len(texts)} replies; {MOST_AT_ONCE} go at once. Send some of them first.")
    with transaction.atomic():
        held = lock(character)
        seen = Q(replies__sent_at__isnull=False) | Q(replies__by=by)
        threads = held.comments.filter(pk__in=texts, thread=None, sent_at__isnull=False)
        counts = dict(threads.annotate(count=Count("replies", filter=seen)).order_by().values_list("pk", "count"))
        if len(counts) < len(texts):
            raise Refused("A comment that you reply to isn’t here any more.")
        drafted = Comment.objects.filter(thread__in=counts, by=by, text__in=set(texts.values()))
        there = set(drafted.values_list("thread", "text"))
        fresh = {key: text for key, text in texts.items() if (key, text) not in there}
        if any(counts[key] >= MOST_REPLIES for key in fresh):
            raise _full(MOST_REPLIES)
        Comment.objects.bulk_create(
            Comment(character=held, thread_id=key, by=by, text=text) for key, text in fresh.items()
        )


def send(*, character: Character, by: User) -> int:
    """Let the player read what was drafted; a reply opens its thread again. Returns how many comments that were."""
    with transaction.atomic():
        held = lock(character)
        drafts = list(held.comments.filter(by=by, sent_at=None))
        Event.objects.bulk_create(
            Event(character=held, kind="remarked", by=by, data={"text": one.text}) for one in drafts
        )
        held.comments.filter(pk__in=[one.pk for one in drafts]).update(sent_at=timezone.now())
        _open_again(held, [one.thread_id for one in drafts if one.thread_id])
    return len(drafts)


def drop(*, comment: Comment, by: User) -> None:
    """Forget a draft of one's own."""
    with transaction.atomic():
        lock(comment.character)
        Comment.objects.filter(pk=comment.pk, by=by, sent_at=None).delete()


def answer(*, thread: Comment, by: User, text: str) -> Comment:
    """Reply to a comment that was sent; it is sent at once. A reply opens a thread again that was resolved."""
    said = _said(text)
    with transaction.atomic():
        held = lock(thread.character)
        _open_again(held, [thread.pk])
        line = {"character": held, "by": by, "text": said, "thread": thread}
        made, fresh = _write(thread.replies.filter(sent_at__isnull=False), MOST_REPLIES, sent_at=timezone.now(), **line)
        if fresh:
            note(held, "remarked" if by.pk != held.owner_id else "answered", by, text=said)
    return made


def ask(*, character: Character, by: User, text: str, at: str = "") -> Comment:
    """Ask the game master something, of one's own accord; it is sent at once."""
    said = _said(text)
    with transaction.atomic():
        held = lock(character)
        if held.branch_of_id:
            raise Refused("GMs don’t see a what-if. Ask about its original.")
        if held.campaign is None:
            raise Refused("Add the character to a campaign first, so there’s a GM to ask.")
        seen = held.comments.filter(thread=None, settled_at=None, sent_at__isnull=False)
        line = {"character": held, "by": by, "text": said, "at": at.replace("\x00", "")[:LONGEST_PLACE]}
        made, fresh = _write(seen, MOST_OPEN, sent_at=timezone.now(), **line)
        if fresh:
            note(held, "asked", by, text=said)
    return made


def anchor(at: str) -> str:
    """The id on the page of what a comment is about."""
    return f"at-{'-'.join(re.findall('[A-Za-z0-9]+', at[:LONGEST_PLACE]))}"


def about(finding: Finding) -> str:
    """What a comment about a broken rule has as its `at`."""
    return _place(finding.code, finding.at)


def _place(code: str, at: str) -> str:
    return f"findings.{code}@{at}"[:LONGEST_PLACE]


def resolve(*, thread: Comment) -> None:
    """Nothing is left to say of it."""
    Comment.objects.filter(pk=thread.pk, settled_at=None).update(settled_at=timezone.now())


def resolve_asked(waiver: Waiver) -> None:
    """Who asked for an exception has it."""
    asked = waiver.character.comments.filter(thread=None, settled_at=None, sent_at__isnull=False)
    asked.filter(at=_place(waiver.code, waiver.at)).update(settled_at=timezone.now())


def resolve_all(character: Character) -> None:
    """Nothing is left to say of anything; drafts stay."""
    character.comments.filter(thread=None, settled_at=None, sent_at__isnull=False).update(settled_at=timezone.now())


def _open_again(held: Character, threads: Iterable[int]) -> None:
    """Somebody goes on about what was resolved, unless there is too much to read already."""
    opened = held.comments.filter(pk__in=threads, settled_at__isnull=False).update(settled_at=None)
    if opened and held.comments.filter(thread=None, settled_at=None, sent_at__isnull=False).count() > MOST_OPEN:
        raise _full(MOST_OPEN)


def _full(most: int) -> Refused:
    return Refused(f"There are {counted(most, 'comment')} here already. Resolve one first, or ask your GM to.")


def _said(text: str) -> str:
    said = uncut(text, LONGEST)
    if not said:
        raise NothingSaid("Enter a comment.")
    return said


def _write(among: QuerySet[Comment], most: int, **line: Any) -> tuple[Comment, bool]:
    """A comment among others, and whether it is new: said again word for word, it is the one that is there."""
    there = {key: value for key, value in line.items() if key != "sent_at"}
    if again := among.filter(**there).first():
        return again, False
    if among.count() >= most:
        raise _full(most)
    return Comment.objects.create(**line), True

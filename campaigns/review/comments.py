"""Comments on a character and what is replied to them: drafted, sent, asked, answered, resolved. No HTTP in here.

Every refusal is a `Refused` with a sentence, and leaves everything as it was.
"""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from characters.actions import lock, note
from characters.models import Character, Comment, Waiver
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
OPEN = Q(thread=None, settled_at=None) | Q(thread__isnull=False, thread__settled_at=None)
RESOLVED_SHOWN = 20
"""So many resolved threads are shown, the latest; the history has what was said in the others."""


@dataclass(frozen=True)
class Thread:
    """A comment with its replies, oldest first; `number` counts those that are not resolved from 1, else it is 0."""

    number: int
    first: Comment
    replies: tuple[Comment, ...] = ()

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


def draft_reply(*, thread: Comment, by: User, text: str) -> Comment:
    """Write down a reply that goes along with the next decision."""
    said = _said(text)
    with transaction.atomic():
        line = {"character": lock(thread.character), "by": by, "text": said, "thread": thread}
        return _write(thread.replies.filter(Q(sent_at__isnull=False) | Q(by=by)), MOST_REPLIES, **line)[0]


def send(*, character: Character, by: User) -> int:
    """Let the player read what was drafted; a reply opens its thread again. Returns how many comments that were."""
    with transaction.atomic():
        held = lock(character)
        drafts = list(held.comments.filter(by=by, sent_at=None))
        for one in drafts:
            note(held, "remarked", by, text=one.text)
        held.comments.filter(pk__in=[one.pk for one in drafts]).update(sent_at=timezone.now())
        held.comments.filter(pk__in=[one.thread_id for one in drafts if one.thread_id]).update(settled_at=None)
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
        Comment.objects.filter(pk=thread.pk).update(settled_at=None)
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


def _said(text: str) -> str:
    said = uncut(text, LONGEST)
    if not said:
        raise Refused("Enter a comment.")
    return said


def _write(among: QuerySet[Comment], most: int, **line: Any) -> tuple[Comment, bool]:
    """A comment among others, and whether it is new: said again word for word, it is the one that is there."""
    there = {key: value for key, value in line.items() if key != "sent_at"}
    if again := among.filter(**there).first():
        return again, False
    if among.count() >= most:
        raise Refused(f"There are {counted(most, 'comment')} here already. Resolve one first, or ask your GM to.")
    return Comment.objects.create(**line), True

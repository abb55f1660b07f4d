"""What each button of a review does: decided, said, allowed, awarded."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from campaigns.review import awards, comments, decisions
from characters.actions import void
from characters.models import Character, Comment
from rules.form_values import form_name, whole_number, whole_text
from rules.kernel.basics.wording import counted
from rules.refusals import Refused
from rules.sure import ask


def nothing_asked(
    request: HttpRequest, character: Character, post: Mapping[str, str], moved: bool
) -> HttpResponse | None:
    return None


class Deed(NamedTuple):
    """What a button of the page does, and says that it did; it `asks` first, if there is anything to ask. `place` is
    where somebody goes on with the keyboard. One that `decides` leads on to whoever waits next, and one that `closes`
    is not done while something typed would be left over. What it is told with, `judging_form` knows."""

    does: Callable[[Character, Any, Mapping[str, str]], str]
    place: str = ""
    decides: bool = False
    closes: bool = False
    asks: Callable[[HttpRequest, Character, Mapping[str, str], bool], HttpResponse | None] = nothing_asked


def _take_down(character: Character, by: Any, post: Mapping[str, str]) -> None:
    """What was typed and not yet added goes along with the decision, replies too."""
    for name, at in (("draft", post.get("at", "")), ("text", "")):
        if text := whole_text(post, name):
            comments.draft(character=character, by=by, text=text, at=at)
    typed = {name: whole_text(post, name) for name in post if name.startswith("reply:")}
    replies = {
        whole_number({"comment": name.removeprefix("reply:")}, "comment"): text for name, text in typed.items() if text
    }
    if replies:
        comments.draft_replies(character=character, by=by, said=replies)


def _ask_to_approve(
    request: HttpRequest, character: Character, post: Mapping[str, str], moved: bool
) -> HttpResponse | None:
    """Whether it is to be approved with what breaks a rule; where it changed meanwhile, that is told first."""
    errors = 0 if moved else len(character.read().errors)
    if not errors:
        return None
    _take_down(character, request.user, post)  # whoever cancels finds what they typed among their drafts
    question = f"Approve {character} with {counted(errors, 'error')}?"
    follows = "What breaks a rule stays marked as an error. An exception with your reason would say why it is fine."
    return ask(request, question, follows, "Approve", reverse("review", args=[character.pk]))


def _ask_to_unwaive(
    request: HttpRequest, character: Character, post: Mapping[str, str], moved: bool
) -> HttpResponse | None:
    back, again = reverse("review", args=[character.pk]), "It’s an error again."
    return ask(request, "Remove this exception?", again, "Remove exception", back, keeps="findings")


def _approve(character: Character, by: Any, post: Mapping[str, str]) -> str:
    _take_down(character, by, post)
    entry = whole_number(post, "entry") if "entry" in post else None
    decisions.approve(
        character=character,
        by=by,
        seen=whole_number(post, "version"),
        entry=entry,
        rules=post.get("rules"),
        standing=post.get("standing"),
    )
    errors = len(character.read().errors) if "sure" in post else 0  # whoever wasn't asked has none
    broken = f", with {counted(errors, 'error')}" if errors else ""
    return f"Approved {character}{broken}. Changes from now on are advancement."


def _return(character: Character, by: Any, post: Mapping[str, str]) -> str:
    _take_down(character, by, post)
    decisions.send_back(character=character, by=by)
    return f"Sent {character} back to the player with your comments."


def _put_back(character: Character, by: Any, post: Mapping[str, str]) -> str:
    seen, reason = whole_number(post, "version"), whole_text(post, "reason")
    decisions.put_back(character=character, by=by, seen=seen, reason=reason)
    return "Restored as approved. The history has what it was, and the player can read your reason."


def _remark(character: Character, by: Any, post: Mapping[str, str]) -> str:
    _take_down(character, by, post)
    count = comments.send(character=character, by=by)
    if not count:
        raise comments.NothingSaid("Enter a comment.")
    return f"{counted(count, 'comment')} sent. The player can read {'it' if count == 1 else 'them'}."


def _draft(character: Character, by: Any, post: Mapping[str, str]) -> str:
    comments.draft(character=character, by=by, text=whole_text(post, "draft"), at=post.get("at", ""))
    return "Comment added. The player reads it when you send it."


def _drop(character: Character, by: Any, post: Mapping[str, str]) -> str:
    own = character.comments.filter(by=by, sent_at=None)
    comments.drop(comment=get_object_or_404(own, pk=whole_number(post, "comment")), by=by)
    return "Draft deleted."


def _reply(character: Character, by: Any, post: Mapping[str, str]) -> str:
    comments.answer(thread=_comment(character, post), by=by, text=whole_text(post, "text"))
    return "Reply sent."


def _resolve(character: Character, by: Any, post: Mapping[str, str]) -> str:
    comments.resolve(thread=_comment(character, post))
    return "Comment resolved."


def _comment(character: Character, post: Mapping[str, str]) -> Comment:
    """A comment that was sent: of others' drafts nobody knows."""
    sent = character.comments.filter(thread=None, sent_at__isnull=False)
    return get_object_or_404(sent, pk=whole_number(post, "comment"))


def _waive(character: Character, by: Any, post: Mapping[str, str]) -> str:
    code, at, reason = post.get("code", ""), post.get("at", ""), whole_text(post, "reason")
    given = decisions.waive(character=character, by=by, code=code, at=at, reason=reason)
    comments.resolve_asked(given)
    return "Exception added. It expires if the value changes. The reason is printed on the sheet."


def _unwaive(character: Character, by: Any, post: Mapping[str, str]) -> str:
    decisions.remove_exemption(waiver=get_object_or_404(character.waivers, pk=whole_number(post, "waiver")), by=by)
    return "Exception removed."


def _award(character: Character, by: Any, post: Mapping[str, str]) -> str:
    if character.campaign is None:
        raise Refused("It isn’t in a campaign.")
    amount, reason = whole_number(post, "amount"), whole_text(post, "reason")
    name = form_name(post, amount, reason)
    awards.award(characters=[character], campaign=character.campaign, by=by, amount=amount, reason=reason, name=name)
    told = counted(amount, awards.unit_in(character.game))
    held = Character.objects.with_table().get(pk=character.pk)
    return f"Awarded {told} to {character}. {awards.what_it_buys([held])}".rstrip()


def _void(character: Character, by: Any, post: Mapping[str, str]) -> str:
    row = get_object_or_404(character.ledger_entries, kind="award", pk=whole_number(post, "award"))
    leaves = void(row=row, by=by, reason=whole_text(post, "reason"), role="gm").leaves
    return f"Award cancelled. It stays in the list. {leaves}".rstrip()


def _allow(character: Character, by: Any, post: Mapping[str, str]) -> str:
    subject, to, reason = post.get("subject", ""), post.get("to", ""), whole_text(post, "reason")
    return decisions.allow(character=character, by=by, subject=subject, to=to, reason=reason)


def _reopen(character: Character, by: Any, post: Mapping[str, str]) -> str:
    decisions.reopen(character=character, by=by, reason=whole_text(post, "reason"))
    return f"Reopened creation of {character}. The ledger stays."


DEEDS: Mapping[str, Deed] = {
    "approve": Deed(_approve, decides=True, closes=True, asks=_ask_to_approve),
    "return": Deed(_return, decides=True, closes=True),
    "put-back": Deed(_put_back, decides=True),
    "remark": Deed(_remark),
    "draft": Deed(_draft, "#comments"),
    "drop": Deed(_drop, "#comments"),
    "reply": Deed(_reply, "#comments"),
    "resolve": Deed(_resolve, "#comments"),
    "waive": Deed(_waive),
    "unwaive": Deed(_unwaive, "#findings", asks=_ask_to_unwaive),
    "award": Deed(_award, "#awards"),
    "void": Deed(_void, "#awards"),
    "allow": Deed(_allow),
    "reopen": Deed(_reopen),
}

"""What is done about a character between its player and a game master: submitted, decided, answered."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns.access import campaign_for, person
from campaigns.models import Campaign
from campaigns.review import awards, comments, decisions, queue
from campaigns.review.judging_form import posted
from campaigns.views.refusals import telling
from campaigns.views.review import review_page
from characters.access import character_for, named_for
from characters.actions import void
from characters.models import Character, Comment, ReviewStatus
from characters.tables import refuse_archived
from rules.form_values import form_name, keys_of, whole_number, whole_text
from rules.kernel import join_words
from rules.kernel.basics.wording import counted
from rules.refusals import Refused
from rules.sure import ask, sure, unsure

MOST_AT_ONCE = 24
"""So many are approved with one press."""


@require_POST
def submit(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask the game master to look, or take that back."""
    character = character_for(request, pk, "change")
    try:
        if "withdraw" in request.POST:
            decisions.withdraw_submission(character=character, by=request.user)
            messages.success(request, "Submission withdrawn.")
        else:
            decisions.submit(character=character, by=request.user)
            messages.success(request, f"Submitted {character} to your GM.")
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("review", pk)


@require_POST
def judge(request: HttpRequest, pk: int) -> HttpResponse:
    """What a game master decides: `deed` says which, the other fields what it is about. Refused, it is asked again.

    The page is one form, so that all that is typed there comes along: what goes with a decision is sent with it, and
    the rest stands where it was typed. A browser that says so keeps that by itself.
    """
    character = character_for(request, pk, "judge")
    left: dict[str, str] = {}
    moved = _moved(character, request.POST)
    if unsure(request):
        kept = request.POST.get("kept")
        if moved:
            _warn(request, character)
        return redirect(f"{reverse('review', args=[pk])}#findings") if kept else review_page(request, character)
    try:
        post, left = posted(request.POST)
        deed = DEEDS.get(post.get("deed", ""))
        if deed is None:
            raise Refused("Choose Approve, Send back or Comment.")
        if deed in (_approve, _return) and left:
            raise Refused("You typed a reason and didn’t use it. Press the button beside it, or delete the reason.")
        if character.campaign:
            refuse_archived(character.campaign)
        if deed is _unwaive and not sure(request):
            back = reverse("review", args=[pk])
            again = "It’s an error again."
            return ask(request, "Remove this exception?", again, "Remove exception", back, keeps="findings")
        if deed is _approve and not moved and not sure(request) and (errors := len(character.read().errors)):
            # Whoever cancels finds what they typed among their drafts.
            _take_down(character, request.user, post)
            question = f"Approve {character} with {counted(errors, 'error')}?"
            follows = (
                "What breaks a rule stays marked as an error. An exception with your reason would say why it is fine."
            )
            return ask(request, question, follows, "Approve", reverse("review", args=[pk]))
        onward = _onward(request, character, deed, post)
        with transaction.atomic():
            told = deed(character, request.user, post)
        messages.success(request, told)
    except Refused as refusal:
        told, fresh = str(refusal), character_for(request, pk, "judge")
        if _moved(fresh, request.POST) and decisions.CHANGED not in told:
            told = f"{decisions.CHANGED} {told}"
        return review_page(request, fresh, told, left=left, silent=isinstance(refusal, comments.NothingSaid))
    if moved:
        _warn(request, character)
    if left and not post.get("kept"):
        return review_page(request, character_for(request, pk, "judge"), typed=left)
    return redirect(onward)


def _warn(request: HttpRequest, character: Character) -> None:
    messages.warning(request, f"{character} changed while you were reviewing it. Check the changes.")


def _moved(character: Character, post: Mapping[str, str]) -> bool:
    """Whether it is not any more as the page had it that this was sent from: what is drawn now has to say so, as it
    stands for what was seen from then on."""
    rules, entry = decisions.rules_seen(character), str(decisions.last_entry_of(character))
    now = {"version": str(character.version), "entry": entry, "rules": rules}
    return any(post.get(key, value) != value for key, value in now.items())


def _onward(request: HttpRequest, character: Character, deed: "Deed", post: Mapping[str, str]) -> str:
    """Whoever decides goes on to the next that waits, after the last of a table to the next table, after the last of
    all to the end; whoever does anything else stays.

    Asked before it is done, while the character has its place."""
    waited = character.standing == ReviewStatus.SUBMITTED or character.drifted
    if not waited or deed not in (_approve, _return, _put_back):
        place = f"#{comments.anchor(post['at'])}" if deed is _draft and post.get("at") else PLACES.get(deed, "")
        return reverse("review", args=[character.pk]) + place
    if onward := queue.queue_of(character).after:
        return reverse("review", args=[onward.pk])
    others = queue.elsewhere(named_for(request, "judge"), character.campaign)
    return reverse("review", args=[others[0].first]) if others else reverse("reviewed", args=[character.campaign_id])


@require_POST
def answer(request: HttpRequest, pk: int, comment: int) -> HttpResponse:
    """A player replies to a comment on a character of theirs."""
    character = character_for(request, pk, "change")
    thread = get_object_or_404(character.comments, pk=comment, thread=None, sent_at__isnull=False)
    try:
        if character.campaign:
            refuse_archived(character.campaign)
        comments.answer(thread=thread, by=person(request), text=whole_text(request.POST, "text"))
        messages.success(request, "Reply sent.")
    except Refused as refusal:
        return review_page(request, character, str(refusal))
    return redirect(f"{reverse('review', args=[pk])}#thread-{comment}")


@require_POST
def ask_gm(request: HttpRequest, pk: int) -> HttpResponse:
    """A player asks something about a character of theirs: an exception from a rule, or whatever else."""
    character = character_for(request, pk, "change")
    try:
        if character.campaign:
            refuse_archived(character.campaign)
        text, at = whole_text(request.POST, "draft"), request.POST.get("at", "")
        asked = comments.ask(character=character, by=person(request), text=text, at=at)
        messages.success(request, "Sent to your GM.")
    except Refused as refusal:
        return review_page(request, character, str(refusal))
    return redirect(f"{reverse('review', args=[pk])}#thread-{asked.pk}")


@require_POST
@telling
def approve_all(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve whoever waits, breaks no rule and was not decided on before: asked first, with their names. A page that
    told how many sends `who` it counted, so that nobody else is among them."""
    table = campaign_for(request, pk, "run")
    refuse_archived(table)
    if sure(request):
        return _approved(request, table, request.POST.getlist("seen")[:MOST_AT_ONCE])
    among = keys_of(request.POST.getlist("who")[:MOST_AT_ONCE])
    legal = decisions.approvable(table, among)[:MOST_AT_ONCE]
    if not legal:
        raise Refused(
            "No one who waits is legal, new and free of open comments. Review each of them: allow an exception, or "
            "send them back with a comment."
        )
    question = f"Approve {counted(len(legal), 'character')}?"
    follows = f"They break no rule: {join_words([str(one) for one in legal], MOST_AT_ONCE)}."
    back = reverse("campaign", args=[pk])
    return ask(request, question, follows, "Approve all", back, [("seen", _as_seen(one)) for one in legal])


def _as_seen(one: Character) -> str:
    """All that must still be as it was when somebody was asked whether to approve it."""
    return f"{one.pk}-{one.version}-{decisions.last_entry_of(one)}-{decisions.rules_seen(one)}"


def _approved(request: HttpRequest, table: Campaign, seen: list[str]) -> HttpResponse:
    """Approve each that still waits as it was when it was asked about; the others are told by name."""
    waits, changed = ReviewStatus.SUBMITTED, []
    for one in decisions.approvable(table):
        if not any(asked.startswith(f"{one.pk}-") for asked in seen):
            continue
        if _as_seen(one) not in seen:
            changed.append(str(one))
            continue
        entry, rules = decisions.last_entry_of(one), decisions.rules_seen(one)
        try:
            decisions.approve(
                character=one, by=person(request), seen=one.version, entry=entry, rules=rules, standing=waits
            )
            messages.success(request, f"Approved {one}.")
        except Refused as refusal:
            messages.error(request, f"{one}: {refusal}")
    if changed:
        messages.error(request, f"Changed since you were asked: {join_words(changed)}. Look at the changes first.")
    return redirect("campaign", table.pk)


Deed = Callable[[Character, Any, Mapping[str, str]], str]


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
    errors = len(character.read().errors)
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
    "approve": _approve,
    "return": _return,
    "put-back": _put_back,
    "remark": _remark,
    "draft": _draft,
    "drop": _drop,
    "reply": _reply,
    "resolve": _resolve,
    "waive": _waive,
    "unwaive": _unwaive,
    "award": _award,
    "void": _void,
    "allow": _allow,
    "reopen": _reopen,
}
PLACES: Mapping[Deed, str] = {
    _award: "#awards",
    _void: "#awards",
    _unwaive: "#findings",
    **dict.fromkeys((_draft, _drop, _reply, _resolve), "#comments"),
}
"""Where on the page somebody goes on with the keyboard, after which deed."""

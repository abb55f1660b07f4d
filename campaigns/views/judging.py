"""What is done about a character between its player and a game master: submitted, decided, answered."""

from collections.abc import Mapping

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns.access import campaign_for, person
from campaigns.models import Campaign
from campaigns.review import comments, decisions, queue
from campaigns.review.judging_form import posted
from campaigns.views.deeds import DEEDS, Deed
from campaigns.views.refusals import telling
from campaigns.views.review import review_page
from characters.access import character_for, named_for
from characters.models import Character, ReviewStatus
from characters.tables import refuse_archived
from rules.form_values import keys_of, whole_number, whole_text
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
    post: Mapping[str, str] = {}
    moved = _moved(character, request)
    if unsure(request):
        kept = request.POST.get("kept")
        if moved:
            _warn(request, character)
        return (
            redirect(f"{reverse('review', args=[pk])}{_opened_at(request, moved)}#findings")
            if kept
            else review_page(request, character)
        )
    try:
        post, left = posted(request.POST)
        deed = DEEDS.get(post.get("deed", ""))
        if deed is None:
            raise Refused("Choose Approve, Send back or Comment.")
        if deed.closes and left:
            raise Refused("You typed a reason and didn’t use it. Press the button beside it, or delete the reason.")
        if character.campaign:
            refuse_archived(character.campaign)
        if not sure(request) and (question := deed.asks(request, character, post, moved)):
            return question
        onward = _onward(request, character, deed, post)
        with transaction.atomic():
            told = deed.does(character, request.user, post)
        messages.success(request, told)
    except Refused as refusal:
        told, fresh = str(refusal), character_for(request, pk, "judge")
        if _moved(fresh, request) and decisions.CHANGED not in told:
            told = f"{decisions.CHANGED} {told}"
        silent = _silent(refusal, post.get("deed", ""), post.get("comment", ""))
        return review_page(request, fresh, told, left=left, silent=silent)
    if moved:
        _warn(request, character)
    if left and not post.get("kept"):
        return review_page(request, character_for(request, pk, "judge"), typed=left)
    here, hash_sign, place = onward.partition("#")
    return redirect(f"{here}{_opened_at(request, moved and here == reverse('review', args=[pk]))}{hash_sign}{place}")


def _opened_at(request: HttpRequest, moved: bool) -> str:
    """The end of the address of a page that marks what changed since the one that was sent from."""
    version = whole_number(request.POST, "version")
    return f"?version={version}" if moved and version else ""


def _silent(refusal: Refused, deed: str, comment: str) -> str:
    """The id of the field that was left empty and should say something, "" where something else was refused."""
    if not isinstance(refusal, comments.NothingSaid):
        return ""
    return {"draft": "draft", "reply": f"reply-{comment}"}.get(deed, "text")


def _warn(request: HttpRequest, character: Character) -> None:
    messages.warning(request, f"{character} changed while you were reviewing it. Check the changes.")


def _moved(character: Character, request: HttpRequest) -> bool:
    """Whether it is not any more as the page had it that this was sent from: what is drawn now has to say so, as it
    stands for what was seen from then on. What somebody entered in the ledger themselves, they know."""
    post, entry = request.POST, str(decisions.last_entry_of(character))
    now = {"version": str(character.version), "rules": decisions.rules_seen(character)}
    if any(post.get(key, value) != value for key, value in now.items()):
        return True
    since = character.ledger_entries.filter(pk__gt=whole_number(post, "entry"))
    return post.get("entry", entry) != entry and since.exclude(by=person(request)).exists()


def _onward(request: HttpRequest, character: Character, deed: Deed, post: Mapping[str, str]) -> str:
    """Whoever decides goes on to the next that waits, after the last of a table to the next table, after the last of
    all to the end; whoever does anything else stays.

    Asked before it is done, while the character has its place."""
    waited = character.standing == ReviewStatus.SUBMITTED or character.drifted
    if not waited or not deed.decides:
        place = f"#{comments.anchor(post['at'])}" if post.get("deed") == "draft" and post.get("at") else deed.place
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
        return review_page(request, character, str(refusal), silent=_silent(refusal, "reply", str(comment)))
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
        return review_page(request, character, str(refusal), silent=_silent(refusal, "draft", ""))
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

"""The page between a player and a game master: what stands, what changed since it was approved, what was said."""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns.review import decisions
from campaigns.review.evidence import evidence, last_seen
from characters import ledger
from characters.access import character_for, may
from characters.actions import void
from characters.history.change_messages import tell
from characters.history.event_messages import settings_told
from characters.history.sheet_diff import compare_sheets
from characters.library import character_books
from characters.models import Approval, Character, Event, ReviewStatus
from characters.tables import refuse_archived
from rules.form_values import form_name, whole_number, whole_text
from rules.kernel import Build, Level, Sheet
from rules.kernel.basics.wording import counted
from rules.refusals import Refused
from rules.sure import ask, sure

PAGE = "campaigns/review.html"


@never_cache
@require_safe
def review(request: HttpRequest, pk: int) -> HttpResponse:
    """Where a character stands with its game master; each sees what they can do about it."""
    return _page(request, character_for(request, pk))


def _page(request: HttpRequest, character: Character, refusal: str = "") -> HttpResponse:
    """The page, with what was typed where it was typed when a decision is refused."""
    sheet = character.read()
    approval, places = character.approval, _places(character, sheet)
    lapsed = decisions.lapsed(character, sheet.findings)
    judges = may(request, character, "judge")
    archived = character.campaign is not None and character.campaign.archived_at is not None
    since = _since(character, sheet, approval) if approval else {}
    told_since = any(since.get(what) for what in ("lines", "moved", "entered"))
    told = ledger.lines(character, sheet, request.user.pk, judges, plays=judges)
    given = character.waivers.filter(withdrawn_at=None).exclude(pk__in=[waiver.pk for waiver in lapsed])
    context = {
        "character": character,
        "game": character.game,
        "sheet": sheet,
        "dead": sheet.live(character.marks).dead,
        "mine": may(request, character, "change"),
        "judges": judges and (not archived or bool(refusal)),
        "submittable": not archived and (character.standing != ReviewStatus.APPROVED or character.drifted),
        "approvable": not approval or approval.imported or told_since or character.standing != ReviewStatus.APPROVED,
        "approval": approval,
        "next": _next(character) if judges else None,
        **_evidence(character, sheet, places),
        **since,
        "broken": [finding for finding in sheet.findings if finding.level == Level.ERROR],
        "todo": [finding for finding in sheet.findings if finding.level == Level.TODO],
        "untouched": [(budget.words(budget.remaining, "left"), budget.cite) for budget in sheet.untouched],
        "places": [(path, label) for path, label in places.items() if path],
        "lapsed": lapsed,
        "waivers": given.select_related("by"),
        "remarks": [(said, places.get(said.at, said.at)) for said in character.remarks.select_related("by")],
        "awards": [line for line in told if line.row.kind == "award"],
        "awarded": sheet.table.ledger.total("award"),
        "entry": decisions.last_entry_of(character),
        "rules": decisions.rules_seen(character),
        "brought": character.ledger_entries.filter(imported=True).count(),
        "awards_wait": decisions.awards_wait(character),
        "own_rules": _own_rules(character),
        "back": _back(character),
        "waits": character.standing == ReviewStatus.SUBMITTED,
        "returnable": character.standing == ReviewStatus.SUBMITTED or character.drifted,
        "own_address": reverse("review", args=[character.pk]),
        "refusal": refusal,
        "uid": uuid.uuid4(),
        "typed": request.POST or {"at": request.GET.get("about", "")},
        "homeless": refusal and _homeless(request.POST, sheet),
    }
    return render(request, PAGE, context, status=422 if refusal else 200)


def _evidence(character: Character, sheet: Sheet, places: Mapping[str, str]) -> dict[str, Any]:
    """The sheet part by part, what it was at the last decision, and how much of it has changed."""
    seen = last_seen(character)
    parts = evidence(sheet, seen.sheet if seen else None, places)
    return {"seen": seen, "evidence": parts, "evidence_moved": sum(part.moved for part in parts)}


def _next(character: Character) -> Character | None:
    """Who else waits for the same game master: whoever was made first."""
    at_table = Character.objects.kept().originals().filter(campaign=character.campaign_id, npc=False)
    waiting = at_table.filter(standing=ReviewStatus.SUBMITTED)
    return waiting.exclude(pk=character.pk).only("pk", "name", "system").order_by("pk").first()


def _back(character: Character) -> Event | None:
    """By what it is back with its player: returned with a remark, or opened again with a reason."""
    if character.standing != ReviewStatus.RETURNED:
        return None
    return character.events.filter(kind__in=("returned", "creation-reopened")).first()


def _homeless(post: Mapping[str, str], sheet: Sheet) -> str:
    """The reason of a waiver for a rule that is not broken any more: no form of the page holds it."""
    broken = {(finding.code, finding.at) for finding in sheet.errors}
    waives = post.get("deed") == "waive" and (post.get("code"), post.get("at")) not in broken
    return post.get("reason", "") if waives else ""


def _since(character: Character, sheet: Sheet, approval: Approval) -> dict[str, Any]:
    """What was changed and entered since it was approved, in words and in numbers, by the rules and the table of today.

    What was approved is read with the ledger and its own house rules as they stood then.
    """
    shelf = approval.homebrew
    book = character.rulebook_with(shelf) if shelf else character.rulebook
    own = character.approved_settings
    table = replace(character.table, settings={**own, **_decided(character)}, ledger=character.ledger_approved)
    before = character.game.read(Build.parse(approval.build, approval.name), book, table)
    steps = (character.game.steps(read) for read in (sheet, before))
    documents = ((approval.name, approval.build), (character.name, character.build))
    return {
        "entered": ledger.since_approval(character, sheet),
        "lines": (
            *(character_books.told(shelf, character.homebrew) if shelf else ()),
            *_rules_told(character, approval),
            *tell(
                *documents,
                character_books.every_book(character),
                *steps,
                readings=lambda: (before.reading, sheet.reading),
            ),
        ),
        "moved": [figure for figure in compare_sheets(before, sheet).figures if figure.moved],
    }


def _rules_told(character: Character, approval: Approval) -> Iterable[str]:
    """What became since of the house rules of its own, and of those that its campaign decides."""
    own = settings_told(character.approved_settings, character.own_settings, character.game)
    return dict.fromkeys((*own, *settings_told(approval.settings, character.house, character.game)))


def _decided(character: Character) -> dict[str, Any]:
    """The house rules that its table decides, none where it sits at none."""
    return character.table_rules.house(character.system) if character.table_rules else {}


def _own_rules(character: Character) -> tuple[str, ...]:
    """The house rules of its own that count, as its table decides nothing there, in words."""
    decided = _decided(character)
    own = {key: value for key, value in character.own_settings.items() if key not in decided}
    return settings_told({}, own, character.game)


def _places(character: Character, sheet: Sheet) -> dict[str, str]:
    """What a remark can be about: the path of each field of the builder with what it is called there."""
    steps = character.game.steps(sheet)
    return {field.path: f"{step.title}: {field.label}" for step in steps for field in step.fields}


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
    """What a game master decides: `deed` says which, the other fields what it is about. Refused, it is asked again."""
    character = character_for(request, pk, "judge")
    deed = DEEDS.get(request.POST.get("deed", ""))
    try:
        if deed is None:
            raise Refused("Choose Approve, Send back or Comment.")
        if character.campaign:
            refuse_archived(character.campaign)
        if deed is _unwaive and not sure(request):
            back = reverse("review", args=[pk])
            return ask(request, "Remove this exception?", "It’s an error again.", "Remove exception", back)
        if deed is _approve and not sure(request) and (errors := len(character.read().errors)):
            question = f"Approve {character} with {counted(errors, 'error')}?"
            follows = (
                "What breaks a rule stays marked as an error. An exception with your reason would say why it is fine."
            )
            return ask(request, question, follows, "Approve", reverse("review", args=[pk]))
        messages.success(request, deed(character, request.user, request.POST))
    except Refused as refusal:
        return _page(request, character_for(request, pk, "judge"), str(refusal))
    # Whoever goes on with the keyboard goes on where they were.
    return redirect(reverse("review", args=[pk]) + ("#awards" if deed in (_award, _void) else ""))


Deed = Callable[[Character, Any, Mapping[str, str]], str]


def _approve(character: Character, by: Any, post: Mapping[str, str]) -> str:
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
    decisions.send_back(character=character, by=by, text=whole_text(post, "text"), at=post.get("at", ""))
    return "Sent back to the player with your comment."


def _remark(character: Character, by: Any, post: Mapping[str, str]) -> str:
    decisions.remark(character=character, by=by, text=whole_text(post, "text"), at=post.get("at", ""))
    return "Comment added. The player can see it."


def _waive(character: Character, by: Any, post: Mapping[str, str]) -> str:
    code, at, reason = post.get("code", ""), post.get("at", ""), whole_text(post, "reason")
    decisions.waive(character=character, by=by, code=code, at=at, reason=reason)
    return "Exception added. It expires if the value changes. The reason is printed on the sheet."


def _unwaive(character: Character, by: Any, post: Mapping[str, str]) -> str:
    decisions.remove_exemption(waiver=get_object_or_404(character.waivers, pk=whole_number(post, "waiver")), by=by)
    return "Exception removed."


def _award(character: Character, by: Any, post: Mapping[str, str]) -> str:
    if character.campaign is None:
        raise Refused("It isn’t in a campaign.")
    amount, reason = whole_number(post, "amount"), whole_text(post, "reason")
    name = form_name(post, amount, reason)
    decisions.award(characters=[character], campaign=character.campaign, by=by, amount=amount, reason=reason, name=name)
    told = counted(amount, character.game.ledger_kinds["award"].unit)
    held = Character.objects.with_table().get(pk=character.pk)
    return f"Awarded {told} to {character}. {decisions.what_it_buys([held])}".rstrip()


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
    "remark": _remark,
    "waive": _waive,
    "unwaive": _unwaive,
    "award": _award,
    "void": _void,
    "allow": _allow,
    "reopen": _reopen,
}

"""The page between a player and a game master: what stands, what changed since it was approved, what was said."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Count, Window
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import seat_for
from campaigns.review import awards, comments, decisions, queue
from campaigns.review.evidence import LastSeen, approved_sheet, evidence, last_seen, moved_lines, named
from campaigns.views.judging_form import unused
from campaigns.views.page import frame
from characters import ledger
from characters.access import character_for, may, named_for
from characters.history.change_messages import tell
from characters.history.event_messages import homebrew_names, settings_told
from characters.history.sheet_diff import compare_sheets
from characters.library import character_books
from characters.models import Approval, Character, Event, ReviewStatus
from rules.kernel import Finding, Level, Sheet
from rules.kernel.basics import amount
from rules.kernel.basics.wording import counted
from rules.kernel.pages import game_of

PAGE = "campaigns/review.html"
MARKING = (("marked", "Marked"), ("only-changes", "Only changes"), ("as-it-is", "As it is now"))
"""How a sheet is shown that has changed: id and label of each way."""


@never_cache
@require_safe
def review(request: HttpRequest, pk: int) -> HttpResponse:
    """Where a character stands with its game master; each sees what they can do about it."""
    return review_page(request, character_for(request, pk))


@never_cache
@require_safe
def reviewed(request: HttpRequest, pk: int) -> HttpResponse:
    """Where the queue of a table ends: nothing more waits there, or whoever was left for later."""
    seat = seat_for(request, pk, "run")
    others = queue.elsewhere(named_for(request, "judge"), seat.campaign)
    context = {**frame(seat, "party", "", {}), "left": queue.waiting_at(pk), "elsewhere": others}
    return render(request, "campaigns/reviewed.html", context)


def review_page(
    request: HttpRequest,
    character: Character,
    refusal: str = "",
    typed: Mapping[str, Any] | None = None,
    left: Mapping[str, str] | None = None,
    *,
    silent: bool = False,
) -> HttpResponse:
    """The page, with what was typed where it was typed: all of it when a decision is refused, else what is given. A
    refusal leads to what is `left` unused, and to the comment where it was `silent`."""
    sheet = character.read()
    if typed is None:
        typed = request.POST.dict() or {"at": request.GET.get("about", "")}
    broken = [finding for finding in sheet.findings if finding.level == Level.ERROR]
    errors = {(finding.code, finding.at): finding.message for finding in broken}
    rules = {comments.about(finding): finding.message for finding in broken}
    approval, places = character.approval, _places(character, sheet)
    said = _evidence(request, character, sheet, places, rules, typed.get("at", ""))
    asked = {thread.first.at: thread for thread, _ in said["threads"] if thread.number}
    lapsed = decisions.lapsed(character, sheet.findings)
    judges, mine = (may(request, character, deed) for deed in ("judge", "change"))
    archived = character.campaign is not None and character.campaign.archived_at is not None
    since = _since(character, sheet, approval, said["seen"]) if approval else {}
    told_since = any(since.get(what) for what in ("lines", "moved", "entered"))
    told = ledger.lines(character, sheet, request.user.pk, judges, plays=judges)
    given = character.waivers.filter(withdrawn_at=None).exclude(pk__in=[waiver.pk for waiver in lapsed])
    context = {
        "character": character,
        "game": character.game,
        "sheet": sheet,
        "dead": sheet.live(character.marks).dead,
        "gist": _gist(sheet),
        "submission": _submission(character),
        "mine": mine,
        "answers": mine and not archived and not character.branch_of_id,
        "judges": judges and (not archived or bool(refusal)),
        "submittable": not archived and (character.standing != ReviewStatus.APPROVED or character.drifted),
        "approvable": not approval or approval.imported or told_since or character.standing != ReviewStatus.APPROVED,
        "unapprovable": _why_not(character, sheet),
        "approval": approval,
        **(_queue(request, character) if judges else {}),
        **said,
        **since,
        "broken": [(finding, at := comments.about(finding), asked.get(at)) for finding in broken],
        "todo": [finding for finding in sheet.findings if finding.level == Level.TODO],
        "untouched": [(budget.words(budget.remaining, "left"), budget.cite) for budget in sheet.untouched],
        "places": [(path, label) for path, label in places.items() if path],
        "lapsed": [(waiver, errors.get((waiver.code, waiver.at), "")) for waiver in lapsed],
        "waivers": [(waiver, errors.get((waiver.code, waiver.at), "")) for waiver in given.select_related("by")],
        "awards": (given_awards := [line for line in told if line.row.kind == "award"]),
        "unused": unused(left or {}, broken, [line.row for line in given_awards]),
        "awarded": sheet.table.ledger.total("award"),
        "entry": decisions.last_entry_of(character),
        "rules": decisions.rules_seen(character),
        "brought": character.ledger_entries.filter(imported=True).count(),
        "awards_wait": awards.awards_wait(character),
        "own_rules": _own_rules(character),
        "back": _back(character),
        "waits": character.standing == ReviewStatus.SUBMITTED,
        "returnable": character.standing == ReviewStatus.SUBMITTED or character.drifted,
        "own_address": reverse("review", args=[character.pk]),
        "refusal": refusal,
        "silent": silent,
        "uid": uuid.uuid4(),
        "typed": typed,
        "homeless": refusal and _homeless(typed, broken),
    }
    return render(request, PAGE, context, status=422 if refusal else 200)


def _evidence(
    request: HttpRequest,
    character: Character,
    sheet: Sheet,
    places: Mapping[str, str],
    rules: Mapping[str, str],
    at: str,
) -> dict[str, Any]:
    """The sheet part by part, what it was at the last decision, what was said of it, and what `at` is called there.

    `places` and `rules` name what a comment may be about: choices, and broken rules.
    """
    seen, threads = last_seen(character), comments.threads(character, request.user.pk)
    pinned = {thread.first.at: thread for thread in threads if thread.number and thread.first.at}
    parts = evidence(sheet, seen.sheet if seen else None, places, pinned)
    lines = {**named(parts), **places, **rules}
    led = {line.anchor for part in parts for _, group in part.groups for line in group}
    apart = {thread.anchor: thread.first.pk for thread in reversed(threads) if thread.number and thread.first.at}
    return {
        "seen": seen,
        "evidence": parts,
        "evidence_moved": len(moved_lines(parts)),
        "marking": MARKING,
        "threads": [(thread, lines.get(thread.first.at) or _gone(thread.first.at)) for thread in threads],
        "anchored": [pk for anchor, pk in apart.items() if anchor not in led],
        "drafts": sum(thread.drafts for thread in threads),
        "about": lines.get(at, ""),
        "about_a_place": at in places,
    }


def _gist(sheet: Sheet) -> list[tuple[str, str]]:
    """What somebody is, in two facts, and what most of their points are spent on: all that is read at a glance."""
    told = [(fact.label, fact.value or fact.text) for fact in game_of(sheet).facts(sheet)[:2]]
    most = max(sheet.budgets.values(), key=lambda one: one.allowed.value, default=None)
    if most is None:
        return told
    return [*told, ("Points", f"{most.spent.value} of {amount(most.allowed.value, most.unit)}")]


def _submission(character: Character) -> dict[str, Any]:
    """How often it was submitted, and when and by whom the last time: one query."""
    submitted = character.events.filter(kind="submitted").select_related("by")
    found = list(submitted.annotate(count=Window(Count("pk")))[:1])
    return {"count": found[0].count, "last": found[0]} if found else {}


def _why_not(character: Character, sheet: Sheet) -> str:
    """Why approving it is not what a game master would do now; "" where nothing stands in the way."""
    if sheet.errors:
        many = len(sheet.errors)
        return f"{counted(many, 'error')} {'needs' if many == 1 else 'need'} fixing or an exception before you approve."
    if character.standing == ReviewStatus.RETURNED:
        return "It’s back with the player, who hasn’t resubmitted it."
    return ""


def _gone(at: str) -> str:
    """What a thread is about whose line is on the sheet no more."""
    return "An error that is fixed" if at.startswith("findings.") else at


def _queue(request: HttpRequest, character: Character) -> dict[str, Any]:
    """Who waits before and after it; where nobody comes after it, also who waits at other tables."""
    here = queue.queue_of(character)
    judged = named_for(request, "judge")
    return {"queue": here, "elsewhere": () if here.after else queue.elsewhere(judged, character.campaign)}


def _back(character: Character) -> Event | None:
    """By what it is back with its player: returned with a comment, or opened again with a reason."""
    if character.standing != ReviewStatus.RETURNED:
        return None
    return character.events.filter(kind__in=("returned", "creation-reopened")).first()


def _homeless(typed: Mapping[str, str], broken: Iterable[Finding]) -> str:
    """The reason of a waiver for a rule that is not broken any more: no field of the page holds it."""
    fields = {f"waive:{comments.about(finding)}" for finding in broken if not finding.waived}
    return next((text for key, text in typed.items() if key.startswith("waive:") and text and key not in fields), "")


def _since(character: Character, sheet: Sheet, approval: Approval, seen: LastSeen | None) -> dict[str, Any]:
    """What was changed and entered since it was approved, in words and in numbers.

    What was approved is read with the books, the house rules and the ledger as they stood then, so whatever moved a
    number since is told. `seen` has that reading, where it was the last decision.
    """
    shelf = approval.homebrew
    before = seen.sheet if seen and seen.approval == approval else approved_sheet(character, approval)
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
    names = homebrew_names(character.game, character.rulebook, approval.settings, character.house)
    return dict.fromkeys((*own, *settings_told(approval.settings, character.house, character.game, names)))


def _decided(character: Character) -> dict[str, Any]:
    """The house rules that its table decides, none where it sits at none."""
    return character.table_rules.house(character.system) if character.table_rules else {}


def _own_rules(character: Character) -> tuple[str, ...]:
    """The house rules of its own that count, as its table decides nothing there, in words."""
    decided = _decided(character)
    own = {key: value for key, value in character.own_settings.items() if key not in decided}
    return settings_told({}, own, character.game)


def _places(character: Character, sheet: Sheet) -> dict[str, str]:
    """What a comment can be about: the path of each field of the builder with what it is called there."""
    steps = character.game.steps(sheet)
    return {field.path: f"{step.title}: {field.label}" for step in steps for field in step.fields}

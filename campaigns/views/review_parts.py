"""The parts of the page between a player and a game master, each from the sheet as it was read. No HTTP in here."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Count, Window

from campaigns.review import awards, comments, decisions
from campaigns.review.comments import Thread
from campaigns.review.evidence import LastSeen, approved_sheet, as_opened, evidence, last_seen, moved_lines, named
from characters import ledger
from characters.history.change_messages import tell
from characters.history.event_messages import homebrew_names, settings_told
from characters.history.sheet_diff import compare_sheets
from characters.ledger import LedgerLine
from characters.library import character_books
from characters.models import Approval, Character, Event, ReviewStatus, Waiver
from rules.kernel import Finding, Level, Sheet
from rules.kernel.basics import amount
from rules.kernel.basics.wording import counted, several

MARKING = (("marked", "Marked"), ("only-changes", "Only changes"), ("as-it-is", "As it is now"))
"""How a sheet is shown that has changed: id and label of each way."""


def head(character: Character, sheet: Sheet) -> dict[str, Any]:
    """Who it is, how most of their points are spent, and how often it was submitted."""
    most = max(sheet.budgets.values(), key=lambda one: one.allowed.value, default=None)
    return {
        "dead": sheet.live(character.marks).dead,
        "gist": " · ".join(character.game.one_liner(sheet)),
        "points": f"{most.spent.value} of {amount(most.allowed.value, most.unit)}" if most else "",
        "submission": _submission(character),
        "own_rules": _own_rules(character),
    }


def said_of(
    character: Character, sheet: Sheet, broken: Iterable[Finding], reader: int | None, at: str, drawn: int = 0
) -> dict[str, Any]:
    """The sheet part by part, what it was at the last decision, what was said of it, and what `at` is called there.
    Where nothing was decided yet, what it was in version `drawn`, of a page that somebody decided from."""
    places = _places(character, sheet)
    seen = last_seen(character) or as_opened(character, sheet, drawn)
    threads = comments.threads(character, reader)
    pinned = {thread.first.at: thread for thread in threads if thread.number and thread.first.at}
    parts = evidence(sheet, seen.sheet if seen else None, places, pinned)
    lines = {**named(parts), **places, **{comments.about(finding): finding.message for finding in broken}}
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
        "places": [(path, label) for path, label in places.items() if path],
        "about": lines.get(at, ""),
        "about_a_place": at in places,
    }


def checked(character: Character, sheet: Sheet, broken: Sequence[Finding], threads: Iterable[Thread]) -> dict[str, Any]:
    """What breaks a rule, each with what was asked about it, what is left to do, and the exceptions that were made."""
    asked = {thread.first.at: thread for thread in threads if thread.number}
    errors = {(finding.code, finding.at): finding.message for finding in broken}
    lapsed = decisions.lapsed(character, sheet.findings)
    allowed = _allowed_by(lapsed, character) if lapsed else {}
    given = character.waivers.filter(withdrawn_at=None).exclude(pk__in=[waiver.pk for waiver in lapsed])
    return {
        "broken": [(finding, at := comments.about(finding), asked.get(at)) for finding in broken],
        "todo": [finding for finding in sheet.findings if finding.level == Level.TODO],
        "untouched": [(budget.words(budget.remaining, "left"), budget.cite) for budget in sheet.untouched],
        "lapsed": [(waiver, allowed.get(waiver.pk, "")) for waiver in lapsed],
        "waivers": [(waiver, errors.get((waiver.code, waiver.at), "")) for waiver in given.select_related("by")],
    }


def _allowed_by(waivers: Iterable[Waiver], character: Character) -> dict[int, str]:
    """By its key what each of these allowed, in the words of then; nothing of one whose event is not kept any more."""
    given = list(character.events.filter(kind="waived").order_by("at", "pk").values_list("at", "data"))
    found = {}
    for waiver in waivers:
        # Its event is written just before it, and no other meanwhile: the character is locked.
        data: Mapping[str, Any] = next((data for at, data in reversed(given) if at <= waiver.given_at), {})
        if data.get("reason") == waiver.reason:
            found[waiver.pk] = str(data.get("message", ""))
    return found


def awarded(character: Character, sheet: Sheet, given: Sequence[LedgerLine]) -> dict[str, Any]:
    """The awards that were given, what they come to, and whether they wait for something."""
    return {
        "awards": given,
        "awarded": sheet.table.ledger.total("award"),
        "brought": character.ledger_entries.filter(imported=True).count(),
        "award_unit": several(character.game.award_kind.unit) if character.game.award_kind else "",
        "awards_wait": awards.awards_wait(character),
    }


def decided(character: Character, sheet: Sheet, since: Mapping[str, Any]) -> dict[str, Any]:
    """How it stands, what there is to decide, and what a decision has seen; `since` is what came after the approval."""
    approval, waits = character.approval, character.standing == ReviewStatus.SUBMITTED
    told = any(since.get(what) for what in ("lines", "moved", "entered"))
    return {
        "approval": approval,
        "back": _back(character),
        "waits": waits,
        "returnable": waits or character.drifted,
        "approvable": not approval or approval.imported or told or character.standing != ReviewStatus.APPROVED,
        "unapprovable": _why_not(character, sheet),
        "entry": decisions.last_entry_of(character),
        "rules": decisions.rules_seen(character),
    }


def since_approval(character: Character, sheet: Sheet, seen: LastSeen | None) -> dict[str, Any]:
    """What was changed and entered since it was approved, in words and in numbers.

    What was approved is read with the books, the house rules and the ledger as they stood then, so whatever moved a
    number since is told. `seen` has that reading, where it was the last decision.
    """
    approval = character.approval
    if approval is None:
        return {}
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


def _back(character: Character) -> Event | None:
    """By what it is back with its player: returned with a comment, or opened again with a reason."""
    if character.standing != ReviewStatus.RETURNED:
        return None
    return character.events.filter(kind__in=("returned", "creation-reopened")).first()


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

"""The ledger of a character: what came in, went out and was lost, what it leaves, and forms for what happens now."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from characters import actions
from characters import ledger as reading
from characters.access import character_for, may
from characters.history.entry_sentences import EntryTeller
from characters.models import Character
from characters.models import LedgerEntry as Row
from rules.form_values import form_name, whole_number, whole_text, words
from rules.kernel import LedgerEntry, LedgerKind
from rules.kernel.ledger_kinds import nothing_else
from rules.refusals import Refused

PAGE = "characters/ledger.html"
NOT_CANCELLED = "Nothing was cancelled."


@never_cache
@require_safe
def ledger(request: HttpRequest, pk: int) -> HttpResponse:
    """Every entry, the newest first, and the budgets that they feed."""
    return _page(request, character_for(request, pk))


def _page(
    request: HttpRequest, character: Character, refusal: str = "", nothing: str = "Nothing was entered."
) -> HttpResponse:
    """The page, with what was typed where it was typed when an entry is refused."""
    sheet = character.read()
    judges = may(request, character, "judge")
    deeds = [deed for deed in ("play", "change", "judge") if may(request, character, deed)]
    lines = reading.lines(character, sheet, request.user.pk, judges, "play" in deeds)
    fed = {kind.budget for kind in character.game.ledger_kinds.values() if kind.budget}
    context = {
        "character": character,
        "game": character.game,
        "lines": lines,
        "ask": reading.whom_to_ask(character, lines) if "play" in deeds else (),
        "plays": "play" in deeds,
        "forms": reading.forms(sheet, deeds, request.POST),
        "budgets": [budget for key, budget in sheet.budgets.items() if key in fed],
        "refusal": refusal,
        "nothing": nothing,
        "uid": uuid.uuid4(),
    }
    return render(request, PAGE, context, status=422 if refusal else 200)


@require_POST
def enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Add an entry of a kind; only whoever may do what the kind asks for gets the character at all."""
    character = character_for(request, pk)
    kind = character.game.ledger_kinds.get(words(request.POST, "kind"))
    if kind is None or not kind.offered:
        return _page(request, character, "Choose what to enter first.")
    character = character_for(request, pk, kind.by)
    role = "gm" if may(request, character, "judge") else "player"
    try:
        row = actions.enter(character=character, entry=_entry(kind, request.POST), by=request.user, role=role)
    except Refused as refusal:
        return _page(request, character_for(request, pk), str(refusal))
    messages.success(request, f"Entered: {EntryTeller(character.game, character.read()).tell(row.told)}")
    return _at(row)


def _entry(kind: LedgerKind, post: Any) -> LedgerEntry:
    """The entry of a form. Raises Refused where its number can't be read."""
    asks = kind.asks
    amount = kind.amount
    if "amount" in asks:
        amount = _counted(kind.counts, whole_number(post, "amount")) * (kind.sign or 1)
    subject = words(post, "subject", 200) if "subject" in asks else ""
    more = {key: _detail(kind, key, value) for key in kind.more if (value := words(post, key, 200))}
    note = whole_text(post, "note")
    name = form_name(post, kind.key, amount, subject, note, sorted(more.items()))
    return LedgerEntry(kind.key, amount, subject=subject, note=note, id=name, more=more)


def _detail(kind: LedgerKind, key: str, value: str) -> str | int:
    """What was typed for a detail. Raises Refused where that is a number and can't be read."""
    if key not in kind.numbers:
        return value
    return _counted(kind.more[key], whole_number({key: value}, key))


def _counted(label: str, number: int) -> int:
    if not 1 <= number <= actions.MOST_ENTERED:
        raise Refused(f"{label}: enter a number from 1 to {actions.MOST_ENTERED:,}.")
    return number


@require_POST
def void_entry(request: HttpRequest, pk: int, row: int) -> HttpResponse:
    """Take an entry back: who entered it, while they may play the character, or its game master."""
    character = character_for(request, pk, "play")
    entry = get_object_or_404(character.ledger_entries, pk=row)
    judges = may(request, character, "judge")
    role, why = "gm" if judges else "player", whole_text(request.POST, "note")
    try:
        voided = actions.void(row=entry, by=request.user, reason=why, role=role)
    except Refused as refusal:
        return _page(request, character, str(refusal), NOT_CANCELLED)
    if voided.before and not voided.returned:
        messages.info(request, "That was already cancelled. It stays in the list.")
        return _at(entry)
    kind = character.game.ledger_kinds.get(entry.kind)
    also = ""
    if voided.returned:
        also = f" {character} has it again."
    elif kind and kind.edits is not nothing_else:
        who = "restore it" if may(request, character, "change") else "its player restores it"
        also = f" If it has left the build, {who} in the builder."
    messages.success(request, " ".join(f"Cancelled. It stays in the list.{also} {voided.leaves}".split()))
    return _at(entry)


def _at(row: Row) -> HttpResponse:
    """Back to the page, at the line of an entry."""
    return redirect(f"{reverse('ledger', args=[row.character_id])}#entry-{row.pk}")

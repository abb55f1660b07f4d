"""Many characters: the list, making new ones, copies, the bin, coming in and going out as documents."""

from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, F, Q, When
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import replace_url

from characters import actions, keeping
from characters.access import become_guest, character_for, guest_key, named_for, own
from characters.builder.editing import unstorable
from characters.crest import is_drawn
from characters.faces import BUSTS
from characters.fragments import answer, wants_fragments
from characters.glances import CharacterRow, for_list, last_played, rows, under_originals
from characters.library import character_books
from characters.models import BIN_DAYS, LOST, Character, CharacterQuerySet
from characters.pictures import portrait_of
from characters.visits import kept_until
from rules.homebrew.access import books_for
from rules.kernel import join_words
from rules.kernel.documents import Document, DocumentError, parse_json, read_document
from rules.kernel.status import STATUSES
from rules.refusals import Refused
from rules.systems import PACKAGES, every
from rules.uploads import MOST_BYTES, text_of

TEMPLATE = "characters/characters.html"
PER_PAGE = 30
NARROWING = ("system", "seated", "state")
"""What an address of the list narrows it down by, besides the words searched for."""
MOST_NAMED = 5
"""How many places of an imported document are named one by one."""
MOST_BINNED = 50


@never_cache
@require_safe
def characters(request: HttpRequest) -> HttpResponse:
    """My characters, those at my tables, and the bin. What is read is what the page shows."""
    everything = named_for(request)
    query, system, state = (request.GET.get(key, "").strip()[:200] for key in ("q", "system", "state"))
    seated = "seated" in request.GET
    found = for_list(everything.kept())
    if query:
        found = found.filter(name__icontains=query.replace("\x00", ""))
    if system in PACKAGES:
        found = found.filter(system=system)
    if seated:
        found = found.filter(campaign__isnull=False)
    last = last_played(everything.kept().filter(own(request)))
    ordered = _by_original(found.filter(own(request)), last)
    page: Page[Any] = Paginator(ordered, PER_PAGE).get_page(request.GET.get("page"))
    mine = rows(page.object_list)
    table, more = _at_tables(request, found)
    if query or system or seated:
        states = _states(request, for_list(everything.kept()))
    else:
        states = None if more or page.paginator.num_pages > 1 else _tally(mine, table)
    if state in STATUSES:
        mine, table = ([row for row in some if row.glance.status.key == state] for some in (mine, table))
    page.object_list = under_originals(mine)
    context = {
        "page": page,
        "table": table,
        "more": more,
        "query": query,
        "system": system,
        "state": state if state in STATUSES else "",
        "chips": _chips(request, everything, states),
        "seated": seated,
        "filtered": bool(query or system or state or seated),
    }
    if wants_fragments(request):
        said = {
            "q": query,
            "system": system if system in PACKAGES else "",
            "seated": "1" if seated else "",
            "state": context["state"],
            "page": page.number if page.number > 1 else "",
        }
        asked = urlencode({key: value for key, value in said.items() if value})
        drawn = answer(request, TEMPLATE, ["narrowing", "how-many", "found"], context | {"request": request})
        return replace_url(drawn, f"{request.path}?{asked}" if asked else request.path)
    binned = named_for(request, "change").binned().order_by("-deleted_at", "-pk")
    return render(
        request,
        TEMPLATE,
        {
            **context,
            "binned": binned[:MOST_BINNED],
            "kept_until": None if request.user.is_authenticated else kept_until(),
        },
    )


class Chip(NamedTuple):
    """A way to narrow the list down: the address that does, and how many there are, if that is known."""

    label: str
    many: int | None
    query: str
    chosen: bool


def _states(request: HttpRequest, found: CharacterQuerySet) -> Mapping[str, int] | None:
    """How many of these there are of each status; None where that would take reading more than a page."""
    mine = list(found.filter(own(request))[: PER_PAGE + 1])
    table, more = _at_tables(request, found)
    return None if more or len(mine) > PER_PAGE else _tally(rows(mine), table)


def _tally(*shown: Iterable[CharacterRow]) -> Mapping[str, int]:
    return Counter(row.glance.status.key for some in shown for row in some)


def _chips(request: HttpRequest, everything: CharacterQuerySet, states: Mapping[str, int] | None) -> list[Chip]:
    """All, each game that somebody has, who is in a campaign, and how they stand. What is searched for stays."""
    asked = {key: request.GET[key] for key in NARROWING if request.GET.get(key)}
    searched = {"q": request.GET["q"]} if request.GET.get("q") else {}

    def chip(label: str, count: int | None, **query: str) -> Chip:
        return Chip(label, count, urlencode(searched | query), asked == query)

    mine = everything.kept().filter(own(request)).order_by()
    counted = list(mine.values_list("system").annotate(Count("pk"), Count("campaign")))
    games_of = {key: many for key, many, _ in counted}
    chips = [chip("All", sum(games_of.values()))]
    chips += [chip(game.name, games_of[game.key], system=game.key) for game in every() if game.key in games_of]
    chips.append(chip("In a campaign", sum(seated for _, _, seated in counted), seated="1"))
    for key, label in (("unfinished", "Unfinished"), ("mend", STATUSES["mend"])):
        many = None if states is None else states[key]
        if many != 0 or asked.get("state") == key:
            chips.append(chip(label, many, state=key))
    return chips


def _by_original(found: CharacterQuerySet, last: int | None) -> CharacterQuerySet:
    """The one played last, then those changed last, and what-ifs behind what they branched off from."""
    moved, head = Coalesce("branch_of__changed_at", "changed_at"), Coalesce("branch_of", "pk")
    first = last or 0  # where nobody was played: None would be every one that branched off nothing
    behind = Case(When(Q(pk=first) | Q(branch_of=first), then=0), default=1)
    return found.order_by(behind, moved.desc(), head.desc(), F("branch_of").asc(nulls_first=True), "-changed_at", "-pk")


def _at_tables(request: HttpRequest, found: CharacterQuerySet) -> tuple[list[CharacterRow], bool]:
    """Other people's characters at my tables, those changed last, and whether there are more. A guest sees nobody's."""
    if not request.user.is_authenticated:
        return [], False
    others = list(found.exclude(owner=request.user.pk)[: PER_PAGE + 1])
    return rows(others[:PER_PAGE]), len(others) > PER_PAGE


@require_http_methods(["GET", "HEAD", "POST"])
def import_document(request: HttpRequest) -> HttpResponse:
    """Take in a character from a file or from pasted text."""
    if request.method != "POST":
        return render(request, "characters/import.html", {})
    text = ""
    try:
        text = text_of(request)
        document, homebrew, lost = _asked_in(request, text)
        character = actions.create_character(
            system=document.system,
            by=request.user,
            guest=None if request.user.is_authenticated else become_guest(request),
            document=document,
            homebrew=homebrew,
        )
    except (DocumentError, Refused) as fault:
        context = {"error": str(fault), "text": text or request.POST.get("text", "")[:MOST_BYTES]}
        return render(request, "characters/import.html", context, status=422)
    if lost:
        messages.warning(
            request,
            f"It uses {join_words(lost)}, which you don’t have. Choices from it are kept but not used.",
        )
    if document.waivers:
        messages.warning(request, "Exceptions weren’t imported. Ask your GM to allow them again.")
    if document.portrait and not _portrayed(request, character, document.portrait):
        messages.warning(request, "The portrait wasn’t imported.")
    if document.bust in BUSTS:
        actions.choose_bust(character=character, bust=document.bust, by=request.user)
    if document.crest and is_drawn(document.crest):
        actions.choose_crest(character=character, part=document.crest, by=request.user)
    messages.success(request, f"Imported {character}.{_not_read(document)}")
    return redirect("build_start", character.pk)


def _portrayed(request: HttpRequest, character: Character, portrait: str) -> bool:
    """Give a character the portrait that its document brings along, made anew; or not, where that cannot be."""
    try:
        jpeg = portrait_of(BytesIO(b64decode(portrait, validate=True)))
        actions.give_portrait(character=character, jpeg=jpeg, by=request.user)
    except (ValueError, Refused):
        return False
    return True


def _asked_in(request: HttpRequest, text: str) -> tuple[Document, list[int], list[str]]:
    """The document that was sent, the books of its shelf that are here, and the refs of those that are not.

    Raises DocumentError for what is no document of a game here.
    """
    value = parse_json(text)
    document = read_document(value)
    if document.system not in PACKAGES:
        raise DocumentError(f"It’s for the game “{document.system[:40]}”, which Dramatis doesn’t support.")
    if fault := unstorable(value):
        raise DocumentError(fault)
    within = books_for(request).exclude(published_at=None).filter(system=document.system)
    homebrew, lost = character_books.resolved(document.books, within)
    if lost:
        document = replace(document, extra={**(document.extra or {}), LOST: lost})
    return document, homebrew, lost


def _not_read(document: Document) -> str:
    """What of a document means nothing here, by name, as a sentence to go on with; nothing where all of it does."""
    build = document.parsed()
    found = [*(fault.path or "build" for fault in build.faults), *build.unknown]
    named = [place for place in found if place != LOST and place not in document.books]
    if not named:
        return ""
    return f" We couldn’t read {join_words(named, MOST_NAMED)}. It’s kept but not used."


@never_cache
@require_safe
def export(request: HttpRequest, pk: int) -> HttpResponse:
    """The character as a document, to keep or to take elsewhere."""
    character = character_for(request, pk)
    portrait = b64encode(actions.portrait_bytes(character)).decode() if character.portrait else ""
    document = replace(character.document(), portrait=portrait, bust=character.bust, crest=character.crest)
    response = JsonResponse(document.as_json(), json_dumps_params={"indent": 2, "ensure_ascii": False})
    name = slugify(character.name) or "character"
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@require_POST
def duplicate(request: HttpRequest, pk: int) -> HttpResponse:
    character = character_for(request, pk, "change", shut=True)
    try:
        copy = actions.duplicate(character=character, by=request.user, guest=guest_key(request))
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect("characters")
    messages.success(request, f"Copied to {copy}. {_where_it_sits(copy, character)}".rstrip())
    return redirect("characters")


def _where_it_sits(copy: Character, original: Character) -> str:
    """At which table a copy is, as a sentence, where its original sits at one."""
    table = original.campaign
    if table is None:
        return ""
    if copy.campaign_id:
        return f"It’s an NPC in {table}, like {original}."
    why = f"{table} is archived" if original.npc else f"{original} is still in {table}"
    return f"The copy isn’t in a campaign; {why}."


@require_POST
def bin_character(request: HttpRequest, pk: int) -> HttpResponse:
    character = character_for(request, pk, "change")
    actions.bin_character(character=character, by=request.user)
    until = date_format(timezone.localdate() + timedelta(days=BIN_DAYS), "j F")
    messages.success(request, f"Deleted {character}. You can restore it from Deleted characters until {until}.")
    # A GM goes on among the NPCs of the campaign, where it was deleted.
    if character.npc and character.campaign:
        return redirect(f"{reverse('prep', args=[character.campaign.pk])}#npcs")
    return redirect("characters")


@require_POST
def unbin_character(request: HttpRequest, pk: int) -> HttpResponse:
    character = character_for(request, pk, "change", binned=True)
    actions.unbin_character(character=character, by=request.user)
    messages.success(request, f"Restored {character}.")
    return redirect("characters")


@require_POST
def purge(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete for good what is in the bin already."""
    character = character_for(request, pk, "change", binned=True)
    keeping.purge(Character.objects.binned().filter(pk=character.pk))
    messages.success(request, f"Deleted {character} for good.")
    return redirect("characters")

"""Many characters: the list, making new ones, copies, the bin, coming in and going out as documents."""

from dataclasses import dataclass, field, replace

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import campaign_for
from campaigns.actions import Refused
from campaigns.models import Campaign
from characters import actions, shelves
from characters.access import become_guest, character_for, characters_for, guest_key, own
from characters.editing import unstorable
from characters.models import LOST, Character
from characters.views.site import games
from rules.access import books_for
from rules.kernel import Document, DocumentError, Sheet, listed, parse_json, read_document, shorten
from rules.posted import whole_number, words
from rules.systems import PACKAGES
from rules.uploads import MOST_BYTES, text_of

PER_PAGE = 30
LONGEST = 120
"""So many letters of a gist are shown."""
MOST_NAMED = 5
"""How many places of an imported document are named one by one."""
STATES = (("legal", "Legal"), ("unfinished", "Unfinished"), ("mend", "To mend"))


@dataclass(frozen=True)
class Row:
    """A character in a list, with its verdict."""

    character: Character
    sheet: Sheet
    branches: list["Row"] = field(default_factory=list)

    @property
    def state(self) -> str:
        return "mend" if not self.sheet.legal else ("unfinished" if self.sheet.unfinished else "legal")

    @property
    def words(self) -> str:
        errors = len(self.sheet.errors)
        return f"{errors} to mend" if errors else dict(STATES)[self.state]

    @property
    def gist(self) -> str:
        return shorten(" · ".join(self.character.game.gist(self.sheet)), LONGEST)


@never_cache
@require_safe
def characters(request: HttpRequest) -> HttpResponse:
    """My characters, those at my tables, and the bin."""
    everything = characters_for(request).select_related("owner")
    query, system, state = (request.GET.get(key, "").strip()[:200] for key in ("q", "system", "state"))
    found = everything.kept()
    if query:
        found = found.filter(name__icontains=query.replace("\x00", ""))
    if system in PACKAGES:
        found = found.filter(system=system)
    rows = [Row(character, character.read()) for character in found]
    counts = {key: sum(row.state == key for row in rows) for key, _ in STATES}
    if state in counts:
        rows = [row for row in rows if row.state == state]
    mine = _under_originals([row for row in rows if _is_mine(request, row.character)])
    page = Paginator(mine, PER_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "characters/characters.html",
        {
            "page": page,
            "table": [row for row in rows if not _is_mine(request, row.character)],
            "binned": everything.filter(own(request)).binned()[:50],
            "query": query,
            "system": system,
            "state": state,
            "states": [(key, label, counts[key]) for key, label in STATES],
            "games": games(),
            "filtered": bool(query or system or state),
        },
    )


def _under_originals(rows: list[Row]) -> list[Row]:
    """What-ifs below what they branched off from; by themselves where that is not on the list."""
    by_key = {row.character.pk: row for row in rows}
    for row in rows:
        if row.character.branch_of_id in by_key:
            by_key[row.character.branch_of_id].branches.append(row)
    return [row for row in rows if row.character.branch_of_id not in by_key]


def _is_mine(request: HttpRequest, character: Character) -> bool:
    if request.user.is_authenticated:
        return character.owner_id == request.user.pk
    return True  # a guest sees nobody else's


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Choose a game: what it is, what there is to decide, how long it takes."""
    system, to = request.POST.get("system", ""), whole_number(request.POST or request.GET, "campaign")
    campaign = campaign_for(request, to) if to else None
    status = 200
    if request.method == "POST":
        try:
            return redirect("build_start", _begun(request, system, campaign).pk)
        except Refused as refusal:
            messages.error(request, str(refusal))
            status = 422
    return render(request, "characters/new.html", {"games": games(), "campaign": campaign}, status=status)


def _begun(request: HttpRequest, system: str, campaign: Campaign | None) -> Character:
    """The new character that was asked for, by hand or filled at random. Raises Refused."""
    if system not in PACKAGES:
        raise Refused("Choose one of the games first.")
    character = actions.create_character(
        system=system,
        by=request.user,
        campaign=campaign if campaign and campaign.archived_at is None else None,
        guest=None if request.user.is_authenticated else become_guest(request),
        name=words(request.POST, "name"),
    )
    for line in shelves.told((), character.homebrew):
        messages.info(request, f"{line}: this table plays with it.")
    if "random" in request.POST:
        actions.fill_at_random(character=character, by=request.user)
    return character


@require_http_methods(["GET", "HEAD", "POST"])
def import_document(request: HttpRequest) -> HttpResponse:
    """Take in a character from a file or from pasted text."""
    if request.method != "POST":
        return render(request, "characters/import.html", {})
    try:
        document, homebrew, lost = _asked_in(request)
        character = actions.create_character(
            system=document.system,
            by=request.user,
            guest=None if request.user.is_authenticated else become_guest(request),
            document=document,
            homebrew=homebrew,
        )
    except (DocumentError, Refused) as fault:
        text = request.POST.get("text", "")[:MOST_BYTES]
        return render(request, "characters/import.html", {"error": str(fault), "text": text}, status=422)
    if lost:
        messages.warning(
            request,
            f"It was built with {listed(lost)}, which is not here for you to see, so what it has from there counts for "
            "nothing. It is kept, and named again when you export it.",
        )
    messages.success(request, f"{character} is here.{_not_read(document)}")
    return redirect("build_start", character.pk)


def _asked_in(request: HttpRequest) -> tuple[Document, list[int], list[str]]:
    """The document that was sent, the books of its shelf that are here, and the stamps of those that are not.

    Raises DocumentError for what is no document of a game here.
    """
    value = parse_json(text_of(request, "character"))
    document = read_document(value)
    if document.system not in PACKAGES:
        raise DocumentError(f"It is for a game called “{document.system[:40]}”, which is not here.")
    if fault := unstorable(value):
        raise DocumentError(fault)
    within = books_for(request).exclude(published_at=None).filter(system=document.system)
    homebrew, lost = shelves.resolved(document.books, within)
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
    return f" This version cannot read {listed(named, MOST_NAMED)}: kept as it came, it counts for nothing."


@never_cache
@require_safe
def export(request: HttpRequest, pk: int) -> HttpResponse:
    """The character as a document, to keep or to take elsewhere."""
    character = character_for(request, pk)
    response = JsonResponse(character.document().as_json(), json_dumps_params={"indent": 2, "ensure_ascii": False})
    name = slugify(character.name) or "character"
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@require_POST
def duplicate(request: HttpRequest, pk: int) -> HttpResponse:
    character = character_for(request, pk, "change")
    copy = actions.duplicate(character=character, by=request.user, guest=guest_key(request))
    left = copy.campaign_id != character.campaign_id
    messages.success(request, f"{copy} is ready.{' Its table is archived, so it sits at none.' if left else ''}")
    return redirect("characters")


@require_POST
def bin_character(request: HttpRequest, pk: int) -> HttpResponse:
    character = character_for(request, pk, "change")
    actions.bin_character(character=character, by=request.user)
    messages.success(request, f"{character} is in the bin; you can take it back from there.")
    return redirect("characters")


@require_POST
def unbin_character(request: HttpRequest, pk: int) -> HttpResponse:
    character = character_for(request, pk, "change", binned=True)
    actions.unbin_character(character=character, by=request.user)
    messages.success(request, f"{character} is back.")
    return redirect("characters")

"""The portrait of a character: the page to give it one, and the picture."""

from collections.abc import Callable
from typing import BinaryIO, cast

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from characters import actions
from characters.access import character_for, portrait_for
from characters.crest import CHARGES, DIVISIONS, named, worn
from characters.faces import BUSTS
from characters.glances import charge
from characters.models import Character, ShareLink
from characters.pictures import FORMATS, MOST_SENT, TOO_LARGE, portrait_of
from characters.views.sharing import for_anyone
from rules.refusals import Refused

PICTURE = "picture"
"""How many are read in an hour is among the settings."""
CRESTS = (
    ("What it shows", [(f"{key}/", key.capitalize()) for key in CHARGES]),
    ("How it is divided", [(f"/{name}", name) for name in DIVISIONS]),
)
"""What may be chosen of a crest."""
ACCEPTED = ",".join(f"image/{form.lower()}" for form in FORMATS)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def portrait(request: HttpRequest, pk: int) -> HttpResponse:
    """The page of a portrait; posted to, it gives the character another, a bust, or none."""
    character = character_for(request, pk, "change")
    refusal = ""
    if request.method == "POST" and "remove" in request.POST:
        actions.remove_portrait(character=character, by=request.user)
        messages.success(request, "Portrait removed.")
        return redirect("portrait", pk)
    if request.method == "POST":
        try:
            if "crest" in request.POST:
                actions.choose_crest(character=character, part=request.POST["crest"], by=request.user)
                messages.success(request, "Crest saved.")
                return redirect(f"{request.path}#crest")
            if "bust" in request.POST:
                actions.choose_bust(character=character, bust=request.POST["bust"], by=request.user)
            else:
                actions.give_portrait(character=character, jpeg=picture_sent(request, portrait_of), by=request.user)
        except Refused as refused:
            refusal = str(refused)
        else:
            messages.success(request, "Portrait saved.")
            return redirect(character)
    sheet = character.read()
    usual = charge(sheet)
    context = {
        "character": character,
        "charge": usual,
        "busts": [(key, bust.label) for key, bust in BUSTS.items()],
        "crests": CRESTS,
        "shown": _buttons(character, worn(character.crest, usual)),
        "usual": _buttons(character, usual),
        "accepted": ACCEPTED,
        "most": MOST_SENT,
        "too_large": TOO_LARGE,
        "refusal": refusal,
    }
    return render(request, "characters/portrait.html", context, status=422 if refusal else 200)


def _buttons(character: Character, crest: str) -> tuple[str, str]:
    """Which of the `CRESTS` make this one of a character."""
    held, division = named(character.game, character.name, crest)
    return f"{held}/", f"/{division}"


def picture_sent(request: HttpRequest, make: Callable[[BinaryIO], bytes]) -> bytes:
    """What is made of the picture that was sent. Raises Refused, without reading one that is too large."""
    upload = request.FILES.get("picture")
    if upload is None:
        raise Refused("Choose a picture.")
    if (upload.size or 0) > MOST_SENT:
        raise Refused(TOO_LARGE)
    if not consume(request, action=PICTURE):
        raise Refused("Too many pictures came from your network in the last hour. Try again later.")
    return make(cast(BinaryIO, upload.file))


@never_cache
@require_safe
def portrait_image(request: HttpRequest, pk: int) -> HttpResponse:
    """The picture, for whoever may see the character."""
    return _picture(portrait_for(request, pk))


@for_anyone
def shared_portrait(request: HttpRequest, link: ShareLink) -> HttpResponse:
    """The picture, for whoever has a link."""
    jpeg = actions.portrait_bytes(link.character)
    if not jpeg:
        raise Http404("This character has no portrait.")
    return _picture(jpeg)


def _picture(jpeg: bytes) -> HttpResponse:
    return HttpResponse(jpeg, content_type="image/jpeg")

"""Three wishes: from a game to a legal character worth playing, in a few clicks."""

from random import SystemRandom

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import replace_url

from characters import actions
from characters.access import become_guest
from characters.fragments import answer, wants_fragments
from characters.views.site import games
from characters.wished import remember_wishes
from characters.wishing import SEEDS, Asked, shown
from rules.catalogue.rulebook import rulebook_for
from rules.form_values import whole_number, words
from rules.kernel.pages import GOOD_AT, Game, Wish, Wishes
from rules.refusals import Refused
from rules.systems import get

TEMPLATE = "characters/wishes.html"
BUTTONS = {"again", "rename"}
"""What leads from one address to that of another character."""


@require_safe
def wishes(request: HttpRequest) -> HttpResponse:
    """The games that grant wishes."""
    return render(request, "characters/wishes_games.html", {"games": [game for game in games() if game["wishes"]]})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def wish(request: HttpRequest, system: str) -> HttpResponse:
    """The wishes of a game with the character they give; posted, it is kept and opened.

    A form is posted with whatever is ticked just then, whether or not its page shows that character already.
    """
    game, known = _game(system)
    asked = _asked(known, request.POST if request.method == "POST" else request.GET)
    here = f"{request.path}?{asked.query}"
    fragments = wants_fragments(request) and request.method != "POST"
    if request.method != "POST" and not fragments and BUTTONS & request.GET.keys():
        return redirect(here)
    made, status = shown(game, known, asked, rulebook_for(system)), 200
    if request.method == "POST":
        try:
            character = actions.create_character(
                system=system,
                by=request.user,
                guest=None if request.user.is_authenticated else become_guest(request),
                name=made.name,
                build=made.granted.document,
                rolled=made.granted.document.get("rolls"),
                deed=asked.deed,
                bust=made.bust,
            )
            remember_wishes(request, character, asked.query)
            return redirect("build_start" if "build" in request.GET else "play", character.pk)
        except Refused as refusal:
            messages.error(request, str(refusal))
            status = 422
    context = {"game": game, "known": known, "asked": asked, "made": made}
    if fragments:
        return replace_url(answer(request, TEMPLATE, ["chips", "wished", "told"], context), here)
    return render(request, TEMPLATE, context, status=status)


def _game(system: str) -> tuple[Game, Wishes]:
    try:
        game = get(system)
    except KeyError:
        raise Http404("Game not found.") from None
    if game.wishes is None:
        raise Http404("This game has no wishes.")
    return game, game.wishes


def _asked(known: Wishes, given: QueryDict) -> Asked:
    """The wishes of a form that the game knows. The buttons that roll again and find another name are in it too."""
    seed, again = whole_number(given, "seed", -1), "again" in given
    if seed < 0:
        seed = SystemRandom().randrange(SEEDS)
    good_at, dropped = _good_at(known, given)
    return Asked(
        concept=known.concept(words(given, "concept")),
        good_at=good_at,
        twist=known.twist(words(given, "twist")),
        seed=(seed + again) % SEEDS,
        named=0 if again else (whole_number(given, "named") + ("rename" in given)) % len(known.called),
        dropped=dropped,
    )


def _good_at(known: Wishes, given: QueryDict) -> tuple[tuple[Wish, ...], tuple[Wish, ...]]:
    """What was ticked last, as much as there may be, and what had to make room for it. A form doesn't say what was
    ticked when: it says what `had` been ticked on its page before."""
    ticked = given.getlist("good")
    before = [key for key in given.getlist("had") if key in ticked]
    wished = known.good([*before, *ticked])
    return wished[-GOOD_AT:], wished[:-GOOD_AT]

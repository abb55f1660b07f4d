"""Three wishes: from a game to a legal character worth playing, in a few clicks, for a campaign or for none."""

from random import SystemRandom

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import replace_url

from campaigns.access import campaign_for
from campaigns.campaign_games import refuse_unplayed
from campaigns.models import Campaign
from campaigns.rulebook import rulebook_of_table
from campaigns.views.new import tell_of_campaign
from characters import actions
from characters.access import become_guest
from characters.fragments import answer, wants_fragments
from characters.views.site import games
from characters.wished import remember_wishes
from characters.wishing import SEEDS, Asked, shown
from rules.catalogue.rulebook import rulebook_for
from rules.form_values import whole_number, words
from rules.kernel import Rulebook, RulesContext
from rules.kernel.allowed_findings import NOT_HERE
from rules.kernel.basics.wording import join_words
from rules.kernel.pages import GOOD_AT, Game, Wish, Wishes, grantable
from rules.refusals import Refused
from rules.systems import get

TEMPLATE = "characters/wishes.html"
BUTTONS = {"again", "rename"}
"""What leads from one address to that of another character."""


@require_safe
def wishes(request: HttpRequest) -> HttpResponse:
    """The games that grant wishes: of a campaign, those it plays."""
    campaign = _campaign(request.GET, request)
    granting = (game for game in games() if game["wishes"])
    offered = [game for game in granting if campaign is None or campaign.plays(str(game["key"]))]
    return render(request, "characters/wishes_games.html", {"games": offered, "campaign": campaign})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def wish(request: HttpRequest, system: str) -> HttpResponse:
    """The wishes of a game with the character they give; posted, it is kept and opened.

    A form is posted with whatever is ticked just then, whether or not its page shows that character already.
    """
    game, every = _game(system)
    given = request.POST if request.method == "POST" else request.GET
    campaign = _campaign(given, request)
    rulebook, rules = _rules(system, campaign)
    known = every.among(grantable(game, every.all, rulebook, rules))
    asked = _asked(known, given, campaign)
    barred = [wish for wish in _ticked(every, given) if wish not in known.all]
    here = f"{request.path}?{asked.query}"
    fragments = wants_fragments(request) and request.method != "POST"
    if request.method != "POST" and not fragments and BUTTONS & request.GET.keys():
        return redirect(here)
    made, status = shown(game, known, asked, rulebook, rules), 200
    if request.method == "POST":
        try:
            if campaign:
                refuse_unplayed(campaign, system)
            if barred:
                raise Refused(f"{NOT_HERE}: {join_words([wish.label for wish in barred])}. Choose something else.")
            character = actions.create_character(
                system=system,
                by=request.user,
                campaign=campaign if campaign and campaign.archived_at is None else None,
                guest=None if request.user.is_authenticated else become_guest(request),
                name=made.name,
                build=made.granted.document,
                rolled=made.granted.document.get("rolls"),
                deed=asked.deed,
                bust=made.bust,
            )
            tell_of_campaign(request, campaign, character)
            remember_wishes(request, character, asked.query)
            return redirect("build_start" if "build" in request.GET else "play", character.pk)
        except Refused as refusal:
            messages.error(request, str(refusal))
            status = 422
    context = {"game": game, "known": known, "asked": asked, "made": made, "campaign": campaign, "barred": barred}
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


def _campaign(given: QueryDict, request: HttpRequest) -> Campaign | None:
    """The campaign that somebody is wished for."""
    return campaign_for(request, to) if (to := whole_number(given, "campaign")) else None


def _rules(system: str, campaign: Campaign | None) -> tuple[Rulebook, RulesContext]:
    """What a new character there is made with."""
    if campaign is None:
        return rulebook_for(system), RulesContext()
    return rulebook_of_table(campaign, system), RulesContext(settings=campaign.house(system))


def _asked(known: Wishes, given: QueryDict, campaign: Campaign | None) -> Asked:
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
        campaign=campaign.pk if campaign else 0,
    )


def _ticked(known: Wishes, given: QueryDict) -> list[Wish]:
    """Everything that a form wishes for, however much."""
    good_at = known.good(given.getlist("good"))
    return [*filter(None, (known.concept(words(given, "concept")), *good_at, known.twist(words(given, "twist"))))]


def _good_at(known: Wishes, given: QueryDict) -> tuple[tuple[Wish, ...], tuple[Wish, ...]]:
    """What was ticked last, as much as there may be, and what had to make room for it. A form doesn't say what was
    ticked when: it says what `had` been ticked on its page before."""
    ticked = given.getlist("good")
    before = [key for key in given.getlist("had") if key in ticked]
    wished = known.good([*before, *ticked])
    return wished[-GOOD_AT:], wished[:-GOOD_AT]

"""The characters of a table: brought along, taken away, made for its game master, and awarded."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns.access import campaign_for, person, seats_of
from campaigns.review import awards, decisions
from campaigns.tables import npcs, numbering
from campaigns.views.refusals import telling
from characters.access import character_for
from rules.form_values import form_name, whole_number, whole_text, words
from rules.kernel.basics.wording import counted
from rules.refusals import Refused
from rules.sure import ask, sure
from rules.systems import get


@require_POST
@telling
def bring(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring one's own character to the table."""
    table = campaign_for(request, pk)
    chosen = whole_number(request.POST, "character")
    if not chosen:
        raise Refused("Choose a character.")
    character = character_for(request, chosen, "change")
    if character.campaign and character.campaign != table and not sure(request):
        question = f"Move {character} from {character.campaign} to {table}?"
        follows = f"The GM of {character.campaign} can no longer see {character}; the GM here can."
        return ask(request, question, follows, f"Move {character}", table.get_absolute_url())
    stocked = decisions.seat(character=character, campaign=table, by=person(request))
    messages.success(request, f"Added {character} to {table}.")
    tell_stocked(request, stocked)
    return redirect(table)


@require_POST
def take_away(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's own character from the table it sits at."""
    character = character_for(request, pk, "change")
    table = character.campaign_id
    if character.campaign and not sure(request):
        question = f"Remove {character} from {character.campaign}?"
        follows = f"The GM can no longer see {character}. You can add {character} again while you’re a member."
        return ask(request, question, follows, f"Remove {character}", character.campaign.get_absolute_url())
    try:
        decisions.seat(character=character, campaign=None, by=request.user)
    except Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(character)
    messages.success(request, f"Removed {character} from the campaign.")
    sits = table and seats_of(request).filter(campaign_id=table).exists()
    return redirect("campaign", table) if sits else redirect(character)


def tell_stocked(request: HttpRequest, lines: Iterable[str]) -> None:
    """Say which of the books in play a character was given."""
    for line in lines:
        messages.info(request, f"{line}: used in this campaign.")


@require_POST
@telling
def crowd(request: HttpRequest, pk: int) -> HttpResponse:
    """Make people for the game master to play: so many of one kind and trade."""
    table = campaign_for(request, pk, "run")
    made = npcs.create_npcs(
        campaign=table,
        by=person(request),
        system=words(request.POST, "system", 40),
        kind=words(request.POST, "kind", 120),
        trade=words(request.POST, "trade", 120),
        name=words(request.POST, "name", numbering.LONGEST_NAME),
        count=whole_number(request.POST, "count"),
    )
    messages.success(request, f"Created {made[0]}." if len(made) == 1 else f"Created {made[0]} to {made[-1]}.")
    return redirect(f"{reverse('prep', args=[pk])}#npcs")


@require_POST
@telling
def award(request: HttpRequest, pk: int) -> HttpResponse:
    """Grant points to one, some or all characters of one game at the table."""
    table, system = campaign_for(request, pk, "run"), words(request.POST, "system", 40)
    chosen = [int(key) for key in request.POST.getlist("character") if key.isdecimal() and len(key) <= 12]
    amount, reason = whole_number(request.POST, "amount"), whole_text(request.POST, "reason")
    count = awards.award(
        characters=list(table.characters.originals().kept().filter(pk__in=chosen, system=system)),
        campaign=table,
        by=person(request),
        amount=amount,
        reason=reason,
        name=form_name(request.POST, amount, reason),
    )
    awarded = table.characters.with_table().filter(pk__in=chosen, system=system)
    told = f"{counted(amount, awards.unit_in(get(system)))} to {counted(count, 'character')}"
    messages.success(request, f"Awarded {told}. {awards.what_it_buys(awarded)}".rstrip())
    return redirect(f"{table.get_absolute_url()}#awards")

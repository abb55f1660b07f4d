"""The grimoire of a table."""

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import campaign_for
from campaigns.rulebook import rulebook_of_table
from rules.systems import PACKAGES, get
from spells.search import spells_with
from spells.views import browse, show


@never_cache
@require_safe
def spells_at(request: HttpRequest, pk: int) -> HttpResponse:
    """The grimoire of a table: the spells of the games played there, of every game where none is; with its homebrew."""
    campaign = campaign_for(request, pk)
    readers = {key: get(key).spell_reader(rulebook_of_table(campaign, key), campaign.house(key)) for key in PACKAGES}
    spells = spells_with(campaign.books)
    if played := campaign.characters.originals().kept().values_list("system", flat=True).distinct():
        spells = spells.filter(Q(book__system__in=list(played)) | Q(book__in=campaign.books))
    return show(
        request, {"campaign": campaign, **browse(request, spells, None, lambda spell: readers[spell.book.system])}
    )

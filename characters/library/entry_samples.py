"""Characters on whom somebody who writes homebrew tries an entry: told to `rules.homebrew.samples`."""

from collections.abc import Sequence

from django.db.models import Case, Value, When
from django.http import HttpRequest

from characters.access import characters_for, named_for
from characters.models import Character
from characters.tables import TableRole
from rules.homebrew.samples import Sample, SampleName, SampleSource, sample_sources
from rules.kernel import Build

MOST = 60
"""So many characters are offered."""


def names(request: HttpRequest, system: str) -> Sequence[SampleName]:
    """Whoever this person may see, those of campaigns that they run first, and of one its players before its NPCs."""
    seen = named_for(request).filter(system=system, branch_of=None, deleted_at=None)
    run = When(campaign__memberships__user_id=request.user.pk or 0, campaign__memberships__role=TableRole.GM, then=0)
    ordered = seen.annotate(place=Case(run, default=Value(1))).order_by("place", "campaign__name", "npc", "name", "pk")
    found = {one.pk: one for one in ordered.select_related("campaign")[:MOST]}
    return [SampleName(f"c{one.pk}", str(one), _group(one)) for one in found.values()]


def _group(one: Character) -> str:
    return one.campaign.name if one.campaign else "Your characters"


def find(request: HttpRequest, system: str, key: str) -> Sample | None:
    """One of them with all that reading it needs."""
    number = key.removeprefix("c")
    if not number.isdecimal() or len(number) > 18:
        return None
    found = characters_for(request).filter(system=system, pk=int(number)).first()
    if found is None:
        return None
    return Sample(
        str(found),
        Build.parse(found.build, found.name),
        found.table,
        found.rulebook.books[1:],
        found.get_absolute_url(),
    )


def connect() -> None:
    sample_sources.append(SampleSource(names, find))

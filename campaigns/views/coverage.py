"""Coverage of a table: who can do what, how likely somebody does it, and what nobody does."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.access import campaign_for
from campaigns.models import Campaign, name_among
from campaigns.tables import roster as table
from campaigns.tables.coverage import NOBODY, USUAL_GAP, Covered, PartyMember, Seen, cover, who_should_try
from campaigns.tables.roster_row import RowFingerprint, natural_order
from campaigns.tables.roster_table import written
from campaigns.views.roster import as_file
from characters.fragments import answer, wants_fragments
from characters.ledger import the_dead
from characters.models import Character
from rules.kernel.pages import percent, whole
from rules.systems import PACKAGES, get

COVERAGE = "campaigns/coverage.html"
MOST_ADVISED = 2
"""So many are named for each thing: who should try, and who is next."""
WORDS = {NOBODY: "no one can", "weak": "gap", "": ""}


@dataclass(frozen=True)
class CoverageQuery:
    """What of the coverage is asked for: words, one game, the least chance that is no gap, and the order."""

    q: str
    game: str
    gap: int
    only: bool
    sort: str
    down: bool

    @classmethod
    def of(cls, given: Mapping[str, str]) -> "CoverageQuery":
        q, game, sort = (given.get(name, "").strip()[:200] for name in ("q", "game", "sort"))
        gap = whole(given.get("gap"), USUAL_GAP, 0, 100)
        return cls(q, game, gap, given.get("only") == "gaps", sort or "anyone", given.get("dir") == "desc")

    @property
    def least(self) -> Fraction:
        return Fraction(self.gap, 100)

    def query(self, sort: str = "") -> str:
        """It as the end of an address; in the order of a column, turned if it stands in that order."""
        again = sort == self.sort
        down = (not self.down if again else sort.isdecimal()) if sort else self.down
        parts = {"q": self.q, "game": self.game, "gap": str(self.gap), "only": "gaps" if self.only else ""}
        order = {"sort": sort or self.sort, "dir": "desc" if down else "asc"}
        return urlencode({name: value for name, value in (parts | order).items() if value})

    def arranged(self, checks: Sequence[Covered]) -> list[Covered]:
        """These checks, or the gaps among them, in order: who may not try comes last either way."""
        shown = sorted(checks, key=lambda one: one.roll.label.casefold())
        if self.only:
            shown = [one for one in shown if one.gap(self.least)]
        if self.sort == "check":
            return shown[::-1] if self.down else shown
        if self.sort.isdecimal():
            pk = int(self.sort)
            shown.sort(key=lambda one: one.chances.get(pk) or Fraction(0), reverse=self.down)
            shown.sort(key=lambda one: one.chances.get(pk) is None)
            return shown
        return sorted(shown, key=lambda one: one.anyone, reverse=self.down)


@dataclass(frozen=True)
class CoverageSection:
    """The coverage of one game: the names of the people across, the checks down, and whether there were too many."""

    system: str
    names: Mapping[int, str]
    checks: list[Covered]
    cut: bool

    @property
    def game(self) -> str:
        return get(self.system).name


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def coverage(request: HttpRequest, pk: int) -> HttpResponse:
    """For each check of each game at the table: everybody's chance, and the chance that somebody succeeds."""
    campaign = campaign_for(request, pk, "watch")
    asked = CoverageQuery.of(request.GET.dict())
    living, dead = _living(campaign)
    everybody = list(_parts(campaign, living, asked))
    parts = [part for part in everybody if asked.game in ("", part.system)]
    context = {
        "campaign": campaign,
        "asked": asked,
        "query": asked.query(),
        "games": [(part.system, part.game) for part in everybody],
        "parts": [_drawn(part, asked) for part in parts],
        "gaps": sum(bool(one.gap(asked.least)) for part in parts for one in part.checks),
        "count": sum(len(part.checks) for part in parts),
        "dead": dead,
    }
    if wants_fragments(request):
        return answer(request, COVERAGE, ["coverage"], context)
    return render(request, COVERAGE, context)


def _living(campaign: Campaign) -> tuple[list[tuple[RowFingerprint, str]], list[str]]:
    """Who may try something, by name, each with what they are called there, and the names of those who are dead."""
    everybody = sorted(table.fingerprints(campaign), key=lambda one: (natural_order(one.called), one.pk))
    dead, names = the_dead(everybody), _names(everybody)
    return (
        [(one, names[one.pk]) for one in everybody if one.pk not in dead],
        [names[one.pk] for one in everybody if one.pk in dead],
    )


def _names(fingerprints: Sequence[RowFingerprint]) -> dict[int, str]:
    """What they are called among each other: one query where a name stands twice, or none does."""
    names = {one.pk: one.called for one in fingerprints}
    count = Counter(names.values())
    alike = [pk for pk, name in names.items() if count[name] > 1]
    read = Character.objects.named().among_others().filter(pk__in=alike) if alike else ()
    return names | {one.pk: name_among(one) for one in read}


def _parts(
    campaign: Campaign, living: Sequence[tuple[RowFingerprint, str]], asked: CoverageQuery
) -> Iterator[CoverageSection]:
    for system in PACKAGES:
        mine = [(one, name) for one, name in living if one.system == system]
        if mine:
            checks, cut = cover(_people(campaign, [one for one, _ in mine]), asked.q)
            yield CoverageSection(system, {one.pk: name for one, name in mine}, asked.arranged(checks), cut)


def _people(campaign: Campaign, fingerprints: Sequence[RowFingerprint]) -> dict[int, PartyMember]:
    """Who plays one game there, ready to be asked. As soon as one has to be read, one query has all of whom no more is
    remembered; where somebody else has to be, a second one has the others."""
    people: dict[int, PartyMember] = {}
    fetched: dict[int, tuple[RowFingerprint, Character]] = {}

    def read(pk: int) -> Seen | None:
        if pk not in fetched:
            alike = [other for other, one in people.items() if one.known == people[pk].known]
            found = table.characters_of(campaign, alike)
            fetched.update((one.pk, (one, character)) for one, character in found)
        if pk not in fetched:
            return None
        one, character = fetched[pk]
        return Seen(_mark(one), character.unjudged(), character.marks)

    people.update((one.pk, PartyMember(_mark(one), partial(read, one.pk))) for one in fingerprints)
    return people


def _mark(one: RowFingerprint) -> str:
    """Another as soon as anything moves that somebody's chances depend on: what their verdict does."""
    return sha256(repr(one.key).encode(errors="replace")).hexdigest()


def _drawn(part: CoverageSection, asked: CoverageQuery) -> dict[str, Any]:
    heads = [("check", "Check", ""), ("anyone", "Anyone", "num")]
    heads += [(str(pk), name, "num") for pk, name in part.names.items()]
    order = "descending" if asked.down else "ascending"
    advice = () if asked.q else who_should_try(get(part.system).wishes, part.checks)
    return {
        "part": part,
        "advice": [
            (", ".join(one.labels), [(part.names[pk], percent(chance)) for pk, chance in one.chances[:MOST_ADVISED]])
            for one in advice
        ],
        "heads": [(label, kind, asked.query(key), order if key == asked.sort else "") for key, label, kind in heads],
        "lines": [_line(one, part.names, asked) for one in part.checks],
    }


def _line(one: Covered, names: Mapping[int, str], asked: CoverageQuery) -> dict[str, Any]:
    best = one.best if len(one.best) == 1 and len(one.chances) > 1 else ()
    return {
        "label": one.roll.label,
        "anyone": percent(one.anyone),
        "gap": WORDS[one.gap(asked.least)],
        "query": urlencode(one.roll.answers),
        "chances": [
            (pk, names[pk], None if chance is None else percent(chance), pk in best)
            for pk, chance in one.chances.items()
        ],
    }


@never_cache
@require_safe
def coverage_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """The coverage as it was asked for, a line for each check: the exact chances as fractions."""
    campaign = campaign_for(request, pk, "watch")
    asked = CoverageQuery.of(request.GET.dict())
    lines: list[list[Any]] = [
        ["Game", "Check", "Anyone", "Anyone (exact)", "Below threshold", "Character", "Chance", "Chance (exact)"]
    ]
    for part in _parts(campaign, _living(campaign)[0], asked):
        if asked.game in ("", part.system):
            lines += [line for one in part.checks for line in _written(part, one, asked)]
    return as_file(written(lines), f"{slugify(campaign.name) or 'campaign'}-party-odds.csv")


def _written(part: CoverageSection, one: Covered, asked: CoverageQuery) -> Iterator[list[Any]]:
    start = [part.game, one.roll.label, percent(one.anyone), str(one.anyone), WORDS[one.gap(asked.least)]]
    for pk, chance in one.chances.items():
        told = ("", "") if chance is None else (percent(chance), str(chance))
        yield [*start, part.names[pk], *told]

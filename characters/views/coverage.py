"""Coverage of a table: who can do what, how likely somebody does it, and what nobody does."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from campaigns.access import campaign_for
from campaigns.models import Campaign
from characters import roster as table
from characters.charts import percent
from characters.coverage import NOBODY, USUAL_GAP, Covered, Person, cover
from characters.fragments import answer, wants_fragments
from characters.models import Character
from characters.ranking import written
from characters.views.roster import as_file
from rules.kernel import MIB, Memory, whole
from rules.systems import PACKAGES, get

COVERAGE = "characters/coverage.html"
WORDS = {NOBODY: "nobody can", "weak": "gap", "": ""}
PEOPLE: Memory[tuple[Any, ...], Person] = Memory(80 * MIB)
"""Who was asked already, by everything their chances depend on, in this process: a table of two hundred, and more."""


@dataclass(frozen=True)
class Asked:
    """What of the coverage is asked for: words, one game, the least chance that is no gap, and the order."""

    q: str
    game: str
    gap: int
    only: bool
    sort: str
    down: bool

    @classmethod
    def of(cls, given: Mapping[str, str]) -> "Asked":
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
class Part:
    """The coverage of one game: the people across, the checks down, and whether there were too many of them."""

    system: str
    rows: Sequence[table.Row]
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
    asked = Asked.of(request.GET.dict())
    everybody = list(_parts(campaign, asked))
    parts = [part for part in everybody if asked.game in ("", part.system)]
    context = {
        "campaign": campaign,
        "asked": asked,
        "query": asked.query(),
        "games": [(part.system, part.game) for part in everybody],
        "parts": [_drawn(part, asked) for part in parts],
        "gaps": sum(bool(one.gap(asked.least)) for part in parts for one in part.checks),
        "count": sum(len(part.checks) for part in parts),
    }
    if wants_fragments(request):
        return answer(request, COVERAGE, ["coverage"], context)
    return render(request, COVERAGE, context)


def _parts(campaign: Campaign, asked: Asked) -> Iterator[Part]:
    rows = table.rows(campaign, table.stamps(campaign))
    people = _people(campaign, rows)
    for system in PACKAGES:
        mine = [row for row in rows if row.system == system and row.pk in people]
        if mine:
            checks, cut = cover({row.pk: people[row.pk] for row in mine}, asked.q)
            yield Part(system, mine, asked.arranged(checks), cut)


def _people(campaign: Campaign, rows: Sequence[table.Row]) -> dict[int, Person]:
    """Who sits there, ready to be asked: one query for those not asked yet."""
    known = {row.pk: made for row in rows if (made := PEOPLE.peek(_state(row.stamp)))}
    for stamp, character in table.characters_of(campaign, [row.pk for row in rows if row.pk not in known]):
        known[stamp.pk] = PEOPLE.get(_state(stamp), partial(_person, character))
    return known


def _state(stamp: table.Stamp) -> tuple[Any, ...]:
    """All that somebody's chances depend on: what their verdict does, and their marks."""
    return (*stamp.key, stamp.marks_text)


def _person(character: Character) -> Person:
    made = Person(character.read(), character.marks)
    _ = made.rolls  # with all that a page will ask, so that it is weighed
    return made


def _drawn(part: Part, asked: Asked) -> dict[str, Any]:
    names = {row.pk: row.name for row in part.rows}
    heads = [("check", "Check", ""), ("anyone", "Anybody", "num")]
    heads += [(str(row.pk), row.name, "num") for row in part.rows]
    order = "descending" if asked.down else "ascending"
    return {
        "part": part,
        "heads": [(label, kind, asked.query(key), order if key == asked.sort else "") for key, label, kind in heads],
        "lines": [_line(one, names, asked) for one in part.checks],
    }


def _line(one: Covered, names: Mapping[int, str], asked: Asked) -> dict[str, Any]:
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
    asked = Asked.of(request.GET.dict())
    lines: list[list[Any]] = [["Game", "Check", "Anybody", "Anybody, exactly", "Gap", "Who", "Chance", "Exactly"]]
    for part in _parts(campaign, asked):
        if asked.game in ("", part.system):
            lines += [line for one in part.checks for line in _written(part, one, asked)]
    return as_file(written(lines), f"{slugify(campaign.name) or 'table'}-coverage.csv")


def _written(part: Part, one: Covered, asked: Asked) -> Iterator[list[Any]]:
    names = {row.pk: row.name for row in part.rows}
    start = [part.game, one.roll.label, percent(one.anyone), str(one.anyone), WORDS[one.gap(asked.least)]]
    for pk, chance in one.chances.items():
        yield [*start, names[pk], "" if chance is None else percent(chance), "" if chance is None else str(chance)]

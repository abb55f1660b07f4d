"""The summary of a party for its game master, before the sheets; cards are in `fight_pages`."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.template.loader import get_template
from django.utils import timezone

from campaigns import stash
from campaigns.models import Campaign
from campaigns.tables import roster
from campaigns.tables.coverage import NOBODY, USUAL_GAP, PartyMember, cover
from campaigns.tables.roster_row import RosterRow, by_name
from characters.models import Character, PartyPrint
from characters.printing.print_html import UNPRINTABLE
from characters.printing.rendering import make_pdf
from rules.kernel import Check, Sheet
from rules.kernel.basics import shorten
from rules.kernel.pages import percent
from rules.systems import PACKAGES, get


class PageSpace(NamedTuple):
    """The amount shown of a character, how it is set, and for how many people that is worth a try."""

    style: str
    people: int
    vitals: int
    checks: int
    words: int
    gaps: int


ROOMS = (
    PageSpace("roomy", 8, 18, 4, 4, 8),
    PageSpace("roomy", 12, 18, 3, 3, 6),
    PageSpace("close", 16, 12, 3, 2, 5),
    PageSpace("near", 20, 10, 2, 1, 4),
    PageSpace("dense", 1_000, 8, 2, 1, 3),
)
"""From the most to the least that is of use; whoever does not fit even then goes on over the page."""
LONGEST = 120


@dataclass(frozen=True)
class SummaryEntry:
    """A character of a party, read."""

    character: Character
    row: RosterRow
    sheet: Sheet

    @property
    def line(self) -> str:
        """What they are, in the words of their own sheet; nothing where it has none."""
        return shorten(self.character.game.layout(self.sheet).line, LONGEST)


def read(campaign: Campaign, keys: Sequence[int]) -> list[SummaryEntry]:
    """Those of these characters who still sit at the table, by name."""
    found = []
    for fingerprint, character in roster.characters_of(campaign, keys, npcs=True):
        sheet = character.read()
        found.append(
            SummaryEntry(character, RosterRow(fingerprint, roster.verdict(character, sheet, built=True)), sheet)
        )
    return sorted(found, key=lambda one: by_name(one.row))


def best(sheet: Sheet, most: int) -> list[tuple[Check, Fraction]]:
    """The checks somebody is most likely to succeed at, the best first; as their sheet lists them where they tie."""
    tried = [(check, check.dice.odds().success) for check in sheet.checks if check.dice]
    return sorted(tried, key=lambda one: -one[1])[:most]


# The summary


def summary(party: PartyPrint, people: Sequence[SummaryEntry]) -> bytes:
    """A party on one page, denser the more they are; players' characters, or NPCs where nobody else was chosen."""
    shown = [one for one in people if not one.character.npc] or people
    owned = [str(one) for one in stash.things(party.campaign)]
    pages = [
        filled("summary", party, {**summary_of(shown, room), **_owned(owned, room)})
        for room in ROOMS
        if len(shown) <= room.people
    ]
    return make_pdf(*pages, paper=party.options["paper"], thin=party.options["variant"] == "ink-saver")


def summary_of(people: Sequence[SummaryEntry], room: PageSpace) -> dict[str, Any]:
    """What a summary says of everybody, and of each game's gaps."""
    return {
        "style": room.style,
        "people": [_told(one, room) for one in people],
        "count": len(people),
        "gaps": list(_gaps(people, room)),
        "games": len({one.row.system for one in people}),
    }


def _told(one: SummaryEntry, room: PageSpace) -> dict[str, Any]:
    verdict = one.row.verdict
    return {
        "row": one.row,
        "name": shorten(one.row.name, LONGEST),
        "line": one.line,
        "vitals": verdict.vitals[: room.vitals],
        "checks": [
            (shorten(check.label, 60), str(check.dice), percent(chance))
            for check, chance in (() if one.row.verdict.dead else best(one.sheet, room.checks))
        ],
        "changes": [shorten(words, LONGEST) for words in verdict.changes[: room.words]],
        "more": max(0, len(verdict.changes) - room.words),
    }


def _gaps(people: Sequence[SummaryEntry], room: PageSpace) -> Iterator[dict[str, Any]]:
    """For each game the checks that nobody, or hardly anybody, meets; the worst first."""
    games: dict[str, dict[int, PartyMember]] = defaultdict(dict)
    for one in (one for one in people if not one.row.verdict.dead):
        games[one.row.system][one.row.pk] = PartyMember.of(one.sheet)
    for system in PACKAGES:
        checks, _ = cover(games[system]) if system in games else ([], False)
        open_ = sorted((one for one in checks if one.gap(Fraction(USUAL_GAP, 100))), key=lambda one: one.anyone)
        if checks:
            told = [
                (one.roll.label, "no one" if one.gap(Fraction(0)) == NOBODY else percent(one.anyone))
                for one in open_[: room.gaps]
            ]
            yield {"game": get(system).name, "gaps": told, "more": max(0, len(open_) - room.gaps)}


def _owned(owned: Sequence[str], room: PageSpace) -> dict[str, Any]:
    """What the party owns together, as much as there is room for."""
    most = 3 * room.gaps
    return {"stash": [shorten(one, 60) for one in owned[:most]], "stash_more": max(0, len(owned) - most)}


def filled(name: str, party: PartyPrint, context: Mapping[str, Any]) -> str:
    """A page around the sheets as HTML, before it is laid out."""
    today = timezone.localdate()
    page = {"paper": party.options["paper"], "variant": party.options["variant"], "date": today}
    template = get_template(f"print/{name}.html")
    return template.render({**context, "page": page, "campaign": party.campaign}).translate(UNPRINTABLE)

"""Who fights and who doesn't: the cards of the page Prep, as they stand and as a page says it shows them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, QueryDict

from campaigns.models import Beast, Membership
from campaigns.tables import beasts, fight_cards, turns
from campaigns.tables.crowds import Crowd, gathered
from campaigns.tables.frays import frays
from campaigns.tables.roster_row import in_natural_order
from campaigns.tables.turn_dice import fallen
from campaigns.views.turn_rows import drawn_with, known_of
from campaigns.views.wanted import Wanted
from characters import ledger
from characters.models import Character
from characters.tables import TableRole

FOLDED = 50
"""So many NPCs that have no card are folded under one line."""


def fighters_of(request: HttpRequest, seat: Membership, sent: Mapping[str, QueryDict]) -> dict[str, Any]:
    """Who fights, for a game master, and who doesn't."""
    table, runs = seat.campaign, seat.role == TableRole.GM
    there = list(table.beasts.all())
    mine = in_natural_order(table.characters.originals().kept().named().filter(npc=True), by_game=True)
    fighting = turns.in_order(table) if runs else []
    wanted, already = Wanted.of(request, table), [one.character_id for one in fighting if one.character_id]
    players = turns.may_fight(table).filter(npc=False).exclude(pk__in=already) if runs else ()
    party, more = wanted.offered(in_natural_order(players, by_game=True))
    shown = known_of(table, fighting, seat.user)
    idle = [one for one in there if one.pk not in shown.beasts]
    known = fight_cards.read(table.pk, [one.pk for one in mine if one.pk not in shown.people])
    cards = list(beasts.fighters(idle[: fight_cards.MOST], table, by=seat.user))
    further = [one for one in mine if one.pk not in known and one.pk not in shown.people]
    crowds = list(gathered(known.values(), shown.people.values()))
    beast_crowds = list(gathered(cards, shown.beasts.values()))
    dead = ledger.the_dead([*mine, *party])
    context: dict[str, Any] = {
        "npcs": mine,
        "crowds": crowds,
        "further": list(_folds(further)),
        "npcs_now": _now("npcs", mine, crowds, further, dead),
        "beasts": there,
        "beast_crowds": beast_crowds,
        "beasts_further": idle[fight_cards.MOST :],
        "beasts_now": _now("beasts", there, beast_crowds, idle[fight_cards.MOST :]),
        "dead": dead,
        "every": "cards" in request.GET,
    }
    if runs:
        npcs, more_npcs = wanted.offered(one for one in mine if one.pk not in already)
        animals, more_beasts = wanted.offered(idle)
        people = [*party, *npcs]
        unread = [one.pk for one in people if one.pk not in known and one.pk not in shown.people]
        all_known = shown.with_idle(known, cards, dead, fallen(unread))
        more += more_npcs + more_beasts
        context |= drawn_with(
            fighting, frays(table, fighting), people, animals, all_known, sent.get("turns", {}), sent.get("theirs", {}),
            wanted, more,
        )  # fmt: skip
    return context


def _now(
    part: str,
    everybody: Sequence[Character | Beast],
    crowds: Iterable[Crowd],
    further: Iterable[Character | Beast],
    dead: frozenset[int] = frozenset(),
) -> str:
    """What a page says it shows of those who don't fight, so that it isn't sent all of them again."""
    cards = [(one.away, [(card.name, card.now) for card in one.fighters]) for one in crowds]
    names = [(one.pk, str(one), one.pk in dead) for one in further]
    return fight_cards.drawn_of(part, bool(everybody), cards, names)


def _folds(npcs: list[Character]) -> Iterator[list[Character]]:
    for start in range(0, len(npcs), FOLDED):
        yield npcs[start : start + FOLDED]

"""Points that a game master grants, and what they are good for. No HTTP in here."""

from collections.abc import Iterable
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign
from campaigns.nights import this_evening
from campaigns.review.decisions import LONGEST_REASON
from characters.actions import refuse_full, refuse_moved
from characters.models import Character, Event, LedgerEntry
from characters.models.ledger import own_name
from characters.tables import refuse_archived
from rules.form_values import uncut
from rules.kernel import Build
from rules.kernel.basics.wording import counted
from rules.kernel.documents.ledger import NO_ENTRIES
from rules.kernel.ledger_kinds import permitted
from rules.kernel.pages import Game
from rules.refusals import Refused

MOST_AWARDED = 1_000


def award(
    *, characters: list[Character], campaign: Campaign, by: User, amount: int, reason: str, name: str = ""
) -> int:
    """Grant points to each of these characters. Returns to how many. An award with a `name` is given once to each."""
    refuse_archived(campaign)
    why = uncut(reason, LONGEST_REASON)
    if not 1 <= amount <= MOST_AWARDED:
        raise Refused(f"An award is 1 to {MOST_AWARDED:,} points; to undo an award, cancel it.")
    if not why:
        raise Refused("Enter a reason for the award.")
    if not characters:
        raise Refused("Choose at least one character.")
    units = {one.system: unit_in(one.game) for one in characters}
    with transaction.atomic():
        locked = Character.objects.select_for_update(no_key=True).filter(pk__in=keys_of(characters)).order_by("pk")
        given = LedgerEntry.objects.filter(character__in=list(locked), ref=name) if name else ()
        have = {row.character_id for row in given}
        new = [held for held in locked if held.pk not in have]
        for held in new:
            refuse_moved(held, campaign)
            refuse_full(held, "gm")
        day = this_evening()
        line = {"kind": "award", "on": day, "amount": amount, "note": why, "campaign": campaign, "role": "gm", "by": by}
        rows = (LedgerEntry(character=character, ref=name or own_name(), **line) for character in new)
        LedgerEntry.objects.bulk_create(rows)
        Event.objects.bulk_create(
            Event(
                character=one, kind="awarded", by=by, data={"amount": counted(amount, units[one.system]), "reason": why}
            )
            for one in new
        )
    return len(characters)


def unit_in(game: Game) -> str:
    """What an award of this game counts. Raises Refused in a game that awards nothing."""
    if game.award_kind is None:
        raise Refused(f"{game.name} has no awards.")
    return game.award_kind.unit


def keys_of(characters: list[Character]) -> list[int]:
    return [character.pk for character in characters]


def what_it_buys(characters: Iterable[Character]) -> str:
    """What an award to these is good for where it buys nothing yet, or nothing at all; "" where it does."""
    told = dict.fromkeys(sentence for one in characters if (sentence := _not_spent(one)))
    return " ".join(told)


def _not_spent(character: Character) -> str:
    game, kinds = character.game, character.game.ledger_kinds
    if permitted(character.ledger, kinds).deaths(kinds):
        return f"{character} is dead and can’t spend it."
    if not (game.award_kind and game.award_kind.budget):
        return f"In {game.name}, awards can’t be spent; the ledger keeps them."
    return f"In {game.name}, awards can be spent after the character is approved." if awards_wait(character) else ""


def awards_wait(character: Character) -> bool:
    """Whether what was awarded pays for nothing before the approval: in some games it only buys what comes after."""
    if character.stage != "creation" or not character.ledger.of("award"):
        return False
    game, rulebook, table = character.game, character.rulebook, character.table
    build = Build.parse(character.build, character.name)

    def pay(stage: str) -> bool:
        seats = (replace(table, stage=stage, ledger=ledger) for ledger in (table.ledger, NO_ENTRIES))
        with_them, without = (game.budgets(game.reading(build, rulebook, seat)) for seat in seats)
        return with_them != without

    return not pay("creation") and pay("advancement")

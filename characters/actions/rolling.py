"""Rolls of play: dice thrown here for a check as it stands, and kept in the log."""

import uuid
from collections.abc import Mapping
from random import Random

from django.db import transaction

from characters.actions.locking import Person, lock, user_of
from characters.actions.play_log import already, count, forget
from characters.models import Character, Roll
from characters.sheet.costs import kept_dues
from characters.sheet.own_dice import OWN, asked_roll
from characters.sheet.throwing import throw
from rules.form_values import plain
from rules.kernel.documents import PathError


def roll(
    *,
    character: Character,
    answers: Mapping[str, str],
    uid: uuid.UUID | None = None,
    since: int | None = None,
    by: Person = None,
    rng: Random | None = None,
    secret: bool = False,
) -> Roll:
    """Roll the check that is asked for with these answers, and enter it in the log; a `secret` one the game
    masters of its campaign alone see.

    `uid` names the roll: sent again, it is answered as it was the first time and no dice fall. `since` is how many
    marks and rolls there were where it was made, as far as known there. Raises PathError, and does nothing, where the
    check may not be tried, or so much was done since that no one can tell any more.
    """
    with transaction.atomic():
        held = lock(character)
        if known := already(held, held.roll_log, uid, since):
            if known.secret and not (secret and known.campaign_id == character.campaign_id):
                raise PathError("This page is out of date. Reload it.")
            return known
        live = held.read().live(held.marks)
        check = asked_roll(live, answers)
        thrown = throw(check, rng)
        if thrown is None:
            raise PathError(check.note if check.key == OWN else "You can’t attempt this roll.")
        number = count(held, secret=secret)
        forget(held, held.roll_log)
        return held.roll_log.create(
            number=number,
            uid=uid or uuid.uuid4(),
            key=plain(thrown.check.key)[:80],
            label=plain(thrown.label)[:200],
            dice=thrown.dice[:200],
            words=thrown.words[:200],
            success=thrown.success,
            comes_to=thrown.comes_to[:200],
            hands=thrown.hands,
            lines=thrown.lines,
            chances=thrown.chances,
            dues=kept_dues(live.dues(check), thrown.chances[0][0]),
            by=user_of(by),
            **({"seen_by": Roll.SECRET, "campaign_id": character.campaign_id} if secret else {}),
        )

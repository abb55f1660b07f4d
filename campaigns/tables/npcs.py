"""Six dwarven guards in one click: people a game master plays, all different, as legal as the dice can make them."""

from random import Random, SystemRandom
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign
from campaigns.tables.campaign_books import rulebook_of_table
from characters import actions
from characters.models import Character
from characters.tables import refuse_archived
from rules.kernel import Build, Rulebook, RulesContext, remember
from rules.kernel.books import DERIVED
from rules.kernel.documents import PathError, apply
from rules.kernel.pages import ChoiceField, Game
from rules.refusals import Refused
from rules.systems import PACKAGES, get

MOST = 12
USUAL_NAME = "Guard"
"""Of those whom nobody names."""
TRIES = 20
"""How often the dice are thrown again before two are allowed to be alike."""


@remember(DERIVED)
def kind_of(game: Game, rulebook: Rulebook) -> ChoiceField | None:
    """What kind of people the books know: the first choice of the builder among cards, a race or a species.

    What has a price, as a speed or a fortune, is no kind of people.
    """
    blank = game.read(Build.parse({}), rulebook, RulesContext())
    fields = (field for step in game.steps(blank) for field in step.fields)
    return next(
        (
            field
            for field in fields
            if isinstance(field, ChoiceField)
            and field.style == "cards"
            and len(field.options) > 1
            and not any(option.price for option in field.options)
        ),
        None,
    )


def create_npcs(
    *, campaign: Campaign, by: User, system: str, name: str, count: int, kind: str = "", seed: int | None = None
) -> list[Character]:
    """So many people of one kind for a table, named and numbered. Raises Refused; then nobody was made."""
    refuse_archived(campaign)
    if system not in PACKAGES:
        raise Refused("Choose a game.")
    if not 1 <= count <= MOST:
        raise Refused(f"You can create 1 to {MOST} NPCs at a time.")
    called = name.strip() or USUAL_NAME
    game, rng = get(system), Random(SystemRandom().getrandbits(64) if seed is None else seed)
    rulebook = rulebook_of_table(campaign, system)
    start = _start(game, rulebook, kind)
    table = RulesContext(settings=campaign.house(system))
    builds: list[dict[str, Any]] = []
    for _ in range(count):
        try:
            builds.append(_another(game, rulebook, start, rng, table, builds))
        except PathError as fault:
            raise Refused(f"We couldn’t create them: {fault}") from None
    with transaction.atomic():
        return [
            actions.create_character(
                system=system,
                by=by,
                name=f"{called[:180]} {number}" if count > 1 else called[:200],
                build=build,
                campaign=campaign,
                npc=True,
            )
            for number, build in enumerate(builds, 1)
        ]


def _start(game: Game, rulebook: Rulebook, kind: str) -> dict[str, Any]:
    """The choice they have in common; none where the kind is left to the dice."""
    if not kind:
        return {}
    field = kind_of(game, rulebook)
    if field is None or kind not in {option.key for option in field.options}:
        raise Refused(f"{game.name} has no NPCs of that kind.")
    return apply({}, field.path, kind)


def _another(
    game: Game, rulebook: Rulebook, start: dict[str, Any], rng: Random, table: RulesContext, known: list[dict[str, Any]]
) -> dict[str, Any]:
    """One more who is like none of the others."""
    for _ in range(TRIES):
        build = game.fill(start, rng, rulebook, table)
        if build not in known:
            return build
    return build

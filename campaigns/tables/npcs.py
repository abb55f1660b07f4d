"""Six dwarven soldiers in one click: people a game master plays, all different, as legal as the dice can make them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random, SystemRandom
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.models import Campaign
from campaigns.rulebook import rulebook_of_table
from campaigns.tables.numbering import numbered
from characters import actions
from characters.models import Character
from characters.tables import refuse_archived
from rules.form_values import one_line
from rules.kernel import Build, Rulebook, RulesContext
from rules.kernel.books.campaign_rules import without_barred
from rules.kernel.documents import PathError
from rules.kernel.pages import Game, NpcChoice, NpcOption, beginning, nearness
from rules.refusals import Refused
from rules.systems import PACKAGES, get

MOST = 12
USUAL_NAME = "Guard"
"""Of those whom nobody names."""
FEW = 3
"""So many are made for one who is good at something."""
TRIES = 20
"""How often the dice are thrown again, for all of them together, before two are allowed to be alike."""


ANY = "any"
"""The answer of whoever wants anybody at all, and not only those who can fight."""

Asked = tuple[NpcChoice, tuple[NpcOption, ...]]


def choices_of(campaign: Campaign, game: Game) -> list[Asked]:
    """What a maker of NPCs is asked, each question with its answers by the books and house rules of this table."""
    rulebook = rulebook_of_table(campaign, game.key)
    allowed = without_barred(rulebook, game.allowed, campaign.house(game.key))
    return [(choice, choice.options(allowed)) for choice in game.npc_choices]


def create_npcs(
    *, campaign: Campaign, by: User, system: str, name: str, count: int, kind: str = "", trade: str = "",
    seed: int | None = None,
) -> list[Character]:  # fmt: skip
    """So many people of one kind and trade for a table, named and numbered; chance decides what is left open, and there
    prefers those who can fight, unless the answer is `ANY`.

    Raises Refused; then nobody was made.
    """
    refuse_archived(campaign)
    if system not in PACKAGES:
        raise Refused("Choose a game.")
    if not 1 <= count <= MOST:
        raise Refused(f"You can create 1 to {MOST} NPCs at a time.")
    called = one_line(name) or USUAL_NAME
    game, rng = get(system), Random(SystemRandom().getrandbits(64) if seed is None else seed)
    rulebook, chosen = rulebook_of_table(campaign, system), _chosen(campaign, game, {"kind": kind, "trade": trade})
    table = RulesContext(settings=_house(campaign, game))
    fighting = _fighting(campaign, game, {"kind": kind, "trade": trade})
    made_by = partial(_somebody, game, chosen, fighting, rng, rulebook, table)
    try:
        builds = _crowd(made_by, count)
    except PathError as fault:
        raise Refused(f"We couldn’t create them: {fault}") from None
    with transaction.atomic():
        Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        taken = campaign.characters.originals().kept().filter(npc=True).values_list("name", flat=True)
        return [
            actions.create_character(
                system=system,
                by=by,
                name=its_name,
                build=build,
                campaign=campaign,
                npc=True,
            )
            for its_name, build in zip(numbered(called, count, taken), builds, strict=True)
        ]


def _house(campaign: Campaign, game: Game) -> dict[str, Any]:
    """The house rules that NPCs are held to, and those of what may be chosen: nobody makes what players can't be."""
    barring = {rule.key for rule in game.allowed}
    house = campaign.house(game.key)
    return {key: value for key, value in house.items() if key not in game.campaign_rules or key in barring}


def _chosen(campaign: Campaign, game: Game, answers: Mapping[str, str]) -> list[NpcOption]:
    """What they have in common; what is left open is left to chance."""
    offered: dict[str, dict[str, NpcOption]] = {
        choice.key: {one.key: one for one in options} for choice, options in choices_of(campaign, game)
    }
    wanted = [(key, answer) for key, answer in answers.items() if answer not in ("", ANY)]
    if any(answer not in offered.get(key, {}) for key, answer in wanted):
        raise Refused(f"{game.name} has no NPCs of that kind.")
    return [offered[key][answer] for key, answer in wanted]


def _fighting(campaign: Campaign, game: Game, answers: Mapping[str, str]) -> list[NpcOption]:
    """Those who can fight, of the questions that were left open."""
    asked = [(choice, options) for choice, options in choices_of(campaign, game) if not answers.get(choice.key)]
    return [one for choice, options in asked for one in options if one.key in choice.fighting]


def _crowd(make: Callable[[], dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """So many, none like another while the dice allow it: where nearly all is barred, everybody is alike."""
    builds: list[dict[str, Any]] = []
    again = TRIES
    for _ in range(count):
        build = make()
        while again and build in builds:
            again -= 1
            build = make()
        builds.append(build)
    return builds


def _somebody(
    game: Game, chosen: Sequence[NpcOption], fighting: Sequence[NpcOption], rng: Random, rulebook: Rulebook,
    table: RulesContext,
) -> dict[str, Any]:  # fmt: skip
    """One of them, who can fight where anybody of that kind can."""
    if fighting:
        try:
            return _one(game, [*chosen, rng.choice(fighting)], rng, rulebook, table)
        except Refused:
            pass
    return _one(game, chosen, rng, rulebook, table)


def _one(
    game: Game, chosen: Sequence[NpcOption], rng: Random, rulebook: Rulebook, table: RulesContext
) -> dict[str, Any]:
    """One of them. Of a few legal ones, whoever is best at what they were chosen for; and nothing of that where it
    can't go together."""
    if all(one.fit is one.bare for one in chosen) and not any(one.fit.wants for one in chosen):
        return game.fill(beginning([one.bare for one in chosen]), rng, rulebook, table)
    for wishes in ([one.fit for one in chosen], [one.bare for one in chosen]):
        tries = [game.fill(beginning(wishes), rng, rulebook, table) for _ in range(FEW)]
        read = [(build, game.read(Build.parse(build), rulebook, table)) for build in tries]
        whole = [(nearness(sheet, wishes), build) for build, sheet in read if sheet.legal and not sheet.unfinished]
        if whole:
            return max(whole, key=lambda one: one[0])[1]
    raise Refused(f"{game.name} has no legal NPCs of that kind and trade.")

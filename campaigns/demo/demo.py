"""The demo world: two players, a game master, finished characters of each game and one of each that breaks some, and
six dwarven soldiers whom the game master plays.

Made again from nothing it is the same: every random choice has a seed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from campaigns import calendars, crest_picture, next_session, own_words
from campaigns.actions import invite, set_house_rules
from campaigns.campaign_games import choose_games
from campaigns.demo import demo_books, demo_chronicle, demo_past, demo_shelf
from campaigns.demo.demo_cast import (
    BROKEN,
    CASTS,
    CORBIN,
    EDDA,
    HALLA,
    ISHKA,
    JANE,
    MELISANDE,
    OSWIN,
    OTTO,
    PELL,
    RAVEN,
    TORVALD,
    URSULA,
    Cast,
)
from campaigns.demo.demo_crest import lamp
from campaigns.demo.demo_portrait import trader
from campaigns.models import Campaign, Face, Membership
from campaigns.review import awards, comments, decisions
from campaigns.tables import beasts, campaign_books, npcs, turns
from campaigns.tables.frays import frays
from characters import actions
from characters.models import Character
from characters.tables import TableRole
from rules.kernel import LedgerEntry, RulesContext
from rules.systems import get

PASSWORD = "alohomora-demo"  # the demo's door is open on purpose
PEOPLE = (("mira", "player"), ("tom", "player"), ("rowena", "GM"))
TABLE = "The Thursday Quidditch Mysteries"
CARAVAN = "The Broadkeep Caravan"
FERRY = "The Saltmarsh Ferry"
SALON = "The Salon of Unlicensed Arts"
ANVIL = "The Unlit Anvil"
LAMPS = "The Lamp Room"
CROSSROADS = "The Crossroads Inn"
LONG_EVENING = 18
"""So many rolls, with a mark after each, are more than a page of a log holds."""
IN_HER_OWN_WORDS = "The party stays together after dark. Duke, the mule, can’t die."
ABOUT = {
    TABLE: "Every other Thursday at seven. Someone has been hiding Snitches, and they do not want to be found.",
    CARAVAN: "Salt out, silk back, and one road that the map leaves blank. Bring a mule.",
    FERRY: "Four passengers, one night, and a lighthouse that answers when it is called.",
    SALON: "Magic in the drawing room, without a permit. Dress for it.",
    ANVIL: "A forge that has been cold for a hundred years, and is warm this morning.",
    LAMPS: "We use homebrew: have a look at it before you create a character.",
    CROSSROADS: "Anyone passing through, whatever their game. No one asks.",
}
FACES = {
    TABLE: Face("wings", "wine"),
    CARAVAN: Face("wheel", "salt"),
    FERRY: Face("lighthouse", "sea"),
    SALON: Face("candle", "plum"),
    ANVIL: Face("anvil", "slate"),
    LAMPS: Face("lantern", "night"),
    CROSSROADS: Face("signpost", "moss"),
}
Users = Mapping[str, Any]


@transaction.atomic
def load(*names: str) -> str:
    """Make the demo world if it is not there, or only some of its tables.

    Returns what to print: addresses of people, not of machines.
    """
    users = {name: _person(name) for name, _ in PEOPLE}
    if not names:
        demo_books.write(users["rowena"], users["mira"], "hprpg")
    tables = [lay(users) for name, lay in TABLES.items() if name in names or not names]
    count = Character.objects.filter(campaign__in=tables).originals().count()
    people = "\n".join(f"  {name:<8} {PASSWORD}   {role}" for name, role in PEOPLE)
    return f"The demo world has {count} characters. Log in as:\n{people}"


def _mysteries(users: Users) -> Campaign:
    """A table of the first game, with somebody who breaks rules and somebody who tries something out; made once."""
    table, fresh = _table(users, TABLE)
    if fresh:
        for name in ("mira", "tom"):
            Membership.objects.create(campaign=table, user=users[name])
        demo_past.play(_make(users["mira"], table, "Jane Alderwick", JANE), users["mira"])
        for cast in CASTS:
            made = _make(users[cast.player], table, cast.name, _filled(cast))
            if cast.name in NEW_AND_LEGAL:
                decisions.submit(character=made, by=made.owner)
        _make(users["tom"], table, "Cormac Overreach", BROKEN)
        demo_past.ask(table, users["rowena"])
        demo_past.try_out(Character.objects.get(campaign=table, name="Neha Okonjo"))
    return table


def _lamps(users: Users) -> Campaign:
    """A table that plays with homebrew; made once."""
    table, fresh = _table(users, LAMPS)
    if fresh:
        for name in ("mira", "tom"):
            Membership.objects.create(campaign=table, user=users[name])
        crest_picture.give(campaign=table, jpeg=lamp(), by=users["rowena"])
        demo_shelf.show(table, "hprpg", users["rowena"], users["mira"], users["tom"])
    return table


def _seat(
    users: Users,
    name: str,
    system: str,
    cast: Sequence[tuple[str, str, dict[str, Any]]],
    crowd: Mapping[str, Any] | None = None,
    house: Mapping[str, Any] | None = None,
    prowling: Sequence[str] = (),
) -> Campaign:
    """A table of rowena's with finished characters, house rules, and where they are asked for a crowd for her to play
    and beasts; made once."""
    table, fresh = _table(users, name)
    if fresh:
        if name == CARAVAN:
            campaign_books.use_book(campaign=table, book=demo_books.fords(users["rowena"]), by=users["rowena"])
        for player, called, build in cast:
            Membership.objects.get_or_create(campaign=table, user=users[player])
            _make(users[player], table, called, build, system)
        demo_past.live(table)
        if house:
            set_house_rules(campaign=table, system=system, values=house, by=users["rowena"])
            choose_games(campaign=table, games=[system], by=users["rowena"])
            soon = timezone.localdate() + timedelta(days=7)
            next_session.set_date(campaign=table, day=soon.isoformat(), hour="19:00", by=users["rowena"])
            demo_past.answer(table)
            calendars.make(who=users["rowena"], zone="Europe/London")
            own_words.say(campaign=table, text=IN_HER_OWN_WORDS, by=users["rowena"])
        first, by = Character.objects.get(campaign=table, name=cast[0][1]), users[cast[0][0]]
        demo_past.play(first, by)
        demo_past.drift(table, users["rowena"])
        if crowd:
            guards = npcs.create_npcs(campaign=table, by=users["rowena"], system=system, **crowd)
            fell = LedgerEntry("died", note="Held the ford alone.")
            actions.enter(character=guards[-1], entry=fell, by=users["rowena"], role="gm")
        for key in prowling:
            beasts.bring_in(campaign=table, by=users["rowena"], system=system, key=key, count=1, seed=7)
        if name == CARAVAN:
            demo_chronicle.tell(table, users)
            demo_past.fight(table, users["rowena"])
            _ambush(table, users["rowena"])
    return table


def _ambush(table: Campaign, by: Any) -> None:
    """The party, two guards and a troll in the order in which they act, in their second round: one guard is down, and
    the troll stands in the mud."""
    fighting = list(turns.may_fight(table)[:5])
    troll, fallen, dice = table.beasts.get(name="Troll"), fighting[-1], Random(5)
    here = [str(one.pk) for one in fighting]
    turns.begin(campaign=table, by=by, characters=here, animals=[str(troll.pk)], rng=dice)
    for tracker in fallen.read().trackers:
        if tracker.defeat:
            actions.change_play(character=fallen, key=tracker.key, change=tracker.defeat, by=by)
    (fray,) = frays(table, turns.in_order(table))
    turns.new_round(campaign=table, by=by, system=troll.system, shown=1, acts=fray.now.pk, rng=dice)
    (fray,) = frays(table, turns.in_order(table))
    turns.move_on(campaign=table, by=by, system=troll.system, change=1, shown=fray.now.pk)
    beasts.step(beast=troll, key="mud", change=1, uid=uuid4(), since=troll.marked, by=by)


def _inn(users: Users) -> Campaign:
    """A table where games meet, with characters as far with their game master as they can be; made once."""
    table, fresh = _table(users, CROSSROADS)
    if fresh:
        for name in ("mira", "tom"):
            Membership.objects.create(campaign=table, user=users[name])
        made = {name: _make(users[player], table, name, build, system) for player, name, build, system in _guests()}
        _judge(made, table, users["rowena"])
        demo_past.share(table, users)
        actions.give_portrait(character=made["Sable"], jpeg=trader(), by=users["mira"])
        actions.create_character(
            system="dominion", by=users["rowena"], name="Mother Edda", build=EDDA, campaign=table, npc=True
        )
    return table


def _guests() -> Iterator[tuple[str, str, dict[str, Any], str]]:
    """Player, name, build and game of everybody at the inn."""
    keeper = Cast("mira", "Odile Marchbank", {"species": "human-halfblood", "personality": "leader"}, 71, {})
    yield "mira", "Odile Marchbank", _filled(keeper), "hprpg"
    yield (
        "mira",
        "Ida Thornquill",
        {**JANE, "entries": {}, "notes": {"goals": "Find her sister, then her wand."}},
        "hprpg",
    )
    yield "tom", "Barnaby Quill", {**BROKEN, "notes": {}}, "hprpg"
    yield "mira", "Sable", {**RAVEN, "notes": {"goals": "Pay for the ship."}}, "dominion"
    yield "tom", "Old Hesper", {**URSULA, "notes": {}}, "dominion"
    yield "tom", "Twitch", {**OTTO, "notes": {}}, "dominion"
    yield "mira", "Maren", {**ISHKA, "notes": {}}, "duality"
    yield "tom", "Corvin", {**PELL, "notes": {}}, "duality"


def _judge(made: Mapping[str, Character], table: Campaign, gm: Any) -> None:
    """What the game master of the inn has decided so far, and what the players did then."""
    for name in ("Odile Marchbank", "Sable", "Maren"):
        decisions.submit(character=made[name], by=made[name].owner)
        decisions.approve(character=made[name], by=gm, seen=made[name].version)
    awarded = [made[name] for name in ("Odile Marchbank", "Sable")]
    awards.award(characters=awarded, campaign=table, by=gm, amount=3, reason="Kept the inn from burning down.")
    sable = Character.objects.get(pk=made["Sable"].pk)
    actions.change_build(character=sable, changes={"scores.dodge": 3}, drawn=sable.version, by=sable.owner)
    awards.award(characters=[sable], campaign=table, by=gm, amount=2, reason="Caught the thief at the window.")
    _award_by_mistake(made["Odile Marchbank"], table, gm)
    _learn(made["Odile Marchbank"], "organic-repose", gm)
    actions.change_play(character=sable, key="aps", change=-1, by=sable.owner)
    actions.change_play(character=sable, key="lucky-break", change=-1, by=sable.owner)
    maimed = LedgerEntry("infirmity", subject="left hand", note="The cellar door")
    actions.enter(character=sable, entry=maimed, by=sable.owner)
    for name in ("Old Hesper", "Twitch"):
        decisions.submit(character=made[name], by=made[name].owner)
    decisions.send_back(character=made["Twitch"], by=gm, text="One suit of armour at a time, please.")
    decisions.send_back(character=made["Old Hesper"], by=gm, text="What brings her to the inn?", at="notes.backstory")
    hesper = Character.objects.get(pk=made["Old Hesper"].pk)
    story = {"notes.backstory": "She lent the innkeeper a book thirty years ago, and would like it back."}
    actions.change_build(character=hesper, changes=story, drawn=hesper.version, by=hesper.owner)
    comments.answer(
        thread=hesper.comments.get(), by=hesper.owner, text="A book she lent. It stands in the backstory now."
    )
    decisions.submit(character=hesper, by=hesper.owner)
    worst = made["Barnaby Quill"].read().errors[0]
    decisions.waive(character=made["Barnaby Quill"], by=gm, code=worst.code, at=worst.at, reason="He has earned it.")
    actions.change_play(character=sable, key="darkness", change=2, by=gm)
    actions.change_play(character=made["Odile Marchbank"], key="sustained", change=1, by=made["Odile Marchbank"].owner)
    actions.change_play(character=made["Maren"], key="life", change=4, by=gm)
    actions.change_play(character=made["Maren"], key="life", change=2, by=made["Maren"].owner)
    for name, rolls in (("Sable", 2), ("Maren", LONG_EVENING)):
        demo_past.play(Character.objects.get(pk=made[name].pk), made[name].owner, rolls)


def _learn(character: Character, feat: str, gm: Any) -> None:
    """A feat that the game master allows, and a scratch to use it on."""
    held = Character.objects.get(pk=character.pk)
    actions.enter(character=held, entry=LedgerEntry("feat", subject=feat), by=gm, role="gm")
    actions.change_build(character=held, changes={"picks.feats": [feat]}, drawn=held.version, by=held.owner)
    actions.change_play(character=held, key="health", change=-4, by=held.owner)
    decisions.approve(character=held, by=gm, seen=Character.objects.get(pk=held.pk).version)


def _award_by_mistake(character: Character, table: Campaign, gm: Any) -> None:
    awards.award(characters=[character], campaign=table, by=gm, amount=1, reason="Talked the bailiff round.")
    given = character.ledger_entries.latest("pk")
    actions.void(row=given, by=gm, reason="It was Ida who did.", role="gm")


def _table(users: Users, name: str) -> tuple[Campaign, bool]:
    """A table that rowena runs, and whether it is new."""
    table, fresh = Campaign.objects.get_or_create(name=name, defaults={"about": ABOUT[name], **FACES[name]._asdict()})
    if fresh:
        Membership.objects.create(campaign=table, user=users["rowena"], role=TableRole.GM)
        invite(campaign=table, by=users["rowena"])
    return table, fresh


def _person(name: str) -> Any:
    user, fresh = get_user_model().objects.get_or_create(username=name)
    if fresh:
        user.set_password(PASSWORD)
        user.save()
    return user


BUSTS = {
    "Jane Alderwick": "pointed-hat",
    "Ishka": "braid",
    "Melisande": "mask",
    "Halla": "pointed-ears",
    "Raven": "hood",
    "Torvald": "beard",
    "Brother Oswin": "short-hair",
}
"""Who has which bust."""
CRESTS = {"Linnet Vane": "lantern/Gable"}
"""Who has chosen of a crest."""
STARS = {"Raven": ("stealth", "pick-pockets", "strike-with-longsword")}
"""Who has starred which checks."""


def _make(player: Any, table: Campaign, name: str, build: dict[str, Any], system: str = "hprpg") -> Character:
    made = actions.create_character(system=system, by=player, name=name, build=build, campaign=table)
    if name in BUSTS:
        actions.choose_bust(character=made, bust=BUSTS[name], by=player)
    if name in CRESTS:
        actions.choose_crest(character=made, part=CRESTS[name], by=player)
    if name in STARS:
        actions.star_checks(character=made, keys=STARS[name])
    return made


def _filled(cast: Cast) -> dict[str, Any]:
    game = get("hprpg")
    start: dict[str, Any] = {
        "picks": {**cast.picks, "spells": ["lumos"]},
        "notes": cast.notes,
        "entries": {"gear": [{"name": name, "notes": {"detail": detail}} for name, detail in cast.gear]},
    }

    return game.random(start, Random(cast.seed), game.rulebook, RulesContext())


RAVENS = (("mira", "Raven", RAVEN), ("tom", "Ursula", URSULA), ("tom", "Otto", OTTO))
ISHKAS = (("mira", "Ishka", ISHKA), ("tom", "Brother Oswin", OSWIN), ("tom", "Pell", PELL))
MELISANDES = (("mira", "Melisande", MELISANDE), ("tom", "Corbin", CORBIN))
HALLAS = (("mira", "Halla", HALLA), ("tom", "Torvald", TORVALD))
GUARDS = {"kind": "dwarf", "trade": "soldier", "name": "Caravan guard", "count": 6, "seed": 83}
NEW_AND_LEGAL = ("Bruce Tanglewood", "Michael Ashdown")
NO_GUNPOWDER = {"styles": "but:priest", "gear": "but:maul,musket", "spells": "but:invisibility"}
TABLES: Mapping[str, Callable[[Users], Campaign]] = {
    TABLE: _mysteries,
    CARAVAN: partial(
        _seat,
        name=CARAVAN,
        system="dominion",
        cast=RAVENS,
        crowd=GUARDS,
        house=NO_GUNPOWDER,
        prowling=("troll", "light-war-horse"),
    ),
    FERRY: partial(_seat, name=FERRY, system="duality", cast=ISHKAS),
    SALON: partial(_seat, name=SALON, system="rough-magic", cast=MELISANDES),
    ANVIL: partial(_seat, name=ANVIL, system="forge", cast=HALLAS),
    CROSSROADS: _inn,
    LAMPS: _lamps,
}
"""How each table is laid, in the order they are made."""

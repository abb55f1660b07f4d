"""What is kept of a fight once it is over: one line of the chronicle. No HTTP in here.

It says who fought, how long, and what moved of whose trackers. Whoever only plays reads who of the party fought; what
became of NPCs and beasts is the game masters' to tell.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.contrib.auth.models import User

from campaigns.actions import note
from campaigns.models import Campaign, Event, Fight, Turn
from rules.kernel.basics.wording import counted, in_words
from rules.kernel.pages import Game
from rules.kernel.sheet import Live

KIND = "fought"
"""Of the event that a fight leaves."""
MOST_NAMES = 40


def who_of(turn: Turn) -> str:
    """Whose turn it is, in a word that stays theirs when they leave and come back."""
    return f"character-{turn.character_id}" if turn.character_id else f"beast-{turn.beast_id}"


def record(turn: Turn, live: Live) -> dict[str, Any]:
    """Somebody who fought: whose it is (0 for an NPC or a beast), and what moved of their trackers since they came."""
    character = turn.character
    return {
        "who": who_of(turn),
        "came": turn.came,
        "name": str(turn),
        "owner": 0 if character is None or character.npc else character.owner_id or 0,
        "party": character is not None and not character.npc,
        "moved": list(_moved(turn, live)),
        "end": "dead" if live.dead else "out" if live.out else "",
    }


def _moved(turn: Turn, live: Live) -> Iterator[str]:
    for tracker in live.trackers:
        before, after = (tracker.stands(marks) for marks in (turn.came, live.marks))
        if before != after:
            yield f"{tracker.label} {before} → {after}"


def joined(left: Iterable[Mapping[str, Any]], parting: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Those who have left with these who leave now: whoever came back has one record, from their first coming on."""
    found = {one.get("who", f"unnamed-{place}"): dict(one) for place, one in enumerate(left)}
    return list({**found, **{one["who"]: dict(one) for one in parting}}.values())


def came_first(fights: Iterable[Fight]) -> dict[str, Any]:
    """How the trackers of those who have left stood when they first came."""
    return {one["who"]: one["came"] for fight in fights for one in fight.left if "came" in one}


def keep(held: Campaign, by: User | None, game: Game, rounds: int, fought: list[dict[str, Any]]) -> None:
    """Write the line of a fight of this game that is over."""
    lasted = counted(rounds, "round")
    told = [{key: value for key, value in one.items() if key not in ("who", "came")} for one in fought]
    note(held, KIND, by, system=game.key, rounds=lasted, party=_party(told), fought=told)


def _party(fought: Iterable[Mapping[str, Any]]) -> str:
    """Who fought, as everybody at the table may read it: the others are counted."""
    those = list(fought)
    named = [one["name"] for one in those if one["party"]]
    others = len(those) - len(named)
    return in_words([*named, *([counted(others, "other")] if others else [])], MOST_NAMES)


def lines(event: Event, reader: User, *, watches: bool) -> tuple[str, ...]:
    """That line for whoever reads it: those who watch the table read all of it, others what became of their own."""
    fought = [one for one in event.data.get("fought", ()) if watches or one["owner"] == reader.pk]
    who = in_words([one["name"] for one in fought], MOST_NAMES) if watches else event.data.get("party", "")
    became = [
        f"{one['name']}: {told}." for one in fought if (told := ", ".join(filter(None, (*one["moved"], one["end"]))))
    ]
    first = f"A fight of {event.data.get('rounds', '')}: {who}."
    return (first, " ".join(became)) if became else (first,)

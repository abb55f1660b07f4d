"""Who is offered for a fight: the first of a campaign, those who are searched for, and whoever is ticked already."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict

from campaigns.models import Beast, Campaign
from campaigns.tables import turns
from characters.models import Character
from rules.form_values import keys_of, matches, words

Somebody = TypeVar("Somebody", bound=Character | Beast)
LONGEST = 80
"""Of what is searched for."""
TICKED, KEYS = "ticked", re.compile(r"(character|beast)-([0-9]{1,9})")
LONGEST_TICKED = 4_000


@dataclass(frozen=True)
class Wanted:
    """The words of a search, and who is `asked` for: whoever is in a scene, and who was ticked `before` the search."""

    find: str = ""
    asked: frozenset[tuple[str, int]] = frozenset()
    before: bool = False

    @classmethod
    def of(cls, request: HttpRequest, table: Campaign) -> "Wanted":
        ticked = KEYS.findall(words(request.GET, TICKED, LONGEST_TICKED))
        asked = _of_scene(table, words(request.GET, "scene", 9)) | {(kind, int(pk)) for kind, pk in ticked}
        return cls(words(request.GET, "who", LONGEST).strip(), frozenset(asked), TICKED in request.GET)

    @property
    def opens(self) -> bool:
        """Whether somebody looks for whom to let fight."""
        return bool(self.asked) or self.before

    def offered(self, everybody: Iterable[Somebody]) -> tuple[list[Somebody], int]:
        """Those who are asked for, and the first of the others who match; how many more do."""
        asked: list[Somebody] = []
        others: list[Somebody] = []
        for one in everybody:
            if (_kind(one), one.pk) in self.asked:
                asked.append(one)
            elif matches(self.find, str(one), _player(one)):
                others.append(one)
        room = max(0, turns.MOST - len(asked))
        return [*asked, *others[:room]], len(others[room:])


def _kind(one: Character | Beast) -> str:
    return "character" if isinstance(one, Character) else "beast"


def _player(one: Character | Beast) -> str:
    return str(one.owner or "") if isinstance(one, Character) and not one.npc else ""


def searching(sent: QueryDict) -> str:
    """The end of the address where others are searched for and who is ticked stays so."""
    ticked = [f"{kind}-{pk}" for kind, keys in came(sent).items() for pk in sorted(keys_of(keys))]
    return urlencode({"who": words(sent, "who", LONGEST), TICKED: ".".join(ticked)})


def came(sent: QueryDict) -> dict[str, list[str]]:
    """The keys of whoever was ticked; one tick may stand for several."""
    return {kind: " ".join(sent.getlist(kind)).split() for kind in ("character", "beast")}


def _of_scene(table: Campaign, key: str) -> set[tuple[str, int]]:
    """Who is in a scene of this table that a fight is to begin with: as a fight names them."""
    scene = table.scenes.filter(pk=key).first() if key.isdecimal() else None
    if scene is None:
        return set()
    held = (("character", scene.npcs), ("beast", scene.beasts))
    return {(kind, pk) for kind, those in held for pk in those.values_list("pk", flat=True)}

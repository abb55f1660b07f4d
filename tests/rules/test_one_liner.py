"""Who a character is in a few words, as a player of that game would say."""

from pathlib import Path
from typing import Any

import pytest

from rules import systems
from rules.kernel import Build
from tests.rules import toy

BLADES = [
    {"name": "Halberd", "picks": {"style": "melee", "statistic": "strength"}},
    {"picks": {"style": "evasive", "statistic": "finesse"}},
]
PAST = [{"name": "Sang for coins"}, {"name": "Survived the flood", "scores": {"bonus": 2}}, {"scores": {"bonus": 3}}]
LEARNT = [{"name": "Thaumaturgy", "picks": {"expertise": True}}, {"name": "Stealth", "picks": {"expertise": True}}]


@pytest.mark.parametrize(("game", "build", "line"), [
    ("hprpg", {"picks": {"species": "human-halfblood", "personality": "trickster", "archetype": "outlaw"}},
     ("Human, halfblood", "Trickster of Gryffindor", "Outlaw")),
    ("hprpg", {"picks": {"personality": "loner"}}, ("Loner",)),
    ("dominion", {"picks": {"race": "elf", "style": "crusader"}, "scores": {"strike": 3}}, ("Elf", "Crusader")),
    ("dominion", {"picks": {"race": "selkie"}, "scores": {"strike": 1, "dodge": 3}}, ("Selkie", "Dodge")),
    ("duality", {"scores": {"strength": 2, "finesse": 1}, "picks": {"wealth": "modest"},
                 "entries": {"experiences": PAST, "styles": BLADES}},
     ("Survived the flood", "Strength +2", "Halberd and Evasive")),
    ("duality", {"scores": {"strength": 1}, "picks": {"speed": "fast"}}, ()),
    ("rough-magic", {"picks": {"avenue": "illusion"}, "entries": {"skills": LEARNT, "gifts": [{"name": "Famous"}]}},
     ("Specialised in Illusion", "Expert in Stealth", "Famous")),
    ("rough-magic", {"entries": {"skills": [{"name": "Thaumaturgy"}]}}, ("General magician",)),
    ("forge", {"picks": {"ancestry": "mixed", "ancestry-first": "elf", "ancestry-second": "orc"},
               "entries": {"classes": [{"name": "Sword-singer"}], "backgrounds": [{"name": "Guard"}]}},
     ("Elf and Orc", "Sword-singer")),
    ("forge", {"picks": {"archetype": "rogues"}, "entries": {"backgrounds": [{"name": "Guard"}]}}, ("Rogue", "Guard")),
])  # fmt: skip
def test_a_character_is_told_in_a_few_words(game: str, build: dict[str, Any], line: tuple[str, ...]) -> None:
    system = systems.get(game)
    assert system.one_liner(system.read(Build.parse(build))) == line
    assert system.one_liner(system.read(Build.parse({}))) == ()


def test_a_game_need_not_say_it(tmp_path: Path) -> None:
    game = toy.game(toy.write(tmp_path))
    assert game.one_liner(game.read(Build.parse({"name": "Nix"}))) == ()

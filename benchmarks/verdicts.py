"""Verdicts a second on one core, provenance on, beside CharacterCheck in the same run.

CharacterCheck derives a report from a D&D Beyond character and tests its consistency; Dramatis reads
every number with its lines and tests legality. The two check different games of different size: the
ratio is a yardstick. Both start from a parsed document, neither caches a result across inputs.
"""

import copy
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from importlib.resources import files
from random import Random
from typing import Any

from charactercheck.engine import derive_data

from rules.kernel import Build, RulesContext
from rules.systems import get

GOAL = 10.0
ROUNDS = 7
SECONDS = 1.0
INPUTS = 144


def our_documents() -> list[dict[str, Any]]:
    """As many different legal characters."""
    game = get("hprpg")
    return [game.random({}, Random(seed), game.rulebook, RulesContext()) for seed in range(INPUTS)]


def their_documents() -> list[dict[str, Any]]:
    """The package's own sample, each with other ability scores."""
    sample = json.loads(files("charactercheck").joinpath("sample-character.json").read_text())["data"]
    made = []
    for number in range(INPUTS):
        document = copy.deepcopy(sample)
        for stat in document["stats"]:
            if stat["id"] in (1, 2):
                stat["value"] = 8 + (number // (12 if stat["id"] == 2 else 1)) % 12
        made.append(document)
    return made


def rate(work: Callable[[Any], object], inputs: Sequence[Any]) -> float:
    """Inputs per CPU second, for about `SECONDS`."""
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        work(inputs[done % len(inputs)])
        done += 1
    return done / spent


def main() -> int:
    game = get("hprpg")
    ours, theirs = our_documents(), their_documents()
    pairs = []
    for number in range(ROUNDS + 1):
        pair = rate(lambda d: game.read(Build.parse(d)), ours), rate(derive_data, theirs)
        if number:
            pairs.append(pair)
    mine, other = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"verdicts, Dramatis         {mine:8.0f} a second (median of {ROUNDS})")
    print(f"reports, CharacterCheck    {other:8.0f} a second")
    print(f"ratio                      {ratio:8.1f} (goal {GOAL:.0f})")
    return 0 if ratio >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())

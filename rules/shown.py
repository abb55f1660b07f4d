"""What `manage.py shown`, `fields` and `random` say: what pages show, what fields promise, characters made by chance.

They call what the pages call, and need no database: the core books as shipped.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields as parts_of
from dataclasses import is_dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from rules.assess import find_game, text_of
from rules.kernel import Build, Check, Fix, Live, RulesContext, Sheet, kind_of
from rules.kernel.documents import Document, DocumentError, apply, awarded, parse_json, read_document
from rules.kernel.pages import Chance, Field, Game, ListField, RatingField, ask, desk, game_of, success_chance
from rules.kernel.pages.fixes import MOST_BUTTONS, fix_works

MOST_MADE = 100_000
GROWTH = 12
"""So many fields are raised at random, as far as there is something to spend."""


def shown(content: bytes) -> dict[str, Any]:
    """What pages of play and paper show of one document, as its marks stand. Raises DocumentError."""
    value = parse_json(text_of(content))
    asked = value.pop("spells", []) if isinstance(value, dict) else []
    if not isinstance(asked, list) or not all(isinstance(key, str) for key in asked):
        raise DocumentError("Its “spells” are not a list of keys.")
    document = read_document(value)
    system, sheet = _read(document)
    live = sheet.live(document.play or {})
    return {
        "sheet": list(map(_check, live.checks)),
        "rolled": [_check(ask(live, dict(check.answers)).check) for check in live.checks],
        "reach": _castings(live, asked, by_desk=False),
        "desk": _castings(live, asked, by_desk=True),
        "paper": [
            {"label": one.label, "value": one.value, "chance": None if one.chance is None else str(one.chance)}
            for one in chances(system.layout(sheet))
        ],
        "facts": [[fact.label, fact.value, fact.text] for fact in live.facts],
        "trackers": [{"key": one.key, "top": one.top, "start": one.start} for one in live.trackers],
    }


def _read(document: Document) -> tuple[Game, Sheet]:
    system = find_game(document.system)
    return system, system.read(document.parsed(), table=document.table)


def _check(check: Check) -> dict[str, Any]:
    """A check the way programs read it: the number rolled against, or how many dice; its exact chance."""
    return {
        "key": check.key,
        "label": check.label,
        "value": check.pool.value,
        "chance": str(check.dice.odds().success) if check.dice and success_chance(check.dice) else None,
        "answers": dict(check.answers),
        "terms": [[term.amount, term.label] for term in check.pool.terms if term.counted],
        "others": [[figure.label, figure.value] for figure in check.others],
        "note": check.note,
    }


def _castings(live: Live, keys: Iterable[str], *, by_desk: bool) -> dict[str, Any]:
    """Each spell asked for as the list of spells shows it, or as its casting desk does."""
    game = game_of(live.sheet)
    found: dict[str, Any] = {}
    for key in keys if game.casts else ():
        for kind in game.kinds:
            entry = live.sheet.rulebook.find(kind, key) if kind_of(kind) == "spell" else None
            if entry:
                found[key] = _check(desk(live, entry, {}).check if by_desk else live.casting(entry))
    return found


def chances(part: object) -> Iterator[Chance]:
    """Every chance on paper, in the order of the pages."""
    if isinstance(part, Chance):
        yield part
    elif isinstance(part, (tuple, list)):
        for inner in part:
            yield from chances(inner)
    elif is_dataclass(part):
        for field in parts_of(part):
            yield from chances(getattr(part, field.name))


def promised(content: bytes) -> dict[str, Any]:
    """Every number the builder offers with its limits, every broken rule with its buttons. Raises DocumentError."""
    document = read_document(parse_json(text_of(content)))
    system, sheet = _read(document)
    return {
        "name": document.name,
        "system": system.key,
        "fields": [
            {
                "path": rate.path,
                "value": rate.value,
                "low": rate.low,
                "limit": rate.limit,
                "high": rate.high,
                "reason": rate.reason,
            }
            for step in system.steps(sheet)
            for rate in rates(step.fields)
        ],
        "errors": [
            {
                "code": finding.code,
                "at": finding.at,
                "message": finding.message,
                "offered": list(map(_button, _offered(sheet, document.build, finding))),
            }
            for finding in sheet.errors
        ],
    }


def rates(found: Iterable[Field]) -> Iterator[RatingField]:
    """Every number among fields, those of entries too."""
    for field in found:
        if isinstance(field, RatingField):
            yield field
        elif isinstance(field, ListField):
            for item in field.items:
                yield from rates(item)


def _offered(sheet: Sheet, build: object, finding: Any) -> Iterable[Fix]:
    return islice((fix for fix in finding.fixes if fix_works(sheet, build, finding, fix)), MOST_BUTTONS)


def _button(fix: Fix) -> dict[str, Any]:
    return {"label": fix.label, "changes": fix.changes}


def made_at_random(key: str, count: int, seed: int, stage: str, awards: int, settings: str) -> Iterator[dict[str, Any]]:
    """Documents of legal characters; in advancement approved as made, and grown since. Raises DocumentError."""
    system, house = find_game(key), parse_json(settings)
    if not isinstance(house, dict):
        raise DocumentError("Settings are a JSON object.")
    if not 1 <= count <= MOST_MADE or not 0 <= awards <= MOST_MADE:
        raise DocumentError(f"It makes 1 to {MOST_MADE:,} characters, with 0 to {MOST_MADE:,} points.")
    for number in range(count):
        rng = Random(f"{seed} {number}")
        build = system.random({}, rng, system.rulebook, RulesContext(settings=house))
        document = Document(system.key, f"{system.name} {number + 1}", build, settings=house)
        if stage == "advancement":
            document = Document(
                system.key, document.name, build, settings=house, stage=stage, ledger=awarded(awards), baseline=build
            )
            document = _grown(system, document, rng)
        yield json.loads(json.dumps(document.as_json()))


def _grown(system: Game, document: Document, rng: Random) -> Document:
    """Somebody who has spent some of what came in, as the builder allows."""
    for _ in range(GROWTH):
        sheet = system.read(Build.parse(document.build), table=document.table)
        open_ = [one for step in system.steps(sheet) for one in rates(step.fields) if one.limit > one.value]
        if not open_:
            break
        one = rng.choice(open_)
        to = rng.randint(one.value + 1, min(one.limit, one.value + 2))
        document = replace(document, build=apply(document.build, one.path, to))
    return document

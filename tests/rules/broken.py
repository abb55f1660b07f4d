"""Characters gone wrong at random: whole ones in which fields were set to anything, before and after an approval."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from rules.kernel import Build, RulesContext, Sheet
from rules.kernel.documents import PathError, apply, awarded
from rules.kernel.pages import Field, Game, ListField

ENTRY = {"name": "Zed", "scores": {"steps": 2, "rating": 1}, "picks": {"attribute": "agility"}}
"""A line that every list keeps, whatever it makes of it."""


class Broken(NamedTuple):
    """A document, the table it is played at, and how it reads."""

    document: Any
    table: RulesContext
    sheet: Sheet


def fields(found: Iterable[Field]) -> Iterator[Field]:
    """Every field, those within lists too."""
    for field in found:
        if isinstance(field, ListField):
            for item in field.items:
                yield from fields(item)
        else:
            yield field


def broken(system: Game, rng: Random) -> Broken:
    """Somebody with up to twenty choices made at random; half of them in growth, most of those after an approval."""
    whole = system.random({}, rng, system.rulebook, RulesContext()) if rng.random() < 0.9 else {}
    document = whole
    for _ in range(rng.choice([1, 3, 8, 20])):
        with suppress(PathError):
            document = _changed(system, document, rng)
    table = RulesContext()
    if rng.random() < 0.5:
        baseline = Build.parse(whole) if rng.random() < 0.8 else None
        table = RulesContext(stage="advancement", ledger=awarded(rng.choice([0, 2, 5, 12, 40])), baseline=baseline)
    return Broken(document, table, system.read(Build.parse(document), table=table))


def _changed(system: Game, document: Any, rng: Random) -> Any:
    steps = system.steps(system.read(Build.parse(document)))
    lists = [field for step in steps for field in step.fields if isinstance(field, ListField)]
    if lists and rng.random() < 0.2:
        chosen = rng.choice(lists)
        held = document.get("entries", {}).get(chosen.path.split(".")[1], [])
        if held and rng.random() < 0.6:
            return apply(document, f"{chosen.path}.{rng.randrange(len(held))}", None)
        return apply(document, f"{chosen.path}.{len(held)}", ENTRY)
    field = rng.choice([field for step in steps for field in fields(step.fields)])
    return apply(document, *_anything(field, rng))


def _anything(field: Field, rng: Random) -> tuple[str, Any]:
    """A path and what to put there, which need not be anything the field offers."""
    if field.kind == "rate":
        return field.path, rng.choice([field.value + rng.randint(-3, 12), field.high, field.limit + 1, 0, -1, None])
    if field.kind == "pick" and field.options:
        key = rng.choice(field.options).key
        if field.many:
            return f"{field.path}.{key}", rng.choice([True, None])
        return field.path, rng.choice([True if key == "true" else key, None, "nonsense"])
    if field.kind == "roll":
        return field.path, rng.choice([[rng.randint(1, field.faces) for _ in range(field.dice)], [field.faces + 1], []])
    if field.kind == "rank":
        return field.path, rng.sample([option.key for option in field.options], len(field.options))
    return field.path, rng.choice(["Ab", "3", "-2", None])

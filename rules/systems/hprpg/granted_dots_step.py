"""The fields for granted dots: where each may land, and why not elsewhere."""

from collections.abc import Iterable, Sequence

from rules.kernel import Entry, Grant, Sheet, amount
from rules.kernel.pages import ChoiceField, Option
from rules.kernel.pages.purchase_fields import explained
from rules.systems.hprpg.creation import offers, resolve
from rules.systems.hprpg.entries import Archetype, Trait
from rules.systems.hprpg.game import hprpg
from rules.systems.hprpg.turning import own_abilities

MOST_NAMED = 3
"""A choice between so many capabilities has their names on its label."""


def free_dots(sheet: Sheet, source: Entry | None, key: str) -> Iterable[ChoiceField]:
    """A field for each dot that somebody's source leaves to them, row by row: within the choice of this key, where that
    is what was chosen there."""
    grants: tuple[Grant, ...] = getattr(source, "grants", ())
    own = sheet.reading.memo(own_abilities)
    given = sheet.table.settings
    narrow = hprpg.settings["free_fields"].coerce(given.get("free_fields")) == "suggested"
    repeat = not isinstance(source, Archetype) or hprpg.settings["rows_may_repeat"].coerce(given.get("rows_may_repeat"))
    for grant in grants:
        if not grant.pick:
            continue
        taken = set() if repeat else {_landed(sheet, other) for other in grants if other is not grant}
        found = sheet.rulebook.all(Trait)
        places = [found[k] for k in resolve(sheet.rulebook, grant.options, own) if k in found]
        fits = resolve(sheet.rulebook, offers(grant, narrow), own)
        field = ChoiceField(
            f"picks.{grant.pick}",
            _label(grant, places),
            tuple(
                Option(
                    t.key,
                    t.name,
                    t.summary,
                    t.cite,
                    group=_class_of(t),
                    tags=("suggested",) if t.key in grant.suggested else (),
                    reason=_unfit(t.key, taken, fits),
                )
                for t in places
            ),
            sheet.build.picked(grant.pick),
            style="select" if len(places) > 6 else "cards",
            summary=f"From the {source.name}." if source else "",
            within=f"picks.{key}" if source is sheet.choice(key) else "",
        )
        yield explained(sheet.reading, field)


def _label(grant: Grant, places: Sequence[Trait]) -> str:
    """Where the dots may go, by name if there are few."""
    if len(places) <= MOST_NAMED:
        return " or ".join(f"+{grant.dots} {trait.name}" for trait in places)
    return f"Choose: +{amount(grant.dots, 'dot')}"


def _unfit(key: str, taken: Iterable[str], fits: Iterable[str]) -> str:
    if key in taken:
        return "already chosen in another row"
    return "" if key in fits else "this campaign uses only the book's suggestions"


def _landed(sheet: Sheet, grant: Grant) -> str:
    return sheet.build.pick(grant.pick) if grant.pick else grant.options[0]


def _class_of(trait: Trait) -> str:
    return {"aspect": "Aspects", "affinity": "Affinities"}.get(trait.category, f"{trait.type.capitalize()} abilities")

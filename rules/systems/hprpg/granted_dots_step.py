"""The fields for granted dots: where each may land, and why not elsewhere."""

from collections.abc import Iterable

from rules.kernel import Entry, Grant, Sheet, amount
from rules.kernel.pages import ChoiceField, Option
from rules.kernel.pages.purchase_fields import explained
from rules.systems.hprpg.creation import offers, resolve
from rules.systems.hprpg.entries import Archetype, Trait
from rules.systems.hprpg.game import hprpg
from rules.systems.hprpg.turning import own_abilities


def free_dots(sheet: Sheet, source: Entry | None) -> Iterable[ChoiceField]:
    """A field for each dot that somebody's source leaves to them, row by row."""
    grants: tuple[Grant, ...] = getattr(source, "grants", ())
    own = sheet.reading.memo(own_abilities)
    given = sheet.table.settings
    narrow = hprpg.settings["free_fields"].coerce(given.get("free_fields")) == "suggested"
    repeat = not isinstance(source, Archetype) or hprpg.settings["rows_may_repeat"].coerce(given.get("rows_may_repeat"))
    for row, grant in enumerate(grants, 1):
        if not grant.pick:
            continue
        taken = set() if repeat else {_landed(sheet, other) for other in grants if other is not grant}
        found = sheet.rulebook.all(Trait)
        places = [found[k] for k in resolve(sheet.rulebook, grant.options, own) if k in found]
        fits = resolve(sheet.rulebook, offers(grant, narrow), own)
        label = f"{amount(grant.dots, 'dot').capitalize()} of your choice"
        field = ChoiceField(
            f"picks.{grant.pick}",
            f"Row {row}: {label.lower()}" if len(grants) > 2 else label,
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
        )
        yield explained(sheet.reading, field)


def _unfit(key: str, taken: Iterable[str], fits: Iterable[str]) -> str:
    if key in taken:
        return "another row of the table already lands there"
    return "" if key in fits else "this table keeps to the fields the book names"


def _landed(sheet: Sheet, grant: Grant) -> str:
    return sheet.build.pick(grant.pick) if grant.pick else grant.options[0]


def _class_of(trait: Trait) -> str:
    return {"aspect": "Aspects", "affinity": "Affinities"}.get(trait.category, f"{trait.type.capitalize()} abilities")

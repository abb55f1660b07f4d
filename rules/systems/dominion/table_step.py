"""The builder's page of the Character Generation Table: its dice, all its rows, and where what fell is put (2.4)."""

from collections.abc import Iterable

from rules.kernel import Sheet, amount
from rules.kernel.pages import ChoiceField, DiceRow, Field, Option, RollField, Step
from rules.systems.dominion.creation import ANY, Perk, own_skills, people, perks, rolls_due, rows_of, starts_at
from rules.systems.dominion.entries import Attribute, Composite, Race, Skill
from rules.systems.dominion.game import FACES, cite


def table(sheet: Sheet) -> Step:
    c = sheet.reading
    due, rolled = c.memo(rolls_due), c.build.rolls.get("table", ())
    return Step(
        "table",
        "Character Generation Table",
        _where_to_roll(sheet, due),
        cite("2.4", 12),
        lambda: (
            *((RollField("rolls.table", f"{amount(due, 'roll').capitalize()} on the table", due, FACES, rolled,
                         "Reroll duplicates." if due > 1 else "", different=True, gave=_gave(sheet),
                         table=_rows(sheet)),)
              if due or rolled else ()),
            *_placed(sheet),
        ),
        paths=("rolls.table", "picks.table-1", "picks.table-2"),
        figures=("aps",),
        first="race" if not c.build.pick("race") else "" if due else "attributes",
    )  # fmt: skip


def _where_to_roll(sheet: Sheet, due: int) -> str:
    if not sheet.build.pick("race"):
        return "Choose your race first. It decides which table you roll on."
    if not due:
        return "Roll your attributes first. They decide how many rolls you get here."
    race = sheet.rulebook.find(Race, sheet.reading.memo(people))
    return f"{'One roll' if due == 1 else 'Two rolls'} on the {race.name.lower() if race else 'human'} table."


def _gave(sheet: Sheet) -> tuple[str, ...]:
    return tuple(
        " ".join(filter(None, (f"{perk.row.roll}: {perk.row.name}. {perk.row.summary}", _in_vain(sheet, perk))))
        for perk in sheet.reading.memo(perks)
    )


def _in_vain(sheet: Sheet, perk: Perk) -> str:
    """That a start changes nothing, as the skill starts higher anyway (2.4, A-06)."""
    figure = sheet.figures.get(perk.landed) if perk.row.skill else None
    term = next((term for term in figure.terms if term.label == starts_at(perk.row)), None) if figure else None
    return f"{figure.label} starts higher anyway: this changes nothing." if figure and term and not term.counted else ""


def _rows(sheet: Sheet) -> tuple[DiceRow, ...]:
    """The table of this character's race, with what was rolled on it."""
    fell = {perk.row.roll for perk in sheet.reading.memo(perks)}
    table = sorted(rows_of(sheet.rulebook, sheet.reading.memo(people)).items())
    return tuple(DiceRow(str(roll), f"{row.name}. {row.summary}", roll in fell) for roll, row in table)


def _placed(sheet: Sheet) -> Iterable[Field]:
    for perk in sheet.reading.memo(perks):
        if perk.pick:
            kind: type[Attribute | Skill] = Attribute if perk.row.attribute else Skill
            yield ChoiceField(
                f"picks.{perk.pick}",
                f"{perk.row.name}: {perk.row.summary[:1].lower()}{perk.row.summary[1:].rstrip('.')}",
                (
                    *(
                        Option(e.key, e.name, e.summary, e.cite, group=_group(sheet, e))
                        for e in sheet.rulebook.all(kind).values()
                    ),
                    *(_own_options(sheet) if perk.row.skill else ()),
                ),
                sheet.build.picked(perk.pick),
                style="select" if perk.row.skill == ANY else "cards",
            )


def _own_options(sheet: Sheet) -> Iterable[Option]:
    """A skill of the player's choice may be one of their own (2.4, 4.1)."""
    for own in sheet.reading.memo(own_skills):
        yield Option(own.key, own.label, group="New Skills")


def _group(sheet: Sheet, entry: Attribute | Skill) -> str:
    return f"{name_of(sheet, entry.base)} skills" if isinstance(entry, Skill) else ""


def name_of(sheet: Sheet, key: str) -> str:
    """What an attribute, a composite or a skill is called."""
    for shape in (Attribute, Skill, Composite):
        found = sheet.rulebook.find(shape, key)
        if found:
            return found.name
    return key.replace("-", " ").capitalize()

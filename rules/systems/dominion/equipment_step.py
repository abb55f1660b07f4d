"""The builder's page of what a character carries, wields and wears (2.7)."""

from collections.abc import Iterable
from dataclasses import replace

from rules.kernel import Cap, Figure, Purchase, PurchaseRule, Reading, Sheet
from rules.kernel.pages import ChoiceField, Field, ListField, Offers, Option, RatingField, Step, TextField, rate
from rules.kernel.purchases import flat
from rules.systems.dominion.armoury import EQUIPMENT, PLACES, Thing, as_read, carried, finds, weapons_by_item
from rules.systems.dominion.entries import Armour
from rules.systems.dominion.equipment_rules import listed_still, price_of, spare
from rules.systems.dominion.equipment_words import (
    armour_figures,
    armour_told,
    grips_of,
    priced,
    weapon_figures,
    weapon_reason,
    weapon_told,
)
from rules.systems.dominion.game import cite

MOST = 99
DEAR = "not enough APs left"


def equipment(sheet: Sheet) -> Step:
    return Step(
        "equipment",
        "Equipment",
        "Ordinary gear is free. Arms and armour cost APs: most characters spend 10 to 15."
        if _bought_with_aps(sheet.reading)
        else "Ordinary gear is free. APs buy no arms and armour after approval: add what you find in play.",
        cite("2.7", 15),
        lambda: (_list(sheet, tuple(_goods(sheet))),),
        budgets=("aps",),
        figures=_worn_figures(sheet),
        paths=(f"entries.{EQUIPMENT}",),
    )


def _worn_figures(sheet: Sheet) -> tuple[str, ...]:
    wanted = ("dodge-as-worn", "movement-as-worn", *(f"within-{place}" for place in PLACES[:1]))
    armed = tuple(key for key in sheet.figures if "-with-" in key)
    return (*armed, *(key for key in wanted if key in sheet.figures))[:12]


def _goods(sheet: Sheet) -> Iterable[Option]:
    c = sheet.reading
    carried_now, sold = {thing.item for thing in c.memo(carried)}, _bought_with_aps(c)
    weapons = weapons_by_item(sheet.rulebook)
    for item in sorted(weapons, key=lambda item: grips_of(weapons[item])):
        first = as_read(c, weapons[item][0])
        if first.retired and item not in carried_now:
            continue
        yield Option(
            item,
            first.name,
            first.summary,
            first.cite,
            (("As it is held", weapon_told(first)),),
            group=grips_of(weapons[item]),
            reason=weapon_reason(c, first),
            figures=weapon_figures(c, first),
            price=priced(first.price) if sold else "",
            kinds=("Missile weapons",) if first.missile else (),
            verb="" if first.for_sale else "Add",
        )
    for armour in sheet.rulebook.all(Armour).values():
        if not armour.sold and armour.key not in carried_now:
            continue
        told = armour_told(armour)
        yield Option(
            armour.key,
            armour.name,
            armour.summary,
            armour.cite,
            (("As it is worn", told),) if told else (),
            group="Suits of armour" if armour.slot == "suit" else "Other items",
            figures=armour_figures(c, armour),
            price=priced(armour.price) if sold else "",
            kinds=("Shields",) if armour.block else (),
        )


def _affordable(sheet: Sheet, goods: tuple[Option, ...], instead_of: Thing | None = None) -> tuple[Option, ...]:
    """These, out of reach where they cost more APs than are left. What stands `instead_of` a line takes its number,
    and the APs that are in it."""
    c, old = sheet.reading, instead_of
    if not _bought_with_aps(c) or (old and old.found):
        return goods
    left, many = max(0, sheet.budgets["aps"].remaining) + (old.cost if old else 0), old.quantity if old else 1
    return tuple(
        replace(one, reason=DEAR) if not one.reason and price_of(c, one.key) * many > left else one for one in goods
    )


def _bought_with_aps(c: Reading) -> bool:
    """Whether APs buy arms now (2.7, A-82)."""
    return c.approved is None or c.setting("arms_in_play") == "at_price"


def _list(sheet: Sheet, goods: tuple[Option, ...]) -> ListField:
    items, sold = [], _bought_with_aps(sheet.reading)
    for thing in sheet.reading.memo(carried):
        entry, path = sheet.build.entries[EQUIPMENT][thing.place], thing.path
        fields: list[Field] = [
            ChoiceField(
                f"{path}.picks.item",
                "Item",
                _affordable(sheet, goods, thing),
                entry.picked("item"),
                style="select",
                summary=_told(thing),
                verb="Buy" if sold else "Take",
                folded=not entry.picked("item"),
            ),
            TextField(f"{path}.name", "Nickname", entry.name, 1, limit=200),
        ]
        if _by_number(sheet, thing):
            fields.append(_how_many(sheet, thing))
        if thing.weapon:
            fields.append(_flag(f"{path}.picks.wielded", "Wielded", thing.wielded, "In hand: changes your stats."))
            if len(weapons_by_item(sheet.rulebook)[thing.item]) > 1:
                grips = (Option("1h", "One hand"), Option("2h", "Two hands"))
                fields.append(ChoiceField(f"{path}.picks.grip", "Grip", grips, entry.picked("grip"), style="select"))
        if thing.armour:
            fields.append(_flag(f"{path}.picks.worn", "Worn", thing.worn, "On you: changes your stats."))
        if thing.price and (thing.marked or finds(sheet.reading)):
            fields.append(_flag(f"{path}.picks.found", "Found in play (no AP cost)", thing.marked))
        items.append(tuple(fields))
    new = _affordable(sheet, tuple(one for one in goods if not _off_the_shelf(sheet, one.key)))
    return ListField(
        f"entries.{EQUIPMENT}", "Gear", tuple(items), "an item", empty="No arms or armour yet.",
        offers=Offers(
            "Arms and armour" if sold else "Found in play", "item", (*new, Option("", "Add other gear")), shown=True,
            verb="Buy" if sold else "Add", flags=() if sold else ("found",),
        ),
        removes=tuple(_sold(sheet, thing) for thing in sheet.reading.memo(carried)),
    )  # fmt: skip


def _told(thing: Thing) -> str:
    if thing.weapon:
        return weapon_told(thing.weapon)
    return armour_told(thing.armour) if thing.armour else ""


def _by_number(sheet: Sheet, thing: Thing) -> bool:
    """Whether one has several of it: what is thrown, and whatever there is more than one of."""
    return thing.quantity != 1 or any(row.missile for row in weapons_by_item(sheet.rulebook).get(thing.item, ()))


def _off_the_shelf(sheet: Sheet, item: str) -> bool:
    armour = sheet.rulebook.find(Armour, item)
    return not armour.sold if armour else all(row.retired for row in weapons_by_item(sheet.rulebook)[item])


def _sold(sheet: Sheet, thing: Thing) -> str:
    """What removing it gives back, before an approval has settled it (2.7, A-76)."""
    return f"Sell back · {priced(thing.cost)}" if thing.cost and sheet.reading.approved is None else ""


def _flag(path: str, label: str, on: bool, summary: str = "") -> ChoiceField:
    return ChoiceField(path, label, (Option("true", label),), ("true",) if on else (), style="flag", summary=summary)


def _how_many(sheet: Sheet, thing: Thing) -> RatingField:
    """Of one line; each is paid for like the first, and what was approved does not go back (2.7, A-76)."""
    stands = sheet.build.entries[EQUIPMENT][thing.place].scores.get("quantity", 1)
    each = 0 if thing.found else thing.price
    c = sheet.reading
    bought = thing.quantity - spare(c, thing) // each if each else 1
    kept = bought - (listed_still(c, thing) if each else 0)
    later = each and not _bought_with_aps(c)
    top = (
        Cap(max(1, bought), "APs can't buy equipment after approval") if later else Cap(MOST, f"{MOST} is the maximum"),
    )
    rule = PurchaseRule("aps", "", flat(each), cite("2.7", 15), caps=lambda c, line: top, least=max(1, kept))
    purchase = Purchase(f"{thing.path}.scores.quantity", "Quantity", rule, "quantity", stands)
    figure = Figure.of("quantity", "Quantity", cite("2.7", 15), ())
    return replace(rate(sheet, purchase, figure=figure), bare=True, budget="")

"""The builder's list of items: what each gives, and what every feature costs, line by line (5)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.kernel import Cap, Figure, Origin, Purchase, PurchaseRule, Reading, Sheet, Term, capitalise
from rules.kernel.pages import ChoiceField, Field, ListField, Offers, Option, RatingField, Step, TextField
from rules.kernel.pages.chances import success_chance
from rules.kernel.settled import NEVER
from rules.systems.duality.buying import cells, rate, stays
from rules.systems.duality.entries import Ability, Tag
from rules.systems.duality.feature_prices import counted, told, total_bonus
from rules.systems.duality.game import IN_USE, STATISTICS, cite
from rules.systems.duality.gear import invested
from rules.systems.duality.held import (
    ENDLESS,
    FEATURES,
    TARGETS,
    WEAPONS_ONLY,
    Feature,
    HeldItem,
    armed,
    in_use,
    items,
    styles,
)
from rules.systems.duality.item_rules import most_of
from rules.systems.duality.item_words import gives
from rules.systems.duality.kept import (
    approved_features,
    feature_floor,
    free_item,
    given,
    kept_items,
    old_style_places,
    target_of,
)
from rules.systems.duality.patterns import patterns, sign
from rules.systems.duality.pricing import called, feature_price, signed
from rules.systems.duality.purchases import always
from rules.systems.duality.rolling import RollRequest, check_of

HELPS: Mapping[str, tuple[str, ...]] = {
    "Fighting": ("attack", "defend", "block", "die", "style"),
    "Health": ("life", "recovery", "block"),
    "Statistics": STATISTICS,
    "Other": ("experience", "specialization", "ability"),
}
"""What each feature helps with."""
MOST_STYLES = 60
"""So many styles an item offers; nobody fights in more, and a page of thousands of items would not end."""


def things(sheet: Sheet) -> Step:
    return Step(
        "items",
        "Items",
        "Make weapons for your combat styles, or relics with their own experience. Your first item is free.",
        cite("5.1", 12),
        lambda: (_item_list(sheet),),
        budgets=("xp",),
        paths=("entries.items",),
        hint=""
        if sheet.reading.approved is None
        else "To sell an item, enter the sale in the ledger. It leaves this list, and all its XP are refunded.",
    )


def _item_list(sheet: Sheet) -> ListField:
    held, free = sheet.reading.memo(items), sheet.reading.memo(free_item) == 0
    return ListField(
        "entries.items", "Items", tuple(tuple(_item(sheet, item)) for item in held), "item",
        "Next item: 1 XP." if held or not free else "",
        empty="None yet. The first one is free." if free else "None yet.", style="cards",
        offers=Offers("Make another" if held else "Make one", "", tuple(patterns(sheet, int(bool(held) or not free))),
                      shown=True),
        signs=tuple(map(sign, held)), worths=tuple(_worth(sheet, item) for item in held),
        removes=tuple(_sold(sheet, item) for item in held),
    )  # fmt: skip


def _item(sheet: Sheet, item: HeldItem) -> Iterable[Field]:
    path, entry = item.path, item.entry
    yield TextField(f"{path}.name", "Name", entry.name, 1, limit=200)
    kinds: tuple[Option, ...] = (Option("weapon", "Weapon, shield or armour"), Option("relic", "Relic"))
    then = next((one.then for one in sheet.reading.memo(kept_items) if one.now is item), None)
    kinds = stays(kinds, entry.picked("kind"), NEVER) if then and then.kind else kinds
    yield ChoiceField(f"{path}.picks.kind", "Kind", kinds, entry.picked("kind"), style="select")
    if item.kind == "weapon":
        offered = _held_styles(sheet, entry.pick("style"))
        place = sheet.reading.memo(old_style_places).get(then.style.place) if then and then.style else None
        offered = offered if place is None else stays(offered, (str(place),), NEVER)
        yield ChoiceField(f"{path}.picks.style", "Used with", offered, entry.picked("style"), style="select")
    if item.kind == "relic":
        words = "What this relic has been through. Its bonus counts wherever that helps."
        yield TextField(f"{path}.notes.experience", "Experience", entry.notes.get("experience", ""), 1, words,
                        limit=200)  # fmt: skip
    yield ListField(
        f"{path}.entries.features", "Features", tuple(_features(sheet, item)), "feature", _summed(sheet, item),
        offers=Offers("Give it something more", "feature", tuple(_offered(sheet, item))),
    )  # fmt: skip
    others = len(sheet.reading.memo(in_use)) - item.in_use
    words = "In use (reserves 1 XP)" if others >= IN_USE else "In use"
    on = ("true",) if item.in_use else ()
    yield ChoiceField(f"{path}.picks.in-use", words, (Option("true", words),), on, style="flag")


def _worth(sheet: Sheet, item: HeldItem) -> str:
    """What an item comes to in play: the roll of its style with it in hand, else everything it gives."""
    c, style = sheet.reading, item.style
    if style and item.in_use and armed(c, style) is item:
        key = f"{style.key}-armed"
        if key in sheet.figures:
            check = check_of(c, RollRequest(style=key, opposed=True))
            return f"{style.label} {signed(check.pool.value)} · {success_chance(check.dice)}"
    words = capitalise(", ".join(gives(c, item)))
    return f"{words} when in use" if words and not item.in_use else words


def _sold(sheet: Sheet, item: HeldItem) -> str:
    """What removing it gives back, before an approval has settled it: what is in it, what its place as the free one is
    worth to the next, and what is held for one too many in use (5.1, 5.2)."""
    c = sheet.reading
    if c.approved is not None:
        return ""
    follows = item.place == c.memo(free_item) and len(c.memo(items)) > 1
    held = item.in_use and len(c.memo(in_use)) > IN_USE
    return f"Sell · {invested(c, item) + follows + held} XP"


def _offered(sheet: Sheet, item: HeldItem) -> Iterable[Option]:
    """Each feature that the item can be given, with what the first of it costs there (5.1.3)."""
    c, total = sheet.reading, total_bonus(sheet.reading, item)
    cheapest = min((feature_price("ability", a, 0, 1, 0) for a in c.rulebook.all(Ability).values()), default=0)
    for kind in FEATURES:
        if item.kind == "weapon" or kind not in WEAPONS_ONLY:
            cost = cheapest if kind == "ability" else feature_price(kind, None, item.totals.get(kind, 0), 1, total)
            price = f"{'from ' if kind == 'ability' else ''}{cost} XP"
            helps = tuple(what for what, kinds in HELPS.items() if kind in kinds)
            yield Option(kind, capitalise(called(kind)), price=price, kinds=helps)


def _summed(sheet: Sheet, item: HeldItem) -> str:
    """What the next feature is priced by, and what selling an approved item gives back (5.1.3, 5.2)."""
    c, total = sheet.reading, total_bonus(sheet.reading, item)
    more = f"Total bonus: +{total}. The next +1 costs {total + 1} XP or more."
    gone = c.approved is None or any(one.told and one.now is item for one in c.memo(kept_items))
    return more if gone else f"{more} Selling it refunds {invested(c, item)} XP."


def _held_styles(sheet: Sheet, chosen: str) -> tuple[Option, ...]:
    """The styles there are, or of very many the first and the one that is chosen."""
    every = sheet.reading.memo(_styles)
    return (*every[:MOST_STYLES], *(one for one in every[MOST_STYLES:] if one.key == chosen))


def _styles(c: Reading) -> tuple[Option, ...]:
    return tuple(Option(str(style.place), style.label) for style in c.memo(styles) if style.style)


class StepContext(NamedTuple):
    """What prices a step of a feature: what the whole item has, its bonus in all, the steps listed after it.

    `low` is as little of it as there may be.
    """

    have: dict[str, int]
    total: int
    after: int
    low: int


def _features(sheet: Sheet, item: HeldItem) -> Iterable[tuple[Field, ...]]:
    c, have = sheet.reading, item.totals
    after = sum(feature.amount for feature in item.features if feature.kind in TARGETS)
    total = total_bonus(c, item._replace(features=()))
    kept, has = approved_features(c, item), given(c, item)
    for feature, lines in told(c, item):
        after -= feature.amount if feature.kind in TARGETS else 0
        total += feature.amount if feature.kind in counted(c) else 0
        target = target_of(c, feature)
        low = feature_floor(feature, kept[target], has[target])
        yield tuple(_feature(sheet, item, feature, lines, StepContext(have, total + after, after, low)))


def _feature(
    sheet: Sheet, item: HeldItem, feature: Feature, lines: tuple[Term, ...], standing: StepContext
) -> Iterable[Field]:
    """One feature: what it is, how much of it, and what else there is to say of it."""
    c, path, entry = sheet.reading, f"{item.path}.entries.features.{feature.place}", feature.entry
    rest = standing.total - (feature.amount if feature.kind in counted(c) else 0)
    ability = c.rulebook.find(Ability, entry.pick("ability"))

    def cost(kind: str) -> int:
        had = _others(standing.have, kind, feature)
        return feature_price(kind, ability, had, 1, rest) + _dearer(c, kind, standing)

    offered = tuple(
        Option(kind, capitalise(f"{called(kind)} ({price} XP)" if price and kind != feature.kind else called(kind)))
        for kind in FEATURES
        if item.kind == "weapon" or kind not in WEAPONS_ONLY
        for price in (cost(kind),)
    )
    yield ChoiceField(f"{path}.picks.feature", "Feature", offered, entry.picked("feature"), style="select")
    if feature.kind in FEATURES and feature.kind != "style":
        yield _amount(sheet, item, feature, lines, standing)
    yield from _details(sheet, item, feature, path)


def _dearer(c: Reading, kind: str, standing: StepContext) -> int:
    """What one more of it adds to the prices of the steps listed after it."""
    return standing.after if kind in counted(c) and kind not in TARGETS else 0


def _amount(
    sheet: Sheet, item: HeldItem, feature: Feature, lines: tuple[Term, ...], standing: StepContext
) -> RatingField:
    """How much of a feature there is, with its lines so far and the price of one more."""
    c, have, path = sheet.reading, standing.have, f"{item.path}.entries.features.{feature.place}"
    ability = c.rulebook.find(Ability, feature.entry.pick("ability"))
    dearer = _dearer(c, feature.kind, standing)
    more = feature_price(feature.kind, ability, have.get(feature.target, 0), 1, standing.total) + dearer
    label = "Level" if feature.kind == "ability" else "Amount"

    def price(to: int) -> int:
        """What `to` of it cost more than what there is; less costs a point less each."""
        if to <= feature.written:
            return to - feature.written
        further, have_now = to - feature.written, have.get(feature.target, 0)
        return feature_price(feature.kind, ability, have_now, further, standing.total) + further * dearer

    rule = PurchaseRule(
        "xp", "XP", always(price), cite("5.1.3", 12), caps=lambda c, line: _most(c, item, feature), least=1
    )
    one = Purchase(f"{path}.scores.amount", label, rule, feature.target, feature.written)
    return rate(sheet, one, _told(lines, more), figure=_stands(item, feature, label, have), low=standing.low)


def _most(c: Reading, item: HeldItem, feature: Feature) -> Iterable[Cap]:
    """As much as the item may give in all, less what other features give (5.1.3)."""
    most = most_of(c, feature.kind)
    if most < ENDLESS:
        yield Cap(feature.amount + most - item.totals.get(feature.target, 0), f"{most} is the maximum")


def _others(have: dict[str, int], kind: str, feature: Feature) -> int:
    """How much of something the item has without this feature."""
    return have.get(kind, 0) - (feature.amount if feature.target == kind else 0)


def _stands(item: HeldItem, feature: Feature, label: str, have: dict[str, int]) -> Figure:
    """What the item gives to the same thing in all: what every such item has, this feature, others like it."""
    where, start = cite("5.1.3", 12), item.basic.get(feature.target, 0)
    others = have.get(feature.target, 0) - start - feature.amount
    parts = ((start, "base", Origin.BASE), (feature.amount, "bought here", Origin.BOUGHT),
             (others, "bought by other features", Origin.BOUGHT))  # fmt: skip
    return Figure.of("amount", label, where, (Term(n, words, where, origin) for n, words, origin in parts if n))


def _told(lines: tuple[Term, ...], more: int) -> str:
    """“Strength +0 → +1: 6 XP · +1: 9 XP”."""
    sums = "; ".join(f"{capitalise(line.label)}: {line.amount} XP" for line in lines)
    return " · ".join(filter(None, (sums, f"+1: {more} XP")))


def _details(sheet: Sheet, item: HeldItem, feature: Feature, path: str) -> Iterable[Field]:
    """What else a feature has to say: which specialization, which ability, which style (5.1.3)."""
    kind, entry = feature.kind, feature.entry
    if kind == "experience":
        words = "Leave blank to raise the relic's own experience." if item.kind == "relic" else ""
        yield TextField(f"{path}.name", "In a few words", entry.name, 1, words, limit=200)
    if kind == "specialization":
        grid = tuple(Option(key, f"{verb} {noun}", group=verb) for key, verb, noun in cells(sheet))
        yield ChoiceField(f"{path}.picks.specialization", "Specialization", grid, entry.picked("specialization"),
                          style="select")  # fmt: skip
        tags = tuple(Option(t.key, f"{t.name} ({t.cost} XP)") for t in sheet.rulebook.all(Tag).values() if t.price)
        yield ChoiceField(f"{path}.picks.tag", "Tag", tags, entry.picked("tag"), style="select",
                          empty="None (it has one)")  # fmt: skip
    if kind == "ability":
        offered = tuple(
            Option(a.key, f"{a.name} ({feature_price('ability', a, 0, 1, 0)} XP)", a.summary, a.cite)
            for a in sheet.rulebook.all(Ability).values()
        )
        yield ChoiceField(f"{path}.picks.ability", "Ability", offered, entry.picked("ability"), style="select")
    if kind == "style":
        offered = _held_styles(sheet, entry.pick("style"))
        yield ChoiceField(f"{path}.picks.style", "Style", offered, entry.picked("style"), style="select")

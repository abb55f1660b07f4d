"""Which of what was approved is which of what there is now, by what it is and never by its place (D-19 to D-23)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from rules.kernel import LedgerEntry, Reading
from rules.kernel.basics.pairing import LineMatch, origins, paired
from rules.kernel.documents.ledger import known_as, same_name
from rules.systems.duality.entries import Tag
from rules.systems.duality.held import (
    FEATURES,
    Feature,
    HeldAbility,
    HeldExperience,
    HeldItem,
    HeldStyle,
    abilities,
    experiences,
    items,
    styles,
)

OF_SOMETHING = ("ability", "experience", "specialization", "style")
NO_STYLE = "style:"
"""A style that is gone, which is told by itself."""
STAYS = "stays"
"""What an entry says of an item that goes: how many others of its name are still there."""


def identity(c: Reading, known: Callable[[Reading], Mapping[int, int]], place: int) -> int:
    """What a line is known by: where it stood when it was approved; below nothing for what is new."""
    return place if c.approved is None else c.memo(known).get(place, -1 - place)


# Experiences and abilities


def same_words(old: HeldExperience, new: HeldExperience) -> bool:
    return bool(old.name) and same_name(old.name) == same_name(new.name)


def kept_experiences(c: Reading) -> tuple[LineMatch[HeldExperience], ...]:
    """Each experience by its words, as the game master has let them change; one without any by what it was given."""

    def words(old: HeldExperience, new: HeldExperience) -> bool:
        return bool(old.name) and known_as(c.table.ledger.fresh, same_name(old.name)) == same_name(new.name)

    def unnamed(old: HeldExperience, new: HeldExperience) -> bool:
        return not old.name

    before = c.approved.memo(experiences) if c.approved else ()
    return paired(before, c.memo(experiences), lambda one: one.bonus, words, same_words, unnamed)


def old_experiences(c: Reading) -> Mapping[int, int]:
    return origins(c.memo(kept_experiences))


def kept_abilities(c: Reading) -> tuple[LineMatch[HeldAbility], ...]:
    """Each ability by what it is; of one listed twice the higher stays so."""
    before = c.approved.memo(abilities) if c.approved else ()
    known = (one for one in before if one.ability)
    return paired(known, c.memo(abilities), lambda one: one.level, lambda old, new: old.ability is new.ability)


def old_abilities(c: Reading) -> Mapping[int, int]:
    return origins(c.memo(kept_abilities))


# Combat styles


def kept_styles(c: Reading) -> tuple[LineMatch[HeldStyle], ...]:
    """Each style by its kind, its statistic and its specialization, wherever it stands; else by its kind (D-20)."""
    return _styles(c, c.approved) if c.approved else ()


def old_styles(c: Reading) -> Mapping[int, int]:
    return origins(c.memo(kept_styles))


def _styles(c: Reading, old: Reading) -> tuple[LineMatch[HeldStyle], ...]:
    then, now = ([one for one in reading.memo(styles) if one.style] for reading in (old, c))

    def alike(one: HeldStyle, new: HeldStyle) -> bool:
        return _known(one) == _known(new)

    return paired(then, now, _made, alike, lambda one, new: one.style is new.style)


def _made(style: HeldStyle) -> int:
    """How well it is made: of two alike the better then is the better now."""
    return style.bonus + style.dice + len(style.upgrades)


def _known(style: HeldStyle) -> tuple[str, str, str]:
    needs = style.style is not None and bool(style.style.needs)
    return style.style.key if style.style else "", style.statistic, style.specialization if needs else ""


# Items


def kept_items(c: Reading) -> tuple[LineMatch[HeldItem], ...]:
    """Each item by its name and its kind, else by all it gave; `told` where its sale or its loss is entered (D-21).

    One that is told and still has a line is on the list though it is sold or lost: what was free is that last.
    """
    if c.approved is None:
        return ()
    kept, free, here = c.memo(_since_approval), c.memo(free_when_approved), c.memo(lost_and_here).copy()
    paid_first = sorted(kept, key=lambda one: one.then is free)
    told = {one.then.place for one in paid_first if same_label(one) and taken(here, one.then.label)}
    return tuple(one._replace(told=True) if one.then.place in told else one for one in kept)


def _since_approval(c: Reading) -> tuple[LineMatch[HeldItem], ...]:
    return items_since(c, c.approved) if c.approved else ()


def same_label(kept: LineMatch[HeldItem]) -> bool:
    """Whether an item is on the list under the name that it was approved with."""
    return kept.now is not None and same_name(kept.now.label) == same_name(kept.then.label)


def items_since(c: Reading, old: Reading) -> tuple[LineMatch[HeldItem], ...]:
    """The items of another reading, and what they are in this one.

    What is sold is looked for in no other item; under its own name only where that still has everything.
    """
    if old.memo(items) == c.memo(items):
        return tuple(map(LineMatch, old.memo(items), c.memo(items)))
    places = style_places(c, old)
    had = {one.place: given(c, one, places) for one in old.memo(items)}
    has = {one.place: given(c, one) for one in c.memo(items)}

    def named(one: HeldItem, new: HeldItem) -> bool:
        return (same_name(one.entry.name), one.kind) == (same_name(new.entry.name), new.kind)

    def whole(one: HeldItem, new: HeldItem) -> bool:
        return all(has[new.place][target] >= amount for target, amount in had[one.place].items())

    def renamed(one: HeldItem, new: HeldItem) -> bool:
        return one.kind == new.kind and _made_for(one, places) == _made_for(new) and whole(one, new)

    def much(one: HeldItem) -> int:
        return sum(one.totals.values())

    sure = paired(old.memo(items), c.memo(items), much, lambda one, new: named(one, new) and whole(one, new))
    left, free = gone(c, old), c.memo(free_when_approved) if old is c.approved else next(iter(old.memo(items)), None)
    paid_first = sorted(sure, key=lambda one: one.then is free)
    told = {one.then.place for one in paid_first if one.now is None and taken(left, one.then.label)}
    found = origins(sure)
    others = (one.then for one in sure if one.now is None and one.then.place not in told)
    rest = (one for one in c.memo(items) if one.place not in found)
    more = {one.then.place: one for one in paired(others, rest, much, named, renamed)}
    return tuple(more.get(one.then.place) or one._replace(told=one.then.place in told) for one in sure)


def to_go(c: Reading, name: str) -> tuple[LineMatch[HeldItem], ...]:
    """The approved items of a name that no entry has told, as the next ones tell them: first what is off the list, last
    what was free."""
    named = (one for one in c.memo(kept_items) if not one.told and same_name(one.then.label) == same_name(name))
    free = c.memo(free_when_approved) if c.approved else None
    return tuple(sorted(named, key=lambda one: (one.now is not None, one.then is free)))


def lost_and_here(c: Reading) -> Counter[str]:
    """How many approved items of each name are on the list as they were, though an entry says that they went."""
    if c.approved is None:
        return Counter()
    over, since = gone(c, c.approved), c.memo(_since_approval)
    over.subtract(same_name(one.then.label) for one in since if one.told)
    return over & Counter(same_name(one.then.label) for one in since if same_label(one))


def gone(c: Reading, old: Reading) -> Counter[str]:
    """How many items of each name were sold or lost by the ledger since the other reading (5.2, D-25).

    What was still on the list when it was approved goes since then.
    """
    found = Counter(same_name(one.subject) for one in _parted(c, settled=old is not c.approved))
    here = c.memo(approved_though_gone)
    return found + here if old is c.approved else found - here


def _parted(c: Reading, *, settled: bool) -> Iterator[LedgerEntry]:
    """The sales and losses before the approval, or since, by whoever may enter them."""
    sellers = ("gm",) if c.setting("item_sales") == "gm" else ("gm", "player", "")
    entries = c.table.ledger.of("sale", "item-lost")
    between = (one for one in entries if one.settled is settled)
    return (one for one in between if one.kind == "item-lost" or one.by in sellers)


def approved_though_gone(c: Reading) -> Counter[str]:
    """How many items of each name were approved though an entry before says that they went.

    The last entry of a name says how many stay; one that doesn't say is of something that was off the list.
    """
    entries = tuple(_parted(c, settled=True)) if c.approved else ()
    stays = {same_name(one.subject): one.more.get(STAYS) for one in entries}
    if c.approved is None or not stays:
        return Counter()
    had = Counter(same_name(one.entry.name) for one in c.approved.memo(items))
    over = {name: had[name] - left for name, left in stays.items() if isinstance(left, int)}
    return Counter(over) & Counter(same_name(one.subject) for one in entries)


def taken(left: Counter[str], label: str) -> bool:
    """Whether one of this name is left to be taken, and takes it."""
    name = same_name(label)
    left[name] -= 1
    return left[name] >= 0


def old_style_places(c: Reading) -> Mapping[int, int]:
    """Where each approved style stands now."""
    return style_places(c, c.approved) if c.approved else {}


def style_places(c: Reading, old: Reading) -> Mapping[int, int]:
    """Where each style of another reading stands in this one."""
    kept = c.memo(kept_styles) if old is c.approved else _styles(c, old)
    return {one.then.place: one.now.place for one in kept if one.now is not None}


def given(c: Reading, item: HeldItem, places: Mapping[int, int] | None = None) -> Counter[str]:
    """Everything an item was given by its features, by target; a style stands there as `places` have it."""
    found: Counter[str] = Counter()
    for feature in item.features:
        if not feature.amount or feature.kind not in FEATURES or _open(item, feature):
            continue
        target = target_of(c, feature, places)
        found[target] = 1 if feature.kind == "style" else found[target] + feature.amount
        if tag := tag_target(c, feature):
            found[tag] = 1
    found.pop(NO_STYLE, None)
    return found


def _open(item: HeldItem, feature: Feature) -> bool:
    """Whether it is still to be said what a feature is of; a relic's experience is its own."""
    own = feature.kind == "experience" and item.kind == "relic"
    return feature.kind in OF_SOMETHING and not own and ":" not in feature.target


def target_of(c: Reading, feature: Feature, places: Mapping[int, int] | None = None) -> str:
    """What a feature adds to, as it is compared: words without case, a style by where it stands now."""
    kind, _, detail = feature.target.partition(":")
    if kind == "style" and places is not None and detail.isdecimal():
        return f"style:{places[int(detail)]}" if int(detail) in places else NO_STYLE
    if kind == "experience" and detail:
        ledger = c.table.ledger.fresh if c.approved else c.table.ledger
        return f"{kind}:{known_as(ledger, same_name(detail))}"
    return feature.target


def tag_target(c: Reading, feature: Feature) -> str:
    """The tag that was paid for with a feature, as something that is had or not; "" for none."""
    tag = c.rulebook.find(Tag, feature.entry.pick("tag")) if feature.kind == "specialization" else None
    return f"tag:{feature.entry.pick('specialization')}:{tag.key}" if tag and tag.price else ""


def approved_features(c: Reading, item: HeldItem) -> Counter[str]:
    """What an item was given when it was approved, which stays; nothing of what is new."""
    then = next((one.then for one in c.memo(kept_items) if one.now is not None and one.now.place == item.place), None)
    return given(c, then, c.memo(old_style_places)) if then else Counter()


def feature_floor(feature: Feature, had: int, has: int) -> int:
    """How little of a feature there may be of whose kind the item had so much, and has by now with all its lines."""
    return min(feature.amount, max(0, had - (has - feature.amount)))


def _made_for(item: HeldItem, places: Mapping[int, int] | None = None) -> object:
    """What of an item is never another: the style of a weapon, the experience of a relic."""
    if item.kind == "relic":
        return same_name(item.entry.notes.get("experience", ""))
    place = item.style.place if item.style else -1
    return place if places is None else places.get(place, -1)


def free_item(c: Reading) -> int:
    """Where the item stands that cost nothing to make, −1 where there is none any more (3.6, D-16, D-23)."""
    if c.created is None or c.approved is None or c.setting("free_item_again"):
        return 0
    free = c.memo(free_when_approved)
    now = next((one.now for one in c.memo(kept_items) if one.then is free), None)
    return now.place if now else -1


def free_when_approved(c: Reading) -> HeldItem | None:
    """The item of the approved that was free at creation."""
    assert c.created is not None
    assert c.approved is not None
    first = next(iter(c.created.memo(items)), None)
    if first is None or c.created is c.approved:
        return first
    now = next(one.now for one in items_since(c.approved, c.created) if one.then is first)
    return now if now and not _sold(c, c.created, first) else None


def _sold(c: Reading, old: Reading, item: HeldItem) -> bool:
    """Whether so many of its name are sold or lost as there were then."""
    name = same_name(item.label)
    return gone(c, old)[name] >= sum(same_name(one.label) == name for one in old.memo(items))

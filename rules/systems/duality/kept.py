"""Which of what was approved is which of what there is now, by what it is and never by its place (D-19 to D-23)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

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
from rules.systems.duality.item_words import full_titles
from rules.systems.duality.parted import FREE, name_in, parted, unexplained

OF_SOMETHING = ("ability", "experience", "specialization", "style")
NO_STYLE = "style:"
"""A style that is gone, which is told by itself."""


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

    def in_between(old: HeldExperience, new: HeldExperience) -> bool:
        return bool(old.name) and same_name(new.name) in c.table.ledger.fresh.names_of(same_name(old.name))

    def unnamed(old: HeldExperience, new: HeldExperience) -> bool:
        return not old.name

    before = c.approved.memo(experiences) if c.approved else ()
    return paired(before, c.memo(experiences), lambda one: one.bonus, words, same_words, in_between, unnamed)


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
    """Each style by its kind, its statistic and its specialization, wherever it stands; else by its kind (D-20).

    Of several alike it is the one that is as it was, then the one of its words that has all it had.
    """
    return _styles(c, c.approved) if c.approved else ()


def old_styles(c: Reading) -> Mapping[int, int]:
    return origins(c.memo(kept_styles))


def _styles(c: Reading, old: Reading) -> tuple[LineMatch[HeldStyle], ...]:
    then, now = ([one for one in reading.memo(styles) if one.style] for reading in (old, c))

    def alike(one: HeldStyle, new: HeldStyle) -> bool:
        return _known(one) == _known(new)

    def whole(one: HeldStyle, new: HeldStyle) -> bool:
        upgrades = {upgrade.key for upgrade in new.upgrades}
        made = new.bonus >= one.bonus and new.dice >= one.dice
        return alike(one, new) and made and all(upgrade.key in upgrades for upgrade in one.upgrades)

    def words(one: HeldStyle, new: HeldStyle) -> bool:
        said, told = (same_name(style.entry.notes.get("experience", "")) for style in (one, new))
        return alike(one, new) and bool(said) and told in c.table.ledger.fresh.names_of(said)

    def same(one: HeldStyle, new: HeldStyle) -> bool:
        return whole(one, new) and whole(new, one) and same_words_of(one, new)

    return paired(
        then, now, _made, same, lambda one, new: words(one, new) and whole(one, new), words, whole, alike,
        lambda one, new: one.style is new.style,
    )  # fmt: skip


def same_words_of(one: HeldStyle, new: HeldStyle) -> bool:
    """Whether the experiences that two styles bring have the same words."""
    return same_name(one.entry.notes.get("experience", "")) == same_name(new.entry.notes.get("experience", ""))


def _made(style: HeldStyle) -> int:
    """How well it is made: of two alike the better then is the better now."""
    return style.bonus + style.dice + len(style.upgrades)


def _known(style: HeldStyle) -> tuple[str, str, str]:
    needs = style.style is not None and bool(style.style.needs)
    return style.style.key if style.style else "", style.statistic, style.specialization if needs else ""


# Items


def kept_items(c: Reading) -> tuple[LineMatch[HeldItem], ...]:
    """Each item by its name and its kind, else by all it gave; `told` where its sale or its loss is entered (D-21).

    What is told is looked for last, under its own name and only where that still has everything: it is on the list
    though it is sold or lost.
    """
    if c.approved is None:
        return ()
    told, then = c.memo(partings), c.approved.memo(items)
    fits = Fits(c, c.approved)
    stay = paired((one for one in then if one.place not in told), c.memo(items), much, *fits.tests)
    found = origins(stay)
    rest = (one for one in c.memo(items) if one.place not in found)
    listed = paired((one for one in then if one.place in told), rest, much, fits.untouched)
    return (*stay, *(one._replace(told=True) for one in listed))


class Fits:
    """Whether an item of another reading is one of this, by its name, its kind and what it gave."""

    def __init__(self, c: Reading, old: Reading) -> None:
        self.c, self.old = c, old

    @cached_property
    def places(self) -> Mapping[int, int]:
        return style_places(self.c, self.old)

    @cached_property
    def had(self) -> Mapping[int, Counter[str]]:
        return {one.place: given(self.c, one, self.places) for one in self.old.memo(items)}

    @cached_property
    def has(self) -> Mapping[int, Counter[str]]:
        return {one.place: given(self.c, one) for one in self.c.memo(items)}

    @property
    def tests(self) -> tuple[Callable[[HeldItem, HeldItem], bool], ...]:
        """The tests of pairing, the surest first."""
        return lambda one, new: named(one, new) and self.whole(one, new), named, self.renamed

    def whole(self, one: HeldItem, new: HeldItem) -> bool:
        return all(self.has[new.place][target] >= amount for target, amount in self.had[one.place].items())

    def renamed(self, one: HeldItem, new: HeldItem) -> bool:
        alike = one.kind == new.kind and _made_for(one, self.places) == _made_for(new)
        return alike and self.whole(one, new)

    def untouched(self, one: HeldItem, new: HeldItem) -> bool:
        return same_label(one, new) and named(one, new) and self.whole(one, new)


def same_label(one: HeldItem, new: HeldItem) -> bool:
    return same_name(one.label) == same_name(new.label)


def named(one: HeldItem, new: HeldItem) -> bool:
    """Whether two are called the same, and are the same kind of item."""
    return (same_name(one.entry.name), one.kind) == (same_name(new.entry.name), new.kind)


def much(item: HeldItem) -> int:
    """How much an item gives in all."""
    return sum(item.totals.values())


def partings(c: Reading) -> Mapping[int, LedgerEntry]:
    """What the ledger says of the approved items that went since, by their place then: each entry is of one item.

    An entry names it with what else it is, where another has its name; of several alike, those are meant first that are
    off the list, and last the one that was free.
    """
    entries = (*unexplained(c), *parted(c, settled=False)) if c.approved else ()
    if not entries or c.approved is None:
        return {}
    full, free = c.approved.memo(full_titles), c.memo(free_when_approved)
    sure = paired(c.approved.memo(items), c.memo(items), much, Fits(c, c.approved).untouched)
    here = {one.then.place for one in sure if one.now is not None}
    found: dict[int, LedgerEntry] = {}
    for entry in entries:

        def order(one: HeldItem, entry: LedgerEntry = entry) -> tuple[bool, ...]:
            other = entry.more.get(FREE) not in (None, one is free)
            return not entry.means(full[one.place]), other, one.place in here, one is free

        meant = (one for one in c.approved.memo(items) if same_name(one.label) == name_in(entry))
        item = min((one for one in meant if one.place not in found), key=order, default=None)
        if item is not None:
            found[item.place] = entry
    return found


def lost_and_here(c: Reading) -> frozenset[int]:
    """The entries about approved items that are on the list as they were, each by its id()."""
    listed = {one.then.place for one in c.memo(kept_items) if one.told and one.now is not None}
    return frozenset(id(entry) for place, entry in c.memo(partings).items() if place in listed)


def to_go(c: Reading, name: str) -> tuple[LineMatch[HeldItem], ...]:
    """The approved items that no entry has told and that are called so, as the next entries tell them.

    First what is off the list, then what gives least, and last what was free. A name with what else it is means those.
    """
    known = [one for one in c.memo(kept_items) if not one.told]
    full = c.approved.memo(full_titles) if c.approved else {}
    exact = [one for one in known if same_name(full[one.then.place]) == same_name(name)]
    meant = exact or [one for one in known if same_name(one.then.label) == same_name(name)]
    free = c.memo(free_when_approved) if c.approved else None
    return tuple(sorted(meant, key=lambda one: (one.now is not None, one.then is free, much(one.now or one.then))))


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
    """The item of the approved that was free at creation; None where the ledger says that it went since."""
    assert c.created is not None
    assert c.approved is not None
    first = next(iter(c.created.memo(items)), None)
    if first is None or c.created is c.approved:
        return first
    over = set(map(id, unexplained(c)))
    went = [one for one in parted(c, settled=True) if id(one) not in over]
    if any(one.more.get(FREE) for one in went) or _all_went(c.created, first, went):
        return None
    fits = Fits(c.approved, c.created)
    every = paired(c.created.memo(items), c.approved.memo(items), much, *fits.tests)
    return next(one.now for one in every if one.then is first)


def _all_went(created: Reading, first: HeldItem, went: Iterable[LedgerEntry]) -> bool:
    """Whether so many of its name went as there were at creation, by entries that don't say which was free."""
    name = same_name(first.label)
    gone = sum(name_in(one) == name for one in went if FREE not in one.more)
    return gone >= sum(same_name(one.label) == name for one in created.memo(items))

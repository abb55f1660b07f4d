"""The numbers of a character: what is bought, and what the items in use add (3, 5.2)."""

from collections.abc import Hashable, Iterable, Mapping

from rules.kernel import Cite, Entry, Formula, Origin, Reading, Rulebook, Term, derived, remember
from rules.kernel.basics import WRITTEN
from rules.systems.duality.entries import Noun, Statistic, Tag, Verb
from rules.systems.duality.game import START_LIFE, START_RECOVERY, cite, duality
from rules.systems.duality.held import (
    HeldExperience,
    HeldItem,
    HeldStyle,
    armed,
    experiences,
    gifts,
    in_use,
    styles,
)
from rules.systems.duality.returning import everything, own, shifted, shifts

OPPOSED_STEP = 3
"""What a step of difficulty is worth on an opposed roll (3.2, D-08)."""


def _given(c: Reading, target: str) -> Iterable[Term]:
    """Lines of the items in use; the lower of two is outranked (5.2, D-07)."""
    for gift in gifts(c, target):
        path = f"{gift.item.path}.picks.in-use"
        yield Term(gift.amount, gift.item.label, cite("5.2", 12, "D-07"), Origin.GRANTED, gift.counted, path)


@duality.family
def basics(c: Reading) -> Mapping[str, Formula]:
    """Six statistics, Life, Recovery and Block (3.1)."""
    return _basics(c.rulebook)


@derived
def _basics(rulebook: Rulebook) -> dict[str, Formula]:
    found = {key: _plain(key, entry.name, entry.cite, 0) for key, entry in rulebook.all(Statistic).items()}
    health = cite("3.1.2", 4)
    found["life"] = _plain("life", "Life", health, START_LIFE)
    found["recovery"] = _plain("recovery", "Recovery", health, START_RECOVERY)
    found["block"] = _plain("block", "Block", health, 0)
    return found


def _plain(key: str, label: str, where: Cite, start: int) -> Formula:
    first = Term(start, "base", cite("3.6", 8), Origin.BASE)
    sold = cite("3.6", 9 if key == "block" else 8)

    def rule(c: Reading) -> Iterable[Term]:
        if start:
            yield first
        bought = c.build.scores.get(key, start) - start
        if bought:
            words = "bought" if bought > 0 else "lowered to gain XP"
            yield Term(bought, words, sold, Origin.BOUGHT, path=f"scores.{key}")
        yield from _given(c, key)

    return Formula(key, label, where, rule)


@duality.family
def grid(c: Reading) -> Mapping[str, Formula]:
    """The sixty specializations (3.2)."""
    return _grid(c.rulebook)


@derived
def _grid(rulebook: Rulebook) -> dict[str, Formula]:
    verbs, nouns = rulebook.all(Verb).values(), rulebook.all(Noun).values()
    return {f"{verb.key}-{noun.key}": _specialization(verb, noun) for verb in verbs for noun in nouns}


def _specialization(verb: Entry, noun: Entry) -> Formula:
    key, target = f"{verb.key}-{noun.key}", f"specialization:{verb.key}-{noun.key}"

    def needs(c: Reading) -> Hashable:
        return c.build.scores.get(key, 0), c.memo(given_specializations).get(target, ())

    def rule(c: Reading) -> Iterable[Term]:
        bought = c.build.scores.get(key, 0)
        if bought:
            yield Term(bought, "bought", cite("3.6", 9), Origin.BOUGHT, path=f"scores.{key}")
        yield from c.memo(given_specializations).get(target, ())

    return Formula(key, f"{verb.name} {noun.name}", verb.cite, rule, needs)


def given_specializations(c: Reading) -> dict[str, tuple[Term, ...]]:
    """What the items in use add to specializations, by target."""
    wanted = {key for item in c.memo(in_use) for key in item.totals if key.startswith("specialization:")}
    return {target: tuple(_given(c, target)) for target in wanted}


def tag_of(c: Reading, key: str) -> Tag:
    """The tag of a specialization; human where none is chosen, an item's where that is the only one (3.2)."""
    found = c.rulebook.find(Tag, c.pick(f"tag-{key}"))
    if found is None or not found.price:
        for item in c.memo(in_use):
            for feature in item.features:
                if feature.kind == "specialization" and feature.entry.pick("specialization") == key:
                    found = c.rulebook.find(Tag, feature.entry.pick("tag")) or found
    return found or c.rulebook.all(Tag)["human"]


@duality.family
def lists(c: Reading) -> Mapping[str, Formula]:
    """Experiences, and what each style adds up to with and without a weapon (3.3, 3.5, 5.1.1, 5.1.2)."""
    found = {held.key: _experience(held) for held in c.memo(experiences)}
    if c.memo(shifts):
        given = (one for one in c.memo(everything).values() if one not in c.memo(own).values())
        found |= {key: _given_back(key, words) for key, words in given}
    for style in c.memo(styles):
        found |= _style(c, style)
    for item in c.memo(in_use):
        found |= _remembered(item)
    return found


@remember(WRITTEN)
def _experience(held: HeldExperience) -> Formula:
    """A pure value of the experience, so its figure is made once."""
    line = Term(held.bonus, "bought", cite("3.6", 9), Origin.BOUGHT, path=f"{held.path}.scores.bonus")

    def moved(c: Reading) -> tuple[Term, ...]:
        return c.memo(shifted).get(held.key, ())

    return Formula(held.key, held.label, cite("3.3", 6), lambda c: (line, *moved(c)), moved)


def _given_back(key: str, words: str) -> Formula:
    """An experience that is nothing but a gift (4.3.2, D-27)."""
    return Formula(key, words, cite("4.3.2", 11, "D-27"), lambda c: c.memo(shifted)[key])


def _remembered(item: HeldItem) -> dict[str, Formula]:
    """The experiences of an item: a relic's own, and those it was given (5.1.2, 5.1.3)."""
    found: dict[str, Formula] = {}
    own = f"{item.key}-experience"
    for target, total in item.totals.items():
        if target.partition(":")[0] == "experience":
            mine = item.kind == "relic" and target == "experience"
            key = own if mine else f"{own}-{len(found) - (own in found) + 1}"
            found[key] = _experience_of(item, key, target, total)
    return found


def _experience_of(item: HeldItem, key: str, target: str, total: int) -> Formula:
    start = item.basic.get(target, 0)
    more = total - start
    words = target.partition(":")[2] or item.entry.notes.get("experience", "").strip()

    def rule(c: Reading) -> Iterable[Term]:
        if start:
            yield Term(start, "base", cite("5.1.2", 12), Origin.GRANTED, path=item.path)
        if more:
            yield Term(more, "bought", cite("5.1.3", 12), Origin.BOUGHT, path=item.path)

    label = f"{words} ({item.label})" if words else f"Experience of {item.label}"
    return Formula(key, label, cite("5.1.2" if start else "5.1.3", 12), rule)


def in_a_fight(c: Reading, key: str) -> int:
    """What a specialization adds to an attack."""
    return c[key] + sum(term.amount for term in _tag_in_a_fight(c, key))


def _tag_in_a_fight(c: Reading, key: str) -> Iterable[Term]:
    """What its tag does there, where the table wants that (3.2, D-26)."""
    tag = tag_of(c, key)
    if tag.difficulty and c.setting("attack_tags"):
        yield Term(-OPPOSED_STEP * tag.difficulty, f"{tag.name}, in a fight", cite("3.2", 5, "D-26"))


def _style(c: Reading, style: HeldStyle) -> dict[str, Formula]:
    if style.style is None or not style.statistic:
        return {}
    weapon, verb = armed(c, style), "attack" if style.style.offensive else "defend"
    where = style.style.cite

    def bare(c: Reading) -> Iterable[Term]:
        base = c.figure(style.statistic)
        yield Term(base.value, base.label, base.cite, Origin.BASE)
        if style.style and style.style.needs and style.specialization in c:
            bonus = c.figure(style.specialization)
            yield Term(bonus.value, bonus.label, bonus.cite, Origin.BASE)
        if style.style and style.style.bonus:
            yield Term(style.bonus, "own bonus", where, Origin.BOUGHT, path=f"{style.path}.scores.bonus")
        if style.style and style.style.needs and style.specialization in c:
            yield from _tag_in_a_fight(c, style.specialization)

    def with_weapon(c: Reading) -> Iterable[Term]:
        yield from bare(c)
        if weapon:
            yield Term(weapon.totals.get(verb, 0), weapon.label, cite("5.1.1", 12), Origin.GRANTED, path=weapon.path)

    def dice(c: Reading) -> Iterable[Term]:
        if style.dice:
            yield Term(style.dice, style.label, where, Origin.BOUGHT, path=f"{style.path}.scores.dice")
        if weapon and weapon.totals.get("die"):
            yield Term(weapon.totals["die"], weapon.label, cite("5.1.1", 12), Origin.GRANTED, path=weapon.path)

    def block(c: Reading) -> Iterable[Term]:
        own = c.figure("block")
        yield Term(own.value, own.label, own.cite, Origin.BASE)
        if style.style and style.style.block:
            yield Term(style.bonus, style.label, where, Origin.BOUGHT, path=f"{style.path}.scores.bonus")

    def experience(c: Reading) -> Iterable[Term]:
        yield Term(style.bonus, f"as the bonus of {style.label}", cite("3.5.1", 7, "D-05"), Origin.GRANTED)
        yield from c.memo(shifted).get(f"{style.key}-experience", ())

    found = {style.key: Formula(style.key, f"{style.label}: {verb}", where, bare)}
    if weapon:
        key = f"{style.key}-armed"
        found[key] = Formula(key, f"{style.label}: {verb} with {weapon.label}", where, with_weapon)
    if style.style.die:
        found[f"{style.key}-dice"] = Formula(f"{style.key}-dice", f"{style.label}: damage dice", where, dice)
    if not style.style.offensive:
        found[f"{style.key}-block"] = Formula(f"{style.key}-block", f"{style.label}: Block", where, block)
    if style.style.experience:
        key = f"{style.key}-experience"
        words = style.entry.notes.get("experience", "").strip()
        label = f"{words} ({style.label})" if words else f"Experience of {style.label}"
        found[key] = Formula(key, label, cite("3.5.1", 7, "D-05"), experience)
    return found

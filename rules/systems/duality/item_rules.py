"""What is wrong with items and their features (5.1)."""

from collections.abc import Collection, Iterable

from rules.kernel import Finding, Fix, Level, Reading, unknown
from rules.systems.duality.entries import Ability, Tag
from rules.systems.duality.game import NOUNS, VERBS, cite, duality
from rules.systems.duality.held import (
    ENDLESS,
    FEATURES,
    TARGETS,
    WEAPONS_ONLY,
    Feature,
    HeldItem,
    HeldStyle,
    items,
    styles,
)
from rules.systems.duality.kept import kept_items, old_style_places, tag_target
from rules.systems.duality.legality import Budgets
from rules.systems.duality.pricing import called, signed
from rules.systems.duality.purchases import Limits

FEW = 4
"""So many styles are offered for a weapon that is of none."""


def known_styles(c: Reading) -> tuple[HeldStyle, ...]:
    return tuple(style for style in c.memo(styles) if style.style)


@duality.rule
def equipment(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Items are weapons of a style one has, or relics, with features that fit (5.1)."""
    for item in c.memo(items):
        yield from _item(c, item)
        yield from _features(c, item)
    weapons = [item for item in c.memo(items) if item.kind == "weapon"]
    if weapons and not any(item.in_use for item in weapons):
        more = f" and {len(weapons) - 1} more" if len(weapons) > 1 else ""
        yield Finding(
            "weapons-unused", Level.NOTE, f"You own {weapons[0].label}{more}, but use no weapon or armour.",
            cite("5.2", 12), hint="Only items in use change your stats.", at=f"{weapons[0].path}.picks.in-use",
        )  # fmt: skip


def _item(c: Reading, item: HeldItem) -> Iterable[Finding]:
    where, at = cite("5.1", 12), f"{item.path}.picks.kind"
    if item.kind not in ("weapon", "relic"):
        if item.kind:
            yield unknown(item.label, item.kind, ("weapon", "relic"), at, where)
        else:
            yield Finding("item-unchosen", Level.TODO, f"{item.label} isn't a weapon or a relic yet.", where,
                          hint="Choose a kind, or remove it.", at=at)  # fmt: skip
    elif item.kind == "weapon" and (item.style is None or item.style.style is None):
        then = next((one.then for one in c.memo(kept_items) if one.now is item), None)
        made_for = c.memo(old_style_places).get(then.style.place) if then and then.style else None
        fitting = [style for style in c.memo(known_styles) if made_for in (None, style.place)]
        yield Finding(
            "weapon-without-style", Level.ERROR, f"{item.label} doesn't match any of your combat styles.",
            cite("5.1.1", 12), hint="Choose one of your styles" + ("." if then else ", or make it a relic."),
            at=f"{item.path}.picks.style",
            fixes=(
                *(Fix(f"Use with {style.label}", f"{item.path}.picks.style", str(style.place))
                  for style in fitting[:FEW]),
                *(() if then else (Fix("Make it a relic", at, "relic"),)),
            ),
        )  # fmt: skip


def _features(c: Reading, item: HeldItem) -> Iterable[Finding]:
    told, where = c.memo(Limits), cite("5.1.3", 12)
    for feature in item.features:
        at = f"{item.path}.entries.features.{feature.place}"
        if feature.kind not in FEATURES:
            if feature.kind:
                yield unknown(f"Feature of {item.label}", feature.kind, FEATURES, f"{at}.picks.feature", where)
            else:
                yield Finding("feature-unchosen", Level.TODO, f"Choose a feature for {item.label}.",
                              where, hint="Or remove the line.", at=f"{at}.picks.feature")  # fmt: skip
            continue
        if feature.kind in WEAPONS_ONLY and item.kind == "relic":
            yield Finding(
                "feature-for-weapons", Level.ERROR, f"{item.label} is a relic and can't have {called(feature.kind)}.",
                where, hint="Only weapons can.", at=at, fixes=(Fix("Remove the feature", at, None),),
            )  # fmt: skip
        wrong = {"attack": not item.offensive, "defend": item.offensive}.get(feature.kind, False)
        if wrong and item.kind == "weapon" and len(item.styles) < 2 and item.style:
            yield Finding(
                "feature-of-another-side", Level.ERROR,
                f"{item.label} is used with {item.style.label}, which doesn't {feature.kind}.", where,
                hint="Add a style it can be used with, or remove the feature.", at=at,
                fixes=(Fix("Remove the feature", at, None),),
            )  # fmt: skip
        yield from _detailed(c, item, feature, at)
        yield from _worth_a_look(c, item, feature, at)
        if feature.written < 1:
            yield Finding(
                "feature-of-nothing", Level.ERROR, f"A feature of {item.label} is {signed(feature.written)}.", where,
                hint="The minimum is 1, so it's ignored.", at=f"{at}.scores.amount",
                fixes=(Fix("Set it to 1", f"{at}.scores.amount", 1), Fix("Remove the feature", at, None)),
            )  # fmt: skip
    for target, total in item.totals.items():
        kind = target.partition(":")[0]
        span = (0, most_of(c, kind))
        where_at = next((f for f in reversed(item.features) if f.target == target), None)
        if where_at is not None and total > span[1]:
            at = f"{item.path}.entries.features.{where_at.place}.scores.amount"
            fits = where_at.amount - (total - span[1])
            yield Finding(
                "feature-beyond-limit", Level.ERROR,
                f"{item.label}: {called(kind)} is {signed(total)}; the maximum {told.when} is {signed(span[1])}.",
                where, hint=f"Remove {total - span[1]}.", at=at,
                fixes=(Fix(f"Remove {total - span[1]}", at, fits),) if fits > 0 else (),
            )  # fmt: skip


def _worth_a_look(c: Reading, item: HeldItem, feature: Feature, at: str) -> Iterable[Finding]:
    """What 5.1.3 doesn't forbid and hardly means: a tag where there is one, dice where there are none (D-31)."""
    where, key = cite("5.1.3", 12, "D-31"), feature.entry.pick("specialization")
    own = c.rulebook.find(Tag, c.pick(f"tag-{key}")) if tag_target(c, feature) and key in c else None
    if own and own.price:
        yield Finding(
            "tag-not-new", Level.NOTE,
            f"{item.label} adds a tag to {c.figure(key).label}, which is already {own.name}.",
            where, hint="A tag's price is meant for a new specialization.", at=f"{at}.picks.tag",
        )  # fmt: skip
    if feature.kind == "die" and item.kind == "weapon" and not _rolls_dice(c, item):
        yield Finding(
            "dice-of-no-use", Level.NOTE, f"{item.label} adds damage dice to a style that rolls none.", where,
            hint="They're ignored until you use it with another style.", at=at,
        )  # fmt: skip


def _rolls_dice(c: Reading, item: HeldItem) -> bool:
    """Whether a style that a weapon is used with has a damage die, or that one is missing."""
    used_with = [style.style for style in c.memo(known_styles) if style.place in item.styles and style.style]
    return not used_with or any(style.die for style in used_with)


def most_of(c: Reading, kind: str) -> int:
    """How much of a feature an item gives in all (5.1.3)."""
    if kind == "specialization" and c.setting("item_specialization_cap") == "none":
        return ENDLESS
    return {"life": 10, "recovery": 5, "die": 3}.get(kind, c.memo(Limits).item if kind in TARGETS else ENDLESS)


def _choices(c: Reading) -> dict[str, Collection[str]]:
    """What a feature may be of, by its kind."""
    return {
        "ability": c.rulebook.all(Ability),
        "specialization": [f"{verb}-{noun}" for verb in VERBS for noun in NOUNS],
        "style": {str(style.place): None for style in c.memo(known_styles)},
    }


def _detailed(c: Reading, item: HeldItem, feature: Feature, at: str) -> Iterable[Finding]:
    """Some features are of something: which ability, which specialization, which style (5.1.3)."""
    kind, where = feature.kind, cite("5.1.3", 12)
    picked, tag = feature.entry.pick(kind), feature.entry.pick("tag")
    if kind == "specialization" and tag and c.rulebook.find(Tag, tag) is None:
        yield unknown(f"Tag of {item.label}", tag, c.rulebook.all(Tag), f"{at}.picks.tag", where)
    known = c.memo(_choices)
    if kind not in known or picked in known[kind]:
        return
    if picked:
        yield unknown(f"{kind.capitalize()} of {item.label}", picked, known[kind], f"{at}.picks.{kind}", where)
    else:
        yield Finding(
            "feature-of-what", Level.TODO, f"Choose which {kind} {item.label} gives.", where,
            at=f"{at}.picks.{kind}",
        )  # fmt: skip

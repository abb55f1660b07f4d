"""The builder's pages for this game: what is bought, with the price of the next step before it is taken."""

from collections.abc import Iterable
from functools import lru_cache

from rules.kernel import (
    Build,
    Cite,
    Entry,
    Field,
    Figure,
    List,
    Names,
    Option,
    Pick,
    Rate,
    Rulebook,
    Sheet,
    Step,
    Write,
)
from rules.systems.duality.entries import Ability, Movement, Noun, Statistic, Style, Tag, Verb, Wealth
from rules.systems.duality.game import SPEEDS, START_LIFE, START_RECOVERY, cite, duality
from rules.systems.duality.legality import ENDLESS, Limits
from rules.systems.duality.pricing import ability_price, called, feature_price, life_price, recovery_price
from rules.systems.duality.things import (
    FEATURES,
    TARGETS,
    WEAPONS_ONLY,
    HeldItem,
    HeldStyle,
    abilities,
    experiences,
    items,
    styles,
)

NOTES = {
    "backstory": ("Backstory", 8, "Where do the experiences come from?"),
    "appearance": ("Appearance", 3, "What does one notice first?"),
    "goals": ("Goals", 3, "What do you want badly enough to roll for?"),
    "magic": ("What the magic can do", 4, "Narrow limits for what is Simple & Weak, a wide field for the rest."),
    "notes": ("Notes", 6, "Anything else you want on the sheet."),
}
AHEAD = 6
"""How far beyond its limit a stepper goes: nothing is blocked, it is only flagged."""


@lru_cache(maxsize=8)
def names(rulebook: Rulebook) -> Names:
    """The keys a build of this game may have."""
    grid = [f"{verb}-{noun}" for verb in rulebook.all(Verb) for noun in rulebook.all(Noun)]
    return Names(
        scores=frozenset({*rulebook.all(Statistic), "life", "recovery", "block", *grid}),
        picks=frozenset({"speed", "wealth", *rulebook.all(Movement), *(f"tag-{key}" for key in grid)}),
        entries=frozenset({"experiences", "abilities", "styles", "items"}),
    )


def steps(sheet: Sheet) -> tuple[Step, ...]:
    """Every step with its fields as they stand for this sheet."""
    return (
        _statistics(sheet),
        _means(sheet),
        _grid(sheet),
        _past(sheet),
        _abilities(sheet),
        _styles(sheet),
        _items(sheet),
        _story(sheet),
    )


def _limits(sheet: Sheet) -> Limits:
    return sheet.reading.once(Limits)


def _rate(
    sheet: Sheet,
    path: str,
    label: str,
    figure: Figure,
    value: int,
    span: tuple[int, int],
    price: str,
    cost: int = 0,
    summary: str = "",
    group: str = "",
) -> Rate:
    """A stepper with the price of its next step, and the reason where that would break something."""
    low, high = span
    left = sheet["xp"]
    short = cost > left
    reason = f"{price}, {max(0, left)} XP left" if short else f"{high} is the most"
    limit = value if short and value <= high else min(high, value + AHEAD)
    top = max(value, min(high, value + AHEAD)) + 1
    return Rate(
        path,
        label,
        figure,
        value,
        low,
        top,
        max(limit, low),
        reason,
        price,
        summary,
        group,
        "XP",
        "stepper",
        budget="xp",
    )


def _bare(key: str, label: str, where: Cite) -> Figure:
    return Figure.of(key, label, where, ())


def _xp(cost: int) -> str:
    return f"next step {cost} XP"


# Statistics, health


def _statistics(sheet: Sheet) -> Step:
    keys = (*sheet.rulebook.all(Statistic), "life", "recovery", "block")
    return Step(
        "statistics",
        "Statistics",
        "Six statistics are added to your rolls; Life, Recovery and Block keep you on your feet.",
        cite("3.6", 8),
        lambda: (*(_statistic(sheet, e) for e in sheet.rulebook.all(Statistic).values()), *_health(sheet)),
        budgets=("xp",),
        figures=("life", "recovery", "block"),
        paths=tuple(f"scores.{key}" for key in keys),
        hint="One statistic at −1 gives 3 XP back, and so do Life and Recovery below their start.",
    )


def _statistic(sheet: Sheet, entry: Entry) -> Rate:
    score = sheet.build.scores.get(entry.key, 0)
    cost = 3 * (score + 1) if score >= 0 else 3
    return _rate(
        sheet, f"scores.{entry.key}", entry.name, sheet.figures[entry.key], score, _limits(sheet).statistic,
        _xp(cost), cost, entry.summary, "Statistics",
    )  # fmt: skip


def _health(sheet: Sheet) -> Iterable[Rate]:
    told = _limits(sheet)
    for key, label, start, span, price in (
        ("life", "Life", START_LIFE, told.life, life_price),
        ("recovery", "Recovery", START_RECOVERY, told.recovery, recovery_price),
    ):
        score = sheet.build.scores.get(key, start)
        cost = price(score + 1) - price(score)
        yield _rate(
            sheet, f"scores.{key}", label, sheet.figures[key], score, span, f"next point {cost} XP", cost,
            "How much damage before you fall." if key == "life" else "How much Life comes back when you heal.",
            "Health",
        )  # fmt: skip
    block = sheet.build.scores.get("block", 0)
    cost = 3 * (max(0, block) + 1)
    yield _rate(
        sheet, "scores.block", "Block", sheet.figures["block"], block, told.block, _xp(cost), cost,
        "Taken off every damage.", "Health",
    )  # fmt: skip


# Means


def _means(sheet: Sheet) -> Step:
    return Step(
        "means",
        "Speed and wealth",
        "How you get about, and what you can pay for without thinking.",
        cite("3.6", 8),
        lambda: tuple(_paces(sheet)),
        budgets=("xp",),
        paths=("picks.speed", "picks.wealth", *(f"picks.{key}" for key in sheet.rulebook.all(Movement))),
    )


def _paces(sheet: Sheet) -> Iterable[Pick]:
    speeds = (("slow", "Slow (gives 1 XP back)"), ("normal", "Normal"), ("fast", "Fast (1 XP)"))
    yield Pick(
        "picks.speed", "Speed", tuple(Option(*speed) for speed in speeds), sheet.build.picked("speed"),
        style="select", group="Movement", summary="Walking; Normal where nothing is chosen.",
    )  # fmt: skip
    for movement in sheet.rulebook.all(Movement).values():
        options = tuple(Option(pace, f"{pace.capitalize()} ({movement.price + n} XP)") for n, pace in enumerate(SPEEDS))
        yield Pick(
            f"picks.{movement.key}", movement.name, options, sheet.build.picked(movement.key), style="select",
            group="Movement", summary=movement.summary,
        )  # fmt: skip
    wealth = tuple(
        Option(w.key, f"{w.name} ({_in_all(w.price)})", w.summary, w.cite) for w in sheet.rulebook.all(Wealth).values()
    )
    yield Pick(
        "picks.wealth", "Wealth", wealth, sheet.build.picked("wealth"), style="select", group="Wealth",
        summary="Limited where nothing is chosen.",
    )  # fmt: skip


def _in_all(price: int) -> str:
    return f"gives {-price} XP back" if price < 0 else f"{price} XP in all" if price else "everybody's"


# Specializations


def _grid(sheet: Sheet) -> Step:
    keys = [f"{verb}-{noun}" for verb in sheet.rulebook.all(Verb) for noun in sheet.rulebook.all(Noun)]
    return Step(
        "specializations",
        "Specializations",
        "Six verbs and ten nouns: a bonus for what you have practised, a tag for what others cannot do at all.",
        cite("3.2", 5),
        lambda: (*_bonuses(sheet), *_tags(sheet)),
        budgets=("xp",),
        paths=(*(f"scores.{key}" for key in keys), *(f"picks.tag-{key}" for key in keys)),
        hint="A tag costs 2 or 3 XP and changes what the same roll can do.",
    )


def _cells(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """Key and name of each specialization, verb by verb."""
    for verb in sheet.rulebook.all(Verb).values():
        for noun in sheet.rulebook.all(Noun).values():
            yield f"{verb.key}-{noun.key}", f"{verb.name} {noun.name}"


def _bonuses(sheet: Sheet) -> Iterable[Field]:
    for key, name in _cells(sheet):
        score = sheet.build.scores.get(key, 0)
        cost = max(0, score) + 1
        yield _rate(
            sheet, f"scores.{key}", name, sheet.figures[key], score, _limits(sheet).bonus, _xp(cost), cost, "",
            "Bonuses",
        )  # fmt: skip


def _tags(sheet: Sheet) -> Iterable[Field]:
    tags = tuple(
        Option(tag.key, f"{tag.name} ({tag.price} XP)" if tag.price else tag.name, tag.summary, tag.cite)
        for tag in sheet.rulebook.all(Tag).values()
    )
    for key, name in _cells(sheet):
        held = sheet.build.picked(f"tag-{key}")
        yield Pick(f"picks.tag-{key}", f"{name}: tag", tags, held, style="select", group="Tags")


# Experiences and abilities


def _past(sheet: Sheet) -> Step:
    return Step(
        "experiences",
        "Experiences",
        "Pieces of your past, in a few words. An Advantage brings one into a roll.",
        cite("3.3", 6),
        lambda: (_experiences(sheet),),
        budgets=("xp",),
        paths=("entries.experiences",),
    )


def _experiences(sheet: Sheet) -> List:
    found = []
    for held in sheet.reading.once(experiences):
        cost = max(0, held.bonus) + 1
        found.append(
            (
                Write(f"{held.path}.name", "In a few words", held.name, 1, limit=200),
                _rate(
                    sheet, f"{held.path}.scores.bonus", "Bonus", sheet.figures[held.key], held.bonus,
                    _limits(sheet).experience, _xp(cost), cost,
                ),
            )
        )  # fmt: skip
    return List(
        "entries.experiences", "Experiences", tuple(found), "experience",
        "A new one starts at +1 for 1 XP; the next +1 costs 2.", empty="None yet. “Raised by smugglers” is one.",
    )  # fmt: skip


def _abilities(sheet: Sheet) -> Step:
    return Step(
        "abilities",
        "Abilities",
        "Ways to gain and spend Advantage that others lack.",
        cite("3.4", 6),
        lambda: (_ability_list(sheet),),
        budgets=("xp",),
        paths=("entries.abilities",),
    )


def _ability_list(sheet: Sheet) -> List:
    offered = tuple(
        Option(a.key, f"{a.name} ({ability_price(a, 1)} XP)", a.summary, a.cite)
        for a in sheet.rulebook.all(Ability).values()
    )
    found = []
    for held in sheet.reading.once(abilities):
        entry = sheet.build.entries["abilities"][held.place]
        fields: list[Field] = [
            Pick(f"{held.path}.picks.ability", "Ability", offered, entry.picked("ability"), style="select",
                 summary=held.ability.summary if held.ability else ""),
        ]  # fmt: skip
        if held.ability:
            cost = ability_price(held.ability, held.level + 1) - ability_price(held.ability, held.level)
            figure = _bare("level", held.ability.name, held.ability.cite)
            fields.append(
                _rate(sheet, f"{held.path}.scores.level", "Level", figure, held.level, (1, ENDLESS), _xp(cost), cost)
            )
        found.append(tuple(fields))
    return List(
        "entries.abilities", "Abilities", tuple(found), "ability", "Each level is bought in turn.",
        empty="None yet.",
    )  # fmt: skip


# Combat styles


def _styles(sheet: Sheet) -> Step:
    return Step(
        "styles",
        "Combat styles",
        "How you attack and how you defend. One of each is free; two on one statistic cost 3 XP more.",
        cite("3.5", 7),
        lambda: (_style_list(sheet),),
        budgets=("xp",),
        figures=tuple(key for key in sheet.figures if key.startswith("style-"))[:12],
        paths=("entries.styles",),
    )


def _style_list(sheet: Sheet) -> List:
    held = sheet.reading.once(styles)
    return List(
        "entries.styles", "Combat styles", tuple(tuple(_style(sheet, style, held)) for style in held), "style",
        "In the order gained: each one more on a statistic costs 3 XP for each already there.",
        empty="None yet. An offensive and a defensive one are free.",
    )  # fmt: skip


def _style(sheet: Sheet, held: HeldStyle, all_held: tuple[HeldStyle, ...]) -> Iterable[Field]:
    path, entry = held.path, held.entry
    kinds = tuple(
        Option(s.key, s.name, s.summary, s.cite, group="Offensive" if s.offensive else "Defensive")
        for s in sheet.rulebook.all(Style).values()
    )
    yield Pick(f"{path}.picks.style", "Style", kinds, entry.picked("style"), style="select",
               summary=held.style.summary if held.style else "")  # fmt: skip
    others = [other.statistic for other in all_held if other.place != held.place]
    on = tuple(
        Option(s.key, f"{s.name} ({3 * others.count(s.key)} XP more)" if s.key in others else s.name)
        for s in sheet.rulebook.all(Statistic).values()
    )
    yield Pick(f"{path}.picks.statistic", "Statistic", on, entry.picked("statistic"), style="select")
    yield Write(f"{path}.name", "Its own name", entry.name, 1, limit=200)
    style = held.style
    if style is None:
        return
    if style.needs:
        grid = tuple(Option(key, name, group=name.partition(" ")[0]) for key, name in _cells(sheet))
        yield Pick(f"{path}.picks.specialization", "Specialization", grid, entry.picked("specialization"),
                   style="select")  # fmt: skip
    told = _limits(sheet)
    if held.start:
        factor, span = (3, told.armor) if style.block else (1, told.style_bonus)
        cost = factor * (max(0, held.bonus) + 1)
        label = "Bonus to Block" if style.block else "Bonus"
        yield _rate(sheet, f"{path}.scores.bonus", label, _bare("bonus", label, style.cite), held.bonus, span,
                    _xp(cost), cost)  # fmt: skip
    if style.die:
        cost, label = 5 * (max(0, held.dice) + 1), f"Damage dice (d{style.die})"
        span = (0, ENDLESS) if style.offensive else told.riposte
        yield _rate(sheet, f"{path}.scores.dice", label, _bare("dice", label, style.cite), held.dice, span,
                    _xp(cost), cost)  # fmt: skip
    if style.upgrades:
        offered = tuple(Option(u.key, f"{u.name} ({u.price} XP)") for u in style.upgrades)
        yield Pick(f"{path}.picks.upgrades", "Upgrades", offered, entry.picked("upgrades"), many=True, style="ticks")


# Items


def _items(sheet: Sheet) -> Step:
    return Step(
        "items",
        "Items",
        "Weapons that fit a combat style, and relics with an experience of their own. The first is free.",
        cite("5.1", 12),
        lambda: (_item_list(sheet),),
        budgets=("xp",),
        paths=("entries.items",),
        hint="Removing an item gives back every XP that went into it: the book lets you sell.",
    )


def _item_list(sheet: Sheet) -> List:
    held = sheet.reading.once(items)
    return List(
        "entries.items", "Items", tuple(tuple(_item(sheet, item)) for item in held), "item",
        "A feature costs what the item gives in all, so the same bonus is dearer on a better item.",
        empty="None yet. The first one is free." if not held else "",
    )  # fmt: skip


def _item(sheet: Sheet, item: HeldItem) -> Iterable[Field]:
    path, entry = item.path, item.entry
    yield Write(f"{path}.name", "Name", entry.name, 1, limit=200)
    kinds = (Option("weapon", "Weapon, shield or armour"), Option("relic", "Relic"))
    yield Pick(f"{path}.picks.kind", "What it is", kinds, entry.picked("kind"), style="select")
    if item.kind == "weapon":
        yield Pick(f"{path}.picks.style", "Used with", _held_styles(sheet), entry.picked("style"), style="select")
    on = ("true",) if item.in_use else ()
    yield Pick(f"{path}.picks.in-use", "In use", (Option("true", "In use"),), on, style="flag")
    yield List(
        f"{path}.entries.features", "Features", tuple(_features(sheet, item)), "feature",
        empty="Nothing beyond what every such item has.",
    )  # fmt: skip


def _held_styles(sheet: Sheet) -> tuple[Option, ...]:
    return tuple(Option(str(style.place), style.label) for style in sheet.reading.once(styles) if style.style)


def _features(sheet: Sheet, item: HeldItem) -> Iterable[tuple[Field, ...]]:
    c = sheet.reading
    for feature in item.features:
        path, entry = f"{item.path}.entries.features.{feature.place}", feature.entry
        rest = item._replace(features=tuple(f for f in item.features if f.place != feature.place))
        have = rest.totals
        total = sum(value for key, value in have.items() if key.partition(":")[0] in TARGETS)
        offered = []
        for kind in FEATURES:
            if kind in WEAPONS_ONLY and item.kind == "relic":
                continue
            cost = feature_price(c, kind, entry.pick("ability"), have.get(kind, 0), 1, total)
            offered.append(Option(kind, f"{called(kind)} ({cost} XP)" if cost else called(kind)))
        fields: list[Field] = [
            Pick(f"{path}.picks.feature", "Feature", tuple(offered), entry.picked("feature"), style="select")
        ]
        before = have.get(feature.target, 0)
        now = feature_price(c, feature.kind, entry.pick("ability"), before, max(0, feature.amount), total)
        more = feature_price(c, feature.kind, entry.pick("ability"), before, max(0, feature.amount) + 1, total)
        fields += _details(sheet, feature.kind, path, entry)
        if feature.kind in FEATURES and feature.kind != "style":
            label = "Level" if feature.kind == "ability" else "How much"
            fields.append(
                _rate(sheet, f"{path}.scores.amount", label, _bare("amount", label, cite("5.1.3", 12)),
                      feature.amount, (1, 10), f"{now} XP now, next {more - now} XP", more - now)
            )  # fmt: skip
        yield tuple(fields)


def _details(sheet: Sheet, kind: str, path: str, entry: Build) -> Iterable[Field]:
    """What else a feature has to say: which specialization, which ability, which style (5.1.3)."""
    if kind == "experience":
        yield Write(f"{path}.name", "In a few words; empty for the relic's own", entry.name, 1, limit=200)
    if kind == "specialization":
        grid = tuple(Option(key, name, group=name.partition(" ")[0]) for key, name in _cells(sheet))
        yield Pick(f"{path}.picks.specialization", "Specialization", grid, entry.picked("specialization"),
                   style="select")  # fmt: skip
        tags = tuple(
            Option(t.key, f"{t.name} ({t.price} XP)" if t.price else "No new one")
            for t in sheet.rulebook.all(Tag).values()
        )
        yield Pick(f"{path}.picks.tag", "Tag it brings", tags, entry.picked("tag"), style="select")
    if kind == "ability":
        offered = tuple(Option(a.key, a.name, a.summary, a.cite) for a in sheet.rulebook.all(Ability).values())
        yield Pick(f"{path}.picks.ability", "Ability", offered, entry.picked("ability"), style="select")
    if kind == "style":
        yield Pick(f"{path}.picks.style", "Style", _held_styles(sheet), entry.picked("style"), style="select")


def _story(sheet: Sheet) -> Step:
    return Step(
        "story",
        "Story",
        "Everything that costs nothing.",
        cite("3", 4),
        lambda: tuple(
            Write(f"notes.{key}", label, sheet.build.notes.get(key, ""), lines, hint)
            for key, (label, lines, hint) in NOTES.items()
        ),
        paths=tuple(f"notes.{key}" for key in NOTES),
    )


duality.steps = steps
duality.names = names

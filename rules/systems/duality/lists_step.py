"""The builder's lists of experiences, abilities and combat styles, each with its price before it is taken."""

from collections import Counter
from collections.abc import Iterable, Mapping

from rules.kernel import Reading, Sheet
from rules.kernel.basics import capitalise, minus, signed
from rules.kernel.pages import ChoiceField, Deciding, Field, ListField, Offers, Option, Step, TextField
from rules.kernel.purchases import by_path
from rules.kernel.settled import NEVER, WORD
from rules.systems.duality.buying import cells, rate, standing, stays
from rules.systems.duality.entries import Ability, Statistic, Style, Tag
from rules.systems.duality.figures import in_a_fight, tag_of
from rules.systems.duality.game import cite
from rules.systems.duality.gear import die_of
from rules.systems.duality.held import HeldStyle, abilities, experiences, styles
from rules.systems.duality.kept import kept_styles, old_experiences
from rules.systems.duality.pricing import ability_price
from rules.systems.duality.purchases import of_style
from rules.systems.duality.xp_lines import third_style

FURTHER = (2, 3)
"""Levels of an ability whose prices one sees beside that of the first."""
ADVANTAGE = (
    "Advantage",
    "A point you gain from very good rolls and from help. Spend 1 to improve a roll or its damage, "
    "or to add an experience's bonus.",
)
"""What every page of the builder says of it that names it (2)."""


def past(sheet: Sheet) -> Step:
    return Step(
        "experiences",
        "Experiences",
        "Short phrases from your past. Spend an Advantage to add an experience's bonus to a roll.",
        cite("3.3", 6),
        lambda: (_experiences(sheet),),
        budgets=("xp",),
        paths=("entries.experiences",),
        terms=(ADVANTAGE,),
    )


def _experiences(sheet: Sheet) -> ListField:
    found = []
    for held in sheet.reading.memo(experiences):
        one = sheet.reading.memo(by_path)[f"{held.path}.scores.bonus"]
        known = held.name and held.place in sheet.reading.memo(old_experiences)
        about = "After approval only your GM can allow a new wording." if known else ""
        words = TextField(f"{held.path}.name", "In a few words", held.name, 1, about, limit=200)
        found.append((words, rate(sheet, one, label="Bonus")))
    return ListField(
        "entries.experiences", "Experiences", tuple(found), "an experience",
        "A new one starts at +1 for 1 XP; the next +1 costs 2.", empty="None yet. “Raised by smugglers” is one.",
    )  # fmt: skip


def skills(sheet: Sheet) -> Step:
    return Step(
        "abilities",
        "Abilities",
        "Special ways to gain and spend Advantage.",
        cite("3.4", 6),
        lambda: (_ability_list(sheet),),
        budgets=("xp",),
        paths=("entries.abilities",),
        terms=(ADVANTAGE,),
    )


def _ability_list(sheet: Sheet) -> ListField:
    offered = tuple(
        Option(a.key, a.name, a.summary, a.cite, price=f"{ability_price(a, 1)} XP",
               figures=tuple(_further_level(a, level) for level in FURTHER))
        for a in sheet.rulebook.all(Ability).values()
    )  # fmt: skip
    taken = [one.ability for one in sheet.reading.memo(abilities)]
    open_yet = {ability.key for ability in sheet.rulebook.offered(Ability) if ability not in taken}
    found = []
    for held in sheet.reading.memo(abilities):
        entry = sheet.build.entries["abilities"][held.place]
        fields: list[Field] = [
            ChoiceField(f"{held.path}.picks.ability", "Ability", offered, entry.picked("ability"), style="select",
                        verb="Take"),
        ]  # fmt: skip
        if held.ability:
            figure = standing("level", held.ability.name, held.ability.cite, held.level)
            one = sheet.reading.memo(by_path)[f"{held.path}.scores.level"]
            fields.append(rate(sheet, one, figure=figure, label="Level"))
        found.append(tuple(fields))
    return ListField(
        "entries.abilities", "Abilities", tuple(found), "ability", "",
        empty="None yet.", style="cards", offers=Offers("Take an ability", "ability", tuple(
            one for one in offered if one.key in open_yet
        ), shown=True),
    )  # fmt: skip


def _further_level(ability: Ability, level: int) -> Deciding:
    """What one more level costs (3.4)."""
    price = ability_price(ability, level) - ability_price(ability, level - 1)
    return Deciding(f"XP for level {level}", str(price), less=True)


def fighting(sheet: Sheet) -> Step:
    return Step(
        "styles",
        "Combat styles",
        "How you attack and defend. Your first of each is free.",
        cite("3.5", 7),
        lambda: (_style_list(sheet),),
        budgets=("xp",),
        figures=tuple(key for key in sheet.figures if key.startswith("style-"))[:12],
        paths=("entries.styles",),
        terms=(ADVANTAGE,),
    )


def _style_list(sheet: Sheet) -> ListField:
    held = sheet.reading.memo(styles)
    fought = {style.key: _fought(sheet, style) for style in sheet.rulebook.all(Style).values()}
    return ListField(
        "entries.styles", "Combat styles", tuple(tuple(_style(sheet, style, fought)) for style in held), "style",
        f"{_next(sheet)} Each style that already uses the same statistic adds 3 XP.",
        empty="None yet. An offensive and a defensive one are free.", style="cards",
        offers=Offers("Take another style" if held else "Take a style", "style", tuple(_offered(sheet, fought)),
                      shown=True),
    )  # fmt: skip


def _offered(sheet: Sheet, fought: Mapping[str, tuple[Deciding, ...]]) -> Iterable[Option]:
    """Each style with what it does in this character's hands and what it costs now (3.5)."""
    prices = {side: further(sheet, sheet.reading.memo(sides), side) for side in (True, False)}
    for style in sheet.rulebook.offered(Style):
        free = not prices[style.offensive]
        yield Option(
            style.key, style.name, style.summary, style.cite, group="Offensive" if style.offensive else "Defensive",
            reason=_lacking(sheet, style), figures=fought[style.key], gives=capitalise(style.range),
            price="free" if free else f"{prices[style.offensive]} XP", kinds=("Free",) if free else (),
        )  # fmt: skip


def _lacking(sheet: Sheet, style: Style) -> str:
    """What a style stands on that this character has not (3.5)."""
    if not style.needs or not sheet.reading.setting("style_needs_tag") or any(_fitting(sheet, style)):
        return ""
    return f"needs a specialization with the {sheet.rulebook.all(Tag)[style.needs].name} tag"


def _fitting(sheet: Sheet, style: Style) -> Iterable[str]:
    """The specializations with the tag that a style stands on (3.5.1)."""
    return (key for key, _, _ in cells(sheet) if tag_of(sheet.reading, key).key == style.needs)


def _next(sheet: Sheet) -> str:
    """What one more style costs, of either side (3.5, D-03)."""
    attack, defend = (further(sheet, sheet.reading.memo(sides), side) for side in (True, False))
    if attack == defend:
        return f"Next style: {attack} XP." if attack else "Next style: free."
    side, other = ("offensive", "defensive") if attack < defend else ("defensive", "offensive")
    return f"Next style: free if {side}, {max(attack, defend)} XP if {other}."


def sides(c: Reading) -> Counter[bool]:
    """How many offensive (True) and how many defensive styles there are."""
    return Counter(style.style.offensive for style in c.memo(styles) if style.style)


def stood_on(c: Reading) -> Counter[str]:
    """How many styles stand on each statistic."""
    return Counter(style.statistic for style in c.memo(styles) if style.style)


def further(sheet: Sheet, held: Counter[bool], offensive: bool) -> int:
    """What a style costs beside those held, told by side (3.5, 3.6, D-03)."""
    gift = third_style(sheet.reading)

    def paid(sides: Counter[bool]) -> int:
        return 3 * max(0, sides.total() - len(sides) - gift)

    return paid(held + Counter([offensive])) - paid(held)


def _style(sheet: Sheet, held: HeldStyle, fought: Mapping[str, tuple[Deciding, ...]]) -> Iterable[Field]:
    path, entry, c = held.path, held.entry, sheet.reading
    others = c.memo(sides) - Counter([held.style.offensive] if held.style else ())
    prices = {side: further(sheet, others, side) for side in (True, False)}
    kinds = tuple(
        Option(s.key, s.name, s.summary, s.cite, group="Offensive" if s.offensive else "Defensive",
               price="" if s is held.style else f"{price} XP" if (price := prices[s.offensive]) else "free",
               gives=capitalise(s.range), figures=_in_hand(sheet, held) if s is held.style else fought[s.key])
        for s in sheet.rulebook.all(Style).values()
    )  # fmt: skip
    then = next((one.then for one in c.memo(kept_styles) if one.now is held), None)
    why = WORD if c.setting("style_change") == "gm_word" else NEVER
    if then:
        kinds = stays(kinds, entry.picked("style"), why)
    yield ChoiceField(f"{path}.picks.style", "Style", kinds, entry.picked("style"), style="select",
                      verb="Take")  # fmt: skip
    on = c.memo(stood_on) - Counter([held.statistic] if held.style else ())
    shared = tuple(
        Option(s.key, _priced(s.name, 3 * on[s.key], " more")) for s in sheet.rulebook.all(Statistic).values()
    )
    if then and then.statistic:
        shared = stays(shared, (then.statistic, held.statistic), why)
    yield ChoiceField(f"{path}.picks.statistic", "Statistic", shared, entry.picked("statistic"), style="select")
    yield TextField(f"{path}.name", "Nickname", entry.name, 1, limit=200)
    if held.style:
        yield from _made_better(sheet, held, held.style, then)


def _in_hand(sheet: Sheet, held: HeldStyle) -> tuple[Deciding, ...]:
    """What a style that is held does on the statistic it stands on: its roll and its die (3.5)."""
    figure = sheet.figures.get(held.key)
    on = sheet.rulebook.find(Statistic, held.statistic)
    found = [_rolled(held.style, figure.value, on)] if figure and held.style and on else []
    if held.style and held.style.block and (block := sheet.figures.get(f"{held.key}-block")):
        found.append(Deciding("Block", minus(block.value)))
    return (*found, Deciding("damage die", f"d{die_of(held)}")) if die_of(held) else tuple(found)


def _rolled(style: Style, value: int, on: Statistic | None) -> Deciding:
    """What a style is rolled with, and on which statistic: None is one of several that are as good."""
    how = f"with {on.name}" if on else "with a statistic of your choice"
    return Deciding("to attack" if style.offensive else "to defend", signed(value), how=how)


def _fought(sheet: Sheet, style: Style) -> tuple[Deciding, ...]:
    """What a style starts with on the best of this character's statistics: its roll, or Block, and its die (3.5)."""
    c = sheet.reading
    statistics = sheet.rulebook.all(Statistic).values()
    best = max(c[one.key] for one in statistics)
    tops = [one for one in statistics if c[one.key] == best]
    top = tops[0] if len(tops) == 1 else None
    if style.block:
        found = [_rolled(style, best, top), Deciding("Block", minus(c["block"] + 1))]
    elif style.needs:
        bonus = max((in_a_fight(c, key) for key in _fitting(sheet, style)), default=0)
        found = [_rolled(style, best + bonus, top)]
    else:
        found = [_rolled(style, best + style.bonus, top)]
    return (*found, Deciding("damage die", f"d{style.die}")) if style.die else tuple(found)


def _priced(name: str, cost: int, more: str = "") -> str:
    return f"{name} ({cost} XP{more})" if cost else name


def _made_better(sheet: Sheet, held: HeldStyle, style: Style, then: HeldStyle | None) -> Iterable[Field]:
    """What a style can be given once it is chosen: bonus, dice, upgrades, words for its experience (3.5)."""
    path, entry, c = held.path, held.entry, sheet.reading
    if style.needs:
        grid = tuple(Option(key, f"{verb} {noun}", group=verb) for key, verb, noun in cells(sheet))
        if then and then.specialization:
            why = WORD if c.setting("style_change") == "gm_word" else NEVER
            grid = stays(grid, (then.specialization, held.specialization), why)
        yield ChoiceField(f"{path}.picks.specialization", "Specialization", grid, entry.picked("specialization"),
                          style="select")  # fmt: skip
    for one in of_style(c, held):
        if one.path.endswith(".bonus"):
            label = "Bonus to Block" if style.block else "Bonus"
            figure = standing("bonus", label, style.cite, held.bonus, held.start)
        else:
            label = f"Extra damage dice (d{die_of(held)})"
            figure = standing("dice", label, style.cite, held.dice, held.start_dice)
        yield rate(sheet, one, figure=figure, label=label)
    if style.experience:
        yield TextField(f"{path}.notes.experience", "Experience",
                        entry.notes.get("experience", ""), 1, limit=200)  # fmt: skip
    if style.upgrades:
        offered = tuple(Option(u.key, u.name, price=f"{u.cost} XP") for u in style.upgrades)
        yield ChoiceField(
            f"{path}.picks.upgrades", "Upgrades", offered, entry.picked("upgrades"), many=True, style="ticks",
            summary="Approved upgrades can't be removed." if then and then.upgrades else "",
        )  # fmt: skip

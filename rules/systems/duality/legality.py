"""What breaks a rule, what is still open, what is worth knowing: the findings, in the order of the book."""

from collections.abc import Iterable, Mapping

from rules.kernel import Budget, Choice, Finding, Fix, Level, Reading, join_words, unknown
from rules.kernel.documents import segment
from rules.kernel.findings import GmWord
from rules.kernel.purchase_findings import overspending
from rules.systems.duality.allowed import HUMAN, reached
from rules.systems.duality.entries import Ability, Movement, Style, Tag, Wealth
from rules.systems.duality.figures import tag_of
from rules.systems.duality.game import NOUNS, SPEEDS, STATISTICS, VERBS, cite, duality
from rules.systems.duality.held import (
    HeldAbility,
    HeldStyle,
    abilities,
    experiences,
    grid,
    styles,
)
from rules.systems.duality.refunds import savings

Budgets = Mapping[str, Budget]
EITHER = ("hand", "far")
"""Ranges of which a style has one (3.5.1)."""


@duality.rule
def means(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Speeds are Slow, Normal or Fast; wealth is a step of Table 3 (3.1.3, 3.1.4)."""
    for key, label in (("speed", "Speed"), *((m.key, m.name) for m in c.rulebook.all(Movement).values())):
        pace = c.pick(key)
        if pace and pace not in SPEEDS:
            yield unknown(label, pace, SPEEDS, f"picks.{key}", cite("3.1.3", 5))
    wealth = c.pick("wealth")
    if wealth and c.rulebook.find(Wealth, wealth) is None:
        yield unknown("Wealth", wealth, c.rulebook.all(Wealth), "picks.wealth", cite("3.1.4", 5))


@duality.rule
def specializations(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Tags that the book has and that stay once play begins (3.2)."""
    before = c.approved or c
    for key, label, tagged in grid(c.rulebook):
        if tagged not in c.build.picks and tagged not in before.build.picks:
            continue
        tag, had = c.pick(tagged), before.pick(tagged) if c.approved else ""
        if tag and c.rulebook.find(Tag, tag) is None:
            yield unknown(f"Tag of {label}", tag, c.rulebook.all(Tag), f"picks.{tagged}", cite("3.2", 5))
        was, now = had or HUMAN, tag or HUMAN
        if was != now and settled(c, key) and now not in reached(c, f"picks.{tagged}", HUMAN):
            yield Finding(
                "tag-changed", Level.ERROR, f"The tag of {label} was approved and can't change.",
                cite("3.2", 5, "D-18"), hint="Ask your GM. Only an untrained specialization that is still Human "
                "can freely learn a tag.", at=f"picks.{tagged}",
                fixes=(Fix(f"Restore the tag of {label}", f"picks.{tagged}", had or None),),
                gm_word=GmWord(f"picks.{tagged}", was, now),
            )  # fmt: skip


def settled(c: Reading, key: str) -> bool:
    """Whether the tag of a specialization takes the game master's word to change (3.2, D-18)."""
    before = c.approved
    if before is None:
        return False
    return before.build.scores.get(key, 0) > 0 or (before.pick(f"tag-{key}") or HUMAN) != HUMAN


ABILITY = "Choose one, or remove the line."
duality.chooses(Choice("ability", Ability, cite("3.4", 6), ABILITY, code="unknown-choice", lines="abilities"))


@duality.rule
def past(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Experiences have words; abilities are the book's, each once (3.3, 3.4)."""
    for held in c.memo(experiences):
        if not held.name:
            yield Finding(
                "experience-nameless", Level.TODO, f"Experience {held.place + 1} needs a description.",
                cite("3.3", 6), hint="Describe something you've done in a few words.", at=f"{held.path}.name",
            )  # fmt: skip
    first: dict[str, HeldAbility] = {}
    for skill in c.memo(abilities):
        if skill.ability is None:
            continue
        other = first.setdefault(skill.ability.key, skill)
        if other is not skill:
            lower, words = (other, "first") if other.level < skill.level else (skill, "second")
            yield Finding(
                "ability-twice", Level.ERROR, f"{skill.ability.name} is listed twice.", skill.ability.cite,
                hint="Raise the level of one and remove the other.", at=skill.path,
                fixes=(Fix(f"Remove the {words}", lower.path, None),),
            )  # fmt: skip


@duality.rule
def fighting(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A style has a statistic and a fitting specialization (3.5, D-06)."""
    held = c.memo(styles)
    for style in held:
        yield from _style(c, style)
    known = {style.style.offensive for style in held if style.style}
    for offensive, words in ((True, "offensive"), (False, "defensive")):
        if offensive not in known:
            yield Finding(
                "style-missing", Level.TODO, f"Choose your free {words} combat style.",
                cite("3.6", 8), at="entries.styles",
            )  # fmt: skip


def _style(c: Reading, style: HeldStyle) -> Iterable[Finding]:
    picked, where = style.entry.pick("style"), cite("3.5", 7)
    if style.style is None:
        at = f"{style.path}.picks.style"
        if picked:
            yield unknown("Combat style", picked, c.rulebook.all(Style), at, where)
        else:
            yield Finding("style-unchosen", Level.TODO, "Choose a style.", where,
                          hint="Or remove it.", at=at)  # fmt: skip
        return
    entry = style.style
    if not style.statistic:
        at, other = f"{style.path}.picks.statistic", style.entry.pick("statistic")
        if other:
            yield unknown(f"Statistic of {style.label}", other, STATISTICS, at, where)
        else:
            yield Finding("statistic-missing", Level.TODO, f"Choose a statistic for {style.label}.", where,
                          hint="Choose one of the six.", at=at)  # fmt: skip
    if entry.needs and c.setting("style_needs_tag"):
        yield from _tagged(c, style, entry.needs)
    ranges = [upgrade for upgrade in style.upgrades if upgrade.key in EITHER]
    if len(ranges) > 1:
        yield Finding(
            "upgrades-exclude-each-other", Level.ERROR,
            f"{style.label} can have 1 range upgrade (you have {len(ranges)}).",
            entry.cite, hint="Remove one.", at=f"{style.path}.picks.upgrades",
            fixes=tuple(Fix(f"Remove {u.name}", f"{style.path}.picks.upgrades.{u.key}", None) for u in ranges),
        )  # fmt: skip
    strangers = set(style.entry.picked("upgrades")) - {upgrade.key for upgrade in entry.upgrades}
    for stranger in sorted(strangers):
        yield Finding(
            "upgrade-unknown", Level.ERROR, f"Upgrade of {style.label}: {join_words([stranger])} isn't in the book.",
            entry.cite, hint="It's ignored and costs nothing.", at=f"{style.path}.picks.upgrades",
            fixes=(Fix("Clear it", f"{style.path}.picks.upgrades.{segment(stranger)}", None),),
        )  # fmt: skip


def _tagged(c: Reading, style: HeldStyle, needed: str) -> Iterable[Finding]:
    tag, at = c.rulebook.all(Tag)[needed], f"{style.path}.picks.specialization"
    if style.specialization not in c:
        yield Finding(
            "specialization-missing", Level.ERROR, f"{style.label} needs a specialization.",
            cite("3.5.1", 7, "D-06"), hint=f"Choose one with the tag {tag.name}.", at=at, fixes=_fitting(c, needed, at),
        )  # fmt: skip
    elif tag_of(c, style.specialization).key != needed:
        name, fixed = c.figure(style.specialization).label, settled(c, style.specialization)
        yield Finding(
            "style-without-tag", Level.ERROR, f"{style.label} requires a {tag.name} specialization; {name} isn't.",
            cite("3.5.1", 7, "D-06"),
            hint="Choose another." if fixed else f"Give {name} the tag, or choose another.", at=at,
            fixes=(
                *(() if fixed else (Fix(f"Make {name} {tag.name}", f"picks.tag-{style.specialization}", needed),)),
                *_fitting(c, needed, at),
            ),
        )  # fmt: skip


def _fitting(c: Reading, needed: str, at: str) -> tuple[Fix, ...]:
    """Every specialization with the tag a style needs, the best first."""
    fit = (key for key in c.memo(best_first) if tag_of(c, key).key == needed)
    return tuple(Fix(f"Choose {c.figure(key).label}", at, key) for key in fit)


def best_first(c: Reading) -> tuple[str, ...]:
    """Specializations that have a tag with a price, from the best (3.2)."""
    tagged = (key for verb in VERBS for noun in NOUNS if tag_of(c, key := f"{verb}-{noun}").price)
    return tuple(sorted(tagged, key=lambda key: -c[key]))


@duality.rule
def experience_points(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """More than there is cannot be spent; what is left is kept (3.6, D-09)."""
    budget = budgets["xp"]
    left = budget.remaining
    yield from overspending(c, budget, savings)
    if left > 0:
        yield Finding(
            "xp-left", Level.NOTE, f"{left:,} XP left.", cite("3.6", 8, "D-09"),
            hint="Spend it now, or keep it for later.",
        )  # fmt: skip

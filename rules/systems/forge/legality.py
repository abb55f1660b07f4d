"""What breaks a rule, what is left to do, and advice: abilities, backgrounds, values, bonds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from rules.kernel import (
    Budget,
    Build,
    Cite,
    Finding,
    Fix,
    Level,
    Reading,
    amount,
    over_budget,
    points_left,
    unknown,
)
from rules.kernel.basics import minus, shorten
from rules.kernel.documents.ledger import same_name
from rules.kernel.findings import GmWord, paying
from rules.kernel.purchase_findings import overspending
from rules.systems.forge.creation import Past, backgrounds, blanks, rows, values
from rules.systems.forge.entries import Background
from rules.systems.forge.game import FACES, SLOTS, VALUES, cite, forge

Budgets = Mapping[str, Budget]


# Abilities


@forge.rule
def ability_sum(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Eight points over the three, no more and in the end no fewer (F-01)."""
    budget = budgets.get("ability-points")
    if budget is None:
        return
    yield from overspending(c, budget)
    yield from points_left(budget, kept=c.approved is not None)


@forge.rule
def pools(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Momentum and focus are blanks that somebody has to fill in (F-05)."""
    open_ = c.memo(blanks)
    if open_:
        names = " and ".join(open_)
        yield Finding(
            "pools-blank", Level.NOTE,
            f"Ask your GM for {names}.",
            cite("abilities.html", "F-05"), hint="The rules have no formula.", at=f"scores.{open_[0]}",
        )  # fmt: skip
    for key in ("momentum", "focus"):
        if c.build.scores.get(key, 0) < 0:
            yield Finding(
                "pool-below-nothing", Level.ERROR, f"{key.capitalize()} can't be below 0.",
                cite("abilities.html", "F-05"), hint="Leave it blank if you don't know it.", at=f"scores.{key}",
                fixes=(Fix("Leave it blank", f"scores.{key}", None),),
            )  # fmt: skip


# Backgrounds


@forge.rule
def background_dice(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Three d20, and those that come up alike are rolled again (F-03)."""
    dice, at, where = c.build.rolls.get("backgrounds", ()), "rolls.backgrounds", cite("personality.html", "F-03")
    strange = [die for die in dice if not 1 <= die <= FACES]
    if strange:
        yield Finding(
            "die-beyond-its-faces", Level.ERROR, f"A d{FACES} can't show {minus(strange[0])}.", where,
            hint="Roll again, or enter your own roll.", at=at,
            fixes=(Fix("Remove it", at, [die for die in dice if die not in strange] or None),),
        )  # fmt: skip
    if len(dice) > SLOTS:
        yield Finding(
            "dice-too-many", Level.TODO, f"You can have {SLOTS} dice (you have {len(dice):,}).", where,
            hint="Keep the first three.", at=at, fixes=(Fix("Keep the first three", at, list(dice[:SLOTS])),),
        )  # fmt: skip
    counting = dice[:SLOTS]
    alike = sorted({die for die in counting if counting.count(die) > 1})
    for die in alike:
        yield Finding(
            "dice-alike", _twice(c), f"You rolled {die:,} more than once.".replace("-", "−"), where,
            hint="Reroll the second one.", at=at,
            fixes=(Fix("Remove the second", at, _without_second(dice, die)),),
        )  # fmt: skip


def _without_second(dice: Sequence[int], alike: int) -> list[int]:
    second = [place for place, die in enumerate(dice) if die == alike][1]
    return [*dice[:second], *dice[second + 1 :]]


def _twice(c: Reading) -> Level:
    return Level.ERROR if c.setting("distinct_backgrounds") else Level.NOTE


@forge.rule
def three_backgrounds(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Three different names, whether rolled, picked or in one's own words (F-03)."""
    held, where = c.memo(backgrounds), cite("personality.html", "F-03")
    named = [past for past in held if past.name]
    yield from _blank(held, where)
    missing = SLOTS - len(held)
    if missing > 0:
        yield Finding(
            "backgrounds-missing", Level.TODO,
            f"Choose {amount(missing, 'more background')}.", where,
            hint="Roll, choose from the table, or write your own.", at="rolls.backgrounds",
        )  # fmt: skip
    own = [past for past in named if same_name(past.name) not in c.memo(_further)] if len(named) > SLOTS else named
    if len(own) > SLOTS:
        last = own[-1]
        yield Finding(
            "backgrounds-too-many", Level.ERROR, f"You can have {SLOTS} backgrounds (you have {len(own):,}).", where,
            hint="Remove one.", at=own[SLOTS].path, fixes=(Fix("Remove the last", last.path, None),),
            gm_word=GmWord(last.name, None, last.name) if c.approved else None,
        )  # fmt: skip
    written, seen = c.build.entries.get("backgrounds", ()), dict[str, Past]()
    for past in named:
        first = seen.setdefault(past.name.casefold(), past)
        if first is not past and not (first.die and first.die == past.die):
            yield Finding(
                "background-twice", _twice(c), f"“{shorten(past.name)}” is listed twice.", where,
                hint="Roll again, or choose another one.", at=past.path,
                fixes=tuple(_removed(written, past, first)),
            )  # fmt: skip


def _removed(written: Sequence[Build], second: Past, first: Past) -> Iterator[Fix]:
    """The line that says what is there twice, if any: what a die alone says stays when the line goes."""
    for words, past in (("second", second), ("first", first)):
        line = written[past.place] if past.place < len(written) else None
        if line and (line.name.strip() or line.pick("row")):
            yield Fix(f"Remove the {words}", past.path, None)
            return


def _further(c: Reading) -> frozenset[str]:
    """The names, without case, of backgrounds that the GM's word lets be further ones: said since the approval, or
    approved with it (F-16)."""
    ledger, then = c.table.ledger, c.approved.memo(backgrounds) if c.approved else ()
    said, since = (
        {entry.subject for entry in told.of("change") if told.allows(entry.subject, None, entry.subject)}
        for told in (ledger, ledger.fresh if c.approved else ledger)
    )
    known = {word for one in said for word in ledger.names_of(same_name(one))}
    kept = {word for one in then for word in ledger.fresh.names_of(same_name(one.name))}
    return frozenset(map(same_name, since)) | known & kept


def _blank(held: tuple[Past, ...], where: Cite) -> Iterable[Finding]:
    for past in held:
        if past.name:
            continue
        told = f"Background {past.place + 1}: ask your GM what a roll of {past.die} means." if past.die else ""
        yield Finding(
            "background-blank", Level.TODO, told or f"Choose background {past.place + 1}.", where,
            hint="Then enter it here." if past.die else "Or write your own.",
            at=past.path,
        )  # fmt: skip


@forge.rule
def known_backgrounds(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Words of one's own are welcome as far as the table says, and where the die found a row nobody knows (F-03)."""
    for place, entry in enumerate(c.build.entries.get("backgrounds", ())):
        picked = entry.pick("row")
        if picked and c.rulebook.find(Background, picked) is None:
            at = f"entries.backgrounds.{place}.picks.row"
            yield unknown("Background", picked, c.rulebook.all(Background), at, cite("personality.html"))
    level = {"warning": Level.NOTE, "error": Level.ERROR}.get(str(c.setting("unlisted_backgrounds")))
    known = (0, *rows(c.rulebook))
    for past in c.memo(backgrounds):
        if level and past.name and past.row is None and past.die in known:
            yield Finding(
                "background-unlisted", level, f"“{shorten(past.name)}” isn't on the table.",
                cite("personality.html", "F-03"), hint="Ask your GM to allow it.", at=past.path,
            )  # fmt: skip


# Values


@forge.rule
def six_values(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """There are six, and nobody knows their names, their range or their price (F-02)."""
    held, where = c.memo(values), cite("fate.html", "F-02")
    filled = [value for value in held if value.name and value.rating is not None]
    if len(held) > VALUES:
        yield Finding(
            "values-too-many", Level.TODO, f"You can have {VALUES} values (you have {len(held):,}).", where,
            hint="Remove one.", at=held[VALUES].path, fixes=(Fix("Remove the last", held[-1].path, None),),
        )  # fmt: skip
    elif len(filled) < VALUES:
        yield Finding(
            "values-blank", Level.NOTE, f"{len(filled)} of {VALUES} values entered.", where,
            hint="Ask your GM which values to use.", at="entries.values",
        )  # fmt: skip
    budget = budgets.get("value-points")
    if budget is not None:
        yield from over_budget(budget, paying(budget.over, partial(_lower, budget)))


def _lower(budget: Budget, over: int) -> Iterator[Fix]:
    """Each value that is worth so much."""
    for term in budget.spent.terms:
        if term.amount >= over:
            yield Fix(f"Remove {over} from {term.label}", term.path, term.amount - over)

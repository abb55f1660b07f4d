"""What breaks a rule, what is still open, what is worth knowing: abilities, backgrounds, values, bonds."""

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
    capitalise,
    over_budget,
    points_left,
    unknown,
)
from rules.kernel.basics import minus, shorten
from rules.kernel.documents.ledger import same_name
from rules.kernel.findings import GmWord, paying
from rules.kernel.purchases import overspending
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
            f"{capitalise(names)} {'are' if len(open_) > 1 else 'is'} blank: the page breaks off before the formula.",
            cite("abilities.html", "F-05"), hint="Write in what your table plays by.", at=f"scores.{open_[0]}",
        )  # fmt: skip
    for key in ("momentum", "focus"):
        if c.build.scores.get(key, 0) < 0:
            yield Finding(
                "pool-below-nothing", Level.ERROR, f"{key.capitalize()} is below nothing.",
                cite("abilities.html", "F-05"), hint="Leave it blank if nobody knows.", at=f"scores.{key}",
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
            "die-beyond-its-faces", Level.ERROR, f"No d{FACES} shows {minus(strange[0])}.", where,
            hint="Roll again, or type what lies on the table.", at=at,
            fixes=(Fix("Take it away", at, [die for die in dice if die not in strange] or None),),
        )  # fmt: skip
    if len(dice) > SLOTS:
        yield Finding(
            "dice-too-many", Level.TODO, f"{len(dice):,} dice are written down; the first {SLOTS} count.", where,
            hint="Take the others away.", at=at, fixes=(Fix("Keep the first three", at, list(dice[:SLOTS])),),
        )  # fmt: skip
    counting = dice[:SLOTS]
    alike = sorted({die for die in counting if counting.count(die) > 1})
    for die in alike:
        yield Finding(
            "dice-alike", _twice(c), f"The dice show {die:,} more than once.".replace("-", "−"), where,
            hint="Roll the second one again.", at=at,
            fixes=(Fix("Take the second away", at, _without_second(dice, die)),),
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
            f"{capitalise(amount(missing, 'background'))} still to come: there are three.", where,
            hint="Roll for them, take some from the table, or use words of your own.", at="rolls.backgrounds",
        )  # fmt: skip
    own = [past for past in named if same_name(past.name) not in c.memo(_further)] if len(named) > SLOTS else named
    if len(own) > SLOTS:
        last = own[-1]
        yield Finding(
            "backgrounds-too-many", Level.ERROR, f"{len(own):,} backgrounds; {SLOTS} is the most.", where,
            hint="Remove one.", at=own[SLOTS].path, fixes=(Fix("Remove the last", last.path, None),),
            gm_word=GmWord(last.name, None, last.name) if c.approved else None,
        )  # fmt: skip
    written, seen = c.build.entries.get("backgrounds", ()), dict[str, Past]()
    for past in named:
        first = seen.setdefault(past.name.casefold(), past)
        if first is not past and not (first.die and first.die == past.die):
            yield Finding(
                "background-twice", _twice(c), f"“{shorten(past.name)}” is there twice.", where,
                hint="Roll again, or choose another.", at=past.path,
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
        told = f"The die shows {past.die}, and that row is in no source we have." if past.die else ""
        yield Finding(
            "background-blank", Level.TODO, told or f"Background {past.place + 1} is a blank.", where,
            hint="Ask your game master what it is, and write it in." if past.die else "Choose one, or write it in.",
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
                "background-unlisted", level, f"“{shorten(past.name)}” is not among the rows we know.",
                cite("personality.html", "F-03"), hint="Ask your game master whether it may stand.", at=past.path,
            )  # fmt: skip


# Values


@forge.rule
def six_values(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """There are six, and nobody knows their names, their range or their price (F-02)."""
    held, where = c.memo(values), cite("fate.html", "F-02")
    filled = [value for value in held if value.name and value.rating is not None]
    if len(held) > VALUES:
        yield Finding(
            "values-too-many", Level.TODO, f"{len(held):,} values; a page of the game speaks of {VALUES}.", where,
            hint="Remove one.", at=held[VALUES].path, fixes=(Fix("Remove the last", held[-1].path, None),),
        )  # fmt: skip
    elif len(filled) < VALUES:
        yield Finding(
            "values-blank", Level.NOTE, f"{len(filled)} of {VALUES} values are written in.", where,
            hint="Their names and range are in no source we have: your table's words go here.", at="entries.values",
        )  # fmt: skip
    budget = budgets.get("value-points")
    if budget is not None:
        yield from over_budget(budget, paying(budget.over, partial(_lower, budget)))


def _lower(budget: Budget, over: int) -> Iterator[Fix]:
    """Each value that is worth so much."""
    for term in budget.spent.terms:
        if term.amount >= over:
            yield Fix(f"Remove {over} from {term.label}", term.path, term.amount - over)

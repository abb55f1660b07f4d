"""Fields that a declaration makes: of a purchase, how much may be bought, what the next one costs, what one more would
break; of one entry of a kind, or of several; of a choice that is settled, why it stays."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Literal

from rules.kernel.basics import amount
from rules.kernel.basics.figures import Budget, Figure
from rules.kernel.books.rulebook import Entry, Rulebook, derived
from rules.kernel.documents.builds import Build, written
from rules.kernel.documents.changes import apply
from rules.kernel.kept_purchases import fixed, floor
from rules.kernel.pages.fields import ChoiceField, Field, ListField, Option, RatingField
from rules.kernel.purchases import Purchase, bought, most_for, stands
from rules.kernel.reading import Reading
from rules.kernel.settled import choice_at, settled
from rules.kernel.sheet import Sheet

NO_LINE = Build.parse({})


def rate(
    sheet: Sheet,
    purchase: Purchase,
    *,
    figure: Figure | None = None,
    label: str = "",
    price: str = "",
    last: str | None = None,
    short: str = "",
    top: int = 0,
    low: int | None = None,
    left: int | None = None,
    summary: str = "",
    group: str = "",
    scale: tuple[str, ...] = (),
    style: Literal["dots", "stepper"] = "stepper",
    place: tuple[str, str] | None = None,
) -> RatingField:
    """The field of a purchase. `price` tells of the next one, `last` of it where no more may be had, if that is said
    otherwise; `short` why the budget bears no more.

    The widget goes one beyond the limit, or to `top` where that is further. `low` is the least where that is more than
    the rule's, `left` what may be spent where that is not what the budget has left.
    """
    c, rule = sheet.reading, purchase.rule
    have, least = stands(c, purchase), floor(c, purchase)
    low = least if low is None else max(low, least)
    limit, reason = _limit(sheet, purchase, short, top, left)
    most = max(limit, rule.least)
    return RatingField(
        purchase.path,
        label or purchase.name,
        figure or sheet.figures[purchase.key],
        have,
        low,
        max(top, have, limit + 1),
        most,
        reason,
        price if last is None or have < most else last,
        summary,
        group,
        rule.unit,
        style,
        scale,
        rule.budget,
        place,
    )


def pick(
    sheet: Sheet,
    path: str,
    label: str,
    shape: type[Entry],
    options: Iterable[Option] | None = None,
    *,
    style: Literal["cards", "select"] = "cards",
    summary: str = "",
    empty: str = "",
) -> ChoiceField:
    """The field of a choice of one entry of a kind, of the build or of a line; of all of them, without `options`.

    What has left its book is there if it is held, and where the choice is settled, every other option says so. Of what
    the game declares as `Choices`, any number is ticked.
    """
    held = _picked_at(sheet.build, path)
    many = path.removeprefix("picks.") in sheet.reading.game.many_choices
    if not many and len(held) == 1 and (known := sheet.rulebook.find(shape, held[0])):
        held = (known.key,)
    gone = {key for key, one in sheet.rulebook.all(shape).items() if one.retired} - {*held}
    offered = _options(sheet.rulebook, shape) if options is None else options
    found = tuple(one for one in offered if one.key not in gone)
    drawn = "ticks" if many else style
    return explained(sheet.reading, ChoiceField(path, label, found, held, many, drawn, summary, empty=empty))


def lines(
    sheet: Sheet,
    key: str,
    label: str,
    one: str,
    fields: Callable[[str, Build], Iterable[Field]],
    *,
    summary: str = "",
    empty: str = "",
) -> ListField:
    """The field of a list: each line has the fields that are made of its path and of what stands there."""
    found = enumerate(sheet.build.entries.get(key, ()))
    items = tuple(tuple(fields(f"entries.{key}.{place}", line)) for place, line in found)
    return ListField(f"entries.{key}", label, items, one, summary, empty=empty)


@derived
def _options(rulebook: Rulebook, shape: type[Entry]) -> tuple[Option, ...]:
    return tuple(Option(one.key, one.name, one.summary, one.cite) for one in rulebook.all(shape).values())


def _picked_at(build: Build, path: str) -> tuple[str, ...]:
    """What is picked at a path; nothing in a line that is not there."""
    parts = path.split(".")
    while parts[0] == "entries":
        _, name, place, *parts = parts
        lines = build.entries.get(name, ())
        build = lines[int(place)] if int(place) < len(lines) else NO_LINE
    return build.picked(parts[1])


def _limit(sheet: Sheet, purchase: Purchase, short: str, top: int, left: int | None) -> tuple[int, str]:
    """How much may be bought without breaking a rule, and what one more would break."""
    c, rule = sheet.reading, purchase.rule
    if sheet.dead:
        return bought(c, purchase), "nothing can be bought after death"
    if rule.keeps and fixed(c, purchase):
        return floor(c, purchase), rule.keeps.reason
    walls = [(cap.most, cap.reason) for cap in (*rule.walls(c, purchase), *rule.caps(c, purchase))]
    if budget := sheet.budgets.get(rule.budget):
        spare = budget.remaining if left is None else left
        most = _affordable(c, purchase, spare, min((wall for wall, _ in walls), default=None))
        if all(most < wall for wall, _ in walls):
            walls = [(most, short or _too_dear(c, purchase, budget, spare))]
    limit, reason = min(walls, key=lambda wall: wall[0], default=(max(top, bought(c, purchase) + 1), ""))
    if rule.tried:
        limit, reason = _tried(sheet, purchase, limit, reason)
    return limit, reason


def _affordable(c: Reading, purchase: Purchase, left: int, most: int | None) -> int:
    """How much of it there may be with so many points left, never more than a cap that is there anyway."""
    have, price = bought(c, purchase), purchase.rule.price(c, purchase)
    ceiling = have + max(0, left) + 1 if most is None else max(most, have)
    return most_for(price(have) + left, price, purchase.rule.least, ceiling)


def _too_dear(c: Reading, purchase: Purchase, budget: Budget, left: int) -> str:
    """Why no more is bought: nothing is left to spend, or less than one more costs."""
    have, price = bought(c, purchase), purchase.rule.price(c, purchase)
    cost = price(have + 1) - price(have)
    if not 0 < left < cost:
        return budget.words(0, "left")
    return f"costs {amount(cost, budget.unit)}, {left:,} left"


def _tried(sheet: Sheet, purchase: Purchase, limit: int, reason: str) -> tuple[int, str]:
    """The limit, or less where that much breaks what no cap knows of."""
    have = bought(sheet.reading, purchase)
    if limit <= have or not (broken := _broken(sheet, purchase, limit)):
        return limit, reason
    good, bad = have, limit
    while bad - good > 1:
        middle = (good + bad) // 2
        found = _broken(sheet, purchase, middle)
        if found:
            bad, broken = middle, found
        else:
            good = middle
    over = sheet.budgets.get(broken.removesuffix("-overspent"))
    return good, over.words(0, "left") if over else "another rule allows no more"


def _broken(sheet: Sheet, purchase: Purchase, to: int) -> str:
    """The code of an error that so much of it would bring, "" for none."""
    build = Build.parse(apply(written(sheet.build), purchase.path, to), sheet.build.name)
    after = sheet.game.read(build, sheet.rulebook, sheet.table)
    new = Counter(finding.code for finding in after.errors) - Counter(finding.code for finding in sheet.errors)
    return next(iter(new), "")


def explained(c: Reading, pick: ChoiceField) -> ChoiceField:
    """The field of a choice; where it is settled, every other option says so before it is chosen."""
    stays, old = c.memo(settled).get(pick.path), c.approved
    if stays is None or old is None:
        return pick
    kept = choice_at(old.build, pick.path)
    ledger = c.table.ledger.fresh

    def free(key: str) -> bool:
        return key == kept or key in stays.becomes or (stays.by_word and ledger.allows(pick.path, kept, key))

    options = (one if free(one.key) else replace(one, reason=one.reason or stays.reason) for one in pick.options)
    return replace(pick, options=tuple(options))

"""What a campaign doesn't allow, shown where one chooses: greyed, with the reason, and still to be found."""

from dataclasses import replace

from rules.kernel.allowed_findings import NOT_HERE
from rules.kernel.books.campaign_rules import AllowedEntries, barred_keys
from rules.kernel.pages.fields import ChoiceField, Field, ListField, Offers, Option, Step
from rules.kernel.sheet import Sheet

Barring = tuple[tuple[AllowedEntries, frozenset[str]], ...]


def with_barred(steps: tuple[Step, ...], sheet: Sheet) -> tuple[Step, ...]:
    """The steps, with a reason on each option that the campaign bars."""
    house = sheet.game.house_rules(sheet.table.settings)
    barring = tuple((rule, barred_keys(sheet.rulebook, rule, str(house[rule.key]))) for rule in sheet.game.allowed)
    return tuple(_step(step, barring) for step in steps) if any(keys for _, keys in barring) else steps


def _step(step: Step, barring: Barring) -> Step:
    paths = step.paths or tuple(one.path for one in step.fields)
    return replace(step, made=lambda: tuple(_field(one, barring) for one in step.fields), paths=paths)


def _field(one: Field, barring: Barring) -> Field:
    if isinstance(one, ChoiceField):
        return replace(one, options=_options(one.options, one.path, barring))
    if isinstance(one, ListField):
        items = tuple(tuple(_field(field, barring) for field in item) for item in one.items)
        return replace(one, items=items, offers=one.offers and _offers(one.offers, one.path, barring))
    return one


def _offers(offers: Offers, path: str, barring: Barring) -> Offers:
    return offers._replace(options=_options(offers.options, f"{path}.0.picks.{offers.pick}", barring))


def _options(options: tuple[Option, ...], path: str, barring: Barring) -> tuple[Option, ...]:
    gone = frozenset[str]().union(*(keys for rule, keys in barring if rule.is_at(path, "")))
    return tuple(replace(option, reason=NOT_HERE) if option.key in gone else option for option in options)

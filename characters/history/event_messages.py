"""What happened to a character, or at a table, that is no change of a build: told in words. No HTTP in here."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from django.db.models import QuerySet

from characters.models import Character, EventBase
from rules.kernel import Rulebook, Setting
from rules.kernel.books.campaign_rules import NO_NAMES, AllowedEntries
from rules.kernel.pages import Game

SENTENCES = {
    "submitted": "Submitted for approval",
    "withdrawn": "Withdrew the submission",
    "approved": "Approved as version {version}",
    "returned": "Sent back: {said}",
    "put-back": "Restored as approved, version {version}. Reason: {reason}",
    "remarked": "Comment: {text}",
    "answered": "Reply: {text}",
    "asked": "Question: {text}",
    "waived": "Allowed: {message} Reason: {reason}",
    "unwaived": "Removed an exception ({reason})",
    "awarded": "Awarded {amount}: {reason}",
    "voided": "Cancelled an award of {amount}: {reason}",
    "entry": "{text}",
    "entry-cancelled": "Cancelled: {text}. Reason: {reason}",
    "entered": "{label}: {text}",
    "entry-voided": "{label} cancelled: {reason}",
    "creation-reopened": "Creation reopened: {reason}",
    "tracker": "{label}: {before} → {after}",
    "seated": "Joined {table}",
    "unseated": "Left {table}",
    "binned": "Deleted",
    "unbinned": "Restored",
    "portrait": "Changed the portrait",
    "no-portrait": "Removed the portrait",
    "own-crest": "Changed the crest",
    "shared": "Created a share link",
    "unshared": "Revoked a share link",
    "passed-on": "Passed to {name}",
    "orphaned": "Passed to {name}: {of}’s account was deleted",
    "npcs": "NPCs passed to {name}: {count}",
    "founded": "Created {name}",
    "renamed": "Renamed {before} to {after}",
    "described": "Changed the description",
    "next": "Next session: {when}",
    "dates": "Asked who can when: {when}",
    "crest": "Changed the picture on the crest",
    "no-crest": "Removed the picture from the crest",
    "own-words": "Changed the house rules in the GM’s own words",
    "invited": "Created an invite link ({role})",
    "revoked": "Revoked an invite link ({role})",
    "joined": "Joined as {role}",
    "left": "Left the campaign",
    "brought": "Added the character {name}",
    "taken": "Removed the character {name}",
    "removed": "Removed {name}",
    "role": "Made {name} a {role}",
    "gone": "{name}’s account was deleted",
    "inherited": "Became GM: {name}’s account was deleted",
    "book-in": "{title}, edition {edition}, added to the campaign",
    "book-out": "{title}, edition {edition}, removed from the campaign",
    "games": "Games played here: {names}",
    "fought": "A fight of {rounds}: {party}",
    "told": "Wrote up a session: {title}",
    "stash-in": "Put in {what}{there}",
    "stash-out": "Took out {what}{there}",
    "stash-renamed": "Renamed {before} to {after}",
    "stash-noted": "Changed the note of {name}",
    "stash-note": "Note of {name}: {before} → {after}",
    "stash-joined": "Put together with what was there: {what}",
    "archived": "Archived the campaign",
    "reopened": "Reopened the campaign",
}
"""What an event's sentence is, by its kind; `settings` has a line for each setting instead."""
BY_NOBODY = ("gone", "npcs", "orphaned")
"""What follows from an account that is deleted: without a person who did it, nobody did."""


Source = Callable[[Character], "QuerySet[Any]"]
sources: list[Source] = [lambda character: character.events.all()]
"""Where events that a character's history tells come from; the rooms above add theirs."""


def lines(event: EventBase, game: Game | None) -> tuple[str, ...]:
    """An event in words, a line each. `game` names the settings it speaks of."""
    if event.kind == "settings":
        return settings_told(*sides(event), game, names_in(event)) if game else ()
    sentence = SENTENCES.get(event.kind)
    if sentence is None:
        return ()
    try:
        return (sentence.format_map(event.data),)
    except (KeyError, TypeError, ValueError):
        return (sentence.partition("{")[0].rstrip(" :(→") or event.kind,)


Names = Mapping[str, Mapping[str, str]]
"""What homebrew is called, by the rule that names it and by key."""
NO_HOMEBREW: Names = MappingProxyType({})


def homebrew_names(game: Game, rulebook: Rulebook, *sides: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """What homebrew is called that house rules name."""
    if rulebook is game.rulebook:
        return {}
    named = (
        (rule.key, rule.homebrew_names(rulebook, *(side.get(rule.key) for side in sides))) for rule in game.allowed
    )
    return {key: names for key, names in named if names}


def names_in(event: EventBase) -> Names:
    """What homebrew was called when an event was written, as far as it says so."""
    found = event.data.get("names") if isinstance(event.data, dict) else None
    return found if isinstance(found, dict) else NO_HOMEBREW


def settings_told(
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    game: Game,
    names: Names = NO_HOMEBREW,
    *,
    prefix: str = "House rule ",
) -> tuple[str, ...]:
    """What became of house rules, in words: a line for each that is another, as it was and as it is. It begins with the
    `prefix`, unless the lines stand where nothing else does."""
    return tuple(prefix + line for line in _settings(before, after, game, names))


def _settings(before: Mapping[str, Any], after: Mapping[str, Any], game: Game, names: Names) -> Iterator[str]:
    for key, setting in game.house_settings.items():
        if before.get(key, NOT_THERE) != after.get(key, NOT_THERE):
            if isinstance(setting, AllowedEntries):
                said = setting.told(before.get(key), after.get(key), names.get(key, NO_NAMES))
            else:
                said = " → ".join(_value(setting, side.get(key, NOT_THERE)) for side in (before, after))
            yield f"“{setting.label}”: {said}"


NOT_THERE = object()


def _value(setting: Setting, value: object) -> str:
    if value is NOT_THERE:
        return f"default ({setting.default_label})"
    return "none" if value is None else setting.label_for(value)


def sides(event: EventBase) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The house rules before and after an event of that kind."""
    before, after = (event.data.get(key) for key in ("before", "after"))
    return (before if isinstance(before, dict) else {}, after if isinstance(after, dict) else {})

"""What a posted step means: the names of its inputs are paths of the build.

`scores.x`, `picks.x`, `notes.x` carry a value; `has:picks.x` says that a tick list was on the page, so
that a missing tick means "no", `is:picks.x` the same of a flag; `was:scores.x` is the number shown, so that what
nobody chose becomes no choice; `kept:picks.x` is what the field there could not show, so that an empty input does not
take it back;
`rolls.x` comes once per die, empty for one not rolled yet; `add`, `remove`, `roll` are buttons, and so are `rank`,
with the path of a ranking, the option it stands on and the order that pressing it makes, and `raise`, whose paths of a
rating and a choice are completed by `at:row` and `at:column`, with `at:tag` for the choice; whoever goes `onward` with
a tag chosen raises `at:paths` like this; `spread` has scores with their new values, `scores.x=2 scores.y=1`;
`fix` is the button of one, a path and its new value as JSON; `path` with `value` (JSON) settles a conflict.
A list may show places that are empty yet: writing in one of them makes those before it too.
"""

import json
from collections.abc import Iterable, Mapping
from random import SystemRandom
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from django.http import QueryDict

from characters.builder.page_state import keeps
from characters.history.revisions import MOST_CHANGES
from characters.limits import BUILD_BYTES
from rules.kernel.documents import DocumentError, PathError, parse_json, value_at
from rules.kernel.documents.builds import LIST_LIMIT, NAME_LIMIT, SCORE_LIMIT
from rules.kernel.documents.changes import FULL

PREFIXES = ("scores.", "picks.", "notes.", "entries.")
MOST_DIGITS = 12
BUTTONS = ("add", "remove", "roll", "rank", "raise", "spread")
"""What a button of the form is called that does something besides saving."""


class Posted(NamedTuple):
    """What a form changes, as path to value, and the fields that no one can read, each with a sentence."""

    changes: dict[str, Any]
    refused: dict[str, str]


def posted_changes(post: QueryDict, name: str, build: Mapping[str, Any]) -> Posted:
    """What the person changed against the name and build their page had shown.

    An empty input takes a choice back only if the page could show that choice: what no field shows (an
    option of another edition, a value that cannot be read) stays as it came.
    Raises PathError with a sentence for what no form of the page could have sent.
    """
    changes: dict[str, Any] = {}
    refused: dict[str, str] = {}
    given = _text(post, "name").strip()
    if "name" in post and given != name:
        changes["name"] = given
    for key in post:
        try:
            changes.update(_field(post, key, build))
        except PathError as fault:
            refused[key] = str(fault)
    changes = {path: v for path, v in changes.items() if not ((v is None or v is False) and keeps(post, build, path))}
    changes = _with_places_before(changes, post, build)
    changes.update(_buttons(post, build))
    if len(changes) > MOST_CHANGES:
        raise PathError(f"You can change {MOST_CHANGES} things at once (you changed {len(changes):,}). Change fewer.")
    return Posted(changes, refused)


def _field(post: QueryDict, key: str, build: Mapping[str, Any]) -> dict[str, Any]:
    """What one input changes. Raises PathError where it cannot be read."""
    if key.startswith("has:"):
        return _ticks(post, key.removeprefix("has:"), build)
    if key.startswith("is:"):
        path = key.removeprefix("is:")
        return _differs(build, path, path in post or None)
    if key.startswith("rolls."):
        dice = [_number(die, key) for die in post.getlist(key) if die.strip()]
        return _differs(build, key, dice or None)
    if key.startswith(PREFIXES) and not (f"has:{key}" in post or f"is:{key}" in post or _begins(post, key, build)):
        return _differs(build, key, _value(key, _text(post, key)))
    return {}


def without_buttons(post: QueryDict) -> QueryDict:
    """What a form says, but for the button that sent it."""
    rest = post.copy()
    for button in BUTTONS:
        rest.pop(button, None)
    return rest


def typed_again(post: QueryDict, refused: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What was typed into fields that no one can read, by path, so that a page drawn anew still has it."""
    return {path: tuple(text[:NAME_LIMIT] for text in post.getlist(path)) for path in refused}


def _with_places_before(changes: Mapping[str, Any], post: QueryDict, build: Mapping[str, Any]) -> dict[str, Any]:
    """The changes, each after the empty places of its list that the page showed before it.

    Raises PathError for a place that no list has.
    """
    found: dict[str, Any] = {}
    waiting: dict[str, list[int]] | None = None
    for path, value in changes.items():
        if at := _place(path):
            waiting = _empty_places(post, build) if waiting is None else waiting
            held, place = at
            before = waiting.get(held, [])
            while before and before[-1] < place:
                found[f"{held}.{before.pop()}"] = {"name": ""}
            if before and before[-1] == place:
                before.pop()
        found[path] = value
    return found


def _place(path: str) -> tuple[str, int] | None:
    """The list and the place that a path leads into, None if it leads into none. Raises PathError beyond the last."""
    mapping, key, place, *_ = *path.split(".", 3), "", ""
    if mapping != "entries" or not place.isdecimal():
        return None
    if len(place) > MOST_DIGITS or int(place) >= LIST_LIMIT:
        raise PathError(FULL)
    return f"entries.{key}", int(place)


def _empty_places(post: QueryDict, build: Mapping[str, Any]) -> dict[str, list[int]]:
    """The places of each list that the page showed and where no entry is yet, the last first."""
    shown: dict[str, set[int]] = {}
    for name in post:
        if at := _place(name):
            shown.setdefault(at[0], set()).add(at[1])
    return {
        held: sorted((place for place in places if value_at(build, f"{held}.{place}") is None), reverse=True)
        for held, places in shown.items()
    }


def _empty_place(post: QueryDict, build: Mapping[str, Any], path: str) -> bool:
    """Whether the page showed a place of a list where no entry is yet."""
    return value_at(build, path) is None and any(name.startswith(f"{path}.") for name in post)


def _text(post: QueryDict, key: str) -> str:
    """The last value under a key, "" where there is none."""
    return str(post.get(key) or "")


def _value(path: str, text: str) -> Any:
    """What an input holds: scores are whole numbers, the rest is text, and nothing is None."""
    if ".scores." in f".{path}":
        return _number(text, path) or None if text.strip() else None
    return text.replace("\r\n", "\n") or None


def _number(text: str, path: str) -> int:
    digits = text.strip()
    if not digits.removeprefix("-").isdecimal():
        raise PathError(f"{_called(path)} must be a whole number.")
    if len(digits) > MOST_DIGITS or abs(int(digits)) > SCORE_LIMIT:
        raise PathError(f"{_called(path)} can be {SCORE_LIMIT:,} at most.")
    return int(digits)


def _called(path: str) -> str:
    """What a sentence calls the number at a path."""
    return path.rpartition(".")[2][:80].replace("-", " ").capitalize()


def _differs(build: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    return {} if (value_at(build, path) or None) == value else {path: value}


def _begins(post: QueryDict, path: str, build: Mapping[str, Any]) -> bool:
    """Whether an input holds the number that everybody begins with and that nobody chose."""
    return f"was:{path}" in post and post[f"was:{path}"] == post.get(path) and value_at(build, path) is None


def _ticks(post: QueryDict, path: str, build: Mapping[str, Any]) -> dict[str, Any]:
    held = value_at(build, path)
    had = {item for item in (held if isinstance(held, list) else [held]) if isinstance(item, str)}
    has = {item for item in post.getlist(path) if item}
    return {f"{path}.{option}": option in has for option in sorted(had ^ has, key=str)}


def _buttons(post: QueryDict, build: Mapping[str, Any]) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    if added := post.get("add"):
        changes |= _added(added, build)
    if (path := post.get("remove")) and not _empty_place(post, build, path):
        changes[path] = None
    if roll := post.get("roll"):
        path, dice, faces, different = _roll(roll)
        rng = SystemRandom()
        changes[path] = (
            rng.sample(range(1, faces + 1), dice) if different else [rng.randint(1, faces) for _ in range(dice)]
        )
    if ranked := post.get("rank"):
        changes |= _ranked(ranked, build)
    if spread := post.get("spread"):
        for path, number in in_spread(spread).items():
            changes |= _differs(build, path, number)
    if paths := post.get("raise") or left_chosen(post, build):
        changes |= _one_more(post, build, paths)
    if fix := post.get("fix"):
        changes |= _fix(fix)
    if path := post.get("path"):
        changes[path] = _json(post.get("value", "null"))
    return changes


def _added(text: str, build: Mapping[str, Any]) -> dict[str, Any]:
    """A new entry at the end of a list: `path`, `path pick option` where it begins with a choice, `path pick+flag
    option` where a flag is ticked too, or `path` and two spaces before a whole entry as JSON."""
    path, _, begun = text.partition(" ")
    held = value_at(build, path)
    place = len(held) if isinstance(held, list) else 0
    if place >= LIST_LIMIT:
        raise PathError(FULL)
    pick, _, option = begun.partition(" ")
    if option and not pick:
        return {f"{path}.{place}": _json(option)}
    pick, *flags = pick.split("+")
    picks = {pick: option, **dict.fromkeys(flags, True)}
    return {f"{path}.{place}": {"name": "", "picks": picks} if option else {"name": ""}}


def _ranked(text: str, build: Mapping[str, Any]) -> dict[str, Any]:
    """The order that a button of a ranking makes: `path pressed first second…`."""
    path, *order = text.split() or [""]
    if not path.startswith("ranks."):
        raise PathError("That ranking isn’t valid. Reload the page.")
    return _differs(build, path, order[1:] or None)


def in_spread(text: str) -> dict[str, int]:
    """The scores of a button that sets several, by path."""
    pairs = [pair.partition("=") for pair in text.split()[: MOST_CHANGES + 1]]
    if not all(path.startswith("scores.") for path, _, _ in pairs):
        raise PathError("Those dots aren’t valid. Reload the page.")
    return {path: _number(number, path) for path, _, number in pairs}


def _one_more(post: QueryDict, build: Mapping[str, Any], paths: str) -> dict[str, Any]:
    """One more of the rating that a row and a column name, and the tag that is chosen for it."""
    path, tag = in_grid(post, paths)
    stands = value_at(build, path)
    more = _number(str(stands + 1 if isinstance(stands, int) else 1), path)
    return {path: more} | (_differs(build, tag, chosen) if (chosen := _text(post, "at:tag")) else {})


def left_chosen(post: Mapping[str, str], build: Mapping[str, Any]) -> str:
    """The paths of a grid that its page is left with, a tag chosen that the pair has not got yet; else ""."""
    paths, tag = post.get("at:paths", ""), post.get("at:tag")
    if "onward" not in post or not paths or not tag:
        return ""
    return paths if value_at(build, in_grid(post, paths)[1]) != tag else ""


def in_grid(post: Mapping[str, str], paths: str) -> tuple[str, str]:
    """The paths of a rating and of the choice beside it, each `*` in them replaced by the row and the column."""
    rating, _, tag = paths.partition(" ")
    heads = post.get("at:row", ""), post.get("at:column", "")
    if not all(heads) or not rating.startswith("scores.") or not tag.startswith("picks."):
        raise PathError("That choice isn’t valid. Reload the page.")
    (rating, tag) = (path.replace("*", heads[0], 1).replace("*", heads[1], 1) for path in (rating, tag))
    return rating, tag


def sent_by_fix(path: str, value: object, clears: str = "") -> str:
    """What the button of a fix sends: `path=value`, the value as JSON; `path other=value` empties another place too.
    A path read from a file may have any signs, so they are written as in addresses."""
    return f"{' '.join(map(quote, filter(None, (path, clears))))}={json.dumps(value)}"


def _fix(text: str) -> dict[str, Any]:
    """What a fix changes, as `sent_by_fix` says it."""
    paths, _, value = text.partition("=")
    path, *clears = map(unquote, paths.split(" "))
    return {path: _json(value), **dict.fromkeys(clears[:1])}


def rolled_here(post: QueryDict, changes: Mapping[str, Any]) -> dict[str, list[int]]:
    """The dice among these changes that the server rolled, by their key."""
    path = (post.get("roll") or "").partition("=")[0]
    return {path.removeprefix("rolls."): changes[path]} if path in changes else {}


def _roll(text: str) -> tuple[str, int, int, bool]:
    """`rolls.x=3d12`; with a `!` behind it the dice differ from each other."""
    path, _, dice = text.removesuffix("!").partition("=")
    different = text.endswith("!")
    number, _, faces = dice.partition("d")
    count, sides = _number(number, path), _number(faces, path)
    most = min(20, sides) if different else 20
    if not path.startswith("rolls.") or not 1 <= count <= most or not 2 <= sides <= 100:
        raise PathError("That roll isn’t valid. Reload the page.")
    return path, count, sides, different


def _json(text: str) -> Any:
    if len(text) > BUILD_BYTES:
        raise PathError("That’s more than a character can hold. Choose less, then try again.")
    try:
        value = parse_json(text)
    except DocumentError as fault:
        raise PathError(str(fault)) from None
    if why := unstorable(value):
        raise PathError(why)
    return value


def unstorable(value: Any) -> str:
    """Why PostgreSQL would not keep parsed JSON, as a sentence, or ""."""
    text = json.dumps(value, ensure_ascii=False)
    if "\\u0000" in text.replace("\\\\", "") or any("\ud800" <= c <= "\udfff" for c in text):
        return "It contains characters we can’t save."
    return ""

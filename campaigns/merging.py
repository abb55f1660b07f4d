"""What two people choose or write at a time: each changes what they changed, and overwrites no text unheard."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from rules.form_values import keys_of, whole_text
from rules.refusals import Refused

Choice = TypeVar("Choice")
NOTHING: Mapping[str, Any] = MappingProxyType({})


def chosen(stands: Choice, wanted: Choice, seen: Choice | None) -> Choice:
    """What to keep where somebody wants this and had `seen` that; None where nobody knows what they saw.

    Of a set each member counts by itself. Sent as it was seen, what stands stays.
    """
    if seen is None:
        return wanted
    if isinstance(stands, frozenset) and isinstance(wanted, frozenset) and isinstance(seen, frozenset):
        return (stands | (wanted - seen)) - (seen - wanted)  # type: ignore[return-value]
    return stands if wanted == seen else wanted


def seen_of(post: Mapping[str, Any], key: str) -> frozenset[str] | None:
    """What a page had shown as chosen, by its field `was:` with a comma between; None where it did not say."""
    sent = post.get(f"was:{key}")
    return None if sent is None else frozenset(filter(None, str(sent).split(",")))


def numbers_seen(post: Mapping[str, Any], key: str) -> frozenset[int] | None:
    """The same where they are chosen by number."""
    seen = seen_of(post, key)
    return None if seen is None else keys_of(seen)


def texts_seen(post: Mapping[str, Any], *keys: str) -> dict[str, str]:
    """Texts as a page had shown them, those of which it said so."""
    return {key: whole_text(post, f"was:{key}") for key in keys if f"was:{key}" in post}


class Clash(Refused):
    """Somebody else saved the same text meanwhile. `theirs` is what they saved, by its key."""

    def __init__(self, theirs: Mapping[str, str]) -> None:
        super().__init__("Someone else edited this too. Save again to keep your version.")
        self.theirs = theirs


def theirs_of(refusal: Refused) -> Mapping[str, str]:
    """What somebody else saved meanwhile in words, for a page that shows it beside what was typed."""
    return {key: text or "Nothing." for key, text in refusal.theirs.items()} if isinstance(refusal, Clash) else NOTHING


def rewritten(stands: Mapping[str, str], wanted: Mapping[str, str], seen: Mapping[str, str]) -> dict[str, str]:
    """Which texts somebody wants otherwise than they stand, and than they had `seen` them.

    Raises Clash where somebody else changed one of these meanwhile.
    """
    new = {key: text for key, text in wanted.items() if text not in (seen.get(key), stands[key])}
    if theirs := {key: stands[key] for key in new if seen.get(key, stands[key]) != stands[key]}:
        raise Clash(theirs)
    return new

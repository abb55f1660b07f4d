"""What two people choose at a time: each changes what they changed. Texts are guarded by `actions.rewritten`."""

from collections.abc import Mapping
from typing import Any, TypeVar

from rules.form_values import keys_of, whole_text

Choice = TypeVar("Choice")


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

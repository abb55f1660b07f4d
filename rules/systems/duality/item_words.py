"""What an item is and gives, in words: on paper, in the builder, and to tell two of one name apart (5)."""

from collections.abc import Iterable, Iterator, Mapping

from rules.kernel import Reading
from rules.kernel.basics import shorten
from rules.kernel.documents.builds import NAME_LIMIT
from rules.kernel.documents.ledger import same_name
from rules.systems.duality.entries import Tag
from rules.systems.duality.feature_prices import named
from rules.systems.duality.held import HeldItem, items
from rules.systems.duality.pricing import signed


def nature(item: HeldItem) -> str:
    """What an item is: a relic, or the weapon of a style (5)."""
    if item.kind == "weapon":
        return f"weapon for {item.style.label}" if item.style else "weapon"
    return "relic" if item.kind == "relic" else "kind not chosen"


def gives(c: Reading, item: HeldItem) -> Iterable[str]:
    """Everything an item gives, a few words each (5.1)."""
    for target, total in item.totals.items():
        kind = target.partition(":")[0]
        if kind == "style":
            yield named(c, target)
        elif kind == "ability":
            yield f"{named(c, target)} {total}"
        elif kind == "die":
            yield f"{total} damage {'die' if total == 1 else 'dice'}"
        elif kind:
            yield f"{named(c, target)} {signed(total)}"


def full_titles(c: Reading) -> Mapping[int, str]:
    """The name of each item with what else it is, by its place."""
    return {one.place: shorten(f"{one.label} ({', '.join(_is(c, one))})", NAME_LIMIT) for one in c.memo(items)}


def titles(c: Reading) -> Mapping[int, str]:
    """What each item is called, by its place: its name, and what else it is where another of that name is unlike it."""
    full = c.memo(full_titles)
    kinds: dict[str, set[str]] = {}
    for one in c.memo(items):
        kinds.setdefault(same_name(one.label), set()).add(full[one.place])
    return {one.place: full[one.place] if len(kinds[same_name(one.label)]) > 1 else one.label for one in c.memo(items)}


def _is(c: Reading, item: HeldItem) -> Iterator[str]:
    words = item.entry.notes.get("experience", "").strip() if item.kind == "relic" else ""
    yield f"relic, “{words}”" if words else nature(item)
    yield from gives(c, item)
    brought = (c.rulebook.find(Tag, one.entry.pick("tag")) for one in item.features if one.kind == "specialization")
    yield from dict.fromkeys(tag.name for tag in brought if tag and tag.price)

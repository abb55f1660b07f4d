"""Where the hand goes on after a button of the builder: ids of elements that can be typed in or pressed."""

from collections.abc import Iterable, Mapping, Sequence

from characters.builder.chooser import stays_under_hand
from characters.builder.drawing import field_id
from characters.builder.editing import BUTTONS, in_grid, in_spread
from characters.builder.widgets import control_id
from rules.kernel import Sheet
from rules.kernel.pages import ChoiceField, Field, ListField, RankField, RatingField, RollField, Step, game_of


def landing(post: Mapping[str, str], step: Step) -> str:
    """The id of what has the focus next: the first empty field of what was added, the neighbour of what was removed,
    the button that rolled or ranked, the first of the ratings that were set; "" where no such button was pressed."""
    if post.keys().isdisjoint(BUTTONS):
        return ""
    fields = {field.path: field for field in _all(step.fields)}
    if isinstance(ranked := fields.get(post.get("rank", "").partition(" ")[0]), RankField):
        keys = [option.key for option in ranked.options]
        pressed = post["rank"].split()[1:2]
        return f"{field_id(ranked.path)}-{keys.index(pressed[0]) + 1 if pressed and pressed[0] in keys else 1}"
    spread = next((fields[path] for path in in_spread(post.get("spread", "")) if path in fields), None)
    if spread:
        return control_id(spread)
    path, _, place = post.get("remove", "").rpartition(".")
    added, shortened = fields.get(post.get("add", "").partition(" ")[0]), fields.get(path)
    rolled = fields.get(post.get("roll", "").partition("=")[0])
    if isinstance(added, ListField) and added.items:
        return "" if _bought(post, added) else _first_empty(added.items[-1])
    if isinstance(shortened, ListField):
        return _neighbour(shortened, int(place) if place.isdecimal() else 0)
    return f"{field_id(rolled.path)}-roll" if isinstance(rolled, RollField) else ""


def fallen(post: Mapping[str, str], step: Step) -> str:
    """What a button did that leaves the focus where it is, and what dice show and gave, in sentences; "" for none."""
    raised = step.field_at(in_grid(post, post["raise"])[0]) if "raise" in post else None
    if isinstance(raised, RatingField):
        return f"{raised.label} is {raised.figure.value:+} now."
    ranked = step.field_at(post["rank"].partition(" ")[0]) if "rank" in post else None
    if isinstance(ranked, RankField):
        names = {option.key: option.label for option in ranked.options}
        placed = zip(ranked.worth, ranked.value, strict=False)
        return " ".join(f"{worth}: {names.get(key, key)}." for worth, key in placed) or f"{ranked.label}: not ranked."
    if "spread" in post:
        spread = (step.field_at(path) for path in in_spread(post["spread"]))
        return ", ".join(f"{one.label} {one.figure.value}" for one in spread if isinstance(one, RatingField))
    if isinstance(added := step.field_at(post.get("add", "").partition(" ")[0]), ListField):
        taken = _bought(post, added)
        return f"Added {taken}." if taken else ""
    rolled = step.field_at(post["roll"].partition("=")[0]) if "roll" in post else None
    if not isinstance(rolled, RollField):
        return ""
    return " ".join((f"Rolled for {rolled.label}: {', '.join(map(str, rolled.value))}.", *rolled.gave))


def _bought(post: Mapping[str, str], added: ListField) -> str:
    """What was taken out of a catalogue, which stays under the hand, by its name; "" for anything else."""
    if not added.offered or not stays_under_hand(added):
        return ""
    taken = post.get("add", "").split(" ", 2)[2:]
    return next((option.label for option in added.offered.options if [option.key] == taken), "")


def left_added(post: Mapping[str, str], changes: Mapping[str, object], sheet: Sheet, key: str) -> str:
    """What leaving a grid with a tag chosen added, in a sentence; "" for nothing."""
    if "raise" in post or "onward" not in post or not (post.get("at:paths") and post.get("at:tag")):
        return ""
    rating, tag = in_grid(post, post["at:paths"])
    step = next(one for one in game_of(sheet).steps(sheet) if one.key == key)
    field, chosen = step.field_at(rating), step.field_at(tag)
    if not (
        rating in changes and tag in changes and isinstance(field, RatingField) and isinstance(chosen, ChoiceField)
    ):
        return ""
    name = next((option.label for option in chosen.options if option.key in chosen.value), "")
    return f"Added {field.label} {field.figure.value:+}, {name}."


def _all(fields: Iterable[Field]) -> Iterable[Field]:
    for field in fields:
        yield field
        if isinstance(field, ListField):
            for item in field.items:
                yield from _all(item)


def _first_empty(item: Sequence[Field]) -> str:
    open_yet = (field for field in item if not isinstance(field, ListField) and not field.value)
    return control_id(next(open_yet, item[0]))


def _neighbour(shortened: ListField, place: int) -> str:
    """The same button of what stands where the removed entry stood, or before it, for in a field the next letter typed
    would be written; the button that adds where nothing is left."""
    if not shortened.items:
        return f"{field_id(shortened.path)}-add"
    return f"{field_id(f'{shortened.path}.{min(place, len(shortened.items) - 1)}')}-remove"

"""What a change moves in a list whose entries stay: somebody may be writing in it, so it is not drawn as a whole."""

from collections.abc import Iterable, Iterator, Sequence, Set

from django.http import QueryDict
from django.utils.html import escape
from django.utils.safestring import SafeString

from characters.builder.chooser import settled
from characters.builder.drawing import Line, field_id
from characters.builder.entry_lists import draw_offers, draw_whole, entry_of, says, told_of_entries
from characters.builder.pieces import left_out, pieces_of, staying
from characters.builder.step_fields import Drawn
from characters.builder.step_form import StepForm
from rules.kernel import Finding
from rules.kernel.pages import ChoiceField, Field, ListField


def another_number(field: Field, post: QueryDict) -> bool:
    """Whether a number stands there that is kept as another one, so that no part of the page has moved but itself."""
    if isinstance(field, ListField):
        return any(another_number(inner, post) for item in field.items for inner in item)
    number = field.kind == "rate" or (field.kind == "write" and ".scores." in f".{field.path}")
    return number and post.get(field.path, str(field.value)) != str(field.value)


def moved_in_list(
    field: ListField, findings: Iterable[Finding], made: Drawn, shown: Sequence[bytes], form: StepForm, post: QueryDict
) -> Iterator[Line]:
    """What is said in a list, and what numbers move there, without what the page shows already by its pieces.

    What is written there stays as it is.
    """
    held = shown[0] if shown else b""
    stays = staying(made.pieces[0], held)
    yield f"{field_id(field.path)}-sum", SafeString(escape(field.summary))
    yield from (line for line in says(field, findings) if entry_of(line) not in stays)
    yield from _moved(field, stays, held, form, post)


def _moved(field: ListField, stays: Set[str], held: bytes, form: StepForm, post: QueryDict) -> Iterator[Line]:
    """What moves in each entry, with the words beside them, as a page with these pieces shows it."""
    yield from (line for line in told_of_entries(field) if entry_of(line) not in stays)
    for inner in (inner for item in field.items for inner in item):
        place, another = field_id(inner.path), another_number(inner, post)
        refused = inner.path in form.refused
        if isinstance(inner, ListField):
            if place not in stays:
                yield f"{field_id(inner.path)}-sum", SafeString(escape(inner.summary))
                yield f"{place}-offers", left_out(pieces_of(draw_offers(inner)), held)
            yield from _moved(inner, stays, held, form, post)
        elif inner.kind in ("rate", "pick") or (another and not refused):
            whole = pieces_of(draw_whole(inner, typed=form.typed))
            if another or refused or _otherwise(inner, post):
                yield place, whole.html
            elif place not in stays:
                yield place, left_out(whole, held)
        elif inner.kind == "write" and place not in stays:
            yield from says(inner, ())


def _otherwise(field: Field, post: QueryDict) -> bool:
    """Whether the page that was sent shows another choice than the one that is kept."""
    if not isinstance(field, ChoiceField):
        return False
    if settled(field):
        return field.path in post
    return {one for one in post.getlist(field.path) if one} != set(field.value)

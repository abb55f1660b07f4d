"""A field by itself as a page draws it: what templates need and the kernel need not know."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import Any

from django.utils.safestring import SafeString

from characters.builder.chooser import Chooser, settled, unfolds
from characters.builder.dots import Note, dots, makeup, most_drawn, note, pips, unlimited
from characters.builder.drawing import (
    DRAWN,
    Problems,
    Typed,
    TypedWithin,
    draw_part,
    draw_said,
    field_id,
    problems_of,
    typed_in,
)
from characters.builder.ranking import taps
from rules.kernel import Finding, remember
from rules.kernel.basics.wording import first_sentence
from rules.kernel.pages import ChoiceField, Field, Option, RankField, RatingField

NOTE, SAID = SafeString("<!-- note -->"), SafeString("<!-- said -->")
"""Where the note of a rating goes, and what is wrong with it. Whatever else could say so has been escaped."""
FOLLOW = SafeString("<!-- follow -->")
"""Where, in an entry that is chosen, the fields go that it brings."""
NUMBER = "../../figures/"
"""The pages of numbers, seen from a step: a field is drawn once for every character, so it cannot name one."""


def control_id(field: Field) -> str:
    """The id of what takes the focus in a field: its first input, or its element where that is not known here."""
    return f"{field_id(field.path)}-{_first_control(field)}".removesuffix("-")


def _first_control(field: Field) -> str:
    if isinstance(field, RatingField):
        return "n" if field.style == "stepper" else str(max(0, min(field.value, most_drawn(field))))
    if isinstance(field, ChoiceField):
        if unfolds(field):
            return "q"
        return {"select": "s", "flag": "true"}.get(field.style, "")
    return {"write": "t", "list": "add"}.get(field.kind, "1")


def draw_widget(field: Field, findings: Iterable[Finding], typed: Typed, *, by_hand: bool = False) -> SafeString:
    """The inside of the element of a field that is no list.

    `by_hand`: its dice were not rolled here.
    """
    if isinstance(field, RatingField):
        return whole_rating(*draw_rating(field, problems_of(findings), typed_in(field, typed)))
    choices = SafeString()
    if isinstance(field, ChoiceField) and field.path not in typed and (chosen := settled(field)):
        return _draw_chosen(replace(field, options=(chosen,)), problems_of(findings))
    if isinstance(field, ChoiceField) and field.style == "select" and not _laid_out(field, typed):
        known = {option.key for option in field.options}
        choices = _choices(field.options, tuple(key for key in field.value if key in known))
        told = " ".join(option.summary for option in field.options if option.key in field.value)
        # What is remembered of a select holds its options once, as they are drawn.
        field = replace(field, options=(), summary=field.summary or told)
    return _draw(field, choices, problems_of(findings), by_hand, typed_in(field, typed))


def draw_rating(
    field: RatingField, problems: Problems, within: TypedWithin
) -> tuple[SafeString, SafeString, SafeString]:
    """A rating, and what changes with whatever else is bought: its note, and what is wrong with it."""
    bare = _draw(unlimited(field), SafeString(), (), False, within)
    return bare, _draw_note(note(field)), draw_said("", problems)


def whole_rating(rating: SafeString, words: SafeString, said: SafeString) -> SafeString:
    """A rating with its note and what is wrong with it where they belong."""
    return SafeString(rating.replace(NOTE, words, 1).replace(SAID, said, 1))


@remember(DRAWN)
def _draw_note(words: Note) -> SafeString:
    return draw_part("note", {"note": words})


def _laid_out(field: ChoiceField, typed: Typed) -> bool:
    """Whether a drop-down list is read as a whole: nothing is chosen yet, or one wants something else."""
    return unfolds(field) or (field.path in typed and settled(field) is not None)


@remember(DRAWN)
def _draw_chosen(field: ChoiceField, problems: Problems) -> SafeString:
    context = {"field": field, "option": field.options[0], "findings": problems, "id": field_id(field.path)}
    return draw_part("chosen", context)


@remember(DRAWN)
def _draw(field: Field, choices: SafeString, problems: Problems, by_hand: bool, within: TypedWithin) -> SafeString:
    typed = dict(within)
    texts = typed.get(field.path, ())
    context: dict[str, Any] = {"field": field, "findings": problems, "id": field_id(field.path), "typed": texts[-1:]}
    context["choices"] = choices
    if isinstance(field, RatingField):
        context |= _rating_words(field)
    if isinstance(field, ChoiceField):
        context |= _choice_words(field, once=_laid_out(field, typed))
    if field.kind == "roll":
        context["by_hand"] = by_hand
        shown = texts or field.value
        context["faces"] = (*shown, *("" for _ in range(field.dice - len(shown))))
    if isinstance(field, RankField):
        context["taps"] = taps(field)
    return draw_part(field.kind, context)


def _rating_words(field: RatingField) -> dict[str, Any]:
    row, listed = dots(field), field.path.startswith("entries.")
    return {
        "dots": row,
        "most": row[-1].total,
        "makeup": makeup(field.figure),
        "pips": pips(field),
        "note": NOTE,
        "said": SAID,
        "gist": "" if listed else first_sentence(field.summary),
        "number": "" if listed or not field.figure.key else NUMBER,
    }


def _choice_words(field: ChoiceField, *, once: bool) -> dict[str, Any]:
    laid_out = once or field.style in ("cards", "ticks")
    return {
        "chooser": Chooser(field),
        # What is wrong with the one that is chosen is said in it: the end of the list may be far away.
        "inside": laid_out and not field.many and any(option.key in field.value for option in field.options),
        "follow": FOLLOW,
        "once": once,
        "kept": settled(field),
        "title": _title(field, once=once),
        "laid_out": laid_out,
    }


def _title(field: ChoiceField, *, once: bool) -> str:
    """How the name of a list of options is shown: as that of a field, as a title, or to screen readers alone."""
    if field.folded or not (once or field.many or field.summary):
        return "sr"
    return "" if once else "ruled"


@remember(DRAWN)
def _choices(options: tuple[Option, ...], chosen: tuple[str, ...]) -> SafeString:
    """What a select offers: the same in every entry of a list, so drawn once for all of them."""
    offered = [(title, list(run)) for title, run in groupby(options, lambda option: option.group)]
    return draw_part("choices", {"groups": offered, "chosen": chosen})

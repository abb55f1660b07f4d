"""What every part of the builder is drawn with: their template, their ids, and what is remembered of them."""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from django.template import Context
from django.template.loader import get_template
from django.utils.safestring import SafeString

from rules.kernel import Cite, Finding, remember
from rules.kernel.basics import MIB, BoundedCache
from rules.kernel.pages import Field

DRAWN: BoundedCache[Any, Any] = BoundedCache(24 * MIB)
"""Fields, lines and rows as they were drawn, for every page of this process."""
Line = tuple[str, SafeString]
"""A part of a page that moves by itself: the id of its element, and its inside."""
Typed = Mapping[str, tuple[str, ...]]
"""What stands in inputs and could not be kept, by path: a text for each input of that name. A choice that is settled is
laid out again where anything stands for it here."""
TypedWithin = tuple[tuple[str, tuple[str, ...]], ...]
"""The same of one field, so that what is drawn of it can be remembered."""
NOTHING_TYPED: Typed = MappingProxyType({})


@cache
def _partial(kind: str) -> Any:
    wrapped: Any = get_template(f"characters/fields.html#{kind}")
    return wrapped.template


def draw_part(kind: str, context: Mapping[str, Any]) -> SafeString:
    """A part of the template of fields, drawn."""
    html: SafeString = _partial(kind).render(Context(context))
    return html


def field_id(path: str) -> str:
    """The id of the element that holds a field."""
    return f"field-{path.replace('.', '-')}"


def typed_in(field: Field, typed: Typed) -> TypedWithin:
    """What of this stands in the inputs of a field."""
    return tuple(item for item in typed.items() if f"{item[0]}.".startswith(f"{field.path}.")) if typed else ()


class Problem(NamedTuple):
    """What is shown of a finding."""

    level: str
    word: str
    breaks: bool
    message: str
    hint: str
    waived: str
    cite: Cite
    at: str

    @classmethod
    def of(cls, finding: Finding) -> "Problem":
        told = (finding.message, finding.hint, finding.waived, finding.cite, finding.at)
        return cls(finding.level, finding.word, finding.breaks, *told)


Problems = tuple[Problem, ...]


def problems_of(findings: Iterable[Finding]) -> Problems:
    """What is shown of each of these."""
    return tuple(map(Problem.of, findings))


@remember(DRAWN)
def draw_said(summary: str, problems: Problems) -> SafeString:
    """What is said below a field: what it is about, and what is wrong with it."""
    if not summary and not problems:
        return SafeString()
    return draw_part("said", {"summary": summary, "findings": problems})

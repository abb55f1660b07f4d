"""Numbers that carry their explanation: a figure is the sum of the terms that count."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.errors import RuleError
from rules.kernel.basics.wording import amount, several, unit_in


class Origin(StrEnum):
    """What kind of thing a term stands for; dots are drawn by it. `BOUND` is what a limit of the book takes or adds."""

    BASE = "base"
    GRANTED = "granted"
    BOUGHT = "bought"
    TEMPORARY = "temporary"
    BOUND = "bound"
    OTHER = "other"


class Term(NamedTuple):
    """One line of the answer to "why is it that number?".

    `amount` is in the figure's own unit. A term that is outranked stays in the list with
    `counted=False`. `path` is the choice it comes from, where it comes from one; `group` is the title under
    which a long list puts it.
    """

    amount: int
    label: str
    cite: Cite
    origin: Origin = Origin.OTHER
    counted: bool = True
    path: str = ""
    group: str = ""


class Figure(NamedTuple):
    """A number with its terms. Make one with `Figure.of`: the value is never given, always summed."""

    key: str
    label: str
    cite: Cite
    terms: tuple[Term, ...]
    value: int

    @classmethod
    def of(cls, key: str, label: str, cite: Cite, terms: Iterable[Term]) -> "Figure":
        lines = tuple(terms)
        value = 0
        try:
            for term in lines:
                if term.counted:
                    value += term.amount
        except (AttributeError, TypeError):
            raise RuleError(f"“{key}” has a line that is no term with a whole number: {term!r}.") from None
        return cls(key, label, cite, lines, value)

    @property
    def groups(self) -> tuple["Figure", ...]:
        """Its terms under their titles, each with its sum, as the titles first appear; none where no term has one."""
        found: dict[str, list[Term]] = {}
        for term in self.terms:
            found.setdefault(term.group, []).append(term)
        if found.keys() <= {""}:
            return ()
        return tuple(
            Figure.of(f"{self.key}-{n}", title, self.cite, terms) for n, (title, terms) in enumerate(found.items())
        )


class Budget(NamedTuple):
    """What may be spent and what is, in a `unit` as `amount` takes it. `mend` is what else would help if overspent."""

    key: str
    label: str
    cite: Cite
    allowed: Figure
    spent: Figure
    unit: str = "dot"
    mend: str = ""
    at: str = ""

    @classmethod
    def of(
        cls,
        key: str,
        label: str,
        cite: Cite,
        *,
        allowed: Iterable[Term],
        spent: Iterable[Term],
        unit: str = "dot",
        mend: str = "",
        at: str = "",
    ) -> "Budget":
        return cls(
            key,
            label,
            cite,
            Figure.of(f"{key}-allowed", f"{label}: allowed", cite, allowed),
            Figure.of(f"{key}-spent", f"{label}: spent", cite, spent),
            unit,
            mend,
            at,
        )

    def with_allowed(self, allowed: Figure) -> "Budget":
        return self._replace(allowed=allowed)

    @property
    def one(self) -> str:
        """What one of its unit is called."""
        return self.unit.partition("|")[0]

    def words(self, count: int, what: str) -> str:
        """So much of it: "5 ability points left", "1 dot over in Practical abilities", "no dots left in Innate"."""
        unit, place = unit_in(self.label, self.unit)
        return f"{amount(count, unit) if count else f'no {several(unit)}'} {what}{place}"

    @property
    def standing(self) -> tuple[str, str]:
        """What is left or over, for a bar, and where: ("0 ability points left", ""), ("3 left", " in Physical"). A unit
        in capitals is told as it is: "5 APs left"."""
        short = self.unit.partition("|")[0].isupper()
        unit, place = (self.unit, "") if short else unit_in(self.label, self.unit)
        what = "over" if self.over else "left"
        return (self.left, place) if place else (f"{amount(self.over or self.remaining, unit)} {what}", "")

    @property
    def remaining(self) -> int:
        return self.allowed.value - self.spent.value

    @property
    def over(self) -> int:
        return max(0, -self.remaining)

    @property
    def left_parts(self) -> tuple[str, str]:
        """`left_of` as its number and the rest, where the number is drawn larger: ("3", "left of 8")."""
        number, _, rest = self.left_of.partition(" ")
        return number, rest

    @property
    def left(self) -> str:
        """What is left, as every page says it, or by how much it is over: "3 left", "2 over"."""
        return f"{self.over:,} over" if self.over else f"{self.remaining:,} left"

    @property
    def left_of(self) -> str:
        """The same with how much there was to spend: "3 left of 8"; "2 over"."""
        return self.left if self.over else f"{self.left} of {self.allowed.value:,}"

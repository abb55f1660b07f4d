"""What a posted form says, read with a sentence for what it cannot mean."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.http import QueryDict

from rules.kernel import Setting
from rules.kernel.asking import whole

OPEN = ""
"""What the form sends for a setting that the table leaves to its players."""


@dataclass(frozen=True)
class House:
    """A setting as the table's form shows it: `value` is what the table decided, None where it left it open.

    `typed` is what somebody sent, where it was refused and they should find it again.
    """

    setting: Setting
    value: Any
    typed: str | None = None

    @property
    def kind(self) -> str:
        return "number" if not self.options else "choice"

    @property
    def options(self) -> list[tuple[str, str]]:
        """What can be decided, as sent and as said; none for a number."""
        if self.setting.choices:
            return list(self.setting.options)
        return [("yes", "Yes"), ("no", "No")] if isinstance(self.setting.default, bool) else []

    @property
    def sent(self) -> str:
        """What the form sends for what stands."""
        if self.typed is not None:
            return self.typed
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        return OPEN if self.value is None else str(self.value)

    @property
    def usual(self) -> str:
        """The game's own reading, in words."""
        return self.setting.usual


def house_rows(
    settings: Iterable[Setting], decided: Mapping[str, Any], typed: Mapping[str, str] = MappingProxyType({})
) -> list[House]:
    return [House(setting, decided.get(setting.key), typed.get(setting.key)) for setting in settings]


def house_posted(post: QueryDict, settings: Iterable[Setting]) -> dict[str, Any]:
    """What the form decides: setting to value, None where it is left open; what is not on the form is not touched."""
    values: dict[str, Any] = {}
    for setting in settings:
        if setting.key not in post:
            continue
        text = post.get(setting.key) or OPEN
        values[setting.key] = None if text == OPEN else _meant(setting, text)
    return values


def _meant(setting: Setting, text: str) -> Any:
    """The value a text stands for; one out of bounds where it stands for none, so that it is refused by name."""
    if setting.choices:
        return text
    if isinstance(setting.default, bool):
        return {"yes": True, "no": False}.get(text, text)
    return whole(text, setting.low - 1, setting.low - 1, setting.high + 1)

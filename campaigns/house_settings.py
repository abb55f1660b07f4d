"""The settings of a game at a campaign: as the form of its house rules asks for them, what that form says when it is
sent, and what was decided, in a line for whoever is invited."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from campaigns.models import Campaign
from campaigns.rulebook import rulebook_of_table
from characters.history.event_messages import homebrew_names, settings_told
from rules.kernel import Setting
from rules.kernel.pages import Game, whole

OPEN = ""
"""What the form sends for a setting that the table leaves to its players."""


@dataclass(frozen=True)
class House:
    """A setting as the table's form shows it: `value` is what the table decided, None where it left it open.

    `typed` is what somebody sent, where it was refused and they should find it again; `stands` is what holds until
    anything is saved.
    """

    setting: Setting
    value: Any
    typed: str | None = None
    stands: Any = None

    @property
    def was(self) -> str:
        """What the form would send for what the table plays by now."""
        return replace(self, value=self.stands, typed=None).sent

    @property
    def kind(self) -> str:
        return "number" if not self.options else "choice"

    @property
    def options(self) -> list[tuple[str, str]]:
        """What can be decided, as sent and as said; none for a number."""
        if self.setting.choices:
            return list(self.setting.options)
        return [("yes", "On"), ("no", "Off")] if isinstance(self.setting.default, bool) else []

    @property
    def sent(self) -> str:
        """What the form sends for what stands."""
        if self.typed is not None:
            return self.typed
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        return OPEN if self.value is None else str(self.value)

    @property
    def wrong(self) -> str:
        """What may be set instead of what somebody sent, "" where that fits."""
        meant = None if self.typed is None else _meant(self.setting, self.typed)
        return "" if meant is None or self.setting.accepts(meant) else self.setting.fits

    @property
    def usual(self) -> str:
        """The game's own reading, in words."""
        return self.setting.default_label


def house_rows(
    settings: Iterable[Setting], decided: Mapping[str, Any], typed: Mapping[str, str], stands: Mapping[str, Any]
) -> list[House]:
    return [House(s, decided.get(s.key), typed.get(s.key), stands.get(s.key)) for s in settings]


def house_typed(post: Mapping[str, str], settings: Iterable[Setting]) -> dict[str, str]:
    """What somebody changed on the form, as sent: what still is as the page showed it (`was:`) is not among it."""
    sent = {setting.key: post[setting.key] for setting in settings if setting.key in post}
    return {key: text for key, text in sent.items() if text != post.get(f"was:{key}")}


def house_posted(post: Mapping[str, str], settings: Iterable[Setting], was: str = "") -> dict[str, Any]:
    """What somebody decided on the form: setting to value, None where it is left open.

    With `was` as "was:", how the page had shown what it showed.
    """
    return {s.key: _meant(s, post[f"{was}{s.key}"]) for s in settings if f"{was}{s.key}" in post}


def _meant(setting: Setting, text: str) -> Any:
    """The value a text stands for; one out of bounds where it stands for none, so that it is refused by name. Where
    everyone starts as the book says, nothing is decided."""
    if text == OPEN:
        return None
    if setting.choices or isinstance(setting.default, str):
        return text
    if isinstance(setting.default, bool):
        return {"yes": True, "no": False}.get(text, text)
    number = whole(text, setting.low - 1, setting.low - 1, setting.high + 1)
    return None if setting.starts and number == setting.default else number


def house_told(campaign: Campaign, game: Game) -> list[str]:
    """What a table has decided for a game, in words: a line for each setting."""
    decided = campaign.house(game.key)
    names = homebrew_names(game, rulebook_of_table(campaign, game.key), decided) if decided else {}
    return [*settings_told({}, decided, game, names, prefix="")]

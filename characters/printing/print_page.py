"""How a character is printed: what stands on the sheet besides its numbers, and why it cannot be printed."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

TOO_DEEP = "Something on this sheet is nested too deeply to print. Simplify it and try again."


class PrintError(Exception):
    """A sheet that cannot be printed; the message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class PrintPage:
    """What is printed besides the character's numbers, and how.

    `version` counts the character's revisions. `pages="one"` prints the page for play alone, "cards" pocket cards of
    all that is owned, "cards-gear" and the like of one set, "cards-blank" some to write on; `notes=False` leaves out
    whatever the player wrote. `what_if` says on the paper that this only tries something out. `face` is the digest of a
    portrait, and its JPEG; `bust` is what stands there without one, else the crest, of which `crest` was chosen.
    """

    name: str
    system_key: str
    system_name: str
    version: int
    date: date
    player: str = ""
    paper: Literal["a4", "letter"] = "a4"
    variant: Literal["full", "ink-saver", "large-print", "fillable"] = "full"
    pages: Literal["one", "two", "cards", "cards-spells", "cards-gear", "cards-feats", "cards-blank"] = "two"
    appendix: bool = False
    notes: bool = True
    what_if: bool = False
    face: tuple[str, bytes] | None = None
    bust: str = ""
    crest: str = ""

    @property
    def title(self) -> str:
        return self.name.strip() or "Unnamed"

    @property
    def length(self) -> str:
        """How large the name may be set."""
        return "long" if len(self.title) > 60 else "middling" if len(self.title) > 24 else "short"

    @property
    def tight(self) -> bool:
        """Whether a page holds less than most do, so that everything moves together."""
        return self.paper == "letter" or self.length == "long"

    @property
    def fillable(self) -> bool:
        """Whether it is filled in on a screen; cards to cut out are not."""
        return self.variant == "fillable" and not self.pocket

    @property
    def pocket(self) -> bool:
        """Whether these are pocket cards, and no sheet."""
        return self.pages.startswith("cards")

    @property
    def set(self) -> str:
        """Which cards, "" for all of them."""
        return self.pages.partition("-")[2]

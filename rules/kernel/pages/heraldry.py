"""How a game is drawn: the frame of its crests, their hatching, and a line of ornament. Paths of SVG, in one ink."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.kernel.documents.builds import Build


@dataclass(frozen=True, slots=True)
class Ornament:
    """A line that repeats after `width`, 14 high: `lines` are drawn, `faint` more softly, `dots` are filled."""

    width: int
    lines: str
    faint: str = ""
    dots: str = ""


@dataclass(frozen=True, slots=True)
class PortraitFrame:
    """The outline of a portrait and the line within it, in a box 120 wide and 150 high; `dashes` break that line, and
    the `rays` are behind a bust."""

    outer: str = "M3 3H117V147H3Z"
    inner: str = "M8 8H112V142H8Z"
    dashes: str = ""
    rays: str = "".join(f"M0 {y}H120" for y in range(4, 150, 4))


@dataclass(frozen=True, slots=True)
class Heraldry:
    """The outline of a crest and the line within it, in a box 100 wide and 116 high; `dashes` break that line. The
    `hatching` repeats in a square of 8. A plain shield where a game says nothing else.

    The `bust` stands for the game where there is nobody yet: one that `characters.faces` has.

    `charges` name what a crest shows for what is picked at `by`: drawings that `characters.crest` has.
    """

    frame: str = "M8 8H92V56C92 86 70 100 50 110C30 100 8 86 8 56Z"
    inner: str = "M14 14H86V56C86 81 67 94 50 103C33 94 14 81 14 56Z"
    dashes: str = ""
    hatching: str = "M0 0V8"
    ornament: Ornament = Ornament(16, "M0 11.5H16", "M0 13.5H16")
    portrait: PortraitFrame = PortraitFrame()
    bust: str = "hood"
    by: str = ""
    charges: Mapping[str, str] = field(default_factory=dict)

    def charge(self, build: Build) -> str:
        """The drawing that a build asks for; "" where its name decides."""
        return self.charges.get(build.pick(self.by), "") if self.by else ""

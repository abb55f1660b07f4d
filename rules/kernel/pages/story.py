"""What a player writes and no rule reads: the last page of the builder, and the passages of the printed sheet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.kernel.basics.cites import Cite
from rules.kernel.documents.builds import Build
from rules.kernel.pages.fields import Step, TextField
from rules.kernel.pages.print_parts import Passage


@dataclass(frozen=True, slots=True)
class Note:
    """Something to write about: its title, how many lines the builder gives it, a question to begin with."""

    title: str
    lines: int
    hint: str


@dataclass(frozen=True, slots=True)
class Story:
    """A game's notes by key, in their order, with what its page says above them and where the book speaks of it."""

    intro: str
    cite: Cite
    notes: Mapping[str, Note]

    def step(self, build: Build) -> Step:
        """The page of the builder."""
        paths = {key: f"notes.{key}" for key in self.notes}

        def fields() -> tuple[TextField, ...]:
            return tuple(
                TextField(paths[key], note.title, build.notes.get(key, ""), note.lines, note.hint)
                for key, note in self.notes.items()
            )

        return Step("story", "Story", self.intro, self.cite, fields, paths=tuple(paths.values()))

    def passages(self, build: Build, *, without: str = "") -> tuple[Passage, ...]:
        """What was written, in the order of the notes, then whatever else is there; `without` is the key of one that is
        shown elsewhere."""
        return tuple(self._passages(build, without))

    def _passages(self, build: Build, without: str) -> Iterator[Passage]:
        for key in (*self.notes, *(key for key in build.notes if key not in self.notes)):
            text = build.notes.get(key, "").strip()
            if text and key != without:
                note = self.notes.get(key)
                yield Passage(note.title if note else key.replace("-", " ").capitalize(), text)

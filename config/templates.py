"""Loads templates without their indentation: a third of a page, and of what a click answers, was white space."""

import re

from django.template import Origin
from django.template.loaders.filesystem import Loader as FilesystemLoader

INDENTED = re.compile(r"\s*\n\s*")
SILENT = "if|elif|else|endif|for|empty|endfor|with|endwith|load|partialdef|endpartialdef|block|endblock"
ALONE = re.compile(rf"^((?:\{{% (?:{SILENT})\b(?:(?!%\}}).)*%\}})+)\n", re.MULTILINE)
"""Tags that say nothing themselves, alone on their line: the line before it ends already."""


def squeezed(source: str) -> str:
    """A template whose lines begin with what they say. No word moves next to another."""
    return ALONE.sub(r"\1", INDENTED.sub("\n", source))


class Loader(FilesystemLoader):
    """Our own templates: pages and paper squeezed, letters as they are written."""

    def get_contents(self, origin: Origin) -> str:
        source: str = super().get_contents(origin)
        return squeezed(source) if origin.name.endswith(".html") else source

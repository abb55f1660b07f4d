"""What allauth says in the words of this site: all of it still said there, and compiled."""

import ast
import gettext
import re
from pathlib import Path

import allauth
from django.conf import settings

OURS = Path(settings.LOCALE_PATHS[0]) / "en_GB" / "LC_MESSAGES"
THEIRS = Path(allauth.__file__).parent / "locale" / "en" / "LC_MESSAGES" / "django.po"
SAID = re.compile(r'^(?:msgctxt "(.*)"\n)?(msgid|msgid_plural|msgstr(?:\[\d\])?) ((?:".*"\s*)+)', re.MULTILINE)


def sentences(file: Path) -> list[tuple[str, str, str]]:
    """Each keyword of a catalogue with its context and its text."""
    found = SAID.findall(file.read_text(encoding="utf-8"))
    return [
        (context, word, "".join(ast.literal_eval(line) for line in text.split("\n") if line.strip()))
        for context, word, text in found
    ]


def asked_for(file: Path) -> set[tuple[str, str]]:
    return {(context, text) for context, word, text in sentences(file) if word.startswith("msgid") and text}


def test_every_sentence_that_is_said_otherwise_is_still_said() -> None:
    assert asked_for(OURS / "django.po") - asked_for(THEIRS) == set()


def test_the_catalogue_is_compiled() -> None:
    with (OURS / "django.mo").open("rb") as file:
        compiled = vars(gettext.GNUTranslations(file))["_catalog"]
    written = [text for _, word, text in sentences(OURS / "django.po") if word.startswith("msgstr")]
    assert sorted(compiled.values()) == sorted(written), "manage.py compilemessages"

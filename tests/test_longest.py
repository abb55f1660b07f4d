"""How much fits a box on a page is how much is kept: no form takes a text that is refused, or cut, afterwards."""

import re
from collections.abc import Iterator
from inspect import signature
from pathlib import Path

import pytest
from django.db.models import Model

from campaigns import own_words, stash
from campaigns.actions import LONGEST_ABOUT, LONGEST_NAME
from campaigns.chronicle import handouts, scenes, sessions, texts
from campaigns.models import Beast, CalendarLink, Campaign, GameSession, Handout, Memory, Scene, StashItem
from campaigns.review import comments, decisions
from campaigns.tables import numbering
from campaigns.views import wanted as who_fights
from campaigns.views.scenes import LONGEST_FIND
from characters.models import Character, Comment, LedgerEntry, Waiver
from rules.form_values import words
from rules.homebrew.bookfile import ABOUT_LIMIT
from rules.kernel.documents.builds import NAME_LIMIT
from rules.kernel.documents.ledger import NOTE_LIMIT
from rules.models import Book

TEMPLATES = Path(__file__).parents[1] / "templates"
BOX = re.compile(r"<(?:input|textarea)\b[^<]*?\bmaxlength=\"(?P<most>[^\"]*)\"[^<]*")
NAME = re.compile(r"\bname=\"([^\"]*)\"")
CHOSEN = signature(words).parameters["most"].default
"""So much is kept of what names something that is there already."""
DIGITS = 12
"""Room for any number or dice: what is none says so."""
SEARCHES = {"q"}
"""Of what is searched for nothing is lost: the page says what it has looked for."""


def column(model: type[Model], name: str) -> int:
    """How much a column holds."""
    return int(model._meta.get_field(name).max_length)  # type: ignore[union-attr]


LIMITS: dict[str, dict[str, set[int]]] = {
    "": {"reason": {decisions.LONGEST_REASON}, "note": {NOTE_LIMIT}, "draft": {comments.LONGEST}},
    "books/": {"title": {NAME_LIMIT}, "about": {ABOUT_LIMIT}, "{{ input.sent_as }}": {NAME_LIMIT, DIGITS}},
    "campaigns/": {"name": {LONGEST_NAME}, "about": {LONGEST_ABOUT}, "{{ row.setting.key }}:add": {CHOSEN}},
    "campaigns/rules.html": {"own": {own_words.LONGEST, column(Campaign, "own_words")}},
    "campaigns/settings.html": {"own": {own_words.LONGEST, column(Campaign, "own_words")}},
    "campaigns/news.html": {"zone": {column(CalendarLink, "zone")}},
    "campaigns/beast.html": {"name": {column(Beast, "name")}},
    "campaigns/bestiary.html": {"name": {numbering.LONGEST_NAME}},
    "campaigns/crowd.html": {"name": {numbering.LONGEST_NAME}},
    "campaigns/chronicle_form.html": {
        "title": {texts.LONGEST_TITLE},
        "story": {sessions.LONGEST_STORY},
        "met": {sessions.LONGEST_MET * sessions.MOST_MET},
        "text": {sessions.LONGEST_MEMORY, handouts.LONGEST_TEXT},
    },
    "campaigns/scene.html": {
        "title": {texts.LONGEST_TITLE},
        "text": {scenes.LONGEST_TEXT},
        "asks": {scenes.LONGEST_ASK * scenes.MOST_ASKS},
        "find:{{ one.key }}": {LONGEST_FIND},
    },
    "campaigns/stash": {
        "name": {stash.LONGEST_NAME, column(StashItem, "name")},
        "note": {stash.LONGEST_NOTE, column(StashItem, "note")},
    },
    "campaigns/prep.html": {"text": {scenes.LONGEST_NOTES}},
    "campaigns/turns.html": {"who": {who_fights.LONGEST}},
    "campaigns/review": {
        "text": {comments.LONGEST},
        "{{ field }}": {comments.LONGEST, decisions.LONGEST_REASON},
        **{key: {decisions.LONGEST_REASON} for key in ("award:", "put-back:", "reopen:")},
    },
    "characters/": {
        "name": {NAME_LIMIT},
        "subject": {CHOSEN},
        "{{ detail.key }}": {CHOSEN},
        "own": {DIGITS},
    },
}
"""Per beginning of a template's path, of which the longest counts, and per name of a box."""


def boxes() -> Iterator[tuple[str, str, str]]:
    """Each box that ends somewhere: its template, its name, where it ends."""
    for file in sorted(TEMPLATES.rglob("*.html")):
        for box in BOX.finditer(file.read_text(encoding="utf-8")):
            (name,) = NAME.findall(box[0])
            yield str(file.relative_to(TEMPLATES)), name, box["most"]


def limits_of(template: str, name: str) -> set[int]:
    fitting = [begin for begin, limits in LIMITS.items() if template.startswith(begin) and name in limits]
    return LIMITS[max(fitting, key=len)][name] if fitting else set()


def test_a_box_ends_where_what_it_says_would_be_refused_or_cut() -> None:
    found = [box for box in boxes() if box[1] not in SEARCHES and not box[2].startswith("{{")]
    assert len(found) > 30
    assert [(where, name, most) for where, name, most in found if int(most) not in limits_of(where, name)] == []
    for begin, limits in LIMITS.items():
        for name, wanted in limits.items():
            there = {int(most) for where, of, most in found if of == name and where.startswith(begin)}
            assert wanted <= there, (begin, name)


def test_nobody_types_more_than_is_looked_for() -> None:
    searches = [(where, int(most)) for where, name, most in boxes() if name in SEARCHES]
    assert len(searches) > 4
    assert [(where, most) for where, most in searches if most > CHOSEN] == []


@pytest.mark.parametrize(
    ("model", "name", "limit"),
    [
        (Campaign, "name", LONGEST_NAME),
        (Campaign, "about", LONGEST_ABOUT),
        (GameSession, "title", texts.LONGEST_TITLE),
        (GameSession, "story", sessions.LONGEST_STORY),
        (Memory, "text", sessions.LONGEST_MEMORY),
        (Handout, "title", texts.LONGEST_TITLE),
        (Handout, "text", handouts.LONGEST_TEXT),
        (Scene, "title", texts.LONGEST_TITLE),
        (Scene, "text", scenes.LONGEST_TEXT),
        (StashItem, "name", stash.LONGEST_NAME),
        (StashItem, "note", stash.LONGEST_NOTE),
        (Comment, "text", comments.LONGEST),
        (Waiver, "reason", decisions.LONGEST_REASON),
        (LedgerEntry, "note", NOTE_LIMIT),
        (LedgerEntry, "subject", CHOSEN),
        (Character, "name", NAME_LIMIT),
        (Book, "title", NAME_LIMIT),
        (Book, "about", ABOUT_LIMIT),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_column_holds_what_its_form_takes(model: type[Model], name: str, limit: int) -> None:
    assert column(model, name) == limit

"""Words on pages that were wrong, stale or said twice, each seen once."""

import ast
import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from characters import actions
from characters.models import Character
from characters.printing import print_html, print_jobs
from characters.printing.print_html import page_html
from rules import systems
from rules.audit.dangling_refs import entries_of
from rules.kernel import Build, System
from rules.kernel.pages import ChoiceField
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]
pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parent.parent


def castable_by(page: str) -> list[str]:
    """Whom a page of spells offers to cast them."""
    chips = page.partition('aria-label="Castable by"')[2].partition("</nav>")[0]
    return [name.strip() for name in re.findall(r'<a class="chip"[^>]*>([^<]*)</a>', chips)]


def test_the_grimoire_of_a_table_offers_its_party_and_to_who_runs_it_its_npcs(cast: Cast) -> None:
    gm, elsewhere = cast.users["gm"], cast.table.__class__.objects.get(name="Elsewhere")
    for name, at in (("Crow", cast.table), ("Owl", elsewhere), ("Toad", None)):
        made = actions.create_character(system="hprpg", by=gm, name=name, campaign=cast.table, npc=True)
        Character.objects.filter(pk=made.pk).update(campaign=at)
    made = actions.create_character(system="hprpg", by=cast.users["companion"], name="Ann", campaign=cast.table)
    actions.create_character(system="forge", by=cast.users["companion"], name="No caster", campaign=cast.table)
    url = reverse("spells_at", args=[cast.table.pk])
    assert castable_by(words(cast["gm"].get(url))) == ["Ann", "Jane Alderwick", "Crow (NPC)"]
    assert castable_by(words(cast["owner"].get(url))) == ["Jane Alderwick"]
    assert castable_by(words(cast["companion"].get(url))) == ["Ann"]
    everywhere = castable_by(words(cast["gm"].get(reverse("grimoire"))))
    assert everywhere == ["Toad", "Owl", "Crow"]


def test_what_withdrawing_would_do_is_not_said_as_if_it_were_done(cast: Cast) -> None:
    url = reverse("book", args=[cast.edition.pk])
    assert "After this, new campaigns can’t add it." in words(cast["owner"].get(url))
    cast["owner"].post(reverse("book_deed", args=[cast.edition.pk]), {"deed": "withdraw"})
    page = words(cast["owner"].get(url))
    assert "Let campaigns use it again." in page
    assert "After this, new campaigns" not in page


# Keys of the data


def everything(system: System) -> dict[str, Any]:
    """A build with every entry that can be ticked, and every note written."""
    ticks = {
        field.path.partition(".")[2]: [option.key for option in field.options]
        for step in system.steps(system.read(Build.parse({})))
        for field in step.fields
        if isinstance(field, ChoiceField) and field.many
    }
    notes = dict.fromkeys(system.story.notes, "Written.") | {"backstory": "Written. And the rest of it."}
    return {"picks": ticks, "notes": notes}


def sentences() -> list[str]:
    """What the games' own code says in more than one word, without what it says of itself."""
    said: list[str] = []
    for file in (ROOT / "rules/systems").rglob("*.py"):
        nodes = list(ast.walk(ast.parse(file.read_text())))
        docs = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        texts = (node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in docs)
        said += [text for text in texts if isinstance(text, str) and " " in text.strip()]
    return said


@cache
def english() -> frozenset[str]:
    """Single words that people read elsewhere: in the text of the pages and the games, the documentation, the books."""
    texts = [told(file.read_text()) for file in (*ROOT.glob("templates/**/*.html"), *ROOT.glob("docs/**/*.md"))]
    entries = [entry for system in systems.every() for _, entry in entries_of(system.rulebook)]
    texts += [str(fact) for entry in entries for fact in vars(entry).values() if " " in str(fact)]
    texts += [*sentences(), *(entry.name for entry in entries)]
    return frozenset(re.findall(r"[a-z]+", " ".join(texts).lower()))


def keys_of(system: System) -> set[str]:
    """The words of a game's data that no reader knows: joined ones, and single ones that nothing else writes."""
    names = system.names(system.rulebook)
    keys = {*system.settings, *system.rulebook.entries, *names.scores, *names.picks, *names.rolls, *names.entries}
    for _, entry in entries_of(system.rulebook):
        keys |= {entry.key, *vars(entry), *(fact for fact in vars(entry).values() if isinstance(fact, str))}
    known = english()
    return {key for key in keys if re.fullmatch(r"[a-z]+([-_/][a-z]+)+", key) or (key.isalpha() and key not in known)}


def told(html: str) -> str:
    """What a reader sees of a page."""
    return unescape(re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<(script|style|head).*?</\1>", "", html)))


@pytest.mark.parametrize("game", systems.PACKAGES)
def test_no_key_of_the_data_is_read_on_a_page_or_on_paper(cast: Cast, game: str) -> None:
    system, owner = systems.get(game), cast["owner"]
    made = actions.create_character(system=game, by=cast.users["owner"], campaign=cast.table, build=everything(system))
    made = actions.fill_at_random(character=Character.objects.with_table().get(pk=made.pk), seed=3)
    print_jobs.request_print(character=made, options={"paper": "letter", "variant": "ink-saver"})
    read = Character.objects.with_table().get(pk=made.pk).read()
    pages = {"paper": page_html(read, print_html.page_of(made, {"appendix": True}))[0]}
    for name in ("sheet", "odds", "print", "history", "review", "ledger", "house_rules"):
        pages[name] = words(owner.get(reverse(name, args=[made.pk])))
    for name in ("coverage", "roster"):
        pages[name] = words(cast["gm"].get(reverse(name, args=[cast.table.pk])))
    pages["reference"] = words(owner.get(reverse("reference", args=[game])))
    if system.casts:
        pages["spells"] = words(owner.get(reverse("spells_of", args=[made.pk]) + "?can=all"))
    keys = keys_of(system)
    found = {
        (name, word)
        for name, page in pages.items()
        for word in re.findall(r"(?<![\w/#.=@-])[a-z]+(?:[-_/][a-z]+)*(?![\w@-])", told(page))
        if word in keys
    }
    assert found == set()
    foreign = {"hprpg": (), "rough-magic": ("catastroph",)}.get(game, ("catastroph", "DV"))
    assert [(name, word) for name, page in pages.items() for word in foreign if word in told(page)] == []
    assert [note.title for note in system.story.notes.values() if f">{note.title}<" not in pages["sheet"]] == []
    assert "version 2 · US Letter · Ink-saver<" in pages["print"]

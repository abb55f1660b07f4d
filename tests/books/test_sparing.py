"""An entry that a page cannot be made with costs itself and not the page, and its author is told how to mend it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.tables import campaign_books
from characters import actions
from characters.library import character_books
from characters.models import Character
from rules import systems
from rules.catalogue.rulebook import rulebook_for
from rules.homebrew import authoring
from rules.models import Book
from tests.books.shelves import said, written
from tests.cast import Cast, book, cast, shelved

__all__ = ["book", "cast"]

ROUGH = systems.get("rough-magic")
BARE = {"name": "Bare Spell", "summary": "It happens."}
CASTER = {
    "scores": {"power-level": 5, "presence": 3, "agility": 3, "brawn": 3, "reason": 3},
    "entries": {"skills": [{"name": "Thaumaturgy"}]},
}
BROKEN = {"key": "willpower", "name": "Broken Will", "category": "archetype-ability", "archetype": "druid"}
"""Takes the place of an aspect that numbers are made of, as something only druids have: no rule survives that."""
SOUND = {"key": "sound-lute", "name": "Sound Lute"}
WORDS = "Broken Will can't be shown: the builder cannot be made with it"


def caster(cast: Cast) -> Character:
    return actions.create_character(
        system="rough-magic", by=cast.users["owner"], name="Ursula", build=CASTER, campaign=cast.table
    )


def opened(client: Client, name: str, *args: Any, query: str = "") -> str:
    """The text of a page that must not fall over."""
    answer = client.get(reverse(name, args=args) + query)
    assert answer.status_code == 200, f"{name} answered {answer.status_code}"
    return said(answer)


def test_a_spell_with_only_a_name_and_a_summary_is_played_with(cast: Cast) -> None:
    made = authoring.publish(book=written(cast.users["gm"], "Bare", ("spell", BARE), system="rough-magic"))
    ursula = caster(cast)
    cast.play(made)
    spell, owner = made.entries.get(), cast["owner"]
    assert "Power Level vs DV 6" in opened(owner, "spells_of", ursula.pk, query="?can=all&q=bare")
    assert "Power Level vs DV 6" in opened(owner, "spells_at", cast.table.pk, query="?game=rough-magic&q=bare")
    assert "Rolled vs DV 6" in opened(owner, "homebrew_spell", "rough-magic", spell.key, made.pk)
    assert "vs DV 6," in opened(owner, "cast", ursula.pk, spell.key)
    assert "Bare Spell" in {row[0] for shelf in ROUGH.references(rulebook_for("rough-magic", [made]))
                            for card in shelf.cards for row in card.table}  # fmt: skip


def test_what_resists_and_a_difficulty_are_not_both_said(cast: Cast) -> None:
    draft = authoring.begin(by=cast.users["owner"], system="rough-magic", title="Both")
    both = {**BARE, "opposed": "agility", "dv": "9"}
    answer = cast["owner"].post(reverse("entry_new", args=[draft.pk, "spell"]), both)
    assert answer.status_code == 422
    assert "Fill in this or “Resisted by”, not both." in said(answer)
    assert 'value="9"' in answer.content.decode()
    for one in ({"opposed": "agility", "dv": "6"}, {"opposed": "", "dv": "9"}):
        assert cast["owner"].post(reverse("entry_new", args=[draft.pk, "spell"]), BARE | one).status_code == 302


def test_where_both_are_said_already_what_resists_counts_on_every_page(cast: Cast) -> None:
    row = {"key": "old-both", "name": "Both Ways", "opposed": "agility", "dv": 9}
    old = cast.play(shelved(cast.users["gm"], "rough-magic", "old-both", "1", {"spell": [row]}))
    ursula, owner = caster(cast), cast["owner"]
    assert "vs the target's Agility" in opened(owner, "spells_at", cast.table.pk, query="?q=both")
    assert "Rolled vs the target's Agility" in opened(owner, "homebrew_spell", "rough-magic", "old-both", old.pk)
    desk = opened(owner, "cast", ursula.pk, "old-both", query="?defence=4")
    assert "vs DV 4," in desk
    assert "DV 9" not in desk


def test_what_is_left_open_and_what_is_none_have_two_names(cast: Cast) -> None:
    draft = authoring.begin(by=cast.users["owner"], system="rough-magic", title="None")
    page = cast["owner"].get(reverse("entry_new", args=[draft.pk, "spell"]))
    (opposed,) = [one for one in page.context["inputs"] if one.name == "opposed"]
    labels = [choice.label for choice in opposed.choices]
    assert labels.count("None") == 1
    assert len(set(labels)) == len(labels)


# An edition with an entry that the rules cannot be read with, published before anybody looked


@pytest.fixture
def bad(cast: Cast) -> Book:
    made = shelved(cast.users["gm"], "hprpg", "bad", "1", {"trait": [BROKEN], "item": [SOUND]})
    return cast.play(made)


def test_an_entry_that_breaks_the_rules_is_set_aside_and_the_rest_is_played(cast: Cast, bad: Book) -> None:
    jane, owner = cast.jane.pk, cast["owner"]
    for name in ("sheet", "spells_of", "odds", "print", "review", "history"):
        opened(owner, name, jane)
    for step in cast.jane.game.steps(cast.jane.read()):
        opened(owner, "build", jane, step.key)
    for name in ("roster", "coverage", "print_party", "spells_at", "campaign"):
        opened(cast["gm"], name, cast.table.pk)
    assert "Sound Lute" in opened(owner, "build", jane, "magic-and-gear")
    assert "Willpower" in opened(owner, "figure", jane, "willpower"), "that of the core book stays in its place"


def test_whoever_looks_for_the_entry_is_told(cast: Cast, bad: Book) -> None:
    trait = bad.entries.get(kind="trait")
    assert WORDS in opened(cast["owner"], "books_of", cast.jane.pk)
    assert WORDS in opened(cast["gm"], "table_books", cast.table.pk)
    assert WORDS in opened(cast["owner"], "entry", bad.pk, trait.pk)
    page = opened(cast["owner"], "book", bad.pk)
    assert WORDS in page
    assert "Its author can publish a new edition." in page
    assert "Only its author can fix it." in page


def test_its_author_mends_it_in_the_next_edition(cast: Cast, bad: Book) -> None:
    gm = cast["gm"]
    assert "Start a new edition, above, and fix it there" in opened(gm, "book", bad.pk)
    gm.post(reverse("book_deed", args=[bad.pk]), {"deed": "edition"})
    second = Book.objects.get(key="bad", edition="2")
    (fault,) = authoring.faults_of(second)
    assert fault.place == "trait.willpower"
    assert "Fix 1 problem before publishing." in said(
        gm.post(reverse("book_deed", args=[second.pk]), {"deed": "publish"}, follow=True)
    )
    gm.post(reverse("entry", args=[second.pk, second.entries.get(kind="trait").pk]), {"remove": ""})
    gm.post(reverse("book_deed", args=[second.pk]), {"deed": "publish"})
    assert "edition 2 is available" in opened(gm, "table_books", cast.table.pk)
    second.refresh_from_db()
    campaign_books.use_book(campaign=cast.table, book=second, by=cast.users["gm"])
    character_books.switch_edition(character=cast.jane, book=second)
    assert "can't be shown" not in opened(cast["owner"], "books_of", cast.jane.pk)


def test_a_row_that_no_longer_fits_is_set_aside_too(cast: Cast) -> None:
    rows = {"item": [{**SOUND, "key": "old-lute", "name": "Old Lute", "strings": 7}, SOUND]}
    old = cast.play(shelved(cast.users["gm"], "hprpg", "old", "1", rows))
    assert "Sound Lute" in opened(cast["owner"], "build", cast.jane.pk, "magic-and-gear")
    assert "Old Lute can't be shown: old.item.old-lute: “strings”" in opened(cast["owner"], "book", old.pk)


@pytest.mark.parametrize(
    "row",
    [{"effects": 7}, {"effects": [None, "x"]}, {"aliases": [["a"], 7, None]}, {"aliases": 1.5}, {"sort": {"a": 1}}],
)
def test_a_row_of_another_shape_is_mended_in_the_next_edition(cast: Cast, row: dict[str, Any]) -> None:
    gm, old = cast["gm"], cast.play(shelved(cast.users["gm"], "hprpg", "old", "1", {"item": [SOUND | row]}))
    assert "Sound Lute can't be shown: old.item.sound-lute." in opened(gm, "book", old.pk)
    second = authoring.begin_edition(book=old, by=cast.users["gm"])
    lute = second.entries.get()
    url = reverse("entry", args=[second.pk, lute.pk])
    page = gm.get(url)
    assert page.status_code == 200
    mended = {"name": "Sound Lute", "summary": "It sounds.", "seen": authoring.digest_of(lute)}
    assert gm.post(url, mended).status_code == 302
    authoring.publish(book=second)
    assert not second.entries.get().row.keys() & row.keys()


def test_what_was_chosen_of_it_is_kept_and_told(cast: Cast) -> None:
    rows = {"species": [{"key": "old-imp", "name": "Old Imp", "family": "Imps", "horns": 2}]}
    cast.play(shelved(cast.users["gm"], "hprpg", "old", "1", rows))
    actions.change_build(character=cast.jane, changes={"picks.species": "old-imp"}, drawn=cast.jane.version)
    found = Character.objects.get(pk=cast.jane.pk).read().at("picks.species")
    assert [(finding.code, finding.level) for finding in found] == [("set-aside-old-imp", "note")]
    assert found[0].message.startswith("Old Imp can't be shown: old.species.old-imp")


def test_what_no_odds_can_be_had_of_is_set_aside(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of odds is asked for each entry it offers: who looks on a party's odds does so too."""
    game = systems.get("hprpg")
    well = game.ask

    def failing(sheet: Any, answers: Any) -> Any:
        if "old-diving" in answers.values():
            raise KeyError("nobody thought of it")
        return well(sheet, answers)

    monkeypatch.setattr(game, "ask", failing)
    rows = [{"key": f"old-{name}", "category": "ability", "type": "innate"} for name in ("climbing", "diving", "zeal")]
    old = shelved(cast.users["gm"], "hprpg", "old", "1", {"trait": rows})
    (fault,) = authoring.faults_of(old)
    assert fault.sentence.startswith("Old-Diving breaks a page: the page of odds can’t be shown with it.")
    cast.play(old)
    assert "Old-Climbing" in opened(cast["owner"], "odds", cast.jane.pk, query="?ability=old-climbing")
    assert "Old-Diving" not in opened(cast["owner"], "odds", cast.jane.pk)
    opened(cast["gm"], "coverage", cast.table.pk, query="?q=old")


# A page that falls over all the same


@pytest.mark.parametrize("part", ["spell_facts", "casting", "desk"])
def test_a_spell_that_fails_costs_itself(cast: Cast, monkeypatch: pytest.MonkeyPatch, part: str, caplog: Any) -> None:
    game, well = systems.get("hprpg"), getattr(systems.get("hprpg"), part)

    def failing(*args: Any) -> Any:
        if any(getattr(arg, "key", "") == "deep-light" for arg in args):
            raise KeyError("nobody thought of it")
        return well(*args)

    deep = cast.deep
    monkeypatch.setattr(game, part, failing)
    owner, jane = cast["owner"], cast.jane.pk
    everything = opened(owner, "spells_of", jane, query="?can=all")
    assert "Lumos" in everything
    at_table = opened(owner, "spells_at", cast.table.pk)
    page = opened(owner, "homebrew_spell", "hprpg", "deep-light", deep.pk)
    desk = opened(owner, "cast", jane, "deep-light")
    told = "Deep Light can't be shown: its page cannot be made."
    shown = {"spell_facts": (everything, at_table, page), "casting": (everything,), "desk": (desk,)}[part]
    assert [told in text for text in shown] == [True] * len(shown)
    assert "A page cannot be made with Deep Light of the book “deep-magic”." in caplog.text
    assert "Lumos" in opened(owner, "cast", jane, "lumos")

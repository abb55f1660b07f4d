"""`manage.py load_rulebooks`: the catalogue becomes what the TOML says, and no character loses a thing."""

import io
import shutil
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rules import systems
from rules.catalogue.loading import load_core, load_rulebooks
from rules.catalogue.rulebook import read_book
from rules.kernel import RuleError
from rules.kernel.books import read_rows
from rules.models import Book, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_books")]
HPRPG = systems.get("hprpg")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the handbook's TOML that may be written in."""
    copy = tmp_path / "hprpg"
    copy.mkdir()
    for path in HPRPG.folder.glob("*.toml"):
        shutil.copy(path, copy)
    return copy


def edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def lumos_gone(folder: Path) -> None:
    text = (folder / "spells.toml").read_text(encoding="utf-8")
    before, _, rest = text.partition('[[spell]]\nkey = "lumos"')
    (folder / "spells.toml").write_text(before + rest[rest.index("[[spell]]") :], encoding="utf-8")


def test_every_row_of_the_toml_is_in_the_catalogue() -> None:
    load_rulebooks()
    for system in systems.every():
        _, _, rows = read_rows(system.folder)
        held = {(entry.kind, entry.key): entry.row for entry in Entry.objects.filter(book__system=system.key)}
        assert held == {(kind, row["key"]): row for kind, shelf in rows.items() for row in shelf}


def test_the_book_read_back_equals_the_one_in_toml() -> None:
    load_rulebooks()
    for system in systems.every():
        made = read_book(Book.objects.get(system=system.key))
        assert made == system.core
        assert {kind: list(shelf) for kind, shelf in made.entries.items()} == {
            kind: list(shelf) for kind, shelf in system.core.entries.items()
        }, "the order is the book's"


def test_loading_twice_changes_nothing() -> None:
    load_rulebooks()
    before = list(Book.objects.values()), list(Entry.objects.order_by("pk").values())
    assert [(loaded.changed, loaded.retired) for loaded in load_rulebooks()] == [(0, 0)] * len(systems.PACKAGES)
    assert (list(Book.objects.values()), list(Entry.objects.order_by("pk").values())) == before


def test_the_command_says_what_it_did() -> None:
    counts = [(system.core.cover, sum(map(len, system.core.entries.values()))) for system in systems.every()]
    said = [io.StringIO(), io.StringIO()]
    for out in said:
        call_command("load_rulebooks", stdout=out)
    for out, changed in zip(said, (True, False), strict=True):
        assert out.getvalue().splitlines() == [
            f"{cover.short} {cover.edition_ref}: {count} entries, {count * changed} changed, 0 retired"
            for cover, count in counts
        ]


def test_a_changed_row_makes_a_new_version(folder: Path) -> None:
    load_core(HPRPG, folder)
    edit(folder, "spells.toml", "Call and command water.", "Water comes when called.")
    loaded = load_core(HPRPG, folder)
    assert (loaded.changed, loaded.retired, loaded.book.version) == (1, 0, 2)
    spell = Entry.objects.get(kind="spell", key="aguamente")
    assert spell.summary == spell.data["summary"] == "Water comes when called."


def test_a_changed_cover_or_section_makes_a_new_version(folder: Path) -> None:
    load_core(HPRPG, folder)
    edit(folder, "book.toml", 'short = "Handbook"', 'short = "PHB"')
    assert load_core(HPRPG, folder).book.version == 2
    edit(folder, "book.toml", 'title = "Playable Species"', 'title = "Species"')
    assert load_core(HPRPG, folder).book.version == 3
    assert Book.objects.get().cover["short"] == "PHB"


def test_an_entry_that_leaves_the_book_is_retired_and_kept(folder: Path) -> None:
    load_core(HPRPG, folder)
    lumos_gone(folder)
    loaded = load_core(HPRPG, folder)
    assert (loaded.changed, loaded.retired, loaded.book.version) == (0, 1, 2)
    lumos = read_book(loaded.book).entries["spell"]["lumos"]
    assert lumos.retired
    assert lumos.name == "Lumos"


def test_a_retired_entry_is_retired_once(folder: Path) -> None:
    load_core(HPRPG, folder)
    lumos_gone(folder)
    load_core(HPRPG, folder)
    again = load_core(HPRPG, folder)
    assert (again.changed, again.retired, again.book.version) == (0, 0, 2)


def test_an_entry_that_comes_back_is_in_use_again(folder: Path) -> None:
    load_core(HPRPG, folder)
    lumos_gone(folder)
    load_core(HPRPG, folder)
    loaded = load_core(HPRPG, HPRPG.folder)
    assert (loaded.changed, loaded.retired, loaded.book.version) == (1, 0, 3)
    assert read_book(loaded.book) == HPRPG.core


def test_a_retired_entry_that_fits_its_kind_no_more_is_left_out(folder: Path) -> None:
    load_core(HPRPG, folder)
    lumos_gone(folder)
    book = load_core(HPRPG, folder).book
    lumos = Entry.objects.get(kind="spell", key="lumos")
    lumos.data = {**lumos.data, "wand-wood": "holly"}
    lumos.save()
    assert "lumos" not in read_book(book).entries["spell"]


def test_a_mistyped_key_changes_nothing_and_says_where(folder: Path) -> None:
    load_core(HPRPG, folder)
    edit(folder, "spells.toml", "incantation = ", "incantaton = ")
    with pytest.raises(RuleError, match=r"core\.spell\.incendio.*incantaton"):
        load_core(HPRPG, folder)
    assert Book.objects.get().version == 1


def test_the_command_ends_with_a_sentence_when_a_book_is_broken(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edit(folder, "spells.toml", "page = 34", 'page = "thirty"')
    monkeypatch.setattr(HPRPG, "folder", folder)
    with pytest.raises(CommandError, match=r"Nothing was loaded\. core\.spell\.incendio\.page"):
        call_command("load_rulebooks")
    assert not Book.objects.exists()

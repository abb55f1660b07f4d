"""What a person does with a character: choosing, two tabs, undo, copies, the bin."""

from typing import Any

import pytest
from django.db.models import JSONField, Value

from campaigns import actions as sitting
from campaigns.demo.demo import JANE
from characters import actions
from characters.history import revisions
from characters.history.edit_conflicts import EditConflict, shown_document
from characters.models import Character, Revision
from rules.kernel import RuleError
from rules.kernel.documents import Change, Document, PathError, awarded, compare
from rules.models import Book
from rules.systems import PACKAGES, get
from tests.cast import Cast
from tests.characters.posting import words
from tests.granting import grant

pytestmark = pytest.mark.django_db

LAMP, ROPE, SALT = ({"name": name} for name in ("Lamp", "Rope", "Salt"))


@pytest.fixture
def anna(book: Book) -> Character:
    return actions.create_character(system="hprpg", name="Anna")


def change(character: Character, path: str, value: Any, *, drawn: int | None = None, tab: str = "") -> Character:
    character.refresh_from_db()
    version = character.version if drawn is None else drawn
    return actions.change_build(character=character, changes={path: value}, drawn=version, tab=tab).character


def stored(character: Character) -> tuple[str, Any]:
    character.refresh_from_db()
    return character.name, character.build


# Creating


def test_a_new_character_is_empty_and_its_history_begins(anna: Character) -> None:
    assert (anna.name, anna.build, anna.version) == ("Anna", {}, 1)
    assert [(r.version, r.kind, r.changes) for r in anna.revisions.all()] == [(1, "create", [])]
    assert (str(anna), anna.get_absolute_url()) == ("Anna", f"/characters/{anna.pk}/")


def test_a_document_comes_in_whole(book: Book) -> None:
    document = Document(
        system="hprpg",
        name="Jane",
        build=JANE,
        settings={"starting_feats": 2},
        ledger=awarded(3),
        extra={"colour": "green"},
    )
    made = actions.create_character(system="hprpg", document=document)
    assert (made.name, made.build, made.ledger.total("award"), made.stage) == ("Jane", JANE, 3, "creation")
    assert made.document().as_json()["colour"] == "green"
    assert made.document().settings == {"starting_feats": 2}


@pytest.mark.parametrize("build", [[1, 2], "a text", 7, None, True])
def test_a_build_that_is_no_mapping_is_kept_and_opens(book: Book, build: Any) -> None:
    made = actions.create_character(system="hprpg", document=Document(system="hprpg", name="", build=build))
    made.refresh_from_db()
    assert made.build == ({} if build is None else build)
    copy = actions.duplicate(character=made)
    assert copy.build == made.build
    held = change(made, "scores.charm", 2)
    assert held.build == {"scores": {"charm": 2}}
    assert actions.undo(character=made).build == made.build


def test_a_build_of_nothing_at_all_can_be_named(book: Book) -> None:
    made = actions.create_character(system="hprpg")
    Character.objects.update(build=Value(None, JSONField()))
    made.refresh_from_db()
    assert made.build is None
    assert stored(change(made, "name", "Ann")) == ("Ann", {})


def test_characters_and_what_hangs_on_them_have_readable_names(cast: Cast) -> None:
    assert str(cast.jane.revisions.get()) == f"{cast.jane.pk} v1: create"
    assert str(cast.job) == f"print {cast.job.pk} of {cast.jane.pk} v1: done"
    assert str(Character()) == "Unnamed"
    assert (str(cast.table), str(cast.table.memberships.first())) == ("Thursday", "gm at Thursday")


# Choosing, in two tabs


def test_a_choice_is_one_revision(anna: Character) -> None:
    held = change(anna, "scores.charm", 2)
    assert (held.version, held.build) == (2, {"scores": {"charm": 2}})
    assert held.revisions.first().changes == [["scores.charm", None, 2]]


def test_a_choice_of_what_is_chosen_leaves_no_trace(anna: Character) -> None:
    change(anna, "scores.charm", 2)
    held = change(anna, "scores.charm", 2)
    assert (held.version, held.revisions.count()) == (2, 2)


def test_an_edit_says_what_was_made_of_which_version(anna: Character) -> None:
    edit = actions.change_build(
        character=anna, changes={"scores.charm": 2, "name": "Ann", "scores.logic": None}, drawn=1
    )
    assert edit.made == (Change("scores.charm", None, 2), Change("name", "Anna", "Ann"))
    assert (edit.base, edit.character.version, edit.after["charm"]) == (1, 2, 3)
    again = actions.change_build(character=edit.character, changes={"scores.charm": 2}, drawn=2)
    assert (again.made, again.base, again.character.version, again.after) == ((), 2, 2, edit.after)


def test_an_edit_of_what_somebody_else_changed_has_both(anna: Character) -> None:
    change(anna, "scores.logic", 1, tab="two")
    assert anna.version == 1
    edit = actions.change_build(character=anna, changes={"scores.charm": 2}, drawn=1, tab="one")
    assert (edit.base, edit.character.version) == (2, 3)
    assert (edit.after["charm"], edit.after["logic"]) == (3, 1)


def test_what_cannot_be_read_is_not_saved(anna: Character, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Character) -> None:
        raise RuleError("No rule makes a figure “luck”.")

    monkeypatch.setattr(Character, "read", broken)
    with pytest.raises(RuleError, match="luck"):
        actions.change_build(character=anna, changes={"scores.charm": 2}, drawn=1)
    assert stored(anna) == ("Anna", {})
    assert anna.version == 1


def test_the_name_stands_beside_the_build(anna: Character) -> None:
    held = change(anna, "name", "  Anna\u202ebel\n ")
    assert (held.name, held.build) == ("Annabel", {})
    assert stored(actions.undo(character=anna)) == ("Anna", {})


def test_two_tabs_with_different_fields_both_win(anna: Character) -> None:
    change(anna, "scores.charm", 2, drawn=1, tab="one")
    change(anna, "picks.species", "goblin", drawn=1, tab="two")
    assert stored(anna)[1] == {"scores": {"charm": 2}, "picks": {"species": "goblin"}}


def test_two_tabs_ticking_different_options_both_win(anna: Character) -> None:
    change(anna, "picks.feats.ambush", True, drawn=1, tab="one")
    change(anna, "picks.feats.zeal", True, drawn=1, tab="two")
    assert stored(anna)[1] == {"picks": {"feats": ["ambush", "zeal"]}}


def test_two_tabs_with_the_same_field_meet(anna: Character) -> None:
    change(anna, "scores.charm", 2, drawn=1, tab="one")
    with pytest.raises(EditConflict) as stale:
        change(anna, "scores.charm", 3, drawn=1, tab="two")
    assert [(c.path, c.theirs, c.yours) for c in stale.value.conflicts] == [("scores.charm", 2, 3)]
    assert str(stale.value) == "scores.charm"
    assert stored(anna)[1] == {"scores": {"charm": 2}}
    assert anna.version == 2


def test_two_tabs_that_choose_the_same_agree(anna: Character) -> None:
    change(anna, "scores.charm", 2, drawn=1, tab="one")
    assert change(anna, "scores.charm", 2, drawn=1, tab="two").version == 2


def test_the_names_of_two_tabs_meet(anna: Character) -> None:
    change(anna, "name", "Ann", drawn=1, tab="one")
    with pytest.raises(EditConflict) as stale:
        change(anna, "name", "Annie", drawn=1, tab="two")
    assert (stale.value.conflicts[0].theirs, stale.value.conflicts[0].yours) == ("Ann", "Annie")


def test_fast_clicks_of_one_tab_are_no_conflict(anna: Character) -> None:
    for dots in (1, 2, 3):
        change(anna, "scores.charm", dots, drawn=1, tab="one")
    assert stored(anna)[1] == {"scores": {"charm": 3}}


def test_an_entry_removed_elsewhere_is_a_conflict(anna: Character) -> None:
    for place, thing in enumerate((LAMP, ROPE)):
        change(anna, f"entries.gear.{place}", thing)
    change(anna, "entries.gear.0", None, drawn=3, tab="one")
    for path in ("entries.gear.0.name", "entries.gear.1.name"):
        with pytest.raises(EditConflict):
            change(anna, path, "Lantern", drawn=3, tab="two")
    assert stored(anna)[1] == {"entries": {"gear": [ROPE]}}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("scores.charm", "three"),
        ("scores.charm", 10**7),
        ("nonsense", 1),
        ("nonsense.charm", 1),
        ("picks.feats.ambush", "yes"),
        ("entries.gear.7", LAMP),
        ("entries.gear.0", "lamp"),
        ("notes.wand", "a\x00b"),
        ("notes.wand", "\ud800"),
        ("name", "x" * 201),
        ("name", 7),
        ("scores." * 40 + "x", 1),
    ],
)
def test_what_no_build_can_hold_is_refused_whole(anna: Character, path: str, value: Any) -> None:
    with pytest.raises(PathError, match=r"\.$"):
        actions.change_build(character=anna, changes={"scores.logic": 1, path: value}, drawn=1)
    assert stored(anna) == ("Anna", {})
    assert anna.version == 1


# Undo and redo


def test_undo_and_redo_without_a_past_do_nothing(anna: Character) -> None:
    assert actions.undo(character=anna).version == 1
    assert actions.redo(character=anna).version == 1


@pytest.mark.parametrize("things", [[LAMP, ROPE, SALT], [LAMP, LAMP, ROPE], [LAMP, LAMP, LAMP]])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_removed_entry_comes_back_to_its_place(anna: Character, things: list[Any], place: int) -> None:
    for n, thing in enumerate(things):
        change(anna, f"entries.gear.{n}", thing)
    held = change(anna, f"entries.gear.{place}", None)
    left = [thing for n, thing in enumerate(things) if n != place]
    assert held.build == {"entries": {"gear": left}}
    assert stored(actions.undo(character=anna))[1] == {"entries": {"gear": things}}
    assert stored(actions.redo(character=anna))[1] == {"entries": {"gear": left}}


MUDDLED: list[tuple[Any, str, Any]] = [
    ({"scores": {"charm": "three"}}, "scores.charm", 3),
    ({"scores": "junk"}, "scores.charm", 3),
    ({"picks": {"feats": ["b", "a", "a", 7]}}, "picks.feats.c", True),
    ({"picks": {"feats": {"x": 1}}}, "picks.feats.c", True),
    ({"entries": {"gear": [{"name": "A", "colour": "red"}, 7, {"scores": []}]}}, "entries.gear.0", None),
    ({"entries": {"gear": [{"name": "A", "colour": "red"}]}}, "entries.gear.0.name", "B"),
    ({"entries": {"gear": []}}, "entries.gear.0", LAMP),
    ({"scores": {}}, "scores.charm", 1),
    ({"notes": {"Odd Key": 7}}, "notes.=Odd%20Key", "now a text"),
    ([1, 2], "scores.charm", 1),
    ({"unknown": {"kept": True}}, "scores.charm", 1),
]


@pytest.mark.parametrize(("build", "path", "value"), MUDDLED)
def test_undo_brings_back_what_no_choice_could_have_put_there(book: Book, build: Any, path: str, value: Any) -> None:
    character = actions.create_character(system="hprpg", build=build)
    after = change(character, path, value).build
    assert after != build
    assert stored(actions.undo(character=character))[1] == build
    assert stored(actions.redo(character=character))[1] == after
    assert shown_document(character, 1) == ("", build if isinstance(build, dict) else {})


def test_a_page_drawn_earlier_is_told_as_it_was(anna: Character) -> None:
    change(anna, "scores.charm", 2)
    change(anna, "name", "Ann")
    change(anna, "entries.gear.0", LAMP)
    anna.refresh_from_db()
    told = [shown_document(anna, version) for version in (1, 2, 3, 4, 9)]
    two = {"scores": {"charm": 2}}
    now = ("Ann", {**two, "entries": {"gear": [LAMP]}})
    assert told == [("Anna", {}), ("Anna", two), ("Ann", two), now, now]


def test_a_page_knows_what_it_did_itself_since(anna: Character) -> None:
    def put(path: str, value: Any, tab: str) -> None:
        held = Character.objects.get(pk=anna.pk)
        actions.change_build(character=held, changes={path: value}, drawn=held.version, tab=tab)

    put("scores.charm", 2, "mine")
    put("scores.insight", 1, "theirs")
    put("scores.insight", 3, "mine")
    put("scores.fitness", 4, "theirs")
    anna.refresh_from_db()
    assert shown_document(anna, 1, "mine") == ("Anna", {"scores": {"charm": 2, "insight": 3}})
    assert shown_document(anna, 1, "theirs") == ("Anna", {"scores": {"insight": 1, "fitness": 4}})
    assert shown_document(anna, 1) == ("Anna", {})


def test_paths_overlap_where_one_holds_the_other() -> None:
    pairs = [("a.b", "a.b"), ("a.b", "a.b.c"), ("a.b.c", "a.b"), ("", "a"), ("a", ""), ("a.b", "a.bc"), ("a.b", "a.c")]
    assert [revisions.overlap(*pair) for pair in pairs] == [True, True, True, True, True, False, False]


# At random, in play, copies, the bin


def test_filling_at_random_keeps_what_is_chosen_and_is_one_step(anna: Character) -> None:
    change(anna, "picks.species", "centaur")
    held = actions.fill_at_random(character=anna, seed=7)
    assert held.read().legal
    assert held.build["picks"]["species"] == "centaur"
    assert held.version == 3
    assert stored(actions.undo(character=anna))[1] == {"picks": {"species": "centaur"}}
    assert actions.redo(character=anna).build == held.build


def test_whoever_has_no_name_gets_one_with_all_the_rest(anna: Character, book: Book) -> None:
    assert actions.fill_at_random(character=anna, seed=7).name == anna.name
    nobody = actions.create_character(system="hprpg")
    assert actions.fill_at_random(character=nobody, step="species", seed=7).name == ""
    held = actions.fill_at_random(character=nobody, seed=7)
    wishes = get("hprpg").wishes
    assert wishes
    assert held.name in wishes.called
    assert actions.undo(character=held).name == ""


def test_filling_at_random_leaves_what_no_choice_could_put_there(book: Book) -> None:
    character = actions.create_character(system="hprpg", build={"scores": {"Odd Key": 2, "charm": 1}})
    build = actions.fill_at_random(character=character, seed=7).build
    assert (build["scores"]["Odd Key"], build["scores"]["charm"] >= 1) == (2, True)


def test_filling_at_random_differs_from_time_to_time(anna: Character) -> None:
    builds = []
    for _ in range(2):
        builds.append(actions.fill_at_random(character=anna).build)
        actions.undo(character=anna)
    assert builds[0] != builds[1]


@pytest.mark.parametrize("system", PACKAGES)
def test_step_by_step_the_dice_make_somebody_legal(book: Book, system: str) -> None:
    """A step is filled by itself, touches no other, and breaks nothing; in their order they come to a whole."""
    character = actions.create_character(system=system)
    steps, filled = [step.key for step in character.game.steps(character.read())], 0
    for key in steps:
        own = next(step for step in character.game.steps(character.read()) if step.key == key)
        before = character.build
        character = actions.fill_at_random(character=character, step=key, seed=3)
        moved = [change.path for change in compare(before, character.build)]
        filled += bool(moved)
        assert [path for path in moved if not own.owns(path)] == []
        assert character.read().errors == ()
    assert filled > len(steps) // 2
    assert not character.read().unfinished


def test_a_copy_has_a_name_and_a_history_of_its_own(cast: Cast) -> None:
    cast.jane.settings, cast.jane.extra = {"starting_feats": 1}, {"x": 1}
    grant(cast.jane, 4)
    copy = actions.duplicate(character=cast.jane, by=cast.users["owner"])
    copy.refresh_from_db()
    assert (copy.name, copy.build, copy.owner) == ("Jane Alderwick (copy)", JANE, cast.users["owner"])
    assert (copy.settings, copy.ledger.total("award"), copy.extra) == ({"starting_feats": 1}, 4, {"x": 1})
    assert copy.revisions.count() == 1
    assert copy.campaign is None
    change(copy, "scores.charm", 3)
    assert stored(cast.jane)[1] == JANE


def copied(cast: Cast, who: str, character: Character) -> tuple[str, Character]:
    """What the page says after somebody copied a character, and the copy."""
    said = cast[who].post(f"/characters/{character.pk}/duplicate/", follow=True)
    return words(said), Character.objects.latest("pk")


def test_the_page_says_at_which_table_a_copy_is(cast: Cast) -> None:
    gm = cast.users["gm"]
    said, copy = copied(cast, "owner", cast.jane)
    assert "Copied to Jane Alderwick (copy). The copy isn’t in a campaign; Jane Alderwick is still in Thursday." in said
    assert copy.campaign is None
    crow = actions.create_character(system="hprpg", by=gm, name="Crow", campaign=cast.table, npc=True)
    said, copy = copied(cast, "gm", crow)
    assert "Copied to Crow (copy). It’s an NPC in Thursday, like Crow." in said
    assert (copy.campaign, copy.npc) == (cast.table, True)
    sitting.archive(campaign=cast.table)
    said, copy = copied(cast, "gm", crow)
    assert "Copied to Crow (copy). The copy isn’t in a campaign; Thursday is archived." in said
    assert (copy.campaign, copy.npc) == (None, True)
    said, copy = copied(cast, "gm", copy)
    assert "Copied to Crow (copy) (copy).<" in said
    assert cast.branch.campaign == cast.table


def test_the_longest_name_can_be_copied(anna: Character) -> None:
    change(anna, "name", "x" * 200)
    assert len(actions.duplicate(character=change(anna, "name", "x" * 200)).name) == 200


def test_the_bin_gives_back(cast: Cast) -> None:
    kept, binned = cast.guests_own, cast.binned
    actions.bin_character(character=cast.jane)
    assert set(Character.objects.kept()) == {kept}
    assert set(Character.objects.binned()) == {cast.jane, binned}
    actions.unbin_character(character=cast.jane)
    assert cast.jane in Character.objects.kept()


def test_deleting_a_table_or_a_game_masters_seat_leaves_the_characters(cast: Cast) -> None:
    cast.table.delete()
    cast.jane.refresh_from_db()
    assert cast.jane.campaign is None


def test_house_rules_of_the_table_come_on_top(cast: Cast) -> None:
    cast.jane.settings, cast.table.settings = {"starting_feats": 1, "rating_limit": 6}, {"hprpg": {"starting_feats": 2}}
    cast.jane.campaign = cast.table
    assert dict(cast.jane.table.settings) == {"starting_feats": 2, "rating_limit": 6}


def test_revisions_are_never_two_of_one_version(anna: Character) -> None:
    assert Revision.objects.filter(character=anna).values_list("version", flat=True).distinct().count() == 1

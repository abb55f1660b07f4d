"""The preview of an entry: as the book will say it, on a sample with and without it, with notes that forbid nothing."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules import systems
from rules.homebrew import authoring
from rules.homebrew.bookfile import sections_of
from rules.homebrew.entry_form import draw, parse
from rules.homebrew.form_inputs import SENT, Rows
from rules.homebrew.printed import printed
from rules.homebrew.samples import sample_of
from rules.homebrew.trying import MOST_CHANGES, Preview, preview
from rules.kernel import Book, Build, Rulebook, RulesContext, kind_of
from rules.kernel.books import make_book
from rules.kernel.pages import Game
from rules.models import Entry
from tests.books.test_entry_form import kind
from tests.cast import Cast, book, cast

__all__ = ["book", "cast"]

KINDS = [(game.key, kind_of(shape)) for game in systems.every() for shape in game.homebrew]
SELKIE = {"name": ["Selkie"], "summary": ["Two skins."], "effects-0-to": ["passive-perception"]}


def empty(game: Game) -> Book:
    cover = {"key": "deep", "edition": "1", "system": game.key, "title": "Deep", "short": "Deep", "licence": ""}
    return make_book(cover, (), {}, game.kinds)


def tried(game: str, name: str, flat: dict[str, list[str]]) -> Preview:
    system, shape = systems.get(game), kind(name, game)
    row, wrong = parse(shape, system, flat)
    return preview(system, shape, empty(system), row, wrong, sample_of(None, system, ""))  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "name"), KINDS)
def test_an_empty_form_of_every_kind_has_a_preview_that_says_what_it_needs(game: str, name: str) -> None:
    found = tried(game, name, {})
    assert found.entry is not None
    assert found.entry.name == "Unnamed"
    assert "Name: enter a value." in found.missing
    assert not [note for note in found.notes if "can’t be" in note]


def test_a_bonus_moves_a_figure_of_the_sample() -> None:
    found = tried("hprpg", "species", {**SELKIE, "effects-0-amount": ["2"]})
    (moved,) = [one for one in found.on.changes if one.label == "Passive Perception"]
    assert int(moved.after) == int(moved.before) + 2
    assert found.headline.startswith("On an example character: ")
    assert found.on.how
    assert found.missing == ()


def test_a_species_has_words_of_its_own_in_play() -> None:
    system, row = systems.get("hprpg"), {"key": "selkie", "name": "Selkie", "section": "Species", "page": 0}
    row |= {"summary": "Two skins.", "family": "Beings", "play": ["It breathes water."]}
    cover = vars(empty(system).cover)
    own = make_book(cover, sections_of(system), {"species": [row]}, system.kinds)
    sheet = system.read(Build.parse({"picks": {"species": "selkie"}}), Rulebook.of((system.core, own)), RulesContext())
    assert ("In play", "It breathes water.") in {(fact.label, fact.text) for fact in system.facts(sheet)}


def test_a_list_has_each_choice_once_the_likeliest_first_and_what_is_gone_last() -> None:
    system, shape = systems.get("dominion"), kind("beast", "dominion")

    def options(key: str) -> str:
        (stats,) = [one for one in draw(shape, system, system.rulebook, {"stats-0-key": [key]}) if one.name == "stats"]
        assert isinstance(stats, Rows)
        return stats.rows[0][0].options

    for key in ("bite", "knitting", '"><b>'):
        drawn = options(key)
        assert drawn.count(" selected") == 1
        assert "<b>" not in drawn
        assert drawn.count('value="bite"') == 1
        assert drawn.index('value="bite"') < drawn.index('value="knitting"')
    assert options('"><b>').endswith("&quot;&gt;&lt;b&gt;</option></optgroup>")


def test_a_number_below_nothing_is_a_note() -> None:
    (note,) = [
        one for one in tried("hprpg", "species", {**SELKIE, "effects-0-amount": ["-99"]}).notes if "below" in one
    ]
    assert note.startswith("Passive Perception falls below 0 on an example character: it would be −")


def test_a_spell_is_rolled_by_the_sample_with_its_terms() -> None:
    slumber = {"name": ["Hush"], "summary": ["Bees."], "skills": ["enchantment"], "difficulty": ["-1"]}
    found = tried("dominion", "spell", slumber)
    assert found.on.rolls[0].label == "Hush"
    assert found.on.rolls[0].new
    assert found.on.terms[-1][0] == "Hush"


def test_what_is_unlike_every_printed_one_is_a_note_and_no_error() -> None:
    found = tried("dominion", "spell", {"name": ["Slumber"], "summary": ["x"], "difficulty": ["-30"]})
    notes = " ".join(found.notes)
    assert "The core book has “Slumber” too." in notes
    assert "How hard is −30. Most printed spells: 0. From −" in notes


def test_numbers_that_feed_each_other_are_a_note() -> None:
    circle = {"effects-0-to": ["willpower"], "effects-0-amount": ["1"], "effects-0-per": ["fortitude"]}
    found = tried("hprpg", "species", {**SELKIE, **circle})
    assert any("depend on each other" in note for note in found.notes)


def test_a_full_form_costs_one_entry_and_one_sample() -> None:
    many = {f"effects-{n}-{key}": [value] for n in range(60) for key, value in (("to", "charm"), ("amount", "1"))}
    found = tried("hprpg", "item", {"name": ["Net"], "summary": ["x"], **many})
    assert len(found.on.changes) <= MOST_CHANGES


def test_printed_entries_give_usual_answers_and_ranges() -> None:
    known = printed(kind("spell", "dominion"), systems.get("dominion"))
    assert known.common("range")[:2] == ("10 m", "Line of sight")
    assert known.common("twelve") == ()
    assert known.often("skills")[0]
    assert known.is_rare("maintenance_note")
    span = known.span("difficulty")
    assert span is not None
    assert span.most == 0


def test_every_question_is_explained() -> None:
    for system in systems.every():
        for shape in system.homebrew:
            for one in draw(shape, system, system.rulebook, {}):
                assert one.help or one.kind == "hidden", f"{system.key} {kind_of(shape)}: {one.asks}"


def test_no_chip_leaves_open_what_has_to_be_chosen() -> None:
    for system in systems.every():
        for shape in system.homebrew:
            for one in draw(shape, system, system.rulebook, {}):
                if isinstance(one, Rows) or not one.required:
                    continue
                chips = [choice for choice, _ in one.near] if one.look == "search" else []
                chips += [choice for _, group in one.groups for choice, _ in group] if one.look == "chips" else []
                chips += [choice for _, group in one.far for choice in group] if one.look == "search" else []
                assert all(choice.key for choice in chips), f"{system.key} {kind_of(shape)}: {one.asks}"
    (cast_with,) = [
        one for one in draw(kind("spell", "hprpg"), systems.get("hprpg"), systems.get("hprpg").rulebook, {})
        if one.name == "discipline"
    ]  # fmt: skip
    assert not isinstance(cast_with, Rows)
    assert cast_with.required
    assert cast_with.near


def test_a_beast_may_roll_with_what_printed_ones_alone_have() -> None:
    system, shape = systems.get("dominion"), kind("beast", "dominion")
    (stats,) = [one for one in draw(shape, system, system.rulebook, {}) if one.name == "stats"]
    assert isinstance(stats, Rows)
    assert "Bite" in {choice.label for choice in stats.rows[0][0].choices}


# The page


def sent(**more: str) -> dict[str, str]:
    return {f"{SENT}{name}": value for name, value in more.items()}


def test_a_preview_saves_nothing_and_keeps_what_was_typed(cast: Cast) -> None:
    owner = cast["owner"]
    draft = authoring.begin(by=cast.users["owner"], system="hprpg", title="Deep")
    address = reverse("entry_new", args=[draft.pk, "item"])
    form: dict[str, Any] = {**sent(name="Net", summary="It holds."), "preview": ""}
    whole, part = owner.post(address, form), owner.post(address, form, headers={"HX-Request": "true"})
    for answer in (whole, part):
        assert answer.status_code == 200
        page = answer.content.decode()
        assert "It holds." in page
    assert 'value="Net"' in whole.content.decode()
    assert "<form" not in part.content.decode()
    assert not Entry.objects.filter(book=draft).exists()
    chosen = owner.post(address, {**form, "sample": f"c{cast.jane.pk}"}, headers={"HX-Request": "true"})
    assert f"Open {cast.jane}" in chosen.content.decode()


def test_nobody_is_tried_on_a_stranger(cast: Cast) -> None:
    stranger: Client = cast["stranger"]
    draft = authoring.begin(by=cast.users["stranger"], system=cast.jane.system, title="Deep")
    form = {**sent(name="Net"), "preview": "", "sample": f"c{cast.jane.pk}"}
    for key in (f"c{cast.jane.pk}", "c" + "9" * 30, "x"):
        answer = stranger.post(reverse("entry_new", args=[draft.pk, "item"]), {**form, "sample": key})
        assert answer.status_code == 200
        assert f"Open {cast.jane}" not in answer.content.decode()


def test_an_entry_begins_from_one_of_its_author(cast: Cast) -> None:
    owner = cast["owner"]
    draft = authoring.begin(by=cast.users["owner"], system="hprpg", title="Deep")
    net = authoring.write_entry(book=draft, kind="item", row={"name": "Net", "summary": "It holds."})
    address = reverse("entry_new", args=[draft.pk, "item"])
    assert 'value="Net"' in owner.get(f"{address}?from=own:{net.pk}").content.decode()
    for wrong in ("own:", "own:x", f"own:{net.pk + 9}"):
        assert 'value="Net"' not in owner.get(f"{address}?from={wrong}").content.decode()


def test_own_words_win_over_a_usual_answer(cast: Cast) -> None:
    system, shape = systems.get("dominion"), kind("spell", "dominion")
    row, _ = parse(shape, system, {"name": ["A"], "summary": ["B"], "range": ["10 m", "a stone's throw"]})
    assert row["range"] == "a stone's throw"
    row, _ = parse(shape, system, {"name": ["A"], "summary": ["B"], "range": ["10 m", ""]})
    assert row["range"] == "10 m"


def test_a_published_book_is_used_at_a_campaign_by_one_press(cast: Cast) -> None:
    gm = cast["gm"]
    draft = authoring.begin(by=cast.users["gm"], system="hprpg", title="Deep")
    authoring.write_entry(book=draft, kind="item", row={"name": "Net", "summary": "It holds."})
    assert "Use it at" not in gm.get(draft.get_absolute_url()).content.decode()
    authoring.publish(book=draft)
    assert "Use it at" in gm.get(draft.get_absolute_url()).content.decode()
    gm.post(reverse("table_books", args=[cast.table.pk]), {"book": draft.pk, "do": "add", "keep": ""})
    cast.table.refresh_from_db()
    assert draft.pk in cast.table.books
    assert "Use it at" not in gm.get(draft.get_absolute_url()).content.decode()


@pytest.mark.parametrize(("games", "offered"), [([], True), (["hprpg", "duality"], True), (["dominion"], False)])
def test_a_book_is_offered_where_its_game_is_played(cast: Cast, games: list[str], offered: bool) -> None:
    made = authoring.begin(by=cast.users["gm"], system="hprpg", title="Deep")
    authoring.write_entry(book=made, kind="item", row={"name": "Net", "summary": "It holds."})
    authoring.publish(book=made)
    cast.table.games = games
    cast.table.save()
    assert ("Use it at" in cast["gm"].get(made.get_absolute_url()).content.decode()) is offered


# Beasts


def wolf(**stats: tuple[int, int]) -> dict[str, list[str]]:
    flat = {"name": ["Bog wolf"], "summary": ["It waits."], "attacks": ["It bites the slowest."]}
    for number, (key, (low, high)) in enumerate(stats.items()):
        row = {"key": key.replace("_", "-"), "low": low, "high": high}
        flat |= {f"stats-{number}-{name}": [str(value)] for name, value in row.items()}
    return flat


def test_a_beast_stands_on_its_fight_card_with_its_ranges() -> None:
    found = tried("dominion", "beast", wolf(timing=(4, 6), bite=(6, 9), dodge=(5, 5), withstand_injury=(7, 7)))
    assert found.board is not None
    card = found.board.card
    assert {one.label: one.value for one in card.figures}["Timing"] == "4–6"
    assert {one.label: one.value for one in card.figures}["Dodge"] == "5"
    bite = next(one for one in card.rolls if one.label == "Bite")
    assert bite.need == "6–9 or less"
    assert bite.chance == "50–75%"
    assert found.headline.startswith("Timing 4–6")
    assert found.board.drawn.labels == ("Timing", "Bite")
    assert all(4 <= int(timing) <= 6 and 6 <= int(biting) <= 9 for timing, biting in found.board.drawn.rows)


def test_a_beast_without_what_most_have_is_a_note() -> None:
    (note,) = [one for one in tried("dominion", "beast", wolf(bite=(6, 9))).notes if "also roll with" in one]
    assert "Timing" in note
    assert "Withstand Injury" in note
    troll = systems.get("dominion").rulebook.entries["beast"]["troll"]
    whole = {one.key.replace("-", "_"): (one.low, one.high or 1) for one in troll.stats}  # type: ignore[attr-defined]
    assert not [one for one in tried("dominion", "beast", wolf(**whole)).notes if "also roll with" in one]


def test_an_attack_of_its_own_is_named_in_words_and_rolled() -> None:
    lash = {"stats-0-own": ["Tongue lash"], "stats-0-low": ["6"], "stats-0-high": ["9"]}
    found = tried("dominion", "beast", {**wolf(), **lash})
    assert found.board is not None
    (roll,) = found.board.card.rolls
    assert (roll.label, roll.need) == ("Tongue lash", "6–9 or less")
    assert found.board.drawn.labels == ("Tongue lash",)
    assert "Tongue lash 6–9" in " ".join(line.text for line in found.lines)
    nameless = {"stats-0-low": ["6"], "stats-0-high": ["9"]}
    assert parse(kind("beast", "dominion"), systems.get("dominion"), nameless)[1]["stats-0-own"]


def test_a_range_that_runs_backwards_is_said_at_its_end() -> None:
    _, wrong = parse(kind("beast", "dominion"), systems.get("dominion"), wolf(vigour=(3, 2)))
    assert wrong["stats-0-high"] == "“From” is 3, so 3 is the minimum."


def test_rules_that_stumble_say_so_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise KeyError("=1+1")

    monkeypatch.setattr("rules.homebrew.trying.on_board", stumble)
    notes = tried("dominion", "beast", wolf(bite=(6, 9))).notes
    assert "This can’t be tried on an example character yet: it names “=1+1”, which isn’t there." in notes


def test_a_draft_of_ones_own_is_tried_as_if_the_table_used_it() -> None:
    system, shape = systems.get("hprpg"), kind("species", "hprpg")
    row, wrong = parse(shape, system, {**SELKIE, "effects-0-amount": ["2"]})
    sample = sample_of(None, system, "")  # type: ignore[arg-type]
    strict = replace(sample, table=replace(sample.table, books=frozenset()))
    assert not [one for one in preview(system, shape, empty(system), row, wrong, strict).notes if "campaign" in one]


def test_an_even_fight_is_even_and_a_dodge_is_its_rolled_number_off_the_blow() -> None:
    found = tried("dominion", "beast", wolf(timing=(40, 40), bite=(12, 12), dodge=(0, 0)))
    assert found.board is not None
    first, bite, strike = found.board.fares
    assert first == "It acts before an example character in 92% of rounds."
    assert bite.startswith("Its Bite lands on an example character 92% of the time")
    assert "past a Dodge" not in strike


def test_three_of_them_are_drawn_anew_by_a_press(cast: Cast) -> None:
    owner = cast["owner"]
    draft = authoring.begin(by=cast.users["owner"], system="dominion", title="Deep")
    address = reverse("entry_new", args=[draft.pk, "beast"])
    form = {f"{SENT}{name}": value for name, (value,) in wolf(timing=(-90, 90), bite=(1, 90)).items()}
    pages = [
        owner.post(address, {**form, "preview": press, "drawn": drawn}, headers={"HX-Request": "true"}).content.decode()
        for press, drawn in (("", ""), ("", "0"), ("again", "0"), ("", "1"), ("", "x" * 99))
    ]
    first, same, again, kept, odd = (page.partition("Three of them")[2].partition("</table>")[0] for page in pages)
    assert first == same == odd
    assert first != again == kept
    assert 'name="drawn" value="1"' in again

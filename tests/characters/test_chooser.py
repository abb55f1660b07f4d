"""A list of many before a player: in which order, what is folded away and why, what it can be narrowed to."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils.html import strip_tags

from characters import actions
from characters.builder.chooser import Chooser, settled, unfolds
from characters.builder.comparing import Cell, Held, Row, differences, yours
from characters.builder.entry_lists import draw
from characters.builder.grid import draw_fields
from characters.builder.step_fields import drawn, followed, groups
from rules.kernel import Build, Cite, Finding, Level
from rules.kernel.pages import ChoiceField, Deciding, ListField, Offers, Option
from rules.systems import get
from tests.cast import Cast
from tests.characters.posting import at

BLADES = tuple(
    Option(f"blade-{n}", f"Blade {n}", "It cuts. It is sold in the market.", group="Blades") for n in range(6)
)
HEAVY = tuple(
    Option(name.lower(), name, "It hits.", group="Clubs", reason="too heavy") for name in ("Maul", "Club", "Axe")
)
BOW = Option("bow", "Bow", "It shoots.", reason="not for sale", kinds=("Missiles",))
ARMS = ChoiceField("picks.arm", "Arm", (*HEAVY, *BLADES, BOW), style="select")


def keys(chooser: Chooser) -> tuple[list[str], list[str]]:
    return [option.key for option, _ in chooser.offered], [option.key for option, _ in chooser.beyond]


def test_what_is_out_of_reach_is_folded_with_its_reasons_unless_it_is_chosen() -> None:
    assert keys(Chooser(ARMS)) == ([f"blade-{n}" for n in range(6)], ["maul", "club", "axe", "bow"])
    assert Chooser(ARMS).reasons == ["Bow: not for sale", "Maul, Club, Axe: too heavy"]
    offered, beyond = keys(Chooser(replace(ARMS, value=("maul",))))
    assert (offered[0], beyond) == ("maul", ["club", "axe", "bow"])


def test_where_nothing_fits_the_way_to_what_would_is_told() -> None:
    arms = replace(ARMS, style="ticks", unfit=("You are too weak.", "strength", "Train"))
    assert "too weak" not in draw(arms)
    told = " ".join(draw(replace(arms, options=HEAVY)).split())
    assert 'You are too weak. <a class="link accent" href="../strength/">Train</a>' in told
    assert "too weak" not in draw(replace(arms, options=HEAVY, value=("maul",)))


def test_a_fold_of_two_is_none() -> None:
    assert keys(Chooser(replace(ARMS, options=(*BLADES, BOW))))[1] == []


def test_a_chip_for_each_group_and_kind_says_how_many_there_are() -> None:
    chips = Chooser(ARMS).chips
    assert chips == [(0, "Clubs", 3), (1, "Blades", 6), (2, "Missiles", 1)]
    assert {option.key: of for option, of in Chooser(ARMS).beyond}["bow"] == "2"
    assert Chooser(replace(ARMS, options=BLADES)).chips == []


def test_what_is_suggested_stands_first() -> None:
    last = replace(BLADES[-1], tags=("suggested",))
    assert keys(Chooser(replace(ARMS, options=(*BLADES[:-1], last))))[0][0] == "blade-5"


def test_a_drop_down_of_many_texts_is_laid_out_until_something_is_chosen_and_whenever_one_wants_another() -> None:
    assert unfolds(ARMS)
    assert not unfolds(replace(ARMS, value=("maul",)))
    assert not unfolds(replace(ARMS, options=BLADES))
    assert unfolds(replace(ARMS, options=tuple(replace(one, price="1 AP") for one in BLADES)))
    chosen = replace(ARMS, value=("maul",))
    assert settled(chosen) == HEAVY[0]
    assert ("Club" in draw(chosen), "Change" in draw(chosen)) == (False, True)
    laid_out = draw(chosen, typed={"picks.arm": ("",)})
    assert ("Club" in laid_out, "Keep Maul" in laid_out) == (True, True)
    assert settled(replace(ARMS, value=("gone",))) is None
    assert "<select" in draw(replace(ARMS, value=("gone",)))
    assert "<select" in draw(replace(ARMS, options=BLADES, value=("blade-1",)))


def listed(*items: tuple[ChoiceField, ...], **offers: Any) -> ListField:
    new = Offers("Arms", "arm", ARMS.options, shown=True, verb="Buy", **offers)
    return ListField("entries.arms", "Arms", items, "an arm", offers=new, removes=("Sell back",))


def test_what_a_list_has_stands_above_a_catalogue_of_what_it_could_have() -> None:
    maul = replace(ARMS, path="entries.arms.0.picks.arm", value=("maul",))
    whole, _, below = str(draw(listed((maul,)))).partition('class="more-of"')
    assert ("owned" in whole, "Sell back" in whole, "Club" in whole) == (True, True, False)
    assert 'value="entries.arms arm club"' in below
    assert "Search 10" in below
    assert "3 out of reach" not in below, "a fourth is not for sale"


def test_what_is_a_whole_entry_is_offered_like_everything_else() -> None:
    whole = Offers(
        "Gifts", "", (Option('{"name": "Sharp ears"}', "Sharp ears", price="1 point"), Option("", "Another…"))
    )
    gifts = str(draw(ListField("entries.gifts", "Gifts", (), "a gift", offers=whole)))
    assert """value="entries.gifts  {&quot;name&quot;: &quot;Sharp ears&quot;}\"""" in gifts
    assert ('id="field-entries-gifts--name-Sharp-ears-"' in gifts, "Take · 1 point" in gifts) == (True, True)
    assert 'value="entries.gifts"' in gifts, "one in one's own words"


def test_who_buys_is_not_sent_the_catalogue_again() -> None:
    maul = replace(ARMS, path="entries.arms.0.picks.arm", value=("maul",))
    made = drawn(listed((maul,)), get("forge").read(Build.parse({})))
    short = dict(made.anew(beside=False))
    assert "Maul" in short["field-entries-arms-list"]
    assert not any("Club" in html for html in short.values())
    whole = dict(made.anew(beside=True))
    assert short.items() <= whole.items()
    assert ("Club" in "".join(whole.values()), made.id in whole) == (True, False)


def test_side_by_side_only_what_differs_is_told_and_what_is_better() -> None:
    light = replace(BOW, price="2 APs", group="", figures=(Deciding("Strike", "8"), Deciding("Foe", "–1", less=True)))
    heavy = replace(
        light, label="Maul", price="3 APs", figures=(Deciding("Strike", "10", "+2"), Deciding("Reach", "1"))
    )
    told = {row.label: row.cells for row in differences([light, heavy])}
    assert told == {
        "Stats": (Cell("Foe –1"), Cell("Reach 1")),
        "Strike": (Cell("8"), Cell("10", "+2", best=True)),
        "Price": (Cell("2 APs", best=True), Cell("3 APs")),
    }
    facts = (("Flaw: Pride", "You are never wrong."),)
    flawed = differences([light, replace(light, facts=facts), light])
    assert flawed == [Row("Flaw", (Cell("–"), Cell("Pride: You are never wrong."), Cell("–")))]


def test_beside_what_is_compared_stands_what_one_has_of_the_like() -> None:
    swords = tuple(replace(one, figures=(Deciding("Strike", str(n)),)) for n, one in enumerate(BLADES))
    mail = Option("mail", "Mail", figures=(Deciding("Torso", "6"),))
    arms = replace(ARMS, options=(*swords, mail))
    had = [
        (replace(arms, path=f"entries.arms.{place}.picks.arm", value=(key,)),)
        for place, key in enumerate(("blade-1", "mail"))
    ]
    has = replace(listed(*had), offers=Offers("Arms", "arm", arms.options, shown=True))
    assert yours(has, swords[2:4]) == [Held(swords[1], had[0][0])]
    assert yours(replace(has, offers=Offers("Arms", "", arms.options)), swords) == []
    bow = replace(ARMS, value=("bow",))
    assert yours(bow, BLADES) == [Held(BOW, bow)]
    assert yours(replace(ARMS, value=("bow",), many=True), BLADES) == []


def test_seven_have_chips_and_nine_are_searched_too() -> None:
    some = Chooser(replace(ARMS, options=(*HEAVY, *BLADES[:4])))
    assert (some.many, [many for _, _, many in some.chips]) == (False, [3, 4])
    assert "hidden" in draw(replace(some.field, style="ticks")).partition('type="search"')[2].partition(">")[0]
    assert Chooser(replace(ARMS, options=(*HEAVY, *BLADES[:3]))).chips == []
    assert Chooser(ARMS).many


def test_an_entry_shows_a_sentence_and_keeps_the_rest_for_those_who_ask() -> None:
    one = replace(BLADES[0], price="3 APs", figures=(Deciding("Strike", "8", "+2"),))
    entry, _, more = str(draw(replace(ARMS, options=(one, *BLADES[1:], *HEAVY), verb="Buy"))).partition("<details")
    assert ("It cuts." in entry, "It is sold" in entry, "It is sold" in more) == (True, False, True)
    assert "Buy · 3 APs" in entry


def test_a_number_tells_in_brackets_what_is_added_and_without_what_it_is_reckoned_with() -> None:
    def told(figure: Deciding) -> tuple[bool, str]:
        html = str(draw(replace(ARMS, options=(replace(BOW, figures=(figure,)), *BLADES), style="ticks")))
        shown = html.partition('class="deciding">')[2].partition("</span>")[0]
        return "in brackets" in html, " ".join(strip_tags(shown).split())

    assert told(Deciding("Strike", "8", "+2")) == (True, "8 Strike (+2)")
    assert told(Deciding("to attack", "+3", how="with Finesse")) == (False, "+3 to attack with Finesse")


def drawn_step(game: str, key: str, picks: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """What each field of a step is drawn as, by path, and the paths of those that stand by themselves."""
    sheet = get(game).read(Build.parse({"picks": picks}))
    step = next(step for step in get(game).steps(sheet) if step.key == key)
    made = draw_fields(step, sheet, frozenset())
    alone = [one.field.path for group in groups(made, sheet) for one in group.fields]
    return {one.field.path: one.html for one in made}, alone


@pytest.mark.parametrize(
    ("game", "key", "host", "chosen", "follows"),
    [
        ("hprpg", "personality", "personality", "geek", ["personality-dot"]),
        ("hprpg", "archetype", "archetype", "auror", ["archetype-dot-3", "archetype-dot-6"]),
        ("forge", "people", "ancestry", "mixed", ["ancestry-first", "ancestry-second"]),
    ],
)
def test_what_a_choice_brings_stands_in_the_entry_that_is_chosen(
    game: str, key: str, host: str, chosen: str, follows: list[str]
) -> None:
    fields, alone = drawn_step(game, key, {host: chosen})
    entry = fields[f"picks.{host}"].partition('class="follow')[0].rpartition('class="choice"')[2]
    assert f'value="{chosen}"' in entry
    assert "checked" in entry
    for follow in follows:
        assert f'id="field-picks-{follow}"' in fields[f"picks.{host}"]
        assert fields[f"picks.{follow}"], "and can be drawn anew by itself"
        assert f"picks.{follow}" not in alone
    fields, _ = drawn_step(game, key, {})
    assert 'class="follow' not in fields[f"picks.{host}"]
    assert "follow -->" not in fields[f"picks.{host}"]


def test_what_a_choice_brings_stands_there_once_when_it_is_chosen_too() -> None:
    picks = {"archetype": "auror", "archetype-dot-3": "warding", "archetype-dot-6": "hexes"}
    fields, alone = drawn_step("hprpg", "archetype", picks)
    assert alone == ["picks.archetype"]
    entry = fields["picks.archetype"]
    for key, chosen in picks.items():
        ticked = [radio for radio in entry.split("<input")[1:] if f'name="picks.{key}"' in radio and "checked" in radio]
        assert [f'value="{chosen}"' in radio for radio in ticked] == [True]
    assert "follow -->" not in entry


def test_what_an_archetype_of_before_brings_stays_below() -> None:
    """Rows that an archetype of another name has left: nobody looks for them in the one that is chosen."""
    dot = ChoiceField("picks.dot", "Dot", BLADES, within="picks.arm")
    sheet = get("forge").read(Build.parse({}))
    made = followed([drawn(replace(ARMS, style="cards"), sheet), drawn(dot, sheet)])
    assert [one.inside for one in made] == [False, False]
    made = followed([drawn(replace(ARMS, style="cards", value=("bow",)), sheet), drawn(dot, sheet)])
    assert [one.inside for one in made] == [False, True]


@pytest.mark.django_db
def test_beside_a_swap_stands_what_the_exchange_costs(cast: Cast) -> None:
    """One more would cost something; another instead of the only one of its kind is free."""
    styles = [{"name": "", "picks": {"style": kind, "statistic": how}}
              for kind, how in (("melee", "strength"), ("evasive", "finesse"))]  # fmt: skip
    owner = cast.users["owner"]
    one = actions.create_character(system="duality", by=owner, build={"entries": {"styles": styles}})
    page = cast["owner"].get(at(one, "compared", "styles"), {"with": "entries.styles:ranged"})
    prices = next(row["cells"] for row in page.context["rows"] if row["label"] == "Price")
    assert [(column.option.key, column.yours, cell.text) for column, cell in prices] == [
        ("melee", True, "–"), ("ranged", False, "free")]  # fmt: skip


@pytest.mark.django_db
def test_a_defence_with_a_die_is_no_swap_for_an_attack(cast: Cast) -> None:
    """What decides about a style is whether it is rolled to attack or to defend; each has a like among its own."""
    styles = [{"name": "Longbow", "picks": {"style": "ranged", "statistic": "finesse"}},
              {"name": "", "picks": {"style": "armored", "statistic": "strength"}}]  # fmt: skip
    owner = cast.users["owner"]
    one = actions.create_character(system="duality", by=owner, build={"entries": {"styles": styles}})
    for ticked, mine in (("riposte", ["armored"]), ("melee", ["ranged"])):
        page = cast["owner"].get(at(one, "compared", "styles"), {"with": f"entries.styles:{ticked}"})
        assert [column.option.key for column in page.context["columns"] if column.yours] == mine


def test_what_is_wrong_with_the_entry_that_is_chosen_is_said_in_it() -> None:
    """The end of the list may be far away. Where no entry is chosen that is there, it stands below."""
    wrong = Finding("too-heavy", Level.ERROR, "The blade is too heavy.", Cite("core@1", "1", 1), at=ARMS.path)
    cards = replace(ARMS, style="cards", value=("blade-1",))
    entry = draw(cards, [wrong]).partition("Blade 1<")[2].partition("Blade 2<")[0]
    assert "The blade is too heavy." in entry
    assert draw(cards, [wrong]).count("The blade is too heavy.") == 1
    gone = draw(replace(cards, value=("gone",)), [wrong])
    assert "The blade is too heavy." in gone.partition("-says")[2]


def test_a_list_is_put_in_order_by_each_number_by_price_and_by_name() -> None:
    figures = ((Deciding("Strike", "8"),), (Deciding("Strike", "10", "+2"), Deciding("to Dodge", "−2", less=True)), ())
    prices = ("3 APs", "", "refunds 1 AP")
    arms = tuple(
        replace(one, figures=told, price=price)
        for one, told, price in zip(reversed(BLADES[:3]), figures, prices, strict=True)
    )
    rest = tuple(Option(f"rest-{n}", f"Axe {n}", price="free") for n in range(4))
    orders = dict(Chooser(replace(ARMS, options=(*arms, *rest))).orders)
    assert orders == {
        "Strike": "1 0 2 3 4 5 6", "Dodge": "1 0 2 3 4 5 6", "price": "5 6 0 1 2 3 4", "name": "6 5 4 0 1 2 3",
    }  # fmt: skip
    assert Chooser(replace(ARMS, options=BLADES)).orders == [], "few are seen at once"
    assert Chooser(replace(ARMS, options=(*BLADES, BOW))).orders == [], "a name is found at once"
    named = tuple(replace(BOW, key=f"{n}", label=f"Bow {n}") for n in range(9))
    assert Chooser(replace(ARMS, options=named)).orders == [], "they stand by name already"
    assert dict(Chooser(ARMS).orders) == {"name": "1 2 3 4 5 6 9 8 0 7"}
    assert 'data-orders="1 2 3 4 5 6 9 8 0 7|"' in draw(ARMS)

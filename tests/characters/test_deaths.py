"""The dead: who says so, where it is read, and that nothing more happens to them."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.demo.demo import RAVEN
from campaigns.party import party_summary
from campaigns.review import decisions
from characters import actions, ledger
from characters.models import Character
from characters.printing import print_html
from characters.printing.print_html import page_html
from rules.kernel import LedgerEntry as Entry
from rules.kernel.documents import PathError
from tests.cast import Cast
from tests.characters.entering import fresh, raven
from tests.characters.posting import at, words
from tests.marking import mark

__all__ = ["raven"]


def test_whoever_may_not_cancel_a_death_reads_whom_to_ask(cast: Cast) -> None:
    """A character takes its ledger along: who entered a death stays behind, and the page says where."""
    jane, gm, owner = cast.jane, cast.users["gm"], cast["owner"]
    actions.enter(character=jane, entry=Entry("died"), by=gm, role="gm")
    page = at(jane, "ledger")
    assert "Only a GM can cancel what a GM entered. Ask your GM." in words(owner.get(page))
    assert "Only a GM can add entries for Jane Alderwick.</p>" in words(owner.get(page))
    assert "Ask yours" not in words(cast["gm"].get(page))
    assert "Ask yours" not in words(cast["companion"].get(page))
    away = f"Only a GM of {cast.table} can cancel what was entered there. Add %s to it, then ask."
    copy = actions.duplicate(character=jane, by=cast.users["owner"])
    copied = words(owner.get(at(copy, "ledger")))
    assert away % copy in copied
    assert f"Only a GM can add entries for {copy}. Add {copy} to a" in copied
    decisions.seat(character=fresh(jane), campaign=None)
    assert words(owner.get(page)).count(away % jane) == 1
    jane.ledger_entries.update(campaign=None)
    assert f"Add {jane} to a campaign, then ask its GM." in words(owner.get(page))
    jane.ledger_entries.update(role="player", by=gm)
    assert "Only a GM, or the player who entered it" in words(owner.get(page))
    actions.void(row=fresh(jane).ledger_entries.get(kind="died"), by=gm, reason="Not he.", role="gm")
    assert "can cancel what" not in words(owner.get(page))


def test_the_dead_are_called_so_beside_their_name(cast: Cast, raven: Character) -> None:
    gm, owner, chip = cast["gm"], cast["owner"], '<span class="chip">Dead</span>'
    waiting = actions.create_character(system="hprpg", by=cast.users["owner"], campaign=cast.table)
    decisions.submit(character=waiting)
    guard = actions.create_character(system="hprpg", by=cast.users["gm"], campaign=cast.table, npc=True)
    told = ("sheet", "review", "spells_of")
    lists = [(owner, reverse("characters"), 2), *((gm, at(cast.table, name), n) for name, n in PLACES.items())]
    for client, url, _ in lists:
        assert chip not in words(client.get(url))
    for one in (raven, waiting, guard):
        actions.enter(character=one, entry=Entry("died"), by=cast.users["gm"], role="gm")
    for client, url, times in lists:
        assert words(client.get(url)).count(chip) == times, url
    assert chip in words(gm.get(reverse("roster_panel", args=[cast.table.pk, raven.pk])))
    assert chip in words(owner.get(cast.table.get_absolute_url())), "players read it, too"
    assert ",Dead; " in gm.get(at(cast.table, "roster_csv")).content.decode()
    for name in told:
        page = words(owner.get(at(raven, name)))
        beside = rf"{raven}( |</h1>\s*<span id=\"gone\"[^>]*>\s*){chip}"
        assert re.search(beside, page) or name == "spells_of"
        assert page.count("Dead: can&#x27;t roll.") == (name == "spells_of"), name
    other = actions.create_character(system="dominion", build=RAVEN, by=cast.users["owner"])
    mark(other, "injury", 99)
    for who in (raven, other):
        for name in ("play", "sheet"):
            assert len(re.findall(r"\bDead\b", words(owner.get(at(who, name))))) == 1, "said once, beside the name"
    assert words(owner.get(f"{at(raven, 'spells_of')}?can=all")).count("Dead: can&#x27;t roll.") == 1
    printed = page_html(fresh(raven).read(), print_html.page_of(fresh(raven), {"pages": "one"}))[0]
    assert "<strong>Dead</strong>" in printed[: printed.index("<main>")]
    summary = party_summary.summary_of(party_summary.read(cast.table, [raven.pk]), party_summary.ROOMS[0])
    assert summary["people"][0]["checks"] == []
    died = raven.ledger_entries.get(kind="died")
    actions.void(row=died, by=cast.users["gm"], reason="Not he.", role="gm")
    assert words(gm.get(cast.table.get_absolute_url())).count(chip) == PLACES["campaign"] - 1
    assert chip not in words(owner.get(at(raven, "sheet")))


PLACES = {"campaign": 3, "prep": 2, "roster": 2}
"""How often pages of a campaign call somebody dead: who waits stands there twice, and who may fight on a card too."""


@pytest.mark.parametrize(
    ("system", "how"),
    [
        ("dominion", "Enter “Resurrected” first, or cancel the death."),
        ("hprpg", "Cancel the death."),
        ("duality", "Cancel the death."),
    ],
)
def test_nobody_dies_twice(cast: Cast, system: str, how: str) -> None:
    made = actions.create_character(system=system, by=cast.users["owner"], campaign=cast.table)
    actions.enter(character=made, entry=Entry("died"), by=cast.users["gm"], role="gm")
    day = timezone.localdate()
    since = f"{day.day} {day:%B %Y}"
    refused = words(cast["gm"].post(at(made, "enter"), {"kind": "died"}))
    assert f"Dead since {since}. {how}" in refused
    printed = page_html(fresh(made).read(), print_html.page_of(fresh(made), {"pages": "one"}))[0]
    assert since in printed
    assert day.isoformat() not in printed
    made.ledger_entries.update(on=None)
    assert f"Dead already. {how}" in words(cast["gm"].post(at(made, "enter"), {"kind": "died"}))


def offered(character: Character) -> set[str]:
    return {form.kind.key for form in ledger.forms(fresh(character).read(), ("play", "change", "judge"), {})}


def test_nothing_happens_in_play_to_the_dead(cast: Cast, raven: Character) -> None:
    owner, gm = cast["owner"], cast["gm"]
    award = f'name="character" value="{raven.pk}"'
    assert re.search(award + r"\s+checked", words(gm.get(cast.table.get_absolute_url())))
    actions.enter(character=raven, entry=Entry("infirmity", subject="ear"), by=cast.users["owner"])
    actions.change_play(character=raven, key="aps", change=-2, by=cast.users["owner"])
    died = actions.enter(character=raven, entry=Entry("died"), by=cast.users["gm"], role="gm")
    for kind, subject in (("lucky-break", ""), ("infirmity", "hand")):
        refused = owner.post(at(raven, "enter"), {"kind": kind, "subject": subject, "amount": "1"})
        assert "What happens in play is entered for the living." in words(refused)
    for more in (-1, 1):
        with pytest.raises(PathError, match="entered for the living"):
            actions.change_play(character=raven, key="aps", change=more, by=cast.users["owner"])
    assert fresh(raven).read().legal
    assert offered(raven) >= {"resurrected", "deduction"}
    assert not offered(raven) & {"lucky-break", "infirmity", "died", "mount"}
    page = words(gm.get(cast.table.get_absolute_url()))
    assert not re.search(award + r"\s+checked", page)
    assert "Raven (dead)" in page
    sent = {"system": "dominion", "character": raven.pk, "amount": "2", "reason": "The owl"}
    assert "Raven is dead and can’t spend it." in words(gm.post(at(cast.table, "award"), sent, follow=True))
    refused = words(gm.post(at(cast.table, "award"), {**sent, "reason": ""}))
    assert re.search(award + r"\s+checked", refused), "what was ticked by hand stays"
    actions.void(row=died, by=cast.users["gm"], reason="It was a pigeon.", role="gm")
    assert re.search(award + r"\s+checked", words(gm.get(cast.table.get_absolute_url())))
    assert actions.change_play(character=raven, key="aps", change=-1, by=cast.users["owner"]).done == -1
    assert offered(raven) >= {"died", "mount"}
    assert "resurrected" not in offered(raven)

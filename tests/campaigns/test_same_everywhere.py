"""The numbers that head a sheet are the same on every page, in a file and on paper: unhurt, hurt and cursed, grown,
with other things in hand, and after a loss."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from io import BytesIO
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from pypdf import PdfReader

from campaigns.review import decisions
from campaigns.tables import fight_cards, roster
from characters import actions
from characters.models import Character
from characters.printing.print_html import page_of
from characters.printing.rendering import render
from rules.kernel import LedgerEntry, Live
from rules.kernel.documents import compare, parse_json, read_document
from rules.kernel.pages import game_of, on_paper
from tests.by_game import VITAL, people
from tests.cast import Cast
from tests.characters.entering import fresh
from tests.characters.posting import at, words
from tests.granting import grant

pytestmark = pytest.mark.django_db
LOST = {
    "dominion": LedgerEntry("lost", subject="longsword"),
    "duality": LedgerEntry("sale", subject="Driftwood bow"),
    "rough-magic": LedgerEntry("disfigured", subject="Lame"),
}
"""What somebody of the demo loses at the end, in games whose ledger has such a loss."""
GROWN = 12


def now(character: Character) -> Live:
    return character.read().live(character.marks)


def heads(live: Live) -> dict[str, str]:
    return {vital.label: vital.value for vital in game_of(live.sheet).vitals(live)}


def drawn(page: str) -> dict[str, str]:
    """The numbers that head a page, each as it stands: without what it normally is and what it is counted of."""
    part = page.partition('<dl class="vitals"')[2].partition("</dl>")[0]
    lines = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", part, re.S)
    apart = r"<small>.*?</small>|<span class=\"sr\">.*?</span>"
    return {plain(label): plain(re.sub(apart, "", number, flags=re.S)) for label, number in lines}


def plain(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", " ", html)).split())


def moments(cast: Cast, one: Character) -> Iterator[str]:
    """One time after another of a life, each told once it has come."""
    owner, gm, dice = cast.users["owner"], cast.users["gm"], Random(1)
    yield "unhurt"
    for tracker in fresh(one).read().marked:
        if not tracker.entry and tracker.top != 0 and tracker.key != "boxes":
            many = dice.randint(1, min(3, tracker.top or 3))
            change = -many if tracker.start else many
            actions.change_play(character=fresh(one), key=tracker.key, change=change, by=owner)
    yield "hurt and cursed"
    held = fresh(one)
    decisions.approve(character=held, by=gm, seen=held.version)
    grant(held, GROWN)
    held = fresh(one)
    grown = held.game.fill(held.build, dice, held.rulebook, held.table)
    if bought := {change.path: change.after for change in compare(held.build, grown)}:
        actions.change_build(character=held, changes=bought, drawn=held.version, by=owner)
    yield "grown"
    held = fresh(one)
    for switch in list(held.game.in_use.switches(held.reading()))[:2] if held.game.in_use else ():
        held = fresh(one)
        actions.change_build(character=held, changes={switch.path: None if switch.on else True}, drawn=held.version)
    yield "with other things in hand"
    if entry := LOST.get(one.system):
        actions.enter(character=fresh(one), entry=entry, by=gm, role="gm")
        assert now(fresh(one)).sheet.table.ledger.of(entry.kind)
    yield "after a loss"


def copied(cast: Cast, one: Character) -> Character:
    """Another character, of the file that this one is exported as."""
    file = parse_json(cast["owner"].get(at(one, "export")).content.decode())
    return fresh(
        actions.create_character(system=one.system, by=cast.users["owner"], document=read_document(file), name=one.name)
    )


def everything(live: Live) -> Any:
    trackers = [(tracker.key, tracker.top, tracker.stands(live.marks)) for tracker in live.marked]
    checks = [(check.label, check.pool.value, str(check.dice)) for check in live.checks]
    figures = {key: live.figure(key).value for key in live.sheet.figures}
    return trackers, checks, figures, [(fact.label, fact.value) for fact in live.facts]


@pytest.mark.parametrize("system", VITAL)
def test_the_numbers_that_head_a_sheet_are_the_same_everywhere(cast: Cast, system: str) -> None:
    cast.table.system = system
    made = actions.create_character(
        system=system, by=cast.users["owner"], name="Hero", build=people(system)[0], campaign=cast.table
    )
    link = actions.share(character=made, by=cast.users["owner"])
    seen = set()
    for moment in moments(cast, made):
        one = fresh(made)
        live, table = now(one), roster.fingerprints(cast.table)
        shown = heads(live)
        seen.add(str(shown))
        assert drawn(words(cast["owner"].get(at(one, "sheet")))) == shown, moment
        assert drawn(words(cast["nobody"].get(reverse("shared", args=[link.token])))) == shown, moment
        (row,) = (row for row in roster.rows(cast.table, table) if row.pk == one.pk)
        figures = {figure.key: live.figure(figure.key).value for figure in row.verdict.figures}
        assert {figure.key: figure.value for figure in row.verdict.figures} == figures, moment
        stands = [(tracker.stands(one.marks), tracker.top) for tracker in live.trackers]
        assert [(tracker.value, tracker.top) for tracker in row.verdict.trackers] == stands, moment
        card = fight_cards.of_character(cast.table.pk, one, None).card
        assert {f.label: f.value for f in card.figures if f.label in shown}.items() <= shown.items(), moment
        other = copied(cast, one)
        assert everything(now(other)) == everything(live), moment
        assert heads(now(other)) == shown, moment
    assert len(seen) >= 2
    paper = printed(one)
    assert paper == printed(other)
    unhurt = on_paper(game_of(live.sheet).vitals(live.sheet.live({})))
    assert [vital.label for vital in unhurt if vital.value not in paper] == []


def printed(character: Character) -> str:
    """The words on paper; at the foot of a page, a copy has as many versions as it was changed."""
    pdf = render(character.read(), replace(page_of(character, {}), version=1))
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())

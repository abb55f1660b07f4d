"""A table's whole story, and many hands on one character: nothing is lost and nobody is fooled."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from campaigns import actions as sitting
from campaigns.demo.demo import JANE
from characters import actions
from characters.builder.drawing import field_id
from characters.models import Character
from characters.tables import TableRole
from tests.browser.conftest import Windows
from tests.characters.prints.paper import words
from tests.conftest import Complaints

LogIn = Callable[[BrowserContext, str], Any]


def said(page: Page, answer: str) -> None:
    """The page answered with these words."""
    expect(page.locator("#messages")).to_contain_text(answer)


def dot(page: Page, pk: int, key: str, place: int) -> None:
    """Click a dot in the builder, and wait until it is kept: the last one that is set takes one back."""
    page.goto(f"/characters/{pk}/build/aspects/")
    version = int(page.locator("#page-version [name=version]").input_value())
    page.locator(f"[name='scores.{key}'][value='{place}']").click(force=True)
    expect(page.locator("#page-version [name=version]")).to_have_value(str(version + 1))


@pytest.mark.usefixtures("worker")
def test_the_whole_story_of_a_table(windows: Windows, log_in: LogIn, complaints: Complaints) -> None:
    masters, players = windows(), windows()
    log_in(masters, "rowena")
    log_in(players, "mira")
    gm, player = masters.new_page(), players.new_page()

    # A player builds somebody: here from a file.
    player.goto("/characters/import/")
    document = {"system": "hprpg", "name": "Jane Alderwick", "build": JANE}
    player.locator("textarea[name=text]").fill(json.dumps(document))
    player.get_by_role("main").get_by_role("button", name="Import").click()
    expect(player.get_by_role("main")).to_contain_text("Jane Alderwick")
    jane = Character.objects.get(name="Jane Alderwick")
    assert jane.build["scores"]["precision"] == 2

    # Create a campaign and invite.
    gm.goto("/campaigns/")
    gm.get_by_label("Campaign name").fill("Thursdays")
    gm.get_by_role("button", name="Create campaign").click()
    said(gm, "Created Thursdays.")
    table = gm.url.partition("#")[0]
    gm.get_by_role("link", name="invite your players").click()
    gm.get_by_role("button", name="Create invite link").click()
    link = gm.get_by_label("Invite link: player").input_value()

    # Join with an own character, and submit it.
    player.goto(link)
    player.get_by_label("Jane Alderwick").check()
    player.get_by_role("button", name="Join campaign").click()
    said(player, "You’ve joined Thursdays.")
    review = f"/characters/{jane.pk}/review/"
    player.goto(review)
    player.get_by_role("button", name="Submit for approval").click()
    said(player, "Submitted Jane Alderwick to your GM.")

    # Returned with a comment on a field, found in the builder, mended, submitted again.
    gm.goto(table)
    gm.get_by_role("link", name="Review in turn").click()
    gm.get_by_label("About", exact=True).select_option(label="Aspects: Precision")
    gm.get_by_label("Comment", exact=True).fill("A little less precise.")
    gm.get_by_role("button", name="Add comment").click()
    gm.get_by_role("button", name="Send back with 1 comment").click()
    said(gm, "back to the player")
    player.goto(f"/characters/{jane.pk}/build/species/")
    remark = player.locator("#comments")
    expect(remark).to_contain_text("A little less precise.")
    remark.get_by_text("Show me").click()
    expect(player).to_have_url(re.compile(f"/characters/{jane.pk}/build/aspects/#{field_id('scores.precision')}$"))
    dot(player, jane.pk, "precision", 1)
    player.goto(review)
    player.get_by_role("button", name="Resubmit").click()
    said(player, "Submitted Jane Alderwick to your GM.")

    # Approved, awarded, advanced in the builder with what was awarded: drifted.
    gm.goto(review)
    gm.get_by_role("button", name="Approve").click()
    said(gm, "Approved Jane Alderwick.")
    expect(gm.get_by_role("heading", name="Nothing more waits")).to_be_visible()
    gm.goto(review)
    gm.get_by_label("About", exact=True).select_option(label="Aspects: Precision")
    gm.get_by_label("Comment", exact=True).fill("Half a thought.")
    gm.get_by_label("Award").fill("2")
    gm.get_by_label("dots for").fill("The cellar")
    gm.locator("#awards").get_by_role("button", name="Award").click()
    said(gm, "Awarded 2 dots to")
    expect(gm.locator("#awards")).to_be_focused()
    # What was begun in another form of the page is still there; what was sent is not.
    expect(gm.get_by_label("Comment", exact=True)).to_have_value("Half a thought.")
    expect(gm.get_by_label("About", exact=True)).to_have_value("scores.precision")
    expect(gm.get_by_label("dots for")).to_have_value("")
    gm.get_by_label("Comment", exact=True).fill("")
    held = Character.objects.with_table().get(pk=jane.pk)
    assert (held.stage, held.ledger.total("award"), held.read().legal) == ("advancement", 2, True)
    dot(player, jane.pk, "precision", 2)
    gm.goto(review)
    expect(gm.locator("#changes")).to_contain_text("Precision 2 → 3")
    expect(gm.get_by_role("main")).to_contain_text("Last approved by")

    # Below what was approved: a broken rule, waived with a reason that both see.
    dot(player, jane.pk, "precision", 1)
    dot(player, jane.pk, "precision", 1)
    gm.goto(review)
    gm.get_by_label("Reason for the exception").first.fill("A curse took it.")
    gm.get_by_role("button", name="Allow as an exception").first.click()
    said(gm, "Exception added")
    player.goto(review)
    expect(player.locator("#findings")).to_contain_text("A curse took it. (rowena)")
    assert Character.objects.with_table().get(pk=jane.pk).read().legal

    # On a phone the reason for cancelling an award has room, and its button too.
    gm.set_viewport_size({"width": 360, "height": 740})
    reason = gm.locator("#awards tbody input[id^=void]").bounding_box()
    button = gm.locator("#awards tbody button").bounding_box()
    assert reason is not None
    assert button is not None
    assert (reason["width"] > 150, button["width"] > 44) == (True, True)
    gm.goto(f"/characters/{jane.pk}/ledger/")
    button = gm.locator("#entries summary").first.bounding_box()
    day = gm.locator("#entries td.day").first.bounding_box()
    assert button is not None
    assert day is not None
    assert (button["width"] > 60, day["height"] < 40) == (True, True)
    gm.goto(review)

    # What happened is told to both, and the party is printed, the waiver on it.
    player.goto(f"/characters/{jane.pk}/history/")
    for line in (
        "Precision 3 → 2",
        "Awarded 2 dots: The cellar",
        "Reason: A curse took it.",
        "Comment: A little",
    ):
        expect(player.get_by_role("main")).to_contain_text(line)
    gm.goto(table)
    gm.get_by_role("link", name="Print the party").click()
    gm.get_by_role("button", name="Create PDF").click()
    expect(gm.get_by_role("link", name="Download the PDF")).to_be_visible()
    paper = words(masters.request.get(f"{gm.url}file/").body())
    assert "Thursdays" in paper
    assert "A curse took it." in paper


def test_three_hands_on_one_character_lose_nothing(windows: Windows, log_in: LogIn, complaints: Complaints) -> None:
    masters, players = windows(), windows()
    rowena, mira = log_in(masters, "rowena"), log_in(players, "mira")
    table = sitting.create_campaign(name="Thursdays", by=rowena)
    table.memberships.create(user=mira, role=TableRole.PLAYER)
    jane = actions.create_character(system="hprpg", by=mira, name="Jane Alderwick", build=JANE, campaign=table)
    marks, choices, names = masters.new_page(), players.new_page(), players.new_page()
    marks.goto(f"/characters/{jane.pk}/")
    choices.goto(f"/characters/{jane.pk}/build/aspects/")
    names.goto(f"/characters/{jane.pk}/build/species/")

    marks.get_by_role("button", name="Fortitude 2").click()
    expect(marks.locator("#trackers")).to_contain_text("2 of")
    names.get_by_label("Name", exact=True).fill("Jane of the Lake")
    expect(names.locator("#page-version [name=version]")).to_have_value("2")
    choices.locator("[name='scores.deception'][value='2']").check(force=True)
    expect(choices.locator("#page-version [name=version]")).to_have_value("3")

    kept = Character.objects.get(pk=jane.pk)
    assert (kept.name, kept.build["scores"]["deception"], kept.play["fortitude"]) == ("Jane of the Lake", 2, 2)

    # The same field in two tabs: a question with both values, and nothing is saved until it is answered.
    other = players.new_page()
    other.goto(f"/characters/{jane.pk}/build/species/")
    other.get_by_label("Name", exact=True).fill("Jane the Second")
    expect(other.locator("#page-version [name=version]")).to_have_value("4")
    names.get_by_label("Name", exact=True).fill("Jane the Third")
    conflict = names.locator("#conflict")
    expect(conflict).to_contain_text("Jane the Second")
    expect(conflict).to_contain_text("Jane the Third")
    assert Character.objects.get(pk=jane.pk).name == "Jane the Second"
    complaints.forgive("409")

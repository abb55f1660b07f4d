"""A campaign's month, as its game master and three players have it: house rules, joining, reviews, growth, news."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core import mail
from django.utils import timezone
from playwright.sync_api import expect

from campaigns import actions as sitting
from campaigns.demo.demo_cast import OTTO, RAVEN, URSULA
from campaigns.models import Campaign
from campaigns.news.letters import send_letters
from campaigns.review import awards, decisions
from characters import actions
from characters.models import Character
from tests.browser.conftest import Windows
from tests.browser.test_table import LogIn, said


def test_a_month_of_a_campaign(windows: Windows, log_in: LogIn) -> None:
    masters, miras, newts = windows(), windows(), windows()
    rowena, mira = log_in(masters, "rowena"), log_in(miras, "mira")
    gm, player, newcomer = masters.new_page(), miras.new_page(), newts.new_page()
    elsewhere = sitting.create_campaign(name="Elsewhere", by=mira)
    sable = actions.create_character(system="dominion", by=mira, name="Sable", build=RAVEN, campaign=elsewhere)

    # Started (tests/browser/test_table.py does so by hand), with a ban and a number of its own.
    table = sitting.create_campaign(name="The Long Month", by=rowena)
    gm.goto(f"/campaigns/{table.pk}/settings/")
    gm.get_by_role("link", name="Dominion Rules").click()
    gm.get_by_role("checkbox", name="Priest").uncheck()
    gm.get_by_label("Advancement Points to start with", exact=True).fill("50")
    gm.get_by_role("button", name="Save").click()
    expect(gm.locator("#messages")).to_contain_text("House rules saved")
    assert Campaign.objects.get(pk=table.pk).settings["dominion"]
    gm.goto(f"/campaigns/{table.pk}/settings/")
    gm.get_by_role("button", name="Create invite link").click()
    gm.get_by_text("Show the QR code").click()
    link = gm.get_by_label("Invite link: player", exact=True).input_value()

    # Joined: with a character that sits elsewhere, with a new account, and by one who brings five.
    player.goto(link)
    player.get_by_label("Sable").check()
    player.get_by_role("button", name="Join campaign").click()
    said(player, "You’ve joined The Long Month.")
    newcomer.goto(link)
    newcomer.get_by_role("main").get_by_role("link", name="Sign up").click()
    newcomer.locator("#id_username").fill("newt")
    for field in ("#id_password1", "#id_password2"):
        newcomer.locator(field).fill("a suitcase of owls")
    newcomer.get_by_role("main").get_by_role("button", name="Sign up").click()
    newcomer.get_by_role("button", name="Join campaign").click()
    said(newcomer, "You’ve joined The Long Month.")
    newt = get_user_model().objects.get(username="newt")
    tom = log_in(windows(), "tom")
    sitting.join(invitation=table.invitations.get(), user=tom)
    broken = {**OTTO, "scores": {**OTTO["scores"], "strike": 5}}
    builds = {"Ursula": (newt, URSULA), "Otto": (tom, broken), "Rook": (tom, RAVEN), "Wren": (tom, URSULA)}
    made = {
        name: actions.create_character(system="dominion", by=who, name=name, build=build, campaign=table)
        for name, (who, build) in builds.items()
    }

    # Submitted; the first is sent back with three comments at its lines, and the next opens by itself.
    for one in (Character.objects.get(pk=sable.pk), *made.values()):
        decisions.submit(character=one, by=one.owner)
    gm.goto(table.get_absolute_url())
    gm.get_by_role("link", name="Review in turn").click()
    for line, text in (("Dodge", "So slow?"), ("Stealth", "Who taught her?"), ("Vigour", "As strong as that?")):
        gm.locator("#evidence").get_by_role("link", name=line, exact=True).first.click()
        expect(gm.get_by_label("About", exact=True)).to_contain_text(line)
        expect(gm.get_by_label("Comment", exact=True)).to_be_focused()
        gm.get_by_label("Comment", exact=True).fill(text)
        gm.get_by_role("button", name="Add comment").click()
        expect(gm.locator("#comments")).to_contain_text(text)
    reviewed = gm.get_by_role("heading", level=1).inner_text().removeprefix("Review: ")
    assert reviewed == "Sable"
    gm.get_by_role("button", name="Send back with 3 comments").click()
    said(gm, "Sent Sable back")
    expect(gm.get_by_role("heading", level=1)).to_have_text("Review: Ursula")

    # The others that are legal are approved together; the one that is not has an exception.
    gm.goto(table.get_absolute_url())
    gm.get_by_role("button", name="Approve all that are legal").click()
    gm.get_by_role("button", name="Approve all").click()
    said(gm, "Approved Ursula.")
    gm.goto(f"/characters/{made['Otto'].pk}/review/")
    while gm.get_by_label("Reason for the exception").count():
        gm.get_by_label("Reason for the exception").first.fill("He has earned it.")
        gm.get_by_role("button", name="Allow as an exception").first.click()
        said(gm, "Exception added")
    gm.get_by_role("button", name="Approve", exact=True).click()
    said(gm, "Approved Otto.")

    # Answered from the player's side, submitted again, approved.
    player.goto("/")
    player.get_by_role("link", name="Sable").first.click()
    player.get_by_label("Reply about").first.fill("She is careful.")
    player.get_by_role("button", name="Reply about").first.click()
    said(player, "Reply sent.")
    player.get_by_role("button", name="Resubmit").click()
    said(player, "Submitted Sable to your GM.")
    gm.goto("/")
    gm.get_by_role("link", name="Sable").first.click()
    expect(gm.locator("#comments")).to_contain_text("She is careful.")
    gm.get_by_role("button", name="Approve", exact=True).click()
    said(gm, "Approved Sable.")

    # Awarded; what it bought is proposed growth, and one growth is refused and taken back.
    gm.goto(table.get_absolute_url())
    if not gm.get_by_label("Sable").is_visible():
        gm.locator("#awards summary").click()
    gm.locator("#awards").get_by_label("APs").fill("3")
    gm.locator("#awards").get_by_label("for", exact=True).fill("The bridge held.")
    gm.locator("#awards").get_by_role("button", name="Award").click()
    said(gm, "Awarded 3 APs to 5 characters.")
    dodge = sable.build["scores"]["dodge"]
    for one in (sable, made["Rook"]):
        held = Character.objects.get(pk=one.pk)
        actions.change_build(character=held, changes={"scores.dodge": dodge + 1}, drawn=held.version, by=held.owner)
    gm.goto(f"/characters/{sable.pk}/review/")
    expect(gm.locator("#changes")).to_contain_text("Dodge")
    gm.get_by_role("button", name="Approve", exact=True).click()
    said(gm, "Approved Sable.")
    gm.goto(f"/characters/{made['Rook'].pk}/review/")
    gm.get_by_label("Reason to restore it as approved").fill("Train first.")
    gm.get_by_role("button", name="Restore the approved version").click()
    said(gm, "Restored as approved.")
    assert Character.objects.get(pk=made["Rook"].pk).build["scores"]["dodge"] == dodge

    # Both sides read what happened, on the page and in a letter.
    EmailAddress.objects.create(user=mira, email="mira@example.org", verified=True, primary=True)
    player.goto("/news/")
    for line in ("Sent back", "Comment: So slow?", "Approved as version", "Awarded 3 APs: The bridge held."):
        expect(player.get_by_role("main")).to_contain_text(line)
    player.get_by_label("Email me").check()
    player.get_by_role("button", name="Save").click()
    said(player, "You get emails.")
    gm.goto("/news/")
    expect(gm.get_by_role("main")).to_contain_text("Added the character Sable")
    expect(gm.get_by_role("main")).not_to_contain_text("Reply: She is careful.")  # somebody has decided since
    gm.get_by_role("button", name="Mark as read").click()
    expect(gm.get_by_role("button", name="Mark as read")).to_have_count(0)
    awards.award(
        characters=[Character.objects.get(pk=sable.pk)], campaign=table, by=rowena, amount=1, reason="The last boat."
    )
    assert send_letters(timezone.now() + timedelta(days=1)) == 1
    assert "The last boat." in mail.outbox[0].body

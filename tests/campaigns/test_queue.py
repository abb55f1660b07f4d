"""Who waits for a review, in which order, and how one goes through all of them."""

import re

import pytest
from django.urls import reverse

from campaigns import actions as sitting
from campaigns.models import Membership
from campaigns.review import decisions, queue
from characters import actions
from characters.models import Character
from tests.campaigns.reviewing import jane, judge
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def test_home_says_what_waits_and_each_review_what_is_next(cast: Cast) -> None:
    gm = cast["gm"]
    assert "Waiting for you" not in words(gm.get("/"))
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    other = actions.create_character(
        system="hprpg", by=cast.users["owner"], name="Wren", build={}, campaign=jane(cast).campaign
    )
    decisions.submit(character=other, by=cast.users["owner"])
    assert "First submission by owner" in words(gm.get("/"))
    first = words(gm.get(reverse("review", args=[cast.jane.pk])))
    assert ("1 of 2" in first, "Next: Wren" in first, "Previous:" in first) == (True, True, False)
    judge(cast, "return", text="Braver, please.")
    assert "Sent back by your GM" in words(cast["owner"].get("/"))
    alone = words(gm.get(reverse("review", args=[other.pk])))
    assert ("1 of 1" in alone, "Next:" in alone, "This is the last" in alone) == (True, False, True)


def test_a_queue_has_an_end_and_says_who_waits_elsewhere(cast: Cast) -> None:
    """After the last nobody comes again who was left for later; they and other tables are a link away."""
    gm, owner = cast.users["gm"], cast.users["owner"]
    inn = sitting.create_campaign(name="The Crossroads Inn", by=gm)
    Membership.objects.create(campaign=inn, user=owner, role="player")
    closed = sitting.create_campaign(name="The Closed Inn", by=gm)
    here, there, gone = (
        actions.create_character(system="hprpg", by=owner, name=name, build={}, campaign=table)
        for name, table in (("Wren", jane(cast).campaign), ("Ida", inn), ("Odile", closed))
    )
    for one in (jane(cast), here, there, gone):
        decisions.submit(character=one, by=owner)
    sitting.archive(campaign=closed, by=gm)
    last = words(cast["gm"].get(reverse("review", args=[here.pk])))
    assert ("2 of 2" in last, "Previous: Jane Alderwick" in last, "Next: Wren" in last) == (True, True, False)
    assert "This is the last" in last
    assert f'href="{reverse("review", args=[there.pk])}">Next: Ida in The Crossroads Inn<' in last
    assert f'{reverse("review", args=[there.pk])}">The Crossroads Inn (1)' in last
    assert "The Closed Inn" not in last
    sent = {"deed": "return", "text": "Braver, please."}
    decided = cast["gm"].post(reverse("judge", args=[here.pk]), sent)
    assert decided["Location"] == reverse("review", args=[there.pk]), "not round again, but on to where somebody waits"
    end = words(cast["gm"].get(reverse("reviewed", args=[here.campaign_id])))
    assert ("1 still waits" in end, ">The Crossroads Inn</a>" in end, "The Closed Inn" in end) == (True, True, False)
    assert "Next: Ida in The Crossroads Inn" in end
    back = words(cast["gm"].get(reverse("review", args=[here.pk])))
    assert ("1 waiting" in back, "Next: Jane Alderwick" in back, "Previous:" in back) == (True, True, False)


def test_the_review_goes_through_all_campaigns_before_nothing_more_waits(cast: Cast) -> None:
    """By name, and round once: whoever was passed over comes again after the last campaign."""
    gm, owner = cast.users["gm"], cast.users["owner"]
    tables = [cast.table, *(sitting.create_campaign(name=f"{cast.table.name} {n}", by=gm) for n in "BA")]
    made = []
    for table in tables:
        made.append(actions.create_character(system="hprpg", by=owner, name=f"Of {table}"))
        Character.objects.filter(pk=made[-1].pk).update(campaign=table, standing="submitted")
    here, b, a = made

    def decide(one: Character) -> str:
        sent = {"deed": "return", "text": "Braver, please."}
        return cast["gm"].post(reverse("judge", args=[one.pk]), sent)["Location"]

    assert f"Next: Of {tables[1]} in {tables[1]}" in words(cast["gm"].get(reverse("review", args=[a.pk])))
    assert decide(a) == reverse("review", args=[b.pk])
    assert decide(b) == reverse("review", args=[here.pk])
    end = words(cast["gm"].get(reverse("reviewed", args=[tables[1].pk])))
    assert ("Nothing more waits</h1>" in end, f"Next: {here} in {tables[0]}" in end) == (False, True)
    assert decide(here) == reverse("reviewed", args=[tables[0].pk])
    assert "Nothing more waits</h1>" in words(cast["gm"].get(reverse("reviewed", args=[tables[0].pk])))


def test_who_was_changed_since_approval_waits_in_the_same_queue(cast: Cast) -> None:
    gm, owner = cast["gm"], cast.users["owner"]
    other = actions.create_character(system="hprpg", by=owner, name="Wren", build={}, campaign=jane(cast).campaign)
    page = reverse("review", args=[other.pk])
    decisions.approve(character=jane(cast), by=cast.users["gm"], seen=jane(cast).version)
    assert "Next:" not in words(gm.get(page))
    held = jane(cast)
    actions.change_build(character=held, changes={"scores.charm": 2}, drawn=held.version, by=owner)
    assert "Next: Jane Alderwick" in words(gm.get(page))
    decisions.submit(character=other, by=owner)
    assert "Next:" in words(gm.get(page)), "who was submitted comes first, though made later"
    sent = {"deed": "return", "text": "Less charm, please."}
    assert gm.post(reverse("judge", args=[other.pk]), sent)["Location"] == reverse("review", args=[cast.jane.pk])


def test_the_queue_goes_by_who_has_waited_longest_whoever_was_made_first(cast: Cast) -> None:
    gm, owner = cast["gm"], cast.users["owner"]
    made = [jane(cast)]
    for name in ("Wren", "Ida"):
        made.append(
            actions.create_character(system="hprpg", by=owner, name=name, build={}, campaign=jane(cast).campaign)
        )
    for one in reversed(made):
        decisions.submit(character=one, by=owner)
    order = ["Ida", "Wren", "Jane Alderwick"]
    assert [one.name for one in queue.waiting_at(made[0].campaign_id)] == order
    for at in ("/", reverse("campaign", args=[made[0].campaign_id])):
        waiting = words(gm.get(at)).partition("Waiting for")[2].partition("</section>")[0]
        assert list(dict.fromkeys(re.findall("|".join(order), waiting))) == order, at
    first = gm.post(reverse("judge", args=[made[2].pk]), {"deed": "return", "text": "Braver."})["Location"]
    assert first == reverse("review", args=[made[1].pk])
    last = gm.post(reverse("judge", args=[made[0].pk]), {"deed": "return", "text": "Braver."})["Location"]
    assert last == reverse("reviewed", args=[made[0].campaign_id]), "after the last comes the end"
    assert "You left" not in words(gm.get(last)), "nobody was passed over"

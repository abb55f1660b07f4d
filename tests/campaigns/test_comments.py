"""What is said of a character between its player and a game master: drafted, sent, answered, resolved."""

import re
from urllib.parse import quote

import pytest
from django.urls import reverse

from campaigns import actions as sitting
from campaigns.review import comments, decisions
from campaigns.review.evidence import EvidenceLine
from characters import actions
from characters.models import Character, ReviewStatus
from rules.refusals import Refused
from tests.campaigns.reviewing import change, draft, jane, judge, read
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def test_a_comment_says_something_about_something(cast: Cast) -> None:
    with pytest.raises(Refused, match="Enter a comment"):
        draft(cast, "\x00 ")
    assert str(draft(cast, "More owls.", "scores.charm")) == f"{cast.jane.pk} scores.charm: More owls."


@pytest.mark.parametrize("deed", ["remark", "return"])
@pytest.mark.parametrize("field", ["text", "draft"])
def test_a_comment_is_kept_to_its_last_line_or_refused_with_its_text(cast: Cast, deed: str, field: str) -> None:
    decisions.submit(character=jane(cast))
    lines = ["An owl is missing."] * 49 + ["And this is how it ends."]
    assert "1,503 characters; 1,000 is the maximum" in (refused := judge(cast, deed, **{field: "x" * 1_503}))
    assert ("x" * 1_503 in refused, cast.jane.comments.count()) == (True, 0)
    judge(cast, deed, **{field: "\r\n".join(lines)})
    assert cast.jane.comments.get().text == "\n".join(lines)


def test_drafts_go_with_the_decision_and_are_nobody_elses_until_then(cast: Cast) -> None:
    decisions.submit(character=jane(cast))
    judge(cast, "draft", draft="More owls.", at="scores.charm")
    page = judge(cast, "draft", draft="Whose lamp?", at="figures.initiative")
    assert "Send back with 2 comments" in page
    assert "More owls." not in read(cast["owner"], cast)
    assert "More owls." not in read(cast["player"], cast)
    assert not jane(cast).events.filter(kind="remarked").exists()
    judge(cast, "return", text="And a name.", draft="Braver.", at="scores.bravery")
    told = read(cast["owner"], cast)
    assert all(text in told for text in ("More owls.", "Whose lamp?", "And a name.", "Braver."))
    assert jane(cast).standing == ReviewStatus.RETURNED
    assert jane(cast).events.filter(kind="remarked").count() == 4


def test_who_adds_a_comment_comes_back_to_what_it_is_about(cast: Cast) -> None:
    """To the line of the sheet, else to the comment; each is led to by one place of the page."""
    for at in ("scores.charm", "figures.initiative", "notes.goals", "findings.over@scores.charm"):
        sent = {"deed": "draft", "draft": f"Of {at}.", "at": at}
        back = cast["gm"].post(reverse("judge", args=[cast.jane.pk]), sent)["Location"]
        page = words(cast["gm"].get(back))
        assert page.count(f'id="{back.partition("#")[2]}"') == 1, at
    led = page.partition(f'id="{comments.anchor("scores.charm")}"')[2]
    assert "Charm" in led[: led.index("</div>")]
    sent = {"deed": "draft", "draft": "In general.", "at": ""}
    assert cast["gm"].post(reverse("judge", args=[cast.jane.pk]), sent)["Location"].endswith("#comments")


def test_a_refused_decision_keeps_what_was_typed_in_the_form_alone(cast: Cast) -> None:
    decisions.submit(character=jane(cast))
    decisions.withdraw_submission(character=jane(cast))
    told = judge(cast, "return", text="More owls.")
    assert ("isn’t waiting for review" in told, "More owls.</textarea>" in told) == (True, True)
    assert not cast.jane.comments.exists()
    assert "Enter a comment." in judge(cast, "remark")


def test_a_line_with_a_comment_has_a_pin_that_leads_to_it(cast: Cast) -> None:
    said = draft(cast, "More owls.", "scores.charm")
    page = read(cast["gm"], cast)
    assert f'class="pin" href="#thread-{said.pk}"' in page
    assert "Aspects: Charm" in page


def test_a_player_replies_and_the_game_master_is_told(cast: Cast) -> None:
    said = draft(cast, "More owls?", "scores.charm")
    address = reverse("answer", args=[cast.jane.pk, said.pk])
    assert cast["owner"].post(address, {"text": "No."}).status_code == 404, "nobody answers a draft"
    judge(cast, "remark")
    assert "Enter a comment." in words(cast["owner"].post(address, {"text": " "}))
    cast["owner"].post(address, {"text": "Two are enough."})
    assert "Two are enough." in read(cast["gm"], cast)
    assert "Wrote to you" in words(cast["gm"].get("/"))
    judge(cast, "reply", comment=str(said.pk), text="So they are.")
    assert "Wrote to you" not in words(cast["gm"].get("/")), "the game master had the last word"
    assert "So they are." in read(cast["owner"], cast)
    judge(cast, "resolve", comment=str(said.pk))
    assert "resolved" in read(cast["owner"], cast)
    cast["owner"].post(address, {"text": "One thing more."})
    said.refresh_from_db()
    assert said.settled_at is None, "a reply opens it again"


def test_a_draft_is_deleted_by_its_author_alone_and_only_until_it_is_sent(cast: Cast) -> None:
    said = draft(cast, "More owls?")
    comments.drop(comment=said, by=cast.users["other_gm"])
    assert cast.jane.comments.exists()
    judge(cast, "drop", comment=str(said.pk))
    assert not cast.jane.comments.exists()
    said = draft(cast, "More owls?")
    judge(cast, "remark")
    judge(cast, "drop", comment=str(said.pk))
    assert cast.jane.comments.exists()


def test_an_approval_resolves_what_was_said(cast: Cast) -> None:
    draft(cast, "More owls?")
    decisions.approve(character=jane(cast), by=cast.users["gm"], seen=jane(cast).version)
    assert cast.jane.comments.get().settled_at is not None
    assert "More owls?" in read(cast["owner"], cast)


def test_open_comments_are_as_many_as_somebody_reads(cast: Cast) -> None:
    said = [draft(cast, f"Owl {number}.") for number in range(comments.MOST_OPEN)]
    with pytest.raises(Refused, match="60 comments here already"):
        draft(cast, "One too many.")
    other = comments.draft(
        character=cast.jane, by=cast.users["other_gm"], text="What others drafted counts for nobody."
    )
    assert other.pk
    comments.send(character=cast.jane, by=cast.users["gm"])
    for number in range(comments.MOST_REPLIES):
        comments.answer(thread=said[1], by=cast.users["owner"], text=f"Reply {number}.")
    with pytest.raises(Refused, match="40 comments here already"):
        comments.answer(thread=said[1], by=cast.users["owner"], text="One too many.")
    comments.resolve(thread=said[0])
    draft(cast, "One more, whatever a player replies.")


def test_what_is_said_twice_word_for_word_is_said_once(cast: Cast) -> None:
    said = draft(cast, "More owls?", "scores.charm")
    assert draft(cast, "More owls?", "scores.charm") == said
    judge(cast, "remark")
    for _ in range(2):
        comments.answer(thread=said, by=cast.users["owner"], text="Two are enough.")
    assert (cast.jane.comments.count(), cast.jane.events.filter(kind="answered").count()) == (2, 1)


def test_nobody_touches_a_draft_of_somebody_else(cast: Cast) -> None:
    said = comments.draft(character=cast.jane, by=cast.users["other_gm"], text="More owls?")
    for deed in ("drop", "reply", "resolve"):
        sent = {"deed": deed, "comment": str(said.pk), "text": "Hm."}
        assert cast["gm"].post(reverse("judge", args=[cast.jane.pk]), sent).status_code == 404, deed
    assert cast.jane.comments.get().settled_at is None


def test_a_comment_sent_with_an_approval_that_stands_already_is_sent(cast: Cast) -> None:
    decisions.approve(character=jane(cast), by=cast.users["gm"], seen=jane(cast).version)
    judge(cast, "approve", version=str(jane(cast).version), text="Well done.")
    assert "Well done." in read(cast["owner"], cast)


def test_of_resolved_comments_the_latest_are_shown(cast: Cast) -> None:
    for number in range(comments.RESOLVED_SHOWN + 1):
        said = draft(cast, f"Owl {number}.")
        comments.send(character=cast.jane, by=cast.users["gm"])
        comments.resolve(thread=said)
    told = read(cast["owner"], cast)
    assert ("Owl 0." in told, "Owl 1." in told) == (False, True)


def test_a_comment_stands_in_the_builder_with_the_way_to_its_field_and_to_a_reply(cast: Cast) -> None:
    said = draft(cast, "More owls.", "scores.charm")
    draft(cast, "Whose lamp?", "figures.initiative")
    builder = reverse("build", args=[cast.jane.pk, "species"])
    assert "More owls." not in words(cast["owner"].get(builder))
    comments.send(character=cast.jane, by=cast.users["gm"])
    page = words(cast["owner"].get(builder))
    assert f"/characters/{cast.jane.pk}/build/aspects/#" in page
    assert f"{reverse('review', args=[cast.jane.pk])}#thread-{said.pk}" in page
    assert "Whose lamp?" in page


def test_whoever_decides_goes_on_to_the_next_that_waits(cast: Cast) -> None:
    owner = cast.users["owner"]
    others = [
        actions.create_character(system="hprpg", by=owner, name=name, build={}, campaign=jane(cast).campaign)
        for name in ("Wren", "Finch")
    ]
    for one in (jane(cast), *others):
        decisions.submit(character=one, by=owner)
    address = reverse("judge", args=[others[0].pk])
    after = cast["gm"].post(address, {"deed": "return", "text": "More owls."})
    assert after["Location"] == reverse("review", args=[others[1].pk])
    after = cast["gm"].post(reverse("judge", args=[others[1].pk]), {"deed": "return", "text": "More owls."})
    end = reverse("reviewed", args=[cast.table.pk])
    assert after["Location"] == end, "after the last nobody comes"
    page = words(cast["gm"].get(end))
    assert "1 still waits" in page
    assert f'href="{reverse("review", args=[cast.jane.pk])}">Review Jane Alderwick' in page
    after = cast["gm"].post(reverse("judge", args=[cast.jane.pk]), {"deed": "return", "text": "More owls."})
    assert after["Location"] == end
    page = words(cast["gm"].get(end))
    assert "Nothing more waits" in page
    assert all(f'href="{way}"' in page for way in ("/", reverse("roster", args=[cast.table.pk])))


def test_where_a_queue_ends_other_tables_are_named(cast: Cast) -> None:
    gm = cast.users["gm"]
    other = sitting.create_campaign(name="Sundays", by=gm)
    guest = actions.create_character(system="hprpg", by=cast.users["companion"], campaign=other)
    decisions.submit(character=guest, by=cast.users["companion"])
    page = words(cast["gm"].get(reverse("reviewed", args=[cast.table.pk])))
    assert f'href="{reverse("review", args=[guest.pk])}">Sundays</a>' in page
    assert "1 to review" in page


def test_a_decision_ends_what_was_replied_before_it(cast: Cast) -> None:
    owner, gm = cast.users["owner"], cast.users["gm"]
    said = draft(cast, "More owls?")
    decisions.submit(character=jane(cast), by=owner)
    judge(cast, "remark")
    comments.answer(thread=said, by=owner, text="Two are enough.")
    news = reverse("news")
    assert "Reply: Two are enough." in words(cast["gm"].get(news))
    decisions.send_back(character=jane(cast), by=gm, text="A name, too.")
    assert "Reply: Two are enough." not in words(cast["gm"].get(news))
    assert "Wrote to you" not in words(cast["gm"].get("/"))
    comments.answer(thread=said, by=owner, text="Three, then.")
    assert "Wrote to you" in words(cast["gm"].get("/")), "what was said since the decision waits"
    judge(cast, "resolve", comment=str(said.pk))
    assert "Three, then." not in words(cast["gm"].get(news))


def test_what_was_changed_since_the_approval_is_put_back_without_what_is_the_players_own(cast: Cast) -> None:
    owner, gm = cast.users["owner"], cast.users["gm"]
    before = jane(cast).build["scores"]["charm"]

    assert "isn’t approved" in judge(cast, "put-back", version=str(jane(cast).version), reason="No.")
    decisions.approve(character=jane(cast), by=gm, seen=jane(cast).version)
    change(cast, "scores.charm", before - 1)
    change(cast, "notes.journal", "Rain again.")
    actions.change_settings(character=jane(cast), values={"untrained_knowledge": True}, by=owner)
    assert jane(cast).drifted
    seen = str(jane(cast).version)
    assert "Enter a reason" in judge(cast, "put-back", version=seen)
    assert "changed while you were reviewing" in judge(cast, "put-back", version="1", reason="No.")
    assert "Restored as approved" in judge(cast, "put-back", version=seen, reason="Train first.")
    held = jane(cast)
    assert (held.build["scores"]["charm"], held.own_settings, held.drifted) == (before, {}, False)
    assert held.build["notes"]["journal"] == "Rain again."
    assert "Reason: Train first." in words(cast["owner"].get(reverse("sheet", args=[held.pk])))
    assert "Restored as approved" in words(cast["gm"].get(reverse("campaign_history", args=[cast.table.pk])))


def test_home_says_how_many_others_wait_and_where(cast: Cast) -> None:
    owner = cast.users["owner"]
    for number in range(8):
        assert (" more, by campaign" in words(cast["gm"].get("/"))) == (number > 6)
        made = actions.create_character(system="hprpg", by=owner, name=f"Wren {number}", campaign=cast.table)
        decisions.submit(character=made, by=owner)
    assert ">2 more, by campaign" in words(cast["gm"].get("/"))
    named_first = Character.objects.filter(owner=owner, campaign=cast.table).update(npc=True)
    page = words(cast["owner"].get("/"))
    assert named_first > 4
    assert "Wren" not in page.partition('id="recent"')[2].partition("</section>")[0], "NPCs fill no list of one's own"


def test_home_leaves_out_whoever_was_submitted_last(cast: Cast) -> None:
    owner, named = cast.users["owner"], [f"Wren {number}" for number in range(7)]
    made = [actions.create_character(system="hprpg", by=owner, name=name, campaign=cast.table) for name in named]
    for one in reversed(made):
        decisions.submit(character=one, by=owner)

    def listed() -> str:
        return words(cast["gm"].get("/")).partition('id="waiting"')[2].partition("</section>")[0]

    assert list(dict.fromkeys(re.findall(r"Wren \d", listed()))) == [*reversed(named)][:6]
    assert ">1 more, by campaign" in listed()
    decisions.withdraw_submission(character=made[6], by=owner)
    decisions.submit(character=made[6], by=owner)
    assert "Wren 6" not in listed(), "whoever comes again comes last"


def test_the_builder_ends_with_the_step_to_the_game_master(cast: Cast) -> None:
    last = reverse("build", args=[cast.jane.pk, "story"])
    button = 'form="submit-it">Submit for approval'
    assert button in words(cast["owner"].get(last))
    assert button not in words(cast["owner"].get(reverse("build", args=[cast.jane.pk, "aspects"])))
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    assert "submit-it" not in words(cast["owner"].get(last)), "it waits already"
    decisions.send_back(character=jane(cast), by=cast.users["gm"], text="More owls.")
    assert 'form="submit-it">Resubmit' in words(cast["owner"].get(last))
    decisions.seat(character=jane(cast), campaign=None)
    assert "submit-it" not in words(cast["owner"].get(last))


def test_a_text_that_was_rewritten_is_told_word_by_word() -> None:
    line = EvidenceLine("notes.goals", "Goals", "A ship of her own, paid for.", "A boat of her own.")
    assert line.edits == (
        *(
            ("same", "A"),
            ("gone", "boat"),
            ("new", "ship"),
            ("same", "of her"),
            ("gone", "own."),
            ("new", "own, paid for."),
        ),
    )
    assert EvidenceLine("x", "X", "One", "Two words").edits == ()
    assert EvidenceLine("x", "X", 3, 4).edits == ()
    assert EvidenceLine("x", "X", "two words").edits == ()
    assert EvidenceLine("x", "X", "a b " * 201, "a b " * 200).edits == (), "what is longer is told whole"


def test_whoever_is_asked_whether_to_approve_errors_and_cancels_finds_what_they_typed(cast: Cast) -> None:
    owner = cast.users["owner"]
    actions.change_build(character=jane(cast), changes={"scores.charm": 9}, drawn=jane(cast).version, by=owner)
    sent = {"version": str(jane(cast).version), "text": "Bold.", "draft": "Nine?", "at": "scores.charm"}
    assert "Approve Jane Alderwick with" in judge(cast, "approve", **sent)
    page = read(cast["gm"], cast)
    assert ("Bold." in page, "Nine?" in page, "Bold." in read(cast["owner"], cast)) == (True, True, False)
    judge(cast, "approve", **sent, sure="1")
    assert (cast.jane.comments.count(), jane(cast).standing) == (2, ReviewStatus.APPROVED)


def test_a_player_asks_for_an_exception_and_gets_it(cast: Cast) -> None:
    change(cast, "scores.charm", 9)
    page, ask = (reverse(name, args=[cast.jane.pk]) for name in ("review", "ask_gm"))
    broken = jane(cast).read().errors[0]
    at = comments.about(broken)
    assert f"?about={quote(at)}#new-comment" in words(cast["owner"].get(page)).replace("&amp;", "&")
    about = words(cast["owner"].get(page, {"about": at}))
    assert broken.message in re.findall(r'<option value="findings[^"]*" selected>([^<]*)', about)
    assert "Enter a comment." in words(cast["owner"].post(ask, {"draft": " ", "at": at}))
    told = words(cast["owner"].post(ask, {"draft": "She is a veela.", "at": at}, follow=True))
    assert "Sent to your GM." in told
    assert f"?about={quote(at)}#new-comment" not in told.replace("&amp;", "&"), "it is asked already"
    assert "You: “She is a veela.”" in told
    assert "Wrote to you" in words(cast["gm"].get("/"))
    assert "Question: She is a veela." in words(cast["gm"].get(reverse("news")))
    assert "owner: “She is a veela.”" in read(cast["gm"], cast)
    judge(cast, "waive", code=broken.code, at=broken.at, reason="Veela")
    assert "Wrote to you" not in words(cast["gm"].get("/"))
    assert comments.threads(jane(cast), None)[0].number == 0, "who has it asks no more"
    cast["owner"].post(ask, {"draft": "And the owl?", "at": "findings.gone@"})
    assert "An error that is fixed" in read(cast["owner"], cast)


def test_nobody_is_asked_where_no_campaign_is(cast: Cast) -> None:
    decisions.seat(character=cast.jane, campaign=None)
    with pytest.raises(Refused, match="so there’s a GM to ask"):
        comments.ask(character=cast.jane, by=cast.users["owner"], text="May I?")


def test_nobody_is_asked_about_a_what_if(cast: Cast) -> None:
    with pytest.raises(Refused, match="Ask about its original"):
        comments.ask(character=cast.branch, by=cast.users["owner"], text="May I?")


def test_a_question_is_a_comment_word_for_word_once(cast: Cast) -> None:
    for _ in range(2):
        comments.ask(character=cast.jane, by=cast.users["owner"], text="May I?")
    assert cast.jane.events.filter(kind="asked").count() == 1


def test_a_resolved_thread_is_opened_again_by_its_player(cast: Cast) -> None:
    asked = comments.ask(character=cast.jane, by=cast.users["owner"], text="May I?")
    comments.resolve(thread=asked)
    answer = reverse("answer", args=[cast.jane.pk, asked.pk])
    assert answer in read(cast["owner"], cast)
    cast["owner"].post(answer, {"text": "And now?"})
    asked.refresh_from_db()
    assert asked.settled_at is None

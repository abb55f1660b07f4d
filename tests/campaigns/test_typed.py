"""What is typed in several places of the page of a review: what goes with which button, and what is kept."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.review import comments, decisions
from characters.models import Comment, ReviewStatus
from rules.refusals import Refused
from tests.campaigns.reviewing import change, draft, jane, judge, read
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def test_a_decision_takes_along_a_reply_that_was_typed(cast: Cast) -> None:
    owner = cast.users["owner"]
    said = draft(cast, "More owls?")
    comments.send(character=cast.jane, by=cast.users["gm"])
    decisions.submit(character=jane(cast), by=owner)
    comments.answer(thread=said, by=owner, text="Two are enough.")
    comments.resolve(thread=said)
    sent = {f"reply:{said.pk}": "Two it is.", "draft": "Whose lamp?", "at": "scores.charm", "text": "Go on."}
    told = judge(cast, "return", **sent)
    assert "Sent Jane Alderwick back" in told
    page = read(cast["owner"], cast)
    assert all(text in page for text in ("Two it is.", "Whose lamp?", "Go on."))
    assert Comment.objects.get(text="Two it is.").thread == said
    said.refresh_from_db()
    assert said.settled_at is None, "a reply opens it again"


def test_a_reply_that_was_drafted_is_nobody_elses_and_can_be_deleted(cast: Cast) -> None:
    said = draft(cast, "More owls?")
    comments.send(character=cast.jane, by=cast.users["gm"])
    comments.answer(thread=said, by=cast.users["owner"], text="Two are enough.")
    for _ in range(2):
        comments.draft_replies(character=cast.jane, by=cast.users["gm"], said={said.pk: "Hm."})
    mine = Comment.objects.get(text="Hm.")
    assert "Wrote to you" in words(cast["gm"].get("/")), "what is not sent answers nobody"
    for settled in (False, True):
        if settled:
            comments.resolve(thread=said)
        assert ("Hm." in read(cast["gm"], cast), "Hm." in read(cast["owner"], cast)) == (True, False)
    assert "1 comment you added goes" in read(cast["gm"], cast)
    judge(cast, f"drop:{mine.pk}")
    assert not Comment.objects.filter(pk=mine.pk).exists()


def test_a_reason_that_was_typed_and_not_used_holds_a_decision_and_is_kept(cast: Cast) -> None:
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    for deed in ("approve", "return"):
        sent = {"version": str(jane(cast).version), "text": "Go on.", "award:": "The owl"}
        page = judge(cast, deed, **sent)
        assert "You typed a reason and didn’t use it." in page
        assert all(kept in page for kept in ("Go on.</textarea>", 'value="The owl"'))
        assert (jane(cast).standing, cast.jane.comments.count()) == (ReviewStatus.SUBMITTED, 0)
        assert '<a href="#for">Award</a>' in page, "it leads to where that stands"
    page = judge(cast, "return", text="Go on.", amount="3")
    assert ("You typed a reason" in page, '<a href="#amount">Award</a>' in page) == (True, True), (
        "points are half of it"
    )
    change(cast, "scores.charm", 9)
    broken = jane(cast).read().errors[0]
    page = judge(cast, "return", **{f"waive:{comments.about(broken)}": "Veela", "award:": "The owl", "reopen:": "Anew"})
    assert re.search(r'<a href="#waive-1">Exception: [^<]+</a>,\s*<a href="#for">Award</a>', page)
    assert ("#reopen-reason" in page, "“Anew”" in page) == (False, True), "nothing is to reopen: no field holds it"


def test_what_changed_under_a_first_review_is_marked(cast: Cast) -> None:
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    seen = {"version": str(jane(cast).version)}
    assert "nothing is marked as changed" in words(cast["gm"].get(reverse("review", args=[cast.jane.pk])))
    change(cast, "scores.charm", 2)
    for page in (judge(cast, "approve", **seen), judge(cast, "draft", **seen, draft="More owls.")):
        said = page.partition("Since you opened this page</b>:")[2]
        assert (" changed</span>" in said, "nothing is marked" in page) == (True, False)
        assert re.search(r'<ul class="changes-told">\s*<li>[^<]*Charm', said)
    seen = {"version": str(jane(cast).version)}
    change(cast, "name", "Joan")
    assert "Joan" in judge(cast, "approve", **seen).partition("Since you opened this page")[2].partition("</ul>")[0]


def test_a_page_that_stands_for_what_was_seen_says_first_what_changed(cast: Cast) -> None:
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    seen, said = {"version": str(jane(cast).version)}, "changed while you were reviewing it."
    assert said not in judge(cast, "approve", **seen, amount="3")
    change(cast, "scores.charm", 2)
    page = judge(cast, "approve", **seen, amount="3")
    assert page.index(said) < page.index("You typed a reason")
    assert f'name="version" value="{jane(cast).version}"' in page
    page = judge(cast, "draft", **seen, draft="More owls.")
    assert ("Comment added." in page, f"Jane Alderwick {said}" in page) == (True, True)
    change(cast, "scores.charm", 9)
    page = judge(cast, "approve", **seen)
    assert (said in page, "Approve Jane Alderwick with" in page) == (True, False), "said before it is asked"
    assert judge(cast, "approve", **seen).count(said) == 1
    assert jane(cast).standing == ReviewStatus.SUBMITTED


def test_what_was_typed_elsewhere_stands_where_it_was_typed_after_any_other_deed(cast: Cast) -> None:
    change(cast, "scores.charm", 9)
    broken = jane(cast).read().errors[0]
    field = f"waive:{comments.about(broken)}"
    typed = {"draft": "Whose lamp?", "at": "scores.charm", "award:": "The owl", "amount": "2"}
    page = judge(cast, field, **{field: "Veela"}, **typed)
    assert "Exception added." in page
    assert all(kept in page for kept in ("Whose lamp?</textarea>", 'value="The owl"', 'value="2"'))
    assert '<option value="scores.charm" selected>' in page
    assert not cast.jane.comments.exists()
    assert 'value="The owl"' in judge(cast, "remark", text="Hm.", **{"award:": "The owl"})
    assert "All in all…</textarea>" in judge(cast, "draft", draft="Whose lamp?", at="", text="All in all…")
    said = draft(cast, "More owls?")
    comments.send(character=cast.jane, by=cast.users["gm"])
    sent = {f"reply:{said.pk}": "So be it.", "text": "Well."}
    page = judge(cast, f"reply:{said.pk}", **sent)
    assert ("Well.</textarea>" in page, 'value="So be it."' in page) == (True, False)
    assert said.replies.get().text == "So be it."


def test_enter_sends_the_one_field_that_was_typed_in(cast: Cast) -> None:
    said = draft(cast, "More owls?")
    comments.send(character=cast.jane, by=cast.users["gm"])
    page = judge(cast, "typed:", **{f"reply:{said.pk}": "Yes.", "reopen:": "Anew"})
    assert ("Press the button of what you want to send." in page, 'value="Yes."' in page) == (True, True)
    judge(cast, "typed:", **{f"reply:{said.pk}": "Yes.", "reopen:": ""})
    assert said.replies.get().text == "Yes."
    form = read(cast["gm"], cast)
    first = re.search(r'<button type="submit"[^>]*form="decision"[^>]*value="([^"]*)"', form)
    assert first
    assert first[1] == "typed:", "browsers press the first button of a form"


def resolved(cast: Cast, many: int) -> list[Comment]:
    """So many comments that were sent and resolved."""
    at, line = timezone.now(), {"character": cast.jane, "by": cast.users["gm"]}
    said = [Comment(text=f"Owl {number}.", sent_at=at, settled_at=at, **line) for number in range(many)]
    return Comment.objects.bulk_create(said)


def reply(cast: Cast, said: list[Comment], text: str) -> tuple[str, int]:
    """The page after a reply to each of these, and how many queries that took."""
    sent = {"deed": "remark"} | {f"reply:{one.pk}": text for one in said}
    with CaptureQueriesContext(connection) as asked:
        answer = cast["gm"].post(reverse("judge", args=[cast.jane.pk]), sent)
    return words(cast["gm"].get(answer["Location"]) if answer.status_code == 302 else answer), len(asked)


def test_many_replies_take_as_many_queries_as_two_and_are_no_more_than_somebody_types(cast: Cast) -> None:
    said = resolved(cast, comments.MOST_AT_ONCE + 3)
    told, few = reply(cast, said[:2], "So be it.")
    assert "2 comments sent" in told
    told, many = reply(cast, said[2:-1], "So be it.")
    assert (f"{comments.MOST_AT_ONCE} comments sent" in told, many) == (True, few)
    told, _ = reply(cast, said, "One too many.")
    assert "You typed 43 replies; 40 go at once" in told
    assert told.count('value="One too many."') == comments.MOST_AT_ONCE + 3
    assert not Comment.objects.filter(text="One too many.").exists()


def test_replies_open_no_more_than_somebody_reads(cast: Cast) -> None:
    said = resolved(cast, comments.MOST_OPEN + 1)
    reply(cast, said[:40], "So be it.")
    reply(cast, said[40:60], "So be it.")
    assert Comment.objects.filter(thread=None, settled_at=None).count() == comments.MOST_OPEN
    told, _ = reply(cast, said[60:], "One too many.")
    assert "There are 60 comments here already" in told
    with pytest.raises(Refused, match="60 comments here already"):
        comments.answer(thread=said[60], by=cast.users["owner"], text="One too many.")
    assert not Comment.objects.filter(text="One too many.").exists()
    told, _ = reply(cast, said[:1], "That goes.")
    assert "1 comment sent" in told


def test_a_reply_goes_to_what_is_there_and_has_room(cast: Cast) -> None:
    (said,), gm = resolved(cast, 1), cast.users["gm"]
    with pytest.raises(Refused, match="isn’t here any more"):
        comments.draft_replies(character=cast.jane, by=gm, said={said.pk: "Hm.", said.pk + 1: "Hm."})
    made = [Comment(character=cast.jane, thread=said, by=gm, text=f"Hm {n}.") for n in range(comments.MOST_REPLIES)]
    Comment.objects.bulk_create(made)
    comments.draft_replies(character=cast.jane, by=gm, said={said.pk: "Hm 0."})
    with pytest.raises(Refused, match="40 comments here already"):
        comments.draft_replies(character=cast.jane, by=gm, said={said.pk: "Hm."})


def test_ones_own_award_sent_twice_is_no_change_of_somebody_elses(cast: Cast) -> None:
    sent = {"amount": "2", "award:": "The owl", "entry": "0", "uid": "4b9a3f5e-1d0c-4f7e-9d55-0a6c2f1f9a11"}
    for _ in range(2):
        assert "changed while you were reviewing" not in judge(cast, "award:", **sent)
    assert jane(cast).ledger.total("award") == 2
    cast.jane.ledger_entries.update(by=cast.users["owner"])
    assert "changed while you were reviewing" in judge(cast, "award:", **sent)


def test_nothing_is_said_twice_of_a_decision_that_came_too_late(cast: Cast) -> None:
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    seen = str(jane(cast).version)
    decisions.withdraw_submission(character=jane(cast), by=cast.users["owner"])
    page = judge(cast, "approve", version=seen, standing="submitted")
    assert ("Nothing was changed." in page, "Nothing was approved." in page) == (True, False)


def test_an_award_is_called_as_the_game_calls_it(cast: Cast) -> None:
    assert '<label for="for">dots for</label>' in read(cast["gm"], cast)

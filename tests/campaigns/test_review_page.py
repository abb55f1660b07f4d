"""The page of a review: what is read there, and what it offers."""

import re

import pytest
from django.urls import reverse

from campaigns import actions as sitting
from campaigns.demo.demo import MELISANDE, RAVEN
from campaigns.review import comments, decisions
from campaigns.review.evidence import evidence, moved_lines
from characters import actions
from characters.models import Character
from rules.kernel import LedgerEntry as Entry
from rules.kernel.basics.wording import counted
from tests.campaigns.reviewing import change, jane, judge
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def test_each_sees_what_they_can_do_about_it(cast: Cast) -> None:
    url = reverse("review", args=[cast.jane.pk])
    assert "Submit for approval" in words(cast["owner"].get(url))
    assert "Submitted Jane Alderwick to your GM." in words(
        cast["owner"].post(f"/characters/{cast.jane.pk}/submit/", follow=True)
    )
    assert "Waiting for approval" in words(cast["gm"].get(cast.table.get_absolute_url()))
    assert "Submission withdrawn." in words(
        cast["owner"].post(f"/characters/{cast.jane.pk}/submit/", {"withdraw": ""}, follow=True)
    )
    cast["owner"].post(f"/characters/{cast.jane.pk}/submit/")
    assert "back to the player with your comments" in judge(cast, "return", text="More owls.", at="scores.charm")
    assert "More owls." in words(cast["owner"].get(url))
    assert "1 comment sent" in judge(cast, "remark", text="And cats.")
    assert "changed while you were reviewing" in judge(cast, "approve", version="x")
    assert "Approved Jane Alderwick." in judge(cast, "approve", version=jane(cast).version)
    assert "already approved" in words(cast["owner"].post(f"/characters/{cast.jane.pk}/submit/", follow=True))
    assert "No changes." in words(cast["gm"].get(url))
    assert "Awarded 4 dots to Jane Alderwick." in judge(cast, "award", amount="4", reason="The cellar")
    assert "Award cancelled" in judge(cast, "void", award=cast.jane.ledger_entries.get().pk, reason="Pigeons.")
    change(cast, "scores.charm", 9)
    since = words(cast["owner"].get(url))
    assert "Last approved by gm on" in since
    assert "Charm 2 → 10" in since
    seen = words(cast["gm"].get(url))
    assert f'<dd class="bad"><a href="#findings">{jane(cast).read().status}</a>' in seen, "the head leads to the errors"
    runs = re.findall(r'<div( class="(?:same|past)")?>\s*(?:<h4>[^<]*</h4>)?\s*<dl>(.*?)</dl>', seen, re.S)
    assert len({same for same, _ in runs}) == 2
    assert all(bool(same) is ('"moved' not in lines) for same, lines in runs), "a heading goes with its lines"
    broken = jane(cast).read().errors[0]
    given = judge(cast, "waive", code=broken.code, at=broken.at, reason="A veela.")
    assert "Exception added" in given
    assert f"For: {broken.message}" in given.partition("<h3>Exceptions</h3>")[2], "which error it is for"
    assert "A veela. (gm)" in words(cast["owner"].get(url))
    assert "It’s an error again." in judge(cast, "unwaive", waiver=cast.jane.waivers.get().pk)
    assert "Choose Approve, Send back or Comment" in judge(cast, "crown")
    decisions.seat(character=jane(cast), campaign=None)
    assert "Add to a campaign" in words(cast["owner"].get(url))


def test_the_page_lists_what_is_to_do(cast: Cast) -> None:
    change(cast, "scores.charm", 0)
    todo = [f for f in jane(cast).read().findings if f.word == "To do"]
    page = words(cast["gm"].get(reverse("review", args=[cast.jane.pk])))
    assert todo
    assert page.count('<p class="mark">To do</p>') == len(todo)
    assert all(f"<p>{f.message}" in page for f in todo)


def test_points_of_which_none_was_spent_are_listed_as_to_do(cast: Cast) -> None:
    blank = actions.create_character(system="duality", by=cast.users["owner"], campaign=cast.table)
    sheet = blank.read()
    assert sheet.untouched
    page = words(cast["gm"].get(reverse("review", args=[blank.pk])))
    assert page.count('<p class="mark">To do</p>') == sheet.status.todo


def test_the_sheet_is_read_with_what_changed_since_it_was_sent_back(cast: Cast) -> None:
    gm, page = cast.users["gm"], reverse("review", args=[cast.jane.pk])
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    assert "nothing is marked as changed" in cast["gm"].get(page).content.decode()
    decisions.send_back(character=jane(cast), by=gm, text="Braver, please.")
    change(cast, "scores.bravery", jane(cast).build["scores"].get("bravery", 0) + 1)
    change(cast, "notes.goals", "To be seen.")
    change(cast, "entries.gear.0", {"name": "Lamp", "notes": {"detail": "Lit"}})
    change(cast, "entries.gear.1", {"name": "Lamp", "scores": {"count": 2}})
    told = words(cast["gm"].get(f"{page}?about=scores.bravery"))
    assert "Since it was sent back</b> by gm on" in told
    assert re.search(
        r'class="moved"><dt>\s*<a href="[^"?]*[?]about=scores.bravery#new-comment"[^>]*>\s*Bravery</a>.*?<del>', told
    )
    assert '<ins><span class="sr">now </span>To be seen.</ins>' in told
    assert re.search(r"Lamp</a></dt>\s*<dd>.*?now </span>Lit\s+× 2</ins>", told, re.S), "both lamps are shown"
    assert '<option value="scores.bravery" selected>' in told


def test_a_house_rule_that_moved_a_number_since_is_told_with_it(cast: Cast) -> None:
    """Whoever decided saw the number by the rules of that day, and reads now by which it became another."""
    gm, page = cast.users["gm"], reverse("review", args=[cast.jane.pk])
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    decisions.send_back(character=jane(cast), by=gm, text="Braver, please.")
    assert "no changes." in words(cast["gm"].get(page))
    sitting.set_house_rules(campaign=cast.table, system="hprpg", values={"health_levels": 9}, by=gm)
    told = words(cast["gm"].get(page)).split('id="findings"')[0]
    assert "House rule “" in told
    assert re.search(r"Health.{0,400}<del>.*?7</del>.*?9</ins>", told), "the number of that day and that of now"
    decisions.approve(character=jane(cast), by=gm, seen=jane(cast).version)
    sitting.set_house_rules(campaign=cast.table, system="hprpg", values={"health_levels": None}, by=gm)
    since = words(cast["gm"].get(page)).split('id="changes"')[1]
    assert re.search(r'Health[^<]*</a></th><td class="num">9</td><td class="num"><b>7</b>', since)


def test_a_budget_is_told_in_its_own_unit(cast: Cast) -> None:
    made = actions.create_character(system="duality", by=cast.users["owner"], name="Ishka", campaign=cast.table)
    assert "0 of 30 XP<" in words(cast["gm"].get(reverse("review", args=[made.pk])))


def test_an_archived_campaign_offers_no_step_of_a_review(cast: Cast) -> None:
    url = reverse("review", args=[cast.jane.pk])
    assert "Submit for approval" in words(cast["owner"].get(url))
    sitting.archive(campaign=cast.table)
    assert "Submit for approval" not in words(cast["owner"].get(url))
    assert "Your decision" not in words(cast["gm"].get(url))


def test_a_reopened_creation_shows_its_reason(cast: Cast) -> None:
    gm = cast.users["gm"]
    decisions.approve(character=jane(cast), by=gm, seen=jane(cast).version)
    decisions.reopen(character=jane(cast), by=gm, reason="The owl ate the sheet.")
    page, word = reverse("review", args=[cast.jane.pk]), "Read your GM’s comments"
    for who, says in (
        ("owner", "Rebuild Jane Alderwick and resubmit."),
        ("gm", "The player can rebuild Jane Alderwick."),
    ):
        told = words(cast[who].get(page))
        assert f"{says} Reason: The owl ate the sheet." in told
        assert "Creation reopened</span>" in told
        assert word not in told
    decisions.submit(character=jane(cast))
    decisions.send_back(character=jane(cast), by=gm, text="More owls.")
    told = words(cast["owner"].get(page))
    assert (word in told, "Creation reopened" in told) == (True, False)


def test_what_was_approved_is_read_with_the_ledger_of_that_day(cast: Cast) -> None:
    """A loss since then moves the number of now, not the one that was approved."""
    made = actions.create_character(system="rough-magic", by=cast.users["owner"], build=MELISANDE, campaign=cast.table)
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    url = reverse("review", args=[made.pk])
    assert "No changes." in words(cast["gm"].get(url))
    before = Character.objects.with_table().get(pk=made.pk).read()["power-level"]
    assert before > 1
    actions.enter(character=made, entry=Entry("loss", subject="power-level"), by=cast.users["owner"])
    page = words(cast["gm"].get(url))
    row = re.search(r"Power Level</a></th><td class=\"num\">(\d+)</td><td class=\"num\"><b>(\d+)</b>", page)
    assert row is not None
    assert row.groups() == (str(before), "1")
    # A creation that was reopened ends with the approval.
    decisions.reopen(character=made, by=cast.users["gm"], reason="Anew")
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    assert [entry.kind for entry in Character.objects.with_table().get(pk=made.pk).ledger_approved.standing] == ["loss"]
    assert "No changes." in words(cast["gm"].get(url))


def test_what_was_entered_since_the_approval_is_told(cast: Cast) -> None:
    gm = cast.users["gm"]
    cast.jane.ledger_entries.create(kind="award", amount=2, note="An owl", role="gm")
    decisions.approve(character=jane(cast), by=gm, seen=jane(cast).version)
    url = reverse("review", args=[cast.jane.pk])
    assert "No changes." in words(cast["gm"].get(url))
    for note in ("A duel", "A pigeon"):
        actions.enter(character=jane(cast), entry=Entry("award", 3, note=note), by=gm, role="gm")
    for note in ("An owl", "A pigeon"):
        actions.void(row=cast.jane.ledger_entries.get(note=note), by=gm, reason="No", role="gm")
    page = words(cast["gm"].get(url))
    since = page[page.index('id="changes"') : page.index('id="awards"')]
    assert [note in since for note in ("A duel", "A pigeon", "An owl")] == [True, False, True]
    assert re.findall(r"<li>(\w+)", since) == ["Awarded", "Cancelled"]
    assert "No changes." not in since


def test_whoever_awards_or_reads_goes_on_where_they_were(cast: Cast) -> None:
    form = {"deed": "award", "amount": "2", "reason": "An owl"}
    answer = cast["gm"].post(reverse("judge", args=[cast.jane.pk]), form)
    assert answer.url == f"{reverse('review', args=[cast.jane.pk])}#awards"
    assert '<section id="awards" tabindex="-1">' in words(cast["gm"].get(answer.url))
    sheet = words(cast["owner"].get(reverse("sheet", args=[cast.jane.pk])))
    last = re.search(r'name="upto" value="(\d+)"', sheet)
    assert last is not None
    read = cast["owner"].post(reverse("read_news", args=[cast.jane.pk]), {"upto": last[1]})
    assert read.url == f"{reverse('sheet', args=[cast.jane.pk])}#who"
    assert '<div id="who" tabindex="-1">' in sheet


def test_approve_is_not_the_first_button_while_something_needs_fixing(cast: Cast) -> None:
    def shown() -> str:
        return words(cast["gm"].get(reverse("review", args=[cast.jane.pk])))

    primary = 'class="button primary" form="decision" name="deed" value="approve">'
    decisions.submit(character=jane(cast))
    assert jane(cast).read().legal
    assert primary in shown()
    decisions.send_back(character=jane(cast), by=cast.users["gm"], text="More owls.")
    assert primary not in shown()
    assert "hasn’t resubmitted it" in shown()
    decisions.submit(character=jane(cast))
    change(cast, "scores.charm", 9)
    (first, *others) = jane(cast).read().errors
    page = shown()
    assert primary not in page
    assert f"{counted(len(others) + 1, 'error')} need" in page
    assert 'aria-describedby="unapprovable"' in page
    for finding in (first, *others):
        judge(cast, "waive", code=finding.code, at=finding.at, reason="She is that charming.")
    assert primary in shown()


def test_a_review_begins_with_the_numbers_that_head_the_sheet(cast: Cast) -> None:
    raven = actions.create_character(system="dominion", by=cast.users["owner"], name="Raven", build=RAVEN)
    first, *_ = evidence(raven.read(), raven.read(), {}, {})
    heading = [one for one in raven.game.vitals(raven.read().live({})) if not one.counted]
    assert [(line.label, line.now) for _, lines in first.groups for line in lines] == [
        (one.label, one.value) for one in heading
    ]
    assert any(one.label == "Dodge in armour" for one in heading)
    assert not first.moved
    (changed, *_) = evidence(raven.read(), cast.jane.read(), {}, {})
    others = [one.label for one in cast.jane.game.vitals(cast.jane.read().live({})) if not one.counted]
    ((_, lines),) = changed.groups
    assert [line.label for line in lines if line.gone] == others, "what headed the other sheet"
    assert changed.moved == len(heading) + len(others)


def test_a_number_that_left_the_page_is_marked_where_it_stood(cast: Cast) -> None:
    """Of a skill that is back at what it starts from, which folds it away; and of what came with an archetype."""
    of = cast.users["owner"]
    raven = actions.create_character(system="dominion", by=of, build=RAVEN)
    without = {**RAVEN, "scores": {key: value for key, value in RAVEN["scores"].items() if key != "pick-pockets"}}
    lower = actions.create_character(system="dominion", by=of, build=without)
    was, now = raven.read(), lower.read()
    moved = [
        (part.title, title, line.label, line.was, line.now)
        for part in evidence(now, was, {}, {})
        for title, lines in part.groups
        for line in lines
        if line.moved
    ]
    told = ("Skills", "Agility", "Pick Pockets", str(was["pick-pockets"]), str(now["pick-pockets"]))
    assert was["pick-pockets"] != now["pick-pockets"]
    assert told in moved
    before = jane(cast).read()
    sheet = change(cast, "picks.archetype", "druid").read()
    special = {key for panel in cast.jane.game.panels(before) if panel.key == "special" for key in panel.every}
    assert special
    parts = evidence(sheet, before, {}, {})
    (lost,) = (part for part in parts if part.title == before.choice("archetype").name)
    assert lost.gone
    assert {line.at for _, lines in lost.groups for line in lines} == {f"gone.{key}" for key in special}
    assert moved_lines(parts) >= {f"gone.{key}" for key in special}


def test_a_number_is_read_as_the_thing_it_belongs_to_wherever_that_stands_now(cast: Cast) -> None:
    """The first weapon goes, the second takes its place: only the numbers of the first are gone."""
    of, (sword, *others) = cast.users["owner"], RAVEN["entries"]["equipment"]
    dagger = {"name": "", "picks": {"item": "dagger", "wielded": True}}
    both, one = (
        actions.create_character(
            system="dominion", by=of, build={**RAVEN, "entries": {"equipment": [*arms, dagger, *others]}}
        ).read()
        for arms in ([sword], [])
    )
    (arms,) = (part for part in evidence(one, both, {}, {}) if part.title == "Arms")
    assert [(title, {line.gone for line in lines}) for title, lines in arms.groups] == [
        ("Dagger", {False}),
        ("Longsword", {True}),
    ]
    ats = [line.at for _, lines in arms.groups for line in lines]
    assert len(ats) == len(set(ats))


def test_a_number_that_is_at_several_places_is_read_once(cast: Cast) -> None:
    """Without armour every place of the body withstands alike."""
    bare = actions.create_character(system="dominion", by=cast.users["owner"], build={"scores": {"vigour": 2}})
    for part in evidence(bare.read(), None, {}, {}):
        labels = [line.label for _, lines in part.groups for line in lines]
        assert len(labels) == len(set(labels)), part.title


def test_whoever_allows_an_exception_stays_where_it_stands(cast: Cast) -> None:
    change(cast, "scores.charm", 9)
    page, address = reverse("review", args=[cast.jane.pk]), reverse("judge", args=[cast.jane.pk])
    shown = words(cast["gm"].get(page))
    ids = set(re.findall(r'<li class="finding error" id="(finding-\d+)">', shown))
    leads = re.findall(rf'value="waive:[^"]*"\s+formaction="{address}#(finding-\d+)"', shown)
    assert (ids, len(leads)) == (set(leads), len(ids))
    broken = jane(cast).read().errors[0]
    sent = {f"waive:{comments.about(broken)}": "A veela.", "deed": f"waive:{comments.about(broken)}"}
    told = cast["gm"].post(address, sent)
    assert told["Location"] == page, "no place of its own: a browser keeps that of the button"
    assert f'formaction="{address}#findings"' in words(cast["gm"].get(page))


def test_an_expired_exception_says_what_was_allowed(cast: Cast) -> None:
    """In the words of then: the error has others by now."""
    change(cast, "scores.charm", 9)
    (then, *_) = jane(cast).read().errors
    judge(cast, "waive", code=then.code, at=then.at, reason="A veela.")
    change(cast, "scores.charm", 11)
    now = next(one for one in jane(cast).read().errors if (one.code, one.at) == (then.code, then.at))
    assert now.message != then.message
    page = words(cast["gm"].get(reverse("review", args=[cast.jane.pk])))
    expired = page.partition("<h3>Expired exceptions</h3>")[2]
    assert f"For: {then.message}" in expired
    assert now.message not in expired
    jane(cast).events.filter(kind="waived").delete()
    assert "For: " not in words(cast["gm"].get(reverse("review", args=[cast.jane.pk])))


def test_whoever_sends_back_without_a_word_is_led_to_the_field(cast: Cast) -> None:
    decisions.submit(character=jane(cast))
    for deed in ("return", "remark"):
        page = judge(cast, deed)
        (field,) = re.findall(r'<textarea id="text"[^>]*>', page)
        assert all(part in field for part in ("autofocus", 'aria-invalid="true"', 'aria-describedby="text-error"')), (
            deed
        )
        assert '<p class="errors" id="text-error">Enter a comment.</p>' in page
        assert '<a href="#text">Comment on the whole character</a>' in page
    assert 'id="text-error"' not in judge(cast, "award", amount="0")


def test_what_else_was_typed_outlasts_the_question_about_an_exception(cast: Cast) -> None:
    change(cast, "scores.charm", 9)
    broken = jane(cast).read().errors[0]
    decisions.waive(character=jane(cast), by=cast.users["gm"], code=broken.code, at=broken.at, reason="A veela.")
    address, typed = (
        reverse("judge", args=[cast.jane.pk]),
        {"text": "Very nearly.", "award:": "The cellar", "amount": "3"},
    )
    sent = {**typed, "deed": f"unwaive:{cast.jane.waivers.get().pk}"}
    asked = words(cast["gm"].post(address, sent))
    assert re.search(r'name="unsure" value="1" formaction="#findings">\s*Cancel<', asked)
    for answer, left in (("unsure", True), ("sure", False)):
        page = words(cast["gm"].post(address, {**sent, answer: "1"}))
        assert (">Very nearly.</textarea>" in page, 'value="The cellar"' in page) == (True, True), answer
        assert cast.jane.waivers.filter(withdrawn_at=None).exists() is left
    back = cast["gm"].post(address, {**sent, "unsure": "1", "kept": "1"})
    assert back["Location"] == f"{reverse('review', args=[cast.jane.pk])}#findings", "a browser that keeps it by itself"
    seen = str(jane(cast).version)
    change(cast, "scores.charm", 3)
    page = words(cast["gm"].post(address, {**sent, "unsure": "1", "version": seen}))
    assert "changed while you were reviewing it" in page, "the page that comes back stands for what was seen"


def test_whoever_adds_or_replies_nothing_is_told_at_the_field(cast: Cast) -> None:
    said = comments.draft(character=jane(cast), by=cast.users["gm"], text="More owls?")
    comments.send(character=jane(cast), by=cast.users["gm"])
    reply = f"reply-{said.pk}"
    ask, answer = reverse("ask_gm", args=[cast.jane.pk]), reverse("answer", args=[cast.jane.pk, said.pk])
    for page, field, named in (
        (judge(cast, "draft", draft=" "), "draft", "Comment"),
        (judge(cast, f"reply:{said.pk}"), reply, "Reply"),
        (words(cast["owner"].post(ask, {"draft": ""})), "draft", "Comment"),
        (words(cast["owner"].post(answer, {"text": ""})), reply, "Reply"),
    ):
        (shown,) = re.findall(rf'<(?:textarea|input) id="{field}"[^>]*>', page)
        assert all(part in shown for part in ("autofocus", 'aria-invalid="true"', f'describedby="{field}-error"')), (
            shown
        )
        assert f'<p class="errors" id="{field}-error">Enter a comment.</p>' in page
        assert f'<a href="#{field}">{named}</a>' in page
        assert 'id="text-error"' not in page


def test_a_heading_whose_lines_are_all_gone_is_marked_as_past(cast: Cast) -> None:
    actions.change_build(
        character=jane(cast), changes={"notes.goals": "Owls."}, drawn=jane(cast).version, by=cast.users["owner"]
    )
    decisions.submit(character=jane(cast))
    decisions.send_back(character=jane(cast), by=cast.users["gm"], text="More owls.")
    before = words(cast["gm"].get(reverse("review", args=[cast.jane.pk])))
    written = set(jane(cast).build.get("notes", {}))
    gone = {f"notes.{key}": None for key in written}
    actions.change_build(character=jane(cast), changes=gone, drawn=jane(cast).version, by=cast.users["owner"])
    page = words(cast["gm"].get(reverse("review", args=[cast.jane.pk])))
    assert re.search(r"<h3(?: class=\"same\")?>\s*Story", before)
    assert re.search(r'<h3 class="past">\s*Story', page), "as it is now there is no story to head"
    assert re.search(r'<h3 class="past">\s*Story.*?<div class="past">', page, re.DOTALL)

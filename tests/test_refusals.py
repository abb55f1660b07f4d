"""What is refused comes back as it was written, with the sentence that says why."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns import actions as sitting
from campaigns.review import awards, comments
from characters import actions
from characters.models import Character
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db
LONG = "Her familiar cannot be a dragon, however small & polite."
SHOWN = "Her familiar cannot be a dragon, however small &amp; polite."


def refused(cast: Cast, who: str, address: str, **data: Any) -> str:
    """The page somebody gets who is refused, as text."""
    answer = cast[who].post(address, data)
    assert answer.status_code == 422, address
    return words(answer)


def judge(cast: Cast, **data: Any) -> str:
    return refused(cast, "gm", reverse("judge", args=[cast.jane.pk]), **data)


def test_a_return_that_comes_too_late_keeps_what_was_written(cast: Cast) -> None:
    page = judge(cast, deed="return", text=LONG, at="scores.charm")
    assert "This character isn’t waiting for review" in page
    assert f">{SHOWN}</textarea>" in page
    assert '<option value="scores.charm" selected>' in page
    assert f'value="{reverse("review", args=[cast.jane.pk])}"' in page  # the way back that the colours take


def test_a_waiver_that_is_refused_keeps_its_reason(cast: Cast) -> None:
    gone = "waive:findings.gone@scores.charm"
    assert f"You wrote: “{SHOWN}”" in judge(cast, deed=gone, **{gone: LONG})
    held = Character.objects.get(pk=cast.jane.pk)
    actions.change_build(character=held, changes={"scores.charm": 9}, drawn=held.version)
    broken = Character.objects.get(pk=cast.jane.pk).read().errors[0]
    sitting.archive(campaign=cast.table)
    field = f"waive:{comments.about(broken)}"
    page = judge(cast, deed=field, **{field: LONG})
    assert "This campaign is archived" in page
    assert f'value="{SHOWN}"' in page


def test_a_reason_whose_field_is_gone_is_told_whatever_it_was_for(cast: Cast) -> None:
    page = judge(cast, deed="reopen:", **{"reopen:": "Start over", "reply:1": "I see"})
    assert "It isn’t approved" in page
    assert "You wrote: “Start over”, “I see”" in page


def test_an_award_that_is_refused_keeps_points_and_reason(cast: Cast) -> None:
    page = judge(cast, deed="award:", amount="5000", **{"award:": LONG})
    assert 'max="1000" value="5000"' in page
    assert f'value="{SHOWN}"' in page
    awards.award(characters=[cast.jane], campaign=cast.table, by=cast.users["gm"], amount=1, reason="The cellar")
    sitting.archive(campaign=cast.table)
    field = f"void:{cast.jane.ledger_entries.get().pk}"
    assert f'value="{SHOWN}"' in judge(cast, deed=field, **{field: LONG})


def test_what_a_table_refuses_stands_in_its_form_again(cast: Cast) -> None:
    def at(name: str) -> str:
        return reverse(name, args=[cast.table.pk])

    award = refused(cast, "gm", at("award"), system="hprpg", amount="5000", reason=LONG, character=[])
    assert all(kept in award for kept in ('value="5000"', f'value="{SHOWN}"', "An award is 1 to 1,000 points"))
    assert not re.search(f'value="{cast.jane.pk}"\\s+checked', award)
    assert f">{SHOWN}</textarea>" in refused(cast, "gm", at("campaign_settings"), name=" ", about=LONG)
    assert 'value="400"' in refused(cast, "gm", at("invite"), role="spectator", seats="400")
    crowd = refused(cast, "gm", at("crowd"), system="forge", kind="elf", count="40", name=LONG)
    assert all(kept in crowd for kept in ('value="40"', f'value="{SHOWN}"', '<option value="elf" selected>'))


def test_what_was_to_be_begun_keeps_its_words(cast: Cast) -> None:
    assert f"{SHOWN}</textarea>" in refused(cast, "gm", reverse("campaigns"), name=" ", about=LONG)
    assert f'value="{SHOWN}"' in refused(cast, "owner", reverse("new"), system="chess", name=LONG)


def test_a_file_that_cannot_be_read_is_shown_as_text_to_mend(cast: Cast) -> None:
    file = SimpleUploadedFile("jane.json", b'{"system": "hprpg", "build": {}', "application/json")
    page = refused(cast, "owner", reverse("import"), file=file)
    assert "{&quot;system&quot;: &quot;hprpg&quot;, &quot;build&quot;: {}</textarea>" in page


def test_house_rules_that_are_refused_stay_as_they_were_typed(cast: Cast) -> None:
    page = refused(cast, "owner", reverse("house_rules", args=[cast.jane.pk]), rating_limit="99")
    assert 'name="rating_limit" value="99"' in page

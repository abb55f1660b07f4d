"""Session notes: private, and never lost, whoever saves them at the same time."""

import pytest

from characters import actions
from characters.actions.session_notes import merged
from characters.limits import NOTES_CHARACTERS
from rules.refusals import Refused
from tests.cast import Cast
from tests.characters.posting import at, words


@pytest.mark.parametrize(("stored", "before", "text", "saved"), [
    ("", "", "The cellar", "The cellar"),
    ("A door", "A door", "A gate", "A gate"),
    ("A door", "A door", "", ""),
    ("A door. It is locked.", "A door.", "A door. It is locked.", "A door. It is locked."),
    ("A door. It is locked.", "A door.", "A door. It is locked. A key.", "A door. It is locked. A key."),
    ("A door. It is locked.", "A door.", "A door. We left.", "A door. It is locked.\n\nWe left."),
    ("A door. It is locked.", "A door.", "A gate.", "A door. It is locked.\n\nA gate."),
    ("A door. It is locked.", "A gate.", "", "A door. It is locked."),
    ("A door. We left.\n\nRats!", "A door.", "A door. We left.", "A door. We left.\n\nRats!"),
])  # fmt: skip
def test_what_two_pages_wrote_is_all_there(stored: str, before: str, text: str, saved: str) -> None:
    assert merged(stored, before, text) == saved
    assert merged(saved, before, text) == saved


@pytest.mark.django_db
def test_they_are_read_by_whoever_may_change_the_character_alone(cast: Cast) -> None:
    url, page = at(cast.jane, "session_notes"), at(cast.jane, "play")
    answer = cast["owner"].post(url, {"text": "The cellar <b>", "before": ""})
    assert answer["Location"] == f"{page}#notes"
    assert "The cellar &lt;b&gt;</textarea>" in words(cast["owner"].get(page))
    for where in (page, at(cast.jane, "sheet"), at(cast.jane, "export"), at(cast.jane, "history")):
        assert "The cellar" not in words(cast["gm"].get(where)), where
    assert 'id="session-notes"' not in words(cast["gm"].get(page))
    printed = words(cast["owner"].get(at(cast.jane, "play_log")))
    assert ("The cellar &lt;b&gt;</p>" in printed, "data-print" in printed) == (True, True)
    assert "The cellar" not in words(cast["gm"].get(at(cast.jane, "play_log")))


@pytest.mark.django_db
def test_a_text_that_is_too_long_is_refused_and_nothing_changes(cast: Cast) -> None:
    actions.write_session_notes(character=cast.jane, text="A door", before="")
    long = {"text": "x" * (NOTES_CHARACTERS + 1), "before": "A door"}
    answer = cast["owner"].post(at(cast.jane, "session_notes"), long, headers={"Accept": "application/json"})
    assert (answer.status_code, "20,000 is the maximum" in answer.json()["says"]) == (422, True)
    with pytest.raises(Refused):
        actions.write_session_notes(character=cast.jane, text=long["text"], before="")
    assert actions.session_notes(cast.jane) == "A door"

"""A game's notes: a page of the builder, and passages on paper."""

from rules.kernel import Build, Cite
from rules.kernel.pages import Note, Story, TextField

WHERE = Cite("Toy", "1", 1)
STORY = Story(
    "What no rule reads.", WHERE, {"past": Note("Past", 8, "What was?"), "goals": Note("Goals", 3, "And now?")}
)
BUILD = Build.parse({"notes": {"odd-thing": "x", "past": " Long ago.\nThen now. ", "empty": " "}})


def test_every_note_has_its_field_on_one_page() -> None:
    step = STORY.step(BUILD)
    assert (step.key, step.title, step.intro, step.cite) == ("story", "Story", "What no rule reads.", WHERE)
    assert step.fields == (
        TextField("notes.past", "Past", " Long ago.\nThen now. ", 8, "What was?"),
        TextField("notes.goals", "Goals", "", 3, "And now?"),
    )
    assert step.paths == ("notes.past", "notes.goals")
    assert step.started(BUILD)
    assert not STORY.step(Build.parse({})).started(Build.parse({}))


def test_words_come_in_the_order_of_their_notes_and_the_rest_after_them() -> None:
    assert [(p.title, p.text, p.short) for p in STORY.passages(BUILD)] == [
        ("Past", "Long ago.\nThen now.", False),
        ("Odd thing", "x", True),
    ]
    assert [p.title for p in STORY.passages(BUILD, without="past")] == ["Odd thing"]

"""A step owns its fields' choices."""

from rules.kernel import Cite, Step, Write


def test_a_step_owns_the_choices_of_its_fields_and_no_others() -> None:
    step = Step("story", "Story", "", Cite("Toy", "2", 3), (Write("notes.wand", "Wand"),))
    assert [step.owns(path) for path in ("notes.wand", "notes.wand.x", "notes.wands", "notes")] == [
        True,
        True,
        False,
        False,
    ]

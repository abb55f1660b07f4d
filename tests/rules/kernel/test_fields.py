"""A step owns its fields' choices."""

from rules.kernel import Cite
from rules.kernel.documents.builds import path_and_parents
from rules.kernel.pages import Field, ListField, Step, TextField


def test_a_step_owns_the_choices_of_its_fields_and_no_others() -> None:
    step = Step("story", "Story", "", Cite("Toy", "2", 3), (TextField("notes.wand", "Wand"),))
    assert [step.owns(path) for path in ("notes.wand", "notes.wand.x", "notes.wands", "notes")] == [
        True,
        True,
        False,
        False,
    ]


def test_a_step_finds_the_field_that_holds_a_choice() -> None:
    wand = TextField("notes.wand", "Wand")
    gear = ListField("entries.gear", "Gear", ((TextField("entries.gear.0.name", "Name"),),), "an item")
    step = Step("story", "Story", "", Cite("Toy", "2", 3), (wand, gear))
    found = [step.field_at(path) for path in ("notes.wand", "entries.gear.0.name", "entries.gear", "notes.hat", "")]
    assert found == [wand, gear, gear, None, None]
    assert (gear.one, gear.noun) == ("an item", "item")


def test_a_path_lies_in_every_path_above_it() -> None:
    assert list(path_and_parents("picks.feats.ambush")) == ["picks", "picks.feats", "picks.feats.ambush"]
    assert list(path_and_parents("picks")) == ["picks"]


def test_where_a_choice_is_made_is_told_without_making_the_fields() -> None:
    def made() -> tuple[Field, ...]:
        raise AssertionError("nobody looks at them")

    step = Step("gear", "Gear", "", Cite("Toy", "2", 3), made, paths=("entries.gear", "notes.wand"))
    found = [step.home_of(path) for path in ("notes.wand", "entries.gear.0.name", "entries.gear", "notes.hat", "")]
    assert found == ["notes.wand", "entries.gear", "entries.gear", "", ""]

"""The form of a step as a page sent it: what the page showed, and what was changed on it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import QueryDict

from characters.builder.editing import posted_changes, rolled_here, typed_again, without_buttons
from characters.builder.page_state import Shown
from characters.history.edit_conflicts import shown_document
from characters.models import Character
from rules.form_values import whole_number
from rules.kernel.pages import put_to_use


class StepForm(NamedTuple):
    """What a person chose on a page.

    The page shows `version`, stands in `tab` and has the fields of `layout`, drawn as `shown` says. `changes` are paths
    with their new values, `rolled` the dice among them that the server threw, by key. Fields that cannot be read are
    `refused`, each with a sentence, and `typed` is what stands in them. `deed` names what a button does.
    """

    version: int
    tab: str
    deed: str
    layout: str
    shown: Shown
    changes: Mapping[str, Any]
    refused: Mapping[str, str]
    typed: Mapping[str, tuple[str, ...]]
    rolled: Mapping[str, list[int]]


def step_form(post: QueryDict, character: Character) -> StepForm:
    """The form against what its page showed; a deed that is done already is left out.

    Raises PathError for what no form of the page could have sent, and for a page of so long ago that no one can tell
    what it showed.
    """
    version = min(whole_number(post, "version", character.version), character.version)
    tab, deed = word(post, "tab"), word(post, "deed")
    if deed and version < character.version and character.revisions.filter(version__gt=version, tab=deed).exists():
        post = without_buttons(post)
    name, build = shown_document(character, version, tab)
    changes, refused = posted_changes(post, name, build)
    changes |= _put_to_use(character, build, changes)
    typed, rolled = typed_again(post, refused), rolled_here(post, changes)
    layout, shown = str(post.get("layout", "")), Shown.of(str(post.get("shown", "")))
    return StepForm(version, tab, deed, layout, shown, changes, refused, typed, rolled)


def _put_to_use(character: Character, shown: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """What is bought goes in use at once where nothing of its kind is."""
    declared = character.game.in_use
    if declared is None or not any(path.startswith(f"entries.{declared.entries}.") for path in changes):
        return {}
    return put_to_use(declared, character.reading(), shown, changes)


def word(post: QueryDict, key: str) -> str:
    """A name that a page made up, "" for what no page makes up."""
    found = str(post.get(key, ""))[:32]
    return found if found.isalnum() else ""

"""A relic's own Advantage is kept under the relic's own key, where it was kept under its place in the list.

Read by its place, it could turn into that of another relic as soon as a line above it went. What the keys are is
written down here as it was then: the rules may change, and this must not.
"""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from django.db import migrations


def rename(apps: Any, editor: Any) -> None:
    """Move each mark to the key its relic has now; where there is one already, that one stands."""
    for character in apps.get_model("characters", "Character").objects.filter(system="duality").exclude(play={}):
        play, former = _of(character.play), dict(_keys(character.build))
        kept = {key: value for key, value in play.items() if key not in former}
        moved = {former[key]: value for key, value in play.items() if key in former}
        if moved:
            character.play = moved | kept
            character.save(update_fields=["play"])


def _keys(build: Any) -> Iterable[tuple[str, str]]:
    """The former key and the present one of each relic in use, from a build as it is stored: of any shape at all, for
    what was once imported stands as it came."""
    seen: Counter[str] = Counter()
    items = _of(_of(build).get("entries")).get("items")
    for place, item in enumerate(items if isinstance(items, list) else (), 1):
        picks, notes = _of(_of(item).get("picks")), _of(_of(item).get("notes"))
        if picks.get("kind") != "relic" or picks.get("in-use") is not True:
            continue
        known = _plain(_of(item).get("name")) or _plain(notes.get("experience"))
        seen[known] += 1
        words = f"{known}\n{seen[known]}".encode(errors="replace")
        yield f"relic-{place}", f"relic-{sha256(words).hexdigest()[:10]}"


def _of(found: Any) -> dict[str, Any]:
    return found if isinstance(found, dict) else {}


def _plain(name: Any) -> str:
    return name.strip().casefold() if isinstance(name, str) else ""


class Migration(migrations.Migration):
    dependencies = [("characters", "0028_busts")]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]

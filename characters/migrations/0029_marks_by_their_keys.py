"""Marks that were kept under a former key of their tracker are kept under its own.

Read by its place, such a key could turn into that of another thing as soon as a line above it went.
"""

from typing import Any

from django.db import migrations

from rules import systems
from rules.kernel import Build


def rename(apps: Any, editor: Any) -> None:
    """Move each mark to the key its tracker has now; where there is one already, that one stands."""
    known = {game.key: game for game in systems.every()}
    for character in apps.get_model("characters", "Character").objects.exclude(play={}).iterator():
        if character.system not in known or not isinstance(character.play, dict):
            continue
        sheet = known[character.system].unjudged(Build.parse(character.build, character.name))
        former = {one.was: one.key for one in sheet.trackers if one.was in character.play}
        if former:
            kept = {key: value for key, value in character.play.items() if key not in former}
            character.play = {former[key]: value for key, value in character.play.items() if key in former} | kept
            character.save(update_fields=["play"])


class Migration(migrations.Migration):
    dependencies = [("characters", "0028_busts")]

    operations = [migrations.RunPython(rename, migrations.RunPython.noop)]

"""Whose a character is, and what becomes of it when their account is deleted."""

from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import models

from characters.tables import heir_of


def npcs_stay(collector: Any, field: Any, sub_objs: Any, using: str) -> None:
    """What becomes of somebody's characters when their account is deleted: they go too, but for NPCs of a table that
    somebody runs afterwards. Writes nothing yet, as a page that asks beforehand looks at the same plan."""
    gone = {user.pk for user in collector.data.get(get_user_model(), ())}
    stay = {}
    characters = apps.get_model("characters", "Character").objects
    for npc in characters.using(using).filter(pk__in=sub_objs, npc=True).select_related("campaign"):
        heir = heir_of(npc.campaign, gone) if npc.campaign else None
        if heir:
            stay[npc.pk] = heir
            collector.add_field_update(field, heir.pk, [npc])
    models.CASCADE(collector, field, sub_objs.exclude(pk__in=stay), using)


class Owner(models.ForeignKey):  # type: ignore[type-arg]
    """Whose a character is. What follows when the account is deleted is no matter of the database, so no migration
    knows of it."""

    def deconstruct(self) -> Any:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, {**kwargs, "on_delete": models.CASCADE}

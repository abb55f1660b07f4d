"""Beasts that were brought in, and who fights."""

from typing import Any

from django.conf import settings as django_settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.template.defaultfilters import date
from django.urls import reverse
from django.utils import timezone

from campaigns.models.campaigns import Campaign


class Beast(models.Model):
    """A beast of a game's books that a game master has brought in. Of its build the figures were rolled when it came,
    and any of them may be changed since; every other number is read from them by the game's rules."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="beasts")
    system = models.CharField(max_length=40)
    name = models.CharField(max_length=200)
    homebrew = ArrayField(
        models.BigIntegerField(), default=list, blank=True, help_text="The homebrew it is read with: ids of editions."
    )
    build = models.JSONField(default=dict)
    play = models.JSONField(default=dict, blank=True, help_text="Trackers: key to what stands there now.")
    marked = models.PositiveIntegerField(default=0, help_text="How many entries its log has had.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["system", "name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("beast", args=[self.campaign_id, self.pk])

    @property
    def marks(self) -> dict[str, Any]:
        """Where its trackers stand, empty where something else was written into the column."""
        return self.play if isinstance(self.play, dict) else {}


class BeastEntry(models.Model):
    """Something that was done with a beast: it came, a tracker was stepped, a roll was made, a figure was changed.

    `uid` names it, so that what is sent twice counts once. `asked`, `done` and `stands` are of a step.
    """

    class Kind(models.TextChoices):
        CAME = "came", "Brought in"
        STEP = "step", "Step"
        ROLL = "roll", "Roll"
        CHANGE = "change", "Change"

    beast = models.ForeignKey(Beast, on_delete=models.CASCADE, related_name="log", db_index=False)
    number = models.PositiveIntegerField()
    uid = models.UUIDField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=80, blank=True, help_text="Of the tracker, or of the check.")
    label = models.CharField(max_length=200)
    outcome = models.CharField(max_length=200, blank=True)
    story = models.TextField(blank=True)
    success = models.BooleanField(default=False)
    asked = models.IntegerField(default=0)
    done = models.IntegerField(default=0)
    stands = models.IntegerField(default=0)
    undone = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(django_settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["beast", "number"], name="one_beast_entry_per_number"),
            models.UniqueConstraint(fields=["beast", "uid"], name="one_beast_entry_per_uid"),
        ]

    def __str__(self) -> str:
        return f"{self.beast_id} {self.label}"


def name_among(who: Any) -> str:
    """What somebody is called among others: who has no name by whose it is, if a player's, and since when it is. So is
    a player's character whose name stands twice, where it was read `among_others`."""
    twice = getattr(who, "namesake", False) and not who.npc
    if getattr(who, "name", who) and not twice:
        return str(who)
    since = date(timezone.localtime(who.created_at), "j F H:i")
    return f"{who} ({since})" if who.npc or not who.owner else f"{who} ({who.owner}, {since})"


class Turn(models.Model):
    """Somebody in a fight of a table, and where they stand in its order: rolled or typed, and when. It ends with the
    fight. `score` is None where nobody has said it; whoever is `last` acts after all others."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="turns")
    character = models.ForeignKey("characters.Character", null=True, on_delete=models.CASCADE, related_name="+")
    beast = models.ForeignKey(Beast, null=True, on_delete=models.CASCADE, related_name="+")
    score = models.IntegerField(null=True)
    last = models.BooleanField(default=False)
    story = models.CharField(max_length=200, blank=True, default="")
    came = models.JSONField(default=dict, db_default={}, blank=True, help_text="How its trackers stood when it came.")
    by = models.ForeignKey(django_settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(character=None) ^ Q(beast=None), name="turn_of_one"),
            models.UniqueConstraint(fields=["campaign", "character"], name="one_turn_per_character"),
            models.UniqueConstraint(fields=["campaign", "beast"], name="one_turn_per_beast"),
        ]

    def __str__(self) -> str:
        return name_among(self.who)

    @property
    def who(self) -> Any:
        return self.character or self.beast

    @property
    def system(self) -> str:
        return str(self.who.system)


class Fight(models.Model):
    """How far the fight of a game of a table is: which round it is, and whose turn; None while whoever is first acts.
    It ends with the last of its turns."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="fights")
    system = models.CharField(max_length=40)
    round = models.PositiveIntegerField(default=1)
    left = models.JSONField(default=list, db_default=[], blank=True, help_text="Who has left it, and what they lost.")
    turn = models.ForeignKey(Turn, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "system"], name="one_fight_per_game")]

    def __str__(self) -> str:
        return f"Round {self.round}"

"""What a table tells of its sessions, and what its game masters get ready."""

from django.conf import settings as django_settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from campaigns.models.campaigns import Campaign
from campaigns.models.fights import Beast


class GameSession(models.Model):
    """An evening that was played, as its game master tells it. Its number is its place among those of the table."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="sessions")
    held_on = models.DateField()
    title = models.CharField(max_length=120)
    story = models.TextField(blank=True, max_length=20_000)
    met = ArrayField(models.CharField(max_length=120), default=list, blank=True, help_text="Names of who was met.")
    by = models.ForeignKey(django_settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-held_on", "-pk"]
        indexes = [models.Index(fields=["campaign", "-held_on"], name="session_campaign_day")]

    def __str__(self) -> str:
        return self.title


class Memory(models.Model):
    """What somebody else who was there adds to a session, one text a person."""

    session = models.ForeignKey(GameSession, on_delete=models.CASCADE, related_name="memories")
    by = models.ForeignKey(django_settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    text = models.TextField(max_length=2_000)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["session", "by"], name="one_memory_per_person")]

    def __str__(self) -> str:
        return f"{self.by} on {self.session}"


class Handout(models.Model):
    """A text that a game master shows to everybody at the table, or to some, when the time has come.

    Nobody but game masters knows of one that was not shown; `readers` are those who see one that isn't for `everyone`.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="handouts")
    title = models.CharField(max_length=120)
    text = models.TextField(blank=True, max_length=10_000)
    by = models.ForeignKey(django_settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    shown_at = models.DateTimeField(null=True, blank=True)
    everyone = models.BooleanField(default=True)
    readers = models.ManyToManyField(django_settings.AUTH_USER_MODEL, related_name="handouts", blank=True)

    class Meta:
        ordering = ["title", "pk"]
        indexes = [models.Index(fields=["shown_at"], name="handout_shown", condition=Q(shown_at__isnull=False))]

    def __str__(self) -> str:
        return self.title


class Scene(models.Model):
    """What a game master gets ready for one part of a session; nobody else knows of it.

    `asks` are the rolls to ask for, in the game master's own words.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="scenes")
    place = models.PositiveIntegerField(default=0, help_text="Its place in their order; of two the older comes first.")
    title = models.CharField(max_length=120)
    text = models.TextField(blank=True, max_length=10_000)
    asks = ArrayField(models.CharField(max_length=120), default=list, blank=True)
    npcs = models.ManyToManyField("characters.Character", related_name="+", blank=True)
    beasts = models.ManyToManyField(Beast, related_name="+", blank=True)
    handouts = models.ManyToManyField(Handout, related_name="+", blank=True)
    played_on = models.DateField(null=True, blank=True)
    name = models.CharField(
        max_length=32, blank=True, default="", help_text="How the form named it that wrote it: sent twice it is one."
    )

    class Meta:
        ordering = ["place", "pk"]

    def __str__(self) -> str:
        return self.title


class CampaignNotes(models.Model):
    """The notes that the game masters of a table share, one text."""

    campaign = models.OneToOneField(Campaign, primary_key=True, on_delete=models.CASCADE, related_name="+")
    text = models.TextField()

    def __str__(self) -> str:
        return f"notes of {self.campaign_id}"

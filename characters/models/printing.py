"""What is put on paper: one sheet, or a party in one file that is bound of several."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from characters.models.characters import Character

PAPERS = (("a4", "A4"), ("letter", "US Letter"))
VARIANTS = (
    ("full", "Standard"),
    ("ink-saver", "Ink-saver"),
    ("large-print", "Large print"),
    ("fillable", "To fill in on screen"),
)
BOUND = tuple(variant for variant in VARIANTS if variant[0] != "fillable")
"""The variants that several sheets in one file may have: fields of two sheets would be one."""
PAGES = (
    ("two", "Two pages"),
    ("one", "First page only"),
    ("cards", "Pocket cards"),
    ("cards-spells", "Pocket cards: spells"),
    ("cards-gear", "Pocket cards: gear"),
    ("cards-feats", "Pocket cards: skills, feats and styles"),
    ("cards-blank", "Pocket cards: blank"),
)
"""How a sheet may be printed: each option with its words."""


def asker(*, user: int | None = None, guest: uuid.UUID | None = None) -> str:
    """One word for a person who asks for paper, whose turns and files are counted by it."""
    return f"user {user}" if user else f"guest {guest}"


class Job(models.Model):
    """Something on paper: the row comes first, a worker makes the file, the row keeps the way to it.

    `fingerprint` names everything the file depends on; a finished job with the same one is served again.
    `holder` is the message it is made for, and `touched_at` moves while somebody is at it.
    """

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    options = models.JSONField(default=dict)
    fingerprint = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    progress = models.PositiveSmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    file = models.CharField(max_length=200, blank=True)
    error = models.CharField(max_length=300, blank=True)
    holder = models.UUIDField(null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True

    @property
    def how(self) -> str:
        """What was asked for, in words."""
        wanted = (("paper", PAPERS), ("variant", VARIANTS), ("pages", PAGES))
        return " · ".join(word for key, words in wanted if (word := dict(words).get(self.options.get(key))))

    @property
    def finished(self) -> bool:
        return self.state in (self.State.DONE, self.State.FAILED)


class PrintJob(Job):
    """One printed sheet. `asker` is who waits for it, `later` says that it is part of a party and lets others pass."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="prints")
    version = models.PositiveIntegerField()
    asker = models.CharField(max_length=50, default="", db_default="", editable=False)
    later = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["character", "fingerprint"], name="one_print_per_fingerprint"),
            models.CheckConstraint(condition=Q(progress__lte=100), name="progress_is_a_percentage"),
        ]
        indexes = [
            models.Index(F("state"), F("touched_at"), name="print_state_touched"),
            models.Index(F("asker"), F("state"), F("touched_at"), name="print_asker_state_touched"),
        ]

    def __str__(self) -> str:
        return f"print {self.id} of {self.character_id} v{self.version}: {self.state}"


class PartyPrint(Job):
    """A party in one file: ordinary prints are its parts, and it is bound when the last of them is finished.

    `whole` says that it was asked for by somebody who may look at the whole table; `size` counts the people in it,
    also those who are deleted since.
    """

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="party_prints")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    whole = models.BooleanField()
    size = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "by", "fingerprint"], name="one_party_per_fingerprint"),
        ]
        indexes = [models.Index(F("state"), F("touched_at"), name="party_state_touched")]

    def __str__(self) -> str:
        return f"party print {self.id} of campaign {self.campaign_id}: {self.state}"


class PartyPart(models.Model):
    """Somebody in a party's print, with the print of their sheet if that is wanted."""

    party = models.ForeignKey(PartyPrint, on_delete=models.CASCADE, related_name="parts")
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="+")
    job = models.ForeignKey(PrintJob, null=True, on_delete=models.CASCADE, related_name="parts")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["party", "character"], name="once_in_a_party")]

    def __str__(self) -> str:
        return f"{self.character_id} in {self.party_id}"

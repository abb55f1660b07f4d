"""What is put on paper: one sheet, or a party in one file that is bound of several."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from characters.models.characters import Character


class Job(models.Model):
    """Something on paper: the row comes first, a worker makes the file, the row keeps the way to it.

    `fingerprint` names everything the file depends on; a finished job with the same one is served again.
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
    created_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True

    @property
    def finished(self) -> bool:
        return self.state in (self.State.DONE, self.State.FAILED)


class PrintJob(Job):
    """One printed sheet."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="prints")
    version = models.PositiveIntegerField()

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(fields=["character", "fingerprint"], name="one_print_per_fingerprint"),
            models.CheckConstraint(condition=Q(progress__lte=100), name="progress_is_a_percentage"),
        ]
        indexes = [models.Index(F("state"), F("touched_at"), name="print_state_touched")]

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
        return f"party print {self.id} of table {self.campaign_id}: {self.state}"


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

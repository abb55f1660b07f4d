"""Days on which a table may meet next, and who can then."""

from datetime import date, time

from django.conf import settings as django_settings
from django.db import models
from django.db.models import Q

from campaigns.models.campaigns import Campaign, Membership


class ProposedDate(models.Model):
    """A day, or a moment by the clock where they meet, that a game master asks the players about.

    It goes once a date is set; that of an evening that is over counts no more.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="dates")
    on = models.DateField()
    at = models.TimeField(null=True, blank=True)
    by = models.ForeignKey(django_settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    mine: str = ""
    """What whoever looks at it said of it, where a page has asked for that."""

    class Meta:
        ordering = ["on", "at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "on", "at"], name="one_date_per_moment"),
            models.UniqueConstraint(fields=["campaign", "on"], name="one_date_per_day", condition=Q(at=None)),
        ]

    def __str__(self) -> str:
        return moment_told(self.on, self.at)


class DateAnswer(models.Model):
    """Whether a player can on one of these days."""

    class Can(models.TextChoices):
        YES = "yes", "Yes"
        MAYBE = "maybe", "Maybe"
        NO = "no", "No"

    date = models.ForeignKey(ProposedDate, on_delete=models.CASCADE, related_name="answers")
    seat = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="date_answers")
    can = models.CharField(max_length=5, choices=Can.choices)
    said_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["date", "seat"], name="one_answer_per_date")]
        indexes = [models.Index(fields=["said_at"], name="date_answer_said")]

    def __str__(self) -> str:
        return f"{self.get_can_display()} to {self.date}"


def moment_told(on: date, at: time | None) -> str:
    """A day in words, with the time where there is one."""
    return f"{on:%A} {on.day} {on:%B}" + (f", {at:%H:%M}" if at else "")

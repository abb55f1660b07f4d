"""What a table owns together, and who put in and took out what."""

from django.db import models
from django.db.models import Q

from campaigns.models.campaigns import Campaign
from characters.models.history import EventBase


class StashItem(models.Model):
    """Something a table owns together, and how many of it. It goes with the last of it."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="stash")
    name = models.CharField(max_length=120)
    note = models.CharField(max_length=300, blank=True, default="")
    amount = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.CheckConstraint(condition=Q(amount__gte=1), name="some_of_it_is_there")]

    def __str__(self) -> str:
        return so_many(self.amount, self.name)


class StashEvent(EventBase):
    """What somebody did with the stash of a table. `sent` is how the form named it that did so: sent twice it is
    one."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="stash_events")
    sent = models.CharField(max_length=32, blank=True, default="")

    class Meta(EventBase.Meta):
        indexes = [models.Index(fields=["campaign", "-at"], name="stash_event_campaign_at")]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "sent"], name="one_stash_event", condition=~Q(sent=""))
        ]


def so_many(amount: int, name: str) -> str:
    """How many of what; the name alone of a single thing."""
    return name if amount == 1 else f"{amount:,} × {name}"

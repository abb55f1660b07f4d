"""Who sits at which table."""

from django.conf import settings as django_settings
from django.db import models


class Campaign(models.Model):
    """A table: one game master, its players, and the house rules their characters are read with."""

    name = models.CharField(max_length=120)
    system = models.CharField(max_length=40)
    settings = models.JSONField(default=dict, blank=True, help_text="House rules: setting key to value.")
    gm = models.ForeignKey(django_settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="run_campaigns")
    players = models.ManyToManyField(django_settings.AUTH_USER_MODEL, through="Membership", related_name="campaigns")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A player's seat at a table."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(django_settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="one_seat_per_person")]

    def __str__(self) -> str:
        return f"{self.user} at {self.campaign}"

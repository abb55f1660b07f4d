"""What is kept for one person: their news, their calendar, and the columns of their rosters; and, for nobody alone, how
far it was looked for news."""

from django.conf import settings as django_settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from characters.models import fresh_token


class NewsReader(models.Model):
    """Until when somebody has read their news, and which kinds they get as letters: one a day, but for those they want
    `at_once` or that are `left_out`. `daily_until` and `at_once_until` say until when those of a day and at once were
    told, `at_once_sent` when the last letter at once went out. Whoever `waits` may have something that is told at once.

    `address` is the site as they called it up when they asked for letters: links in them begin with it.
    """

    user = models.OneToOneField(
        django_settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    seen_at = models.DateTimeField(default=timezone.now)
    mail = models.BooleanField(default=False)
    daily_until = models.DateTimeField(default=timezone.now)
    at_once_until = models.DateTimeField(default=timezone.now, db_default=Now())
    at_once_sent = models.DateTimeField(null=True, blank=True)
    waits = models.BooleanField(default=False, db_default=False)
    at_once = ArrayField(models.CharField(max_length=20), default=list, db_default=[], blank=True)
    left_out = ArrayField(models.CharField(max_length=20), default=list, db_default=[], blank=True)
    told_before = models.JSONField(
        default=dict, db_default={}, blank=True,
        help_text="Until when a kind was told as it was wanted before: kind to moment.",
    )  # fmt: skip
    address = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["mail", "daily_until"], name="news_reader_mail"),
            models.Index(fields=["at_once_until"], name="news_reader_waits", condition=Q(waits=True)),
        ]

    def __str__(self) -> str:
        return f"News of {self.user}"


class NewsLook(models.Model):
    """How far it was looked for what is told at once: when, and the keys of the last events and revisions then."""

    at = models.DateTimeField()
    character_event = models.BigIntegerField()
    campaign_event = models.BigIntegerField()
    revision = models.BigIntegerField()

    def __str__(self) -> str:
        return f"Looked {self.at:%H:%M}"


class CalendarLink(models.Model):
    """A link by which a program reads when somebody's campaigns meet next, until it is revoked, which deletes it.

    `zone` is the time zone that they meet in: a campaign says only what the clock shows there.
    """

    user = models.OneToOneField(
        django_settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    token = models.CharField(max_length=32, unique=True, default=fresh_token, editable=False)
    zone = models.CharField(max_length=40)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"Calendar of {self.user}"


class RosterColumns(models.Model):
    """Which figures of a game somebody has as columns of their rosters, instead of the game's own."""

    user = models.ForeignKey(django_settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    system = models.CharField(max_length=40)
    keys = ArrayField(models.CharField(max_length=300), default=list, blank=True, help_text="Keys of figures.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "system"], name="one_choice_of_columns_per_game")]

    def __str__(self) -> str:
        return f"{self.system} columns of {self.user}"

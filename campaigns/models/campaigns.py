"""Who sits at which table, by which house rules, and how they were let in."""

from datetime import date
from typing import Any, NamedTuple

from django.conf import settings as django_settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

from campaigns import emblem
from campaigns.nights import this_evening
from characters.models import fresh_token
from characters.models.history import EventBase
from characters.tables import TableRole, TableRules


class Face(NamedTuple):
    """What stands on the shield of a campaign, and its colour."""

    sign: str
    colour: str


class Campaign(models.Model):
    """A table: its people, and the house rules their characters are read with.

    `settings` maps the key of a game to its settings, so that several games can be played at one table. An
    archived campaign can be read by its people and changed by nobody.
    """

    name = models.CharField(max_length=120)
    about = models.TextField(blank=True, max_length=4000)
    sign = models.CharField(max_length=20, blank=True, default="", db_default="", help_text="On its shield.")
    colour = models.CharField(max_length=20, blank=True, default="", db_default="")
    picture = models.CharField(
        max_length=32, blank=True, default="", db_default="", db_index=True,
        help_text="The secret in the address of its own picture, which stands on the shield instead of the sign.",
    )  # fmt: skip
    settings = models.JSONField(default=dict, blank=True, help_text="House rules: game to setting to value.")
    own_words = models.TextField(
        blank=True, default="", db_default="", max_length=4000, help_text="House rules that nothing checks."
    )
    books = ArrayField(
        models.BigIntegerField(), default=list, blank=True, help_text="Homebrew in play: ids of editions."
    )
    games = ArrayField(
        models.CharField(max_length=40), default=list, db_default=[], blank=True,
        help_text="Keys of the games played here; empty is every game.",
    )  # fmt: skip
    people = models.ManyToManyField(django_settings.AUTH_USER_MODEL, through="Membership", related_name="campaigns")
    next_on = models.DateField(null=True, blank=True, help_text="The day of the next session.")
    next_at = models.TimeField(null=True, blank=True, help_text="When it begins, by the clock where they meet.")
    created_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    seat: "Membership | None" = None
    """That of whoever looks at it, where a page has asked for it."""

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("campaign", args=[self.pk])

    @property
    def face(self) -> Face:
        """Sign and colour: those chosen, else some of its own."""
        signs, colours = list(emblem.SIGNS), list(emblem.COLOURS)
        own = Face(signs[(self.pk or 0) % len(signs)], colours[(self.pk or 0) % len(colours)])
        return Face(
            self.sign if self.sign in emblem.SIGNS else own.sign,
            self.colour if self.colour in emblem.COLOURS else own.colour,
        )

    @property
    def rules(self) -> TableRules:
        """What it decided, for its characters."""
        return TableRules(self.settings, self.books, self.name)

    @property
    def next_day(self) -> date | None:
        """The day of the next session, None where none was set or its evening is over."""
        return self.next_on if self.next_on and self.next_on >= this_evening() else None

    def plays(self, system: str) -> bool:
        """Whether new characters of this game may come; those that are there stay, whatever is decided."""
        return not self.games or system in self.games

    def house(self, system: str) -> dict[str, Any]:
        """The house rules for one game, empty where something else was written into the column."""
        return self.rules.house(system)

    @property
    def played(self) -> frozenset[str]:
        """The editions of homebrew in play, as key@edition. It costs no query once the editions are known."""
        return self.rules.played


class CrestPicture(models.Model):
    """A small JPEG that we made of what was uploaded. `Campaign.picture` says whether there is one, and where."""

    campaign = models.OneToOneField(Campaign, primary_key=True, on_delete=models.CASCADE, related_name="+")
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"crest of {self.campaign_id}"


class Event(EventBase):
    """Something that happened at a table: who came and went, which rules were decided."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="events")
    whom = models.ForeignKey(
        django_settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+",
        help_text="Who was given a role, removed, or passed NPCs.",
    )  # fmt: skip

    class Meta(EventBase.Meta):
        indexes = [models.Index(fields=["campaign", "-at"], name="event_campaign_at")]


class Membership(models.Model):
    """A person's seat at a table."""

    class Coming(models.TextChoices):
        YES = "yes", "Coming"
        MAYBE = "maybe", "Maybe"
        NO = "no", "Not coming"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(django_settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=TableRole.choices, default=TableRole.PLAYER)
    joined_at = models.DateTimeField(auto_now_add=True)
    invitation = models.ForeignKey(
        "Invitation", null=True, on_delete=models.SET_NULL, related_name="came", help_text="By which they came."
    )
    coming = models.CharField(max_length=5, choices=Coming.choices, blank=True, default="", db_default="")
    coming_on = models.DateField(null=True, blank=True, help_text="The day of the session that they said this of.")
    said_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["role", "joined_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="one_seat_per_person")]
        indexes = [
            models.Index(fields=["user", "role"], name="membership_user_role"),
            models.Index(fields=["said_at"], name="membership_said", condition=Q(said_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.user} at {self.campaign}"

    @property
    def answer(self) -> str:
        """Whether they come to the next session, "" where they didn't say: what was said of another day is over."""
        return self.coming if self.coming_on and self.coming_on == self.campaign.next_day else ""


class Invitation(models.Model):
    """A link that lets whoever has it take a seat, until it is revoked or used up. `seats` None is any number."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=32, unique=True, default=fresh_token, editable=False)
    role = models.CharField(max_length=10, choices=TableRole.choices, default=TableRole.PLAYER)
    seats = models.PositiveSmallIntegerField(null=True, blank=True)
    used = models.PositiveSmallIntegerField(default=0)
    by = models.ForeignKey(django_settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(seats__isnull=True) | Q(used__lte=F("seats")), name="no_more_seats_than_offered"
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_role_display()} invite to {self.campaign}"

    @property
    def spent(self) -> bool:
        return self.seats is not None and self.used >= self.seats

    @property
    def open(self) -> bool:
        """Whether somebody can still take a seat by it."""
        return self.revoked_at is None and not self.spent and self.campaign.archived_at is None

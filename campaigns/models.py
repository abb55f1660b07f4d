"""Who sits at which table, by which house rules, and how they were let in."""

from datetime import date
from typing import Any, NamedTuple

from django.conf import settings as django_settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from campaigns import emblem
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
        """The day of the next session, None where none was set or it is over."""
        return self.next_on if self.next_on and self.next_on >= timezone.localdate() else None

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


class NewsReader(models.Model):
    """Until when somebody has read their news, and which kinds they get as letters: one a day, but for those they want
    `at_once` or that are `left_out`. `mailed_at` and `told_at` say until when those of a day and at once were told,
    `wrote_at` when the last letter at once went out. Whoever `waits` may have something that is told at once.

    `address` is the site as they called it up when they asked for letters: links in them begin with it.
    """

    user = models.OneToOneField(
        django_settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    seen_at = models.DateTimeField(default=timezone.now)
    mail = models.BooleanField(default=False)
    mailed_at = models.DateTimeField(default=timezone.now)
    told_at = models.DateTimeField(default=timezone.now, db_default=Now())
    wrote_at = models.DateTimeField(null=True, blank=True)
    waits = models.BooleanField(default=False, db_default=False)
    at_once = ArrayField(models.CharField(max_length=20), default=list, db_default=[], blank=True)
    left_out = ArrayField(models.CharField(max_length=20), default=list, db_default=[], blank=True)
    address = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["mail", "mailed_at"], name="news_reader_mail"),
            models.Index(fields=["told_at"], name="news_reader_waits", condition=Q(waits=True)),
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


class RosterColumns(models.Model):
    """Which figures of a game somebody has as columns of their rosters, instead of the game's own."""

    user = models.ForeignKey(django_settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    system = models.CharField(max_length=40)
    keys = ArrayField(models.CharField(max_length=300), default=list, blank=True, help_text="Keys of figures.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "system"], name="one_choice_of_columns_per_game")]

    def __str__(self) -> str:
        return f"{self.system} columns of {self.user}"


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
        return str(self.who)

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

"""A character: the choices of a build, and what a verdict on them depends on."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings as django_settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, Value, When
from django.db.models.functions import JSONObject
from django.urls import reverse

from characters.models.annotations import DOCUMENTS, with_annotations
from characters.models.ledger import TOLD, LedgerEntry
from characters.models.owners import Owner, npcs_stay
from characters.models.reviewed import ReviewStatus, reviewed, reviewed_differs
from characters.tables import TableRules
from rules.catalogue.rulebook import BookVersion, rulebook_at
from rules.kernel import Build, Reading, Rulebook, RulesContext, Sheet
from rules.kernel import LedgerEntry as Entry
from rules.kernel.documents import Document, Ledger
from rules.kernel.documents import Exemption as Word
from rules.kernel.pages import Game
from rules.systems import PACKAGES, get

BIN_DAYS = 30
"""So long a deleted character stays in the bin."""


class CharacterQuerySet(models.QuerySet["Character"]):
    def kept(self) -> "CharacterQuerySet":
        """Those not in the bin. One of a game that nobody knows is left out of every list, and stops none."""
        return self.filter(deleted_at=None, system__in=PACKAGES)

    def with_table(self) -> "CharacterQuerySet":
        """With all that reading a sheet needs."""
        return self.select_related("campaign").annotate(**with_annotations())

    def named(self) -> "CharacterQuerySet":
        """Without the documents, for pages that say of a character who it is and where it stands."""
        other = reviewed_differs("build", "approval__build") | ~Q(settings=F("approval__own_settings"))
        other |= ~Q(homebrew__contains=F("approval__homebrew"))
        moved = Case(When(standing=ReviewStatus.APPROVED, then=other), default=Value(False))
        return self.annotate(moved=moved).defer(*DOCUMENTS)

    def among_others(self) -> "CharacterQuerySet":
        """With whose they are, and whether each has a `namesake`: another of its campaign who is called the same."""
        others = Character.objects.kept().originals().filter(campaign=OuterRef("campaign"), name=OuterRef("name"))
        return self.select_related("owner").annotate(namesake=Exists(others.exclude(pk=OuterRef("pk"))))

    def binned(self) -> "CharacterQuerySet":
        return self.exclude(deleted_at=None)

    def originals(self) -> "CharacterQuerySet":
        """Those that count as characters: a what-if of another does not."""
        return self.filter(branch_of=None)

    def unseat(self) -> None:
        """Take these from their tables, where nobody decides any more on what was submitted."""
        self.filter(standing=ReviewStatus.SUBMITTED).update(standing=ReviewStatus.DRAFT)
        self.update(campaign=None)


LOST = "books"
"""Where the refs of books stand, among what an import did not know, that nobody here can see."""
WORD = {"code", "at", "reason", "by", "values"}
"""What a verdict knows of a waiver."""


class Character(models.Model):
    """One character. Only choices are kept here; every number is read from them by the game's rules.

    It belongs to a user, or to a guest known by the key in their session until they sign up. `version`
    grows by one with each revision; `undo_version` and `redo_version` name the revision that undo would
    take back and redo would bring back, 0 for none.

    A what-if is a character that tries something out for another: `branch_of`, as it stood at its version
    `branched_at`. Should the original go, the what-if stays and is a character like any other.
    """

    owner = Owner(
        django_settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=npcs_stay,
        related_name="characters",
    )
    guest = models.UUIDField(null=True, blank=True, db_index=True)
    campaign = models.ForeignKey(
        "campaigns.Campaign", null=True, blank=True, on_delete=models.SET_NULL, related_name="characters"
    )
    book = models.ForeignKey("rules.Book", on_delete=models.PROTECT, related_name="+")
    homebrew = ArrayField(
        models.BigIntegerField(), default=list, blank=True, help_text="The homebrew it is built with: ids of editions."
    )
    declined = ArrayField(
        models.BigIntegerField(), default=list, blank=True, help_text="Editions it was offered and does without."
    )
    system = models.CharField(max_length=40)
    name = models.CharField(max_length=200, blank=True)
    stage = models.CharField(max_length=20, default="creation")
    npc = models.BooleanField(default=False, help_text="An NPC: a GM’s own.")
    standing = models.CharField(max_length=10, choices=ReviewStatus.choices, default=ReviewStatus.DRAFT)
    waivers_standing = models.JSONField(
        default=list, blank=True, help_text="The waivers that stand, as a verdict reads them."
    )
    approval = models.ForeignKey(
        "characters.Approval", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    first_approval = models.ForeignKey(
        "characters.Approval", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    settings = models.JSONField(default=dict, blank=True, help_text="House rules; a campaign's come on top.")
    build = models.JSONField(default=dict)
    portrait = models.CharField(
        max_length=16, blank=True, default="", db_default="", help_text="A digest of its portrait, where it has one."
    )
    bust = models.CharField(
        max_length=16, blank=True, default="", db_default="", help_text="The bust it has, where it has no portrait."
    )
    crest = models.CharField(
        max_length=24,
        blank=True,
        default="",
        db_default="",
        help_text="Of its crest, what its player chose: “key/Gable”.",
    )
    extra = models.JSONField(default=dict, blank=True, help_text="Unknown keys of an imported document.")
    rolled = models.JSONField(default=dict, blank=True, help_text="Dice the server rolled: key to their faces.")
    play = models.JSONField(default=dict, blank=True, help_text="Trackers: key to what stands there now.")
    starred = ArrayField(
        models.CharField(max_length=200), default=list, db_default=[], blank=True,
        help_text="Keys of the checks that come first in play.",
    )  # fmt: skip
    marked = models.PositiveIntegerField(default=0, db_default=0, help_text="How many marks and rolls there were.")
    hidden = models.PositiveIntegerField(default=0, db_default=0, help_text="How many of those were in secret.")
    news_seen = models.PositiveBigIntegerField(
        default=0, db_default=0, help_text="The last event its player has marked as read."
    )
    version = models.PositiveIntegerField(default=1)
    undo_version = models.PositiveIntegerField(default=0)
    redo_version = models.PositiveIntegerField(default=0)
    history = models.PositiveIntegerField(default=0, help_text="What its steps weigh, in bytes.")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    branch_of = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="branches")
    branched_at = models.PositiveIntegerField(default=0)

    beside: str = ""
    """Who that is in a line, where it has no name and somebody has to choose (`glances.for_choice`)."""

    objects = CharacterQuerySet.as_manager()

    class Meta:
        ordering = ["-changed_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(owner__isnull=True) | Q(guest__isnull=True), name="owner_or_guest_not_both"
            )
        ]

    def __str__(self) -> str:
        return self.name or "Unnamed"

    def get_absolute_url(self) -> str:
        return reverse("sheet", args=[self.pk])

    @property
    def kept_until(self) -> datetime | None:
        """Until when a deleted one can be restored; None where it is not deleted."""
        return self.deleted_at and self.deleted_at + timedelta(days=BIN_DAYS)

    @property
    def game(self) -> Game:
        return get(self.system)

    @property
    def rulebook(self) -> Rulebook:
        """The books it is built with, as the kernel reads them. Read `with_table`, it costs no query."""
        return self.rulebook_with(self.homebrew)

    def rulebook_with(self, shelf: Sequence[int]) -> Rulebook:
        """As `rulebook`, with another shelf."""
        return rulebook_at(*self.core, shelf)

    @property
    def core(self) -> BookVersion:
        """The core book it is built with, and how often that has changed; `with_table` brings it along."""
        version: int | None = getattr(self, "book_version", None)
        return self.book_id, self.book.version if version is None else version

    @property
    def table_rules(self) -> TableRules | None:
        """What its table decided, None where it sits at none. Read `with_table`, it costs no query."""
        if self.campaign_id is None:
            return None
        joined: TableRules | None = vars(self).get("joined_rules")
        if joined is not None and not Character.campaign.is_cached(self):
            return joined
        return self.campaign.rules if self.campaign else None

    @property
    def table(self) -> RulesContext:
        """What a verdict depends on besides the build."""
        rules = self.table_rules
        return RulesContext(
            settings=self.house,
            stage=self.stage,
            ledger=self.ledger,
            waivers=self.waived,
            baseline=self.baseline,
            created=self.created,
            books=rules.played if rules else None,
            campaign=rules.name if rules else "",
            decided=frozenset(rules.house(self.system)) if rules else frozenset(),
        )

    @property
    def house(self) -> dict[str, Any]:
        """The house rules it is read by: its own, and on top of them those of its table."""
        return self.house_under(self.table_rules.house(self.system) if self.table_rules else {})

    def house_under(self, decided: Mapping[str, Any]) -> dict[str, Any]:
        """As `house`, at a table that had decided this; NPCs aren't held to what is decided for players' characters."""
        house = {**self.own_settings, **decided}
        return (
            {key: value for key, value in house.items() if key not in self.game.campaign_rules} if self.npc else house
        )

    @property
    def own_settings(self) -> dict[str, Any]:
        """The house rules of its own, empty where something else was written into the column."""
        return _mapping(self.settings)

    @property
    def baseline(self) -> Build | None:
        """What the game master approved, below which advancement may not go. Read `with_table`, it costs no query."""
        return None if self.approval_id is None else Build.parse(self._approved())

    @property
    def created(self) -> Build | None:
        """What was approved first, None where that is the baseline. Read `with_table`, it costs no query."""
        build = self._created()
        return None if build is None else Build.parse(build)

    @property
    def ledger(self) -> Ledger:
        """What happened to it outside its choices. Read `with_table`, it costs no query."""
        rows = vars(self).get("ledger_rows")
        if rows is None:
            own = LedgerEntry.objects.filter(character=self.pk) if self.pk else LedgerEntry.objects.none()
            rows = [told for (told,) in own.values_list(JSONObject(**TOLD))]
        return Ledger(Entry(**told) for told in rows)

    def forget_ledger(self) -> None:
        """Something was entered meanwhile: the ledger is read anew when it is asked for next."""
        vars(self).pop("ledger_rows", None)

    @property
    def last_settled(self) -> int:
        """The key of the last entry that is settled, 0 for none. Read `with_table`, it costs no query."""
        held: int | None = vars(self).get("approved_entry")
        return getattr(self.approval, "last_entry", 0) if held is None else held

    @property
    def ledger_approved(self) -> Ledger:
        """What had happened to it when it was last approved, which ended a reopened creation."""
        return Ledger(entry for entry in self.ledger if entry.settled and entry.kind != "reopened")

    @property
    def waived(self) -> tuple[Word, ...]:
        """The waivers that stand, none where something else was written into the column."""
        words = self.waivers_standing if isinstance(self.waivers_standing, list) else []
        return tuple(Word(**word) for word in words if isinstance(word, dict) and word.keys() == WORD)

    @property
    def drifted(self) -> bool:
        """Whether something was changed since the GM approved it: a choice that is no player's own in play, a house
        rule of its own, or a book it was built with."""
        if self.standing != ReviewStatus.APPROVED:
            return False
        moved = vars(self).get("moved")
        if moved is None:
            moved = reviewed(self.build) != reviewed(self._approved()) or self.own_settings != self.approved_settings
            moved = moved or not set(self.approved_shelf) <= set(self.homebrew)
        return bool(moved)

    def _created(self) -> Any:
        """The build that was approved first, None where that is the baseline."""
        if self.first_approval_id in (None, self.approval_id):
            return None
        held = vars(self).get("created_build")
        return getattr(self.first_approval, "build", None) if held is None else held

    def _approved(self) -> Any:
        """The build that was approved, where one was."""
        held = vars(self).get("approved_build")
        return getattr(self.approval, "build", {}) if held is None else held

    @property
    def approved_shelf(self) -> list[int]:
        """The homebrew it was approved with. Read `with_table`, it costs no query."""
        held: list[int] | None = vars(self).get("approved_books")
        return getattr(self.approval, "homebrew", []) if held is None else held

    @property
    def approved_settings(self) -> dict[str, Any]:
        """The house rules of its own that it was approved with. Read `with_table`, it costs no query."""
        held = vars(self).get("approved_house")
        return _mapping(getattr(self.approval, "own_settings", {}) if held is None else held)

    @property
    def marks(self) -> dict[str, Any]:
        """What trackers stand at, empty where something else was written into the column."""
        return _mapping(self.play)

    @property
    def by_hand(self) -> frozenset[str]:
        """The dice that stand otherwise than they were rolled here, or were never rolled here, by their key."""
        rolls = _mapping(self.build).get("rolls")
        if not rolls:
            return frozenset()
        here, dice = _mapping(self.rolled), Build.parse({"rolls": rolls}).rolls
        return frozenset(key for key, faces in dice.items() if faces and list(faces) != here.get(key))

    def read(self, *, shelf: Sequence[int] | None = None, table: RulesContext | None = None) -> Sheet:
        """The sheet, or what it would be with another shelf or at another table.

        Read it once a request and pass it on.
        """
        book = self.rulebook_with(self.homebrew if shelf is None else shelf)
        return self.game.read(Build.parse(self.build, self.name), book, self.table if table is None else table)

    def reading(self) -> Reading:
        """A reading of it that works out only what it is asked for: no page is drawn of it."""
        return self.game.reading(Build.parse(self.build, self.name), self.rulebook, self.table)

    def unjudged(self) -> Sheet:
        """The sheet without a verdict: cheaper, for pages that ask only what somebody can do."""
        return self.game.unjudged(Build.parse(self.build, self.name), self.rulebook, self.table)

    def document(self) -> Document:
        """The character as a document for export; what an import did not know goes out again, books as well."""
        extra = dict(_mapping(self.extra))
        named = extra.pop(LOST, None)
        lost = [ref for ref in named if isinstance(ref, str)] if isinstance(named, list) else []
        return Document(
            system=self.system,
            name=self.name,
            build=self.build,
            edition=self.rulebook.editions[0],
            books=(*self.rulebook.editions[1:], *lost),
            settings=dict(self.table.settings),
            stage=self.stage,
            ledger=self.ledger,
            waivers=self.waived,
            baseline=None if self.approval_id is None else self._approved(),
            created=self._created(),
            play=self.marks,
            extra=extra,
        )


def _mapping(value: Any) -> dict[str, Any]:
    """A JSON column as a mapping, empty where something else was written into it."""
    return value if isinstance(value, dict) else {}

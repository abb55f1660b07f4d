"""What happened in play, as the entries of one log: trackers that were marked, and checks that were rolled."""

from typing import Final

from django.conf import settings
from django.db import models

from characters.models.characters import Character
from rules.dice.die_results import sum_of
from rules.kernel import Tracker, capitalise
from rules.kernel.rolls import MARGIN, OF_TWO, SIDES, TOTAL
from rules.kernel.rolls.trackers import ENDLESS


class PlayEntry(models.Model):
    """An entry of the log of a character, made once; all that may become of it is that it is undone.

    `uid` is its own name, given by the page on which it was tapped: sent again it is found here, and answered as it was
    the first time. `number` counts the entries of a character, marks and rolls together, so that a page can say up to
    where it has seen them. Only the newest of each kind are kept.
    """

    # Found by the constraints below, whose indexes begin with it.
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="%(class)s_log", db_index=False)
    number = models.PositiveIntegerField()
    uid = models.UUIDField()
    label = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    undone = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["character", "number"], name="one_%(class)s_per_number"),
            models.UniqueConstraint(fields=["character", "uid"], name="one_%(class)s_per_uid"),
        ]


class Mark(PlayEntry):
    """One change of a tracker: what was asked for, and what it did within its bounds.

    Where the trackers stand is kept in `Character.play`.
    """

    tracker = models.CharField(max_length=80)
    asked = models.IntegerField()
    done = models.IntegerField()
    stands = models.PositiveBigIntegerField(help_text="Where the tracker stood afterwards.")

    def __str__(self) -> str:
        return f"{self.character_id} {self.tracker} {self.asked:+d}"

    @property
    def outcome(self) -> str:
        """What the log says of it."""
        return f"{self.stands - self.done} → {self.stands}"

    def says(self, tracker: Tracker | None) -> str:
        """What came of it where that is less than was asked for, in a sentence; else nothing. `tracker` is its own."""
        if self.done == self.asked:
            return ""
        if tracker and self.asked * tracker.hit > 0:
            taken = f"{abs(self.done)} of {abs(self.asked)} marked: {self.label} is at {self.stands}."
            return f"{taken} {abs(self.asked - self.done)} left over: {tracker.over}" if tracker.over else taken
        end = f"{abs(self.done)} of {abs(self.asked)}: {self.label} is at {self.stands}."
        if self.asked < 0 or tracker is None:
            return end
        if tracker.fades:
            return f"{end} Only ledger entries raise it."
        if self.stands == (ENDLESS if tracker.top is None else tracker.top):
            return f"{abs(self.done)} of {abs(self.asked)}: {self.label} is at its maximum, {self.stands}."
        return f"{end} To get spent points back, cancel them in the ledger." if tracker.entry else end


class Roll(PlayEntry):
    """A check that was rolled: what it was called and needed then, how the dice fell, and what they came to.

    `key` is the check's own. `hands` are the dice, group by group: its label, and of each die its face, what it counted
    as in a word and by its kind, and the faces that were rerolled. `lines` say how the dice came to the outcome, and
    `chances` how likely that was. `dues` are what the book takes for it: of each a tracker, by how much it moves, and
    behind which other one of these. `seen_by` is a deed of `characters.access`: whoever may do that may see the roll.
    One in secret belongs to the `campaign` it was made in, wherever the character goes: no other's game master sees it.
    """

    PLAY: Final = "play"
    SECRET: Final = "judge"

    key = models.CharField(max_length=80)
    dice = models.CharField(max_length=200)
    words = models.CharField(max_length=200)
    success = models.BooleanField()
    comes_to = models.CharField(max_length=200, blank=True)
    hands = models.JSONField(default=list)
    lines = models.JSONField(default=list)
    chances = models.JSONField(default=list)
    dues = models.JSONField(default=list, db_default=[])
    seen_by = models.CharField(max_length=10, default=PLAY, db_default=PLAY)
    campaign = models.ForeignKey("campaigns.Campaign", null=True, on_delete=models.SET_NULL, related_name="+")

    def __str__(self) -> str:
        return f"{self.character_id} {self.key}: {self.words}"

    @classmethod
    def shown(cls, *, with_secret: bool) -> models.Q:
        """The rolls that are shown to whoever plays, or those in secret of where the character is as well."""
        here = models.Q(seen_by=cls.SECRET, campaign=models.F("character__campaign"))
        return models.Q(seen_by=cls.PLAY) | here if with_secret else models.Q(seen_by=cls.PLAY)

    @property
    def secret(self) -> bool:
        """Whether game masters alone may see it."""
        return self.seen_by == self.SECRET

    @property
    def outcome(self) -> str:
        """What the log says of it."""
        return capitalise(self.words)

    @property
    def story(self) -> str:
        """What was rolled, the faces as they lay there in the end, and what they add up to where that counts: a total
        with what is added to the dice, or both sides and by how much one is ahead."""
        shown = (", ".join(str(die[0]) for die in dice) for _, dice in self.hands)
        lines = dict(self.lines)
        between = " or " if OF_TWO in lines else " vs "
        told = f"{self.dice}: {between.join(shown)}" if self.hands else self.dice
        sides = " vs ".join(sum_of(lines[side]) for side in SIDES if side in lines)
        sums = [sides, *(f"{label} {lines[label]}" for label in (TOTAL, MARGIN) if label in lines)]
        return " · ".join(filter(None, [told, *sums]))

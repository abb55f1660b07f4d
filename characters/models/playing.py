"""What was marked in play: each change of a tracker, and what came of it."""

from django.conf import settings
from django.db import models

from characters.models.characters import Character
from rules.kernel import Tracker
from rules.kernel.rolls.trackers import ENDLESS


class Mark(models.Model):
    """One change of a tracker, made once and never changed: what was asked for, and what it did within its bounds.

    `uid` is its own name, given by the page on which it was tapped: sent again it is found here, and answered as it was
    the first time. `number` counts the marks of a character, so that a page can say up to where it has seen them.
    Only the newest are kept; where the trackers stand is kept in `Character.play`.
    """

    # Found by the constraints below, whose indexes begin with it.
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="mark_log", db_index=False)
    number = models.PositiveIntegerField()
    uid = models.UUIDField()
    tracker = models.CharField(max_length=80)
    label = models.CharField(max_length=200)
    asked = models.IntegerField()
    done = models.IntegerField()
    stands = models.PositiveBigIntegerField(help_text="Where the tracker stood afterwards.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["character", "number"], name="one_mark_per_number"),
            models.UniqueConstraint(fields=["character", "uid"], name="one_mark_per_uid"),
        ]

    def __str__(self) -> str:
        return f"{self.character_id} {self.tracker} {self.asked:+d}"

    def says(self, tracker: Tracker | None) -> str:
        """What came of it where that is less than was asked for, in a sentence; else nothing. `tracker` is its own."""
        if self.done == self.asked:
            return ""
        end = f"{abs(self.done)} of {abs(self.asked)}: {self.label} is at {self.stands}."
        if self.asked < 0 or tracker is None:
            return end
        if tracker.fades:
            return f"{end} Only ledger entries raise it."
        if self.stands == (ENDLESS if tracker.top is None else tracker.top):
            return f"{abs(self.done)} of {abs(self.asked)}: {self.label} is at its maximum, {self.stands}."
        return f"{end} To get spent points back, cancel them in the ledger." if tracker.entry else end

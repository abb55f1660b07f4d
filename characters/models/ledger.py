"""What happened to a character outside its choices: each entry of its ledger, made once and never changed."""

import uuid
from typing import Any

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db import models
from django.db.models import F, Max, OuterRef, Q, Subquery, TextField, Value
from django.db.models.functions import Cast, Coalesce, JSONObject

from rules.kernel import LedgerEntry as Entry


def own_name() -> str:
    """A name for an entry, by which another can void it."""
    return uuid.uuid4().hex


class LedgerEntry(models.Model):
    """One entry, as the rules read it: `rules.kernel.LedgerEntry` says what the fields mean.

    `ref` is its own name, `role` what whoever wrote it was to the character: "gm" or "player". One that is undone
    stays, and so does the `void` that took it back. What was `imported` was entered by nobody here.

    Where a change of the build went along, `version` is the version it made, 0 for none, and `left` has what left a
    list then: [path of the line, the line before, the line after].
    """

    # Found by the constraint below, whose index begins with it.
    character = models.ForeignKey(
        "characters.Character", on_delete=models.CASCADE, related_name="ledger_entries", db_index=False
    )
    campaign = models.ForeignKey("campaigns.Campaign", null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=40)
    on = models.DateField(null=True)
    amount = models.IntegerField(default=0)
    subject = models.CharField(max_length=200, blank=True)
    note = models.CharField(max_length=300, blank=True)
    ref = models.CharField(max_length=200, default=own_name)
    more = models.JSONField(default=dict, blank=True)
    role = models.CharField(max_length=10, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    imported = models.BooleanField(default=False, db_default=False)
    version = models.PositiveIntegerField(default=0, db_default=0)
    left = models.JSONField(default=list, blank=True, db_default=[])

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["character", "ref"], name="one_entry_per_name")]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount:+d} of {self.character_id}: {self.note}"

    @property
    def told(self) -> Entry:
        """The entry as a verdict knows it."""
        day = self.on.isoformat() if self.on else ""
        return Entry(
            self.kind, self.amount, day, subject=self.subject, by=self.role, note=self.note, id=self.ref, more=self.more
        )


TOLD: dict[str, Any] = {
    "kind": F("kind"),
    "on": Coalesce(Cast("on", TextField()), Value("")),
    "amount": F("amount"),
    "subject": F("subject"),
    "by": F("role"),
    "note": F("note"),
    "id": F("ref"),
    "more": F("more"),
    "settled": Q(pk__lte=Coalesce(F("character__approval__last_entry"), Value(0))),
}
"""What a verdict knows of an entry."""


def entries() -> ArraySubquery:
    """The entries of each character of a query, in the order they were made."""
    own = LedgerEntry.objects.filter(character=OuterRef("pk")).order_by("pk")
    return ArraySubquery(own.values(told=JSONObject(**TOLD)))


def last_entry() -> Subquery:
    """The key of the last entry of each character of a query: another as soon as there is one more."""
    own = LedgerEntry.objects.filter(character=OuterRef("pk")).order_by().values("character")
    return Subquery(own.values(last=Max("pk")))

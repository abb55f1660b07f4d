"""What a game master says of a character. None of it is ever changed, but by a date that ends it."""

from django.conf import settings as django_settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from characters.models.characters import Character


class Approval(models.Model):
    """A game master's yes to a character as it stood: a snapshot, never changed afterwards.

    One that was `imported` stood in a file, and was given by nobody here.
    """

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="approvals")
    version = models.PositiveIntegerField()
    name = models.CharField(max_length=200, blank=True)
    build = models.JSONField(default=dict)
    settings = models.JSONField(default=dict, help_text="The house rules it was approved under.")
    own_settings = models.JSONField(
        default=dict, db_default={}, help_text="Those of them that the character itself had set."
    )
    homebrew = ArrayField(models.BigIntegerField(), default=list, blank=True, help_text="The shelf it was built with.")
    by = models.ForeignKey(django_settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    imported = models.BooleanField(default=False, db_default=False)
    last_entry = models.BigIntegerField(default=0, db_default=0, help_text="The last entry of the ledger by then.")

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.character_id} v{self.version} approved"


class Waiver(models.Model):
    """A game master's word that one finding may stand, for the values it had when it was given.

    `code`, `at` and `values` are the finding's. It lapses by itself when the values change: the rules see to that.
    """

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="waivers")
    code = models.CharField(max_length=120)
    at = models.CharField(max_length=300, blank=True)
    values = models.JSONField(default=dict)
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(django_settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    given_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["given_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["character", "code", "at"], condition=Q(withdrawn_at=None), name="one_waiver_per_finding"
            )
        ]

    def __str__(self) -> str:
        return f"{self.code} of {self.character_id}: {self.reason}"


class Comment(models.Model):
    """What a game master says about a character, or about one line of its sheet, what its player asks; or a reply.

    `at` is what a page calls that line: the path of a choice, `figures.` with the key of a number, `texts.` with a
    name, `findings.` with code and path of a broken rule; "" is the whole character. A comment that was not sent is a
    draft, which its author alone sees. Replies have no `at` of their own, and are sent at once; a thread is resolved
    as a whole, at its first comment.
    """

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="comments")
    thread = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="replies")
    at = models.CharField(max_length=300, blank=True)
    text = models.CharField(max_length=1000)
    by = models.ForeignKey(django_settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.character_id} {self.at}: {self.text}"

"""How a character came about: every step of its build, and what happened beside it."""

from django.conf import settings
from django.db import models

from characters.models.characters import Character


class Revision(models.Model):
    """One step of a character's history, never changed afterwards but folded with its neighbours when it is old.

    `changes` lists [path, before, after], or with a fourth item a part of that (`characters.history.Part`); where it is
    of the kind books there are none, and `shelf` has the ids of the homebrew before and after. `of` is the version an
    undo took back or a redo brought back; `previous` is what undo (for an edit) or redo (for an undo) goes back to
    next; `since` is the first of the versions that were folded into this one, 0 for none; `tab` tells the pages of one
    browser apart, so that a person's own fast clicks are no conflict; where the site added, removed or rolled something
    for a page, it is the name of that deed, so that it is done once.
    """

    class Kind(models.TextChoices):
        CREATE = "create"
        EDIT = "edit"
        BOOKS = "books"
        UNDO = "undo"
        REDO = "redo"

    # Found by the constraint below, whose index begins with it.
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="revisions", db_index=False)
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.EDIT)
    changes = models.JSONField(default=list)
    shelf = models.JSONField(null=True, blank=True, help_text="Homebrew, where it changed: before and after.")
    of = models.PositiveIntegerField(default=0)
    previous = models.PositiveIntegerField(default=0)
    since = models.PositiveIntegerField(default=0)
    tab = models.CharField(max_length=32, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-version"]
        constraints = [models.UniqueConstraint(fields=["character", "version"], name="one_revision_per_version")]

    def __str__(self) -> str:
        return f"{self.character_id} v{self.version}: {self.kind}"


class EventBase(models.Model):
    """Something that happened and is no change of a build. Never changed; `data` is what its sentence speaks of."""

    kind = models.CharField(max_length=20)
    data = models.JSONField(default=dict)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.data}"


class Event(EventBase):
    """Something that happened to a character beside its build: marks of play, house rules, a game master's word."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="events")

    class Meta(EventBase.Meta):
        indexes = [models.Index(fields=["character", "-at"], name="event_character_at")]

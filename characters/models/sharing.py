"""Links by which anyone sees the sheet of a character."""

import secrets

from django.db import models

from characters.models.characters import Character


def fresh_token() -> str:
    """128 bits that nobody guesses, fit for an address."""
    return secrets.token_urlsafe(16)


class ShareLink(models.Model):
    """A link that shows a sheet to whoever has it, until it is revoked, which deletes it.

    `story` says whether it shows what the player wrote as well: the backstory and the notes.
    """

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="share_links")
    token = models.CharField(max_length=32, unique=True, default=fresh_token, editable=False)
    story = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"link to {self.character_id}"

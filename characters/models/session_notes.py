"""What is written down in play."""

from django.db import models

from characters.models.characters import Character


class SessionNotes(models.Model):
    """The notes of a character's sessions, one text, read and written by whoever may change the character."""

    character = models.OneToOneField(Character, primary_key=True, on_delete=models.CASCADE, related_name="+")
    text = models.TextField()

    def __str__(self) -> str:
        return f"session notes of {self.character_id}"

"""The picture of a character."""

from django.db import models

from characters.models.characters import Character


class Portrait(models.Model):
    """A small JPEG that we made of what was uploaded. `Character.portrait` says whether there is one, and which."""

    character = models.OneToOneField(Character, primary_key=True, on_delete=models.CASCADE, related_name="+")
    data = models.BinaryField()

    def __str__(self) -> str:
        return f"portrait of {self.character_id}"

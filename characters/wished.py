"""Where characters were wished for, remembered in the session of whoever made them: the way back."""

from django.http import HttpRequest
from django.urls import reverse

from characters.models import Character

WISHED = "wished"
"""Key of the session under which the wishes of characters stand, by their number."""
MOST = 20
"""So many characters are remembered, the newest."""


def remember_wishes(request: HttpRequest, character: Character, query: str) -> None:
    """This character was made by the wishes that stand in this query."""
    others = {pk: asked for pk, asked in request.session.get(WISHED, {}).items() if pk != str(character.pk)}
    request.session[WISHED] = dict([*others.items(), (str(character.pk), query)][-MOST:])


def wished_at(request: HttpRequest, character: Character) -> str:
    """The page of the wishes that made this character, "" where nobody wished for it here."""
    query = request.session.get(WISHED, {}).get(str(character.pk))
    return f"{reverse('wish', args=[character.system])}?{query}" if query else ""

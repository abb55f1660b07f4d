"""What a page still has to say to somebody: the newest of it, however long no page is loaded."""

from typing import Any

from django.contrib.messages.storage.fallback import FallbackStorage

MOST = 20
"""Messages that wait for a page. Whoever sends forms and never loads one would fill a session with them."""


class Newest(FallbackStorage):
    """Django's own, without the oldest where there are too many."""

    def _store(self, messages: list[Any], response: Any) -> list[Any]:
        left: list[Any] = super()._store(messages[-MOST:], response)  # type: ignore[misc]  # its types leave this out
        return left

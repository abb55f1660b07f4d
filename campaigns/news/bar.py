"""How many news stand beside the word at the top of every page."""

from collections.abc import Callable
from functools import cache

from django.http import HttpRequest

from campaigns.news.gathering import unread_of


def unread_news(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """Context processor: how many news somebody has not read, counted by pages that show the number, and by no part of
    one."""

    @cache
    def unread() -> int:
        return unread_of(request.user) if request.user.is_authenticated else 0

    return {"unread_news": unread} if hasattr(request, "user") else {}

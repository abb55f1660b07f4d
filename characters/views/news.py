"""The button under what is new of a character."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from characters import news
from characters.access import character_for
from rules.form_values import whole_number


@require_POST
def read_news(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark what is new as read, as far as the page has shown it."""
    character = character_for(request, pk, "change", shut=True)
    news.mark_read(character=character, upto=whole_number(request.POST, "upto"))
    return redirect(f"{reverse('sheet', args=[pk])}#who")

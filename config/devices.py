"""The devices somebody is logged in on: called by their browser and system, and logged out one by one."""

from typing import Any

from allauth.usersessions.internal import flows
from allauth.usersessions.models import UserSession
from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from config.device_names import device_name
from rules.form_values import whole_number


class Devices(ListUserSessionsView):  # type: ignore[misc]  # allauth has no types
    """allauth's page of sessions, with their names. A form that says which `session` logs out that one alone."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        for session in context["sessions"]:
            session.device = device_name(session.user_agent)
        return context

    def form_valid(self, form: Any) -> HttpResponse:
        if "session" not in self.request.POST:
            answer: HttpResponse = super().form_valid(form)
            return answer
        number = whole_number(self.request.POST, "session")
        for session in UserSession.objects.filter(user=self.request.user, pk=number):
            flows.sessions.end_sessions(self.request, [session])
            messages.success(self.request, f"{device_name(session.user_agent)} has been logged out.")
        return redirect(self.get_success_url())

"""What happens when somebody logs in: what they made as a guest becomes theirs."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest

from characters import actions
from characters.access import GUEST, guest_key


def adopt_guest(*, request: HttpRequest | None, user: AbstractBaseUser, **_: Any) -> None:
    """Signing up and logging in keep the guest's characters; a login without a request has none."""
    key = guest_key(request) if request is not None and hasattr(request, "session") else None
    if request is not None and key is not None:
        actions.adopt(user=user, guest=key)
        request.session.pop(GUEST, None)


def connect() -> None:
    user_logged_in.connect(adopt_guest, dispatch_uid="characters.adopt_guest")

"""What follows from things that happen elsewhere: a login adopts characters, and a book in use stays."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.db.models import ProtectedError
from django.db.models.signals import pre_delete
from django.http import HttpRequest

from characters import actions, visits
from characters.access import guest_key, outgrow_guest
from rules.homebrew.access import holders_of
from rules.models import Book


def adopt_guest(*, request: HttpRequest | None, user: AbstractBaseUser, **_: Any) -> None:
    """Signing up and logging in keep the guest's characters; a login without a request has none."""
    if request is None or not hasattr(request, "session"):
        return
    if (key := guest_key(request)) is not None:
        actions.adopt(user=user, guest=key)
        outgrow_guest(request)
    visits.renew(request)  # a log-in is saved anyway


def keep_used_book(*, instance: Book, **_: Any) -> None:
    """A book that a character is or was built with, or that a table plays with, is never deleted: histories tell of it.

    Raises ProtectedError.
    """
    if held := holders_of(instance):
        raise ProtectedError(f"{instance} is in use; withdraw it instead.", held)


def connect() -> None:
    user_logged_in.connect(adopt_guest, dispatch_uid="characters.adopt_guest")
    pre_delete.connect(keep_used_book, sender=Book, dispatch_uid="characters.keep_used_book")

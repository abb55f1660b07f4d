"""What follows from things that happen elsewhere: a login adopts characters, and a book in use stays."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in
from django.db.models import Model, ProtectedError, Q
from django.db.models.signals import pre_delete
from django.http import HttpRequest

from campaigns.models import Campaign
from characters import actions, visits
from characters.access import guest_key, outgrow_guest
from characters.models import Character, Revision
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
    told = Q(shelf__before__contains=[instance.pk]) | Q(shelf__after__contains=[instance.pk])
    users = (
        Character.objects.filter(homebrew__contains=[instance.pk]),
        Campaign.objects.filter(books__contains=[instance.pk]),
        Revision.objects.filter(told),
    )
    held: set[Model] = {user for found in users for user in found}
    if held:
        raise ProtectedError(f"{instance} is in use; withdraw it instead.", held)


def connect() -> None:
    user_logged_in.connect(adopt_guest, dispatch_uid="characters.adopt_guest")
    pre_delete.connect(keep_used_book, sender=Book, dispatch_uid="characters.keep_used_book")

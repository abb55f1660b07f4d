"""What a guest made stays theirs when they sign up or log in."""

import re
from typing import Any

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.test import Client

from characters.models import Character
from rules.models import Book
from tests.cast import Cast
from tests.characters.posting import words

pytestmark = pytest.mark.django_db
PASSWORD = "a phoenix feather and a spare"


@pytest.fixture
def guest(book: Book) -> Client:
    """A browser in which two characters were made without an account."""
    client = Client()
    for name in ("Ann", "Bo"):
        client.post("/characters/new/", {"system": "hprpg", "name": name})
    return client


def owners() -> dict[str, Any]:
    return {c.name: (c.owner and c.owner.username, c.guest is None) for c in Character.objects.select_related("owner")}


def test_signing_up_keeps_what_was_made(guest: Client) -> None:
    form = {"username": "newt", "password1": PASSWORD, "password2": PASSWORD}
    assert guest.post("/accounts/signup/", form).status_code == 302
    assert owners() == {"Ann": ("newt", True), "Bo": ("newt", True)}
    assert "guest" not in guest.session
    assert [row.character.name for row in guest.get("/characters/").context["page"]] == ["Bo", "Ann"]


def test_a_refused_sign_up_takes_nothing_away(guest: Client) -> None:
    assert guest.post("/accounts/signup/", {"username": "newt", "password1": "short"}).status_code == 200
    assert owners() == {"Ann": (None, False), "Bo": (None, False)}
    assert len(guest.get("/characters/").context["page"]) == 2


def test_logging_in_keeps_what_was_made(guest: Client) -> None:
    get_user_model().objects.create_user("tina", password=PASSWORD)
    answer = guest.post("/accounts/login/", {"login": "tina", "password": PASSWORD})
    assert answer.status_code == 302
    assert owners() == {"Ann": ("tina", True), "Bo": ("tina", True)}


def test_after_logging_out_nothing_is_left_in_the_browser(guest: Client) -> None:
    get_user_model().objects.create_user("tina", password=PASSWORD)
    guest.post("/accounts/login/", {"login": "tina", "password": PASSWORD})
    guest.post("/accounts/logout/")
    assert len(guest.get("/characters/").context["page"]) == 0


def test_nobody_takes_over_anothers_guests(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.users["stranger"])
    cast.guests_own.refresh_from_db()
    assert (cast.guests_own.owner, cast.guests_own.guest) == (None, cast.guest_key)


def test_a_login_without_a_browser_is_no_harm(cast: Cast) -> None:
    user_logged_in.send(User, request=None, user=cast.users["stranger"])
    cast.guests_own.refresh_from_db()
    assert cast.guests_own.guest == cast.guest_key


def test_the_seed_of_a_second_factor_is_kept_encrypted(cast: Cast, settings: Any) -> None:
    user = cast.users["stranger"]
    seed = generate_totp_secret()
    held = TOTP.activate(user, seed).instance
    assert seed not in str(held.data)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [settings.SECRET_KEY]
    assert get_adapter().decrypt(held.data["secret"]) == seed


def test_what_an_email_address_is_good_for_is_said_before_it_is_missed(cast: Cast) -> None:
    assert "a forgotten password can be replaced" in words(cast["nobody"].get("/accounts/signup/"))
    page = words(cast["owner"].get("/accounts/email/"))
    assert "Without one a forgotten password cannot be replaced" in page
    assert "You should really" not in page


def test_headings_and_buttons_are_sentences(cast: Cast) -> None:
    for page in ("email/", "password/change/", "2fa/", "2fa/totp/activate/", "reauthenticate/", "confirm-email/"):
        seen = cast["owner"].get(f"/accounts/{page}", follow=True).content.decode()
        main = seen.partition("<main")[2].partition("</main>")[0]
        heads = [" ".join(text.split()) for text in re.findall(r"<(?:h\d|label|button)[^>]*>([^<]+)<", main)]
        assert heads
        assert [text for text in heads if re.search(r" [A-Z][a-z]", text)] == []

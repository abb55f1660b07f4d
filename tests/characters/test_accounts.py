"""What a guest made stays theirs when they sign up or log in."""

import re
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import allauth
import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.template.loader import get_template
from django.test import Client, RequestFactory

from characters.models import Character
from config.device_names import device_name
from rules.models import Book
from tests.cast import Cast
from tests.characters.posting import words

pytestmark = pytest.mark.django_db
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
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


def test_logging_in_needs_nobody_but_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database's driver uses no socket of Python's; whoever else is called would be called over one."""
    calls: list[object] = []
    monkeypatch.setattr(socket.socket, "connect", lambda called, address: calls.append(address))
    with socket.socket() as somewhere:
        somewhere.connect(("127.0.0.1", 9))
    assert calls.pop() == ("127.0.0.1", 9)
    get_user_model().objects.create_user("tina", password=PASSWORD)
    assert Client().post("/accounts/login/", {"login": "tina", "password": PASSWORD}).status_code == 302
    assert calls == []


def test_guessing_ends_after_five_tries_in_whichever_process(settings: Any) -> None:
    get_user_model().objects.create_user("tina", password=PASSWORD)
    for n in range(5):
        wrong = Client().post("/accounts/login/", {"login": "tina", "password": f"a guess, number {n}"})
        assert "Wrong username or password." in words(wrong)
    settings.CACHES = {**settings.CACHES}  # as another process has it: nothing is remembered
    late = Client().post("/accounts/login/", {"login": "tina", "password": PASSWORD})
    assert "Too many attempts. Wait a few minutes, then try again." in words(late)


def test_the_log_in_page_asks_for_a_username_or_an_email(cast: Cast) -> None:
    assert '<label for="id_login">Username or email</label>' in words(cast["nobody"].get("/accounts/login/"))


def test_after_logging_out_nothing_is_left_in_the_browser(guest: Client) -> None:
    get_user_model().objects.create_user("tina", password=PASSWORD)
    guest.post("/accounts/login/", {"login": "tina", "password": PASSWORD})
    guest.post("/accounts/logout/")
    assert len(guest.get("/characters/").context["page"]) == 0


def test_nobody_takes_over_anothers_guests(cast: Cast) -> None:
    client, key = Client(), cast.guests_own.guest
    client.force_login(cast.users["stranger"])
    cast.guests_own.refresh_from_db()
    assert (cast.guests_own.owner, cast.guests_own.guest) == (None, key)


def test_a_login_without_a_browser_is_no_harm(cast: Cast) -> None:
    key = cast.guests_own.guest
    user_logged_in.send(User, request=None, user=cast.users["stranger"])
    cast.guests_own.refresh_from_db()
    assert cast.guests_own.guest == key


def test_the_seed_of_a_second_factor_is_kept_encrypted(cast: Cast, settings: Any) -> None:
    user = cast.users["stranger"]
    seed = generate_totp_secret()
    held = TOTP.activate(user, seed).instance
    assert seed not in str(held.data)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, [settings.SECRET_KEY]
    assert get_adapter().decrypt(held.data["secret"]) == seed


def test_what_an_email_address_is_good_for_is_said_before_it_is_missed(cast: Cast) -> None:
    assert "so you can reset your password" in words(cast["nobody"].get("/accounts/signup/"))
    page = words(cast["owner"].get("/accounts/email/"))
    assert "Without one we can’t reset your password." in page
    assert "You should really" not in page


def test_headings_and_buttons_are_sentences(cast: Cast) -> None:
    for page in (
        "email/",
        "password/change/",
        "2fa/",
        "2fa/totp/activate/",
        "2fa/webauthn/",
        "sessions/",
        "reauthenticate/",
        "confirm-email/",
    ):
        seen = cast["owner"].get(f"/accounts/{page}", follow=True).content.decode()
        main = seen.partition("<main")[2].partition("</main>")[0]
        heads = [" ".join(text.split()) for text in re.findall(r"<(?:h\d|label|button)[^>]*>([^<]+)<", main)]
        assert heads
        assert [text for text in heads if re.search(r" [A-Z][a-z]", text)] == []


def browser_of(name: str, agent: str) -> Client:
    """Somebody who logged in with a browser that says this of itself."""
    client = Client(headers={"user-agent": agent})
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    return client


def test_a_device_is_logged_out_alone(cast: Cast) -> None:
    for name in ("tina", "newt"):
        get_user_model().objects.create_user(name, password=PASSWORD)
    here, lost, other = (browser_of("tina", agent) for agent in (LAPTOP, PHONE, ""))
    newt = browser_of("newt", PHONE)
    page = words(here.get("/accounts/sessions/"))
    assert [page.count(name) > 0 for name in ("Firefox on Linux", "Safari on iPhone", "Unknown device")] == [True] * 3
    sessions = {row.session_key: row.pk for row in UserSession.objects.all()}
    for client, ended in ((newt, False), (lost, True)):
        key = client.session.session_key
        answer = here.post("/accounts/sessions/", {"session": sessions[key]}, follow=True)
        assert ("Safari on iPhone has been logged out." in words(answer)) is ended
        assert UserSession.objects.filter(session_key=key).exists() is not ended
    assert [client.get("/accounts/sessions/").status_code for client in (here, other, newt, lost)] == [
        200,
        200,
        200,
        302,
    ]


@pytest.mark.parametrize("session", ["", "x", "999999999"])
def test_a_device_that_is_not_there_logs_nobody_out(cast: Cast, session: str) -> None:
    get_user_model().objects.create_user("tina", password=PASSWORD)
    here, other = browser_of("tina", LAPTOP), browser_of("tina", PHONE)
    assert here.post("/accounts/sessions/", {"session": session}).status_code == 302
    assert [client.get("/accounts/sessions/").status_code for client in (here, other)] == [200, 200]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (LAPTOP, "Firefox on Linux"),
        (PHONE, "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("(Linux; Android 15) SamsungBrowser/27.0 Chrome/125.0 Safari/537.36", "Samsung Internet on Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari on Mac"),
        ("Mozilla/5.0 (X11; CrOS x86_64 16181) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome on ChromeOS"),
        ("Lynx (Linux)", "A browser on Linux"),
        ("Opera/9.80", "Opera"),
        ("curl/8.0", "Unknown device"),
    ],
)  # fmt: skip
def test_a_device_is_called_by_its_browser_and_system(agent: str, name: str) -> None:
    assert device_name(agent) == name


def test_the_passkeys_of_others_are_not_found(cast: Cast) -> None:
    get_user_model().objects.create_user("tina", password=PASSWORD)
    theirs = Authenticator.objects.create(user=cast.users["stranger"], type="webauthn", data={"name": "A ring"})
    tina = browser_of("tina", LAPTOP)
    tina.post("/accounts/reauthenticate/", {"password": PASSWORD})
    for deed in ("edit", "remove"):
        address = f"/accounts/2fa/webauthn/keys/{theirs.pk}/{deed}/"
        assert [tina.get(address).status_code, tina.post(address, {"name": "Mine"}).status_code] == [404, 404]
    assert Authenticator.objects.get().data == {"name": "A ring"}


# Letters

STOCK = Path(allauth.__file__).parent / "templates"
LETTERS = sorted(
    str(file.relative_to(STOCK)) for app in ("account", "mfa") for file in STOCK.glob(f"{app}/email/*.txt")
)


def stock_words() -> set[str]:
    """Every piece of text of the letters that come with allauth, between its tags and lines."""
    texts = [(STOCK / name).read_text() for name in LETTERS]
    pieces = {piece.strip() for text in texts for piece in re.split(r"\{[{%].*?[%}]\}|\n", text)}
    return {piece for piece in pieces if piece.count(" ") > 2}


@pytest.mark.parametrize("code", ["", "QX7-3ZP"])
def test_no_letter_is_in_the_words_that_come_with_allauth(settings: Any, code: str) -> None:
    known = {
        "code": code, "user": SimpleNamespace(username="Ann & Bo"), "username": "Ann & Bo", "email": "a@example.org",
        "current_site": SimpleNamespace(domain="dice.example.org", name="dice.example.org"), "ip": "192.0.2.1",
        "request": RequestFactory().get("/"), "user_agent": "Firefox", "timestamp": "now",
        "from_email": "b@example.org", "to_email": "c@example.org", "deleted_email": "d@example.org", "activate_url": "https://dice.example.org/go",
        "password_reset_url": "https://dice.example.org/reset", "signup_url": "https://dice.example.org/signup",
    }  # fmt: skip
    assert len(LETTERS) >= 30
    for name in LETTERS:
        template = get_template(name)
        assert template.origin.name.startswith(str(settings.BASE_DIR / "templates")), f"write {name}"
        said = template.render(known)
        assert [piece for piece in stock_words() if piece in said] == [], name
        assert "&amp;" not in said
        if name.endswith("_message.txt"):
            assert "Dramatis" in said.partition("dice.example.org")[0], name


def test_a_letter_says_what_it_is_for_and_what_to_do(cast: Cast, mailoutbox: list[Any]) -> None:
    form = {"username": "ann", "email": "ann@example.org", "password1": PASSWORD, "password2": PASSWORD}
    Client().post("/accounts/signup/", form)
    for address in ("ann@example.org", "nobody@example.org"):
        Client().post("/accounts/password/reset/", {"email": address})
    assert [(letter.subject, letter.to) for letter in mailoutbox] == [
        ("[Dramatis] Confirm your email address", ["ann@example.org"]),
        ("[Dramatis] Your code to reset your password", ["ann@example.org"]),
        ("[Dramatis] No account with this email address", ["nobody@example.org"]),
    ]
    confirm, reset, unknown = (letter.body for letter in mailoutbox)
    assert "ann gave this email address to Dramatis. If that was you, confirm it here:\n\nhttp" in confirm
    assert re.search(
        r"Your code:\n\n\S+\n\nEnter it on the page where you asked for it. It works for 10 minutes.", reset
    )
    assert "/accounts/signup/" in unknown
    assert [letter.body.splitlines()[-2:] for letter in mailoutbox] == [["Dramatis", "testserver"]] * 3

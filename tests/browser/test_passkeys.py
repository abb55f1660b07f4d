"""A passkey from a device that has one: added, used to log in, and the device that did so logged out from another."""

from typing import Any

from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.test_accessibility import AXE, fits, reads

PASSWORD = "a phoenix feather and a spare"
LINUX = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"


class Finger:
    """A device of the browser's own that knows fingers, one of which is always there. It forgets what it holds when a
    page with a process of its own is opened, so it is plugged in where it is used, with all it held before."""

    def __init__(self) -> None:
        self.held: dict[str, Any] = {}

    def plug_in(self, page: Page) -> None:
        devtools = page.context.new_cdp_session(page)
        devtools.send("WebAuthn.enable")
        knows = {"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True}
        options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, **knows}
        device = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        if self.held:
            devtools.send("WebAuthn.addCredential", {**device, "credential": self.held})
        devtools.on("WebAuthn.credentialAdded", lambda event: self.held.update(event["credential"]))


def log_in(page: Page) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Username or email").fill("newt")
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()


def usable(page: Page) -> list[str]:
    faults = [*reads(page, coloured=False), *fits(page, coloured=False, shaped=True)]
    page.set_viewport_size({"width": 1280, "height": 900})
    return faults


def test_a_passkey_logs_in_and_its_device_is_logged_out(windows: Windows) -> None:
    get_user_model().objects.create_user("newt", password=PASSWORD)
    page = windows(user_agent=LINUX).new_page()
    page.add_init_script(AXE)
    log_in(page)
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_label("Name")).to_have_value("Chrome on Linux")
    assert usable(page) == []
    finger = Finger()
    finger.plug_in(page)
    page.get_by_role("button", name="Add passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.goto("/accounts/2fa/webauthn/")
    page.get_by_role("link", name="Rename Chrome on Linux").click()
    assert usable(page) == []
    page.get_by_label("Name").fill("The old laptop")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("The old laptop")
    assert usable(page) == []

    page.locator(".menu summary").click()
    page.get_by_role("button", name="Log out").click()
    page.goto("/accounts/login/?next=/accounts/sessions/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("alert")).to_have_text("No passkey was used. Try again.")
    finger.plug_in(page)
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name="Devices and sessions")).to_be_visible()

    phone = windows(user_agent=IPHONE).new_page()
    log_in(phone)
    finger.plug_in(phone)
    phone.get_by_role("button", name="Use a passkey").click()
    phone.wait_for_url(lambda address: "/accounts/" not in address)
    page.reload()
    devices = page.locator("main li")
    expect(devices.filter(has_text="This device")).to_contain_text("Chrome on Linux")
    assert usable(page) == []
    page.get_by_role("button", name="Log out Safari on iPhone").click()
    expect(page.locator("#messages")).to_contain_text("Safari on iPhone has been logged out.")
    expect(devices).to_have_count(1)
    phone.goto("/accounts/sessions/")
    expect(phone.get_by_role("heading", name="Log in")).to_be_visible()


def test_without_scripts_the_log_in_page_says_what_passkeys_need(windows: Windows) -> None:
    page = windows(java_script_enabled=False).new_page()
    page.goto("/accounts/login/")
    expect(page.get_by_text("Passkeys need JavaScript")).to_be_visible()
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_hidden()
    expect(page.locator("main").get_by_role("button", name="Log in", exact=True)).to_be_visible()

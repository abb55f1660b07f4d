"""What allauth asks us: how secrets of a second factor are kept, and what a new passkey is called."""

import base64
import hashlib
from functools import cache
from typing import Any

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings

from config.device_names import device_name


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Keeps seeds and recovery codes encrypted: a stolen dump of the database opens no account."""

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        """The device it is added on, which somebody may call otherwise."""
        return device_name(context.request.headers.get("User-Agent", ""))

    def encrypt(self, text: str) -> str:
        return _ring((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _ring((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)).decrypt(encrypted_text.encode()).decode()


@cache
def _ring(secrets: tuple[str, ...]) -> MultiFernet:
    """Encrypts with the first secret, reads with any, so that the secret can be changed."""
    digests = (hashlib.sha256(b"second factor" + secret.encode()).digest() for secret in secrets)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])

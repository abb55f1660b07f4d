"""Django's own deployment checks, on the settings a real installation gets."""

import os
import subprocess
import sys

from config.environment import ROOT
from tests.config.test_environment import WHOLE


def test_a_real_installation_passes_the_deployment_checks():
    whole = {
        **os.environ,
        **WHOLE,
        "SECRET_KEY": "".join(chr(48 + n) for n in range(70)),
        "TRUSTED_PROXIES": "1",
    }
    del whole["DJANGO_ALLOW_ASYNC_UNSAFE"]  # the tests' own
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=ROOT, env=whole, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_without_what_it_needs_it_ends_with_sentences():
    bare = {name: value for name, value in os.environ.items() if name not in WHOLE}
    command = [sys.executable, "manage.py", "check"]
    done = subprocess.run(command, cwd=ROOT, env={**bare, "LOCAL": "0"}, capture_output=True, text=True)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "DATABASE_URL is not set." in done.stderr


def test_older_keys_are_taken_from_the_environment():
    whole = {**os.environ, **WHOLE, "SECRET_KEY_FALLBACKS": f"{'a' * 50}\n{'b' * 50}"}
    code = "from config import settings; print(*settings.SECRET_KEY_FALLBACKS)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=whole, capture_output=True, text=True)
    assert done.stdout.split() == ["a" * 50, "b" * 50], done.stderr

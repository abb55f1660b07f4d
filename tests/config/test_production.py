"""Django's own deployment checks, on the settings a real installation gets."""

import os
import re
import subprocess
import sys

from django.test import Client

from config.environment import ROOT, Environment
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


def test_the_proxy_asks_for_a_host_that_answers_and_takes_what_the_site_takes(settings, db):
    """Caddy sends nobody to a site whose `/healthz` refuses it, and asks by the upstream's name unless told another."""
    caddy = (ROOT / "docker" / "Caddyfile").read_text()
    asked = re.search(r"health_headers \{\s*Host (\S+)", caddy)
    settings.ALLOWED_HOSTS = Environment(**{name.lower(): value for name, value in WHOLE.items()}).hosts
    settings.SECURE_SSL_REDIRECT, settings.SECURE_REDIRECT_EXEMPT = True, [r"^healthz$"]
    by_name = Client(headers={"host": asked[1] if asked else "web:8000"})
    assert by_name.get("/healthz").status_code == 200
    most = re.findall(r"max_size (\d+)MiB", caddy)
    assert [int(one) * 1024 * 1024 for one in most] == [settings.DATA_UPLOAD_MAX_MEMORY_SIZE]


def test_older_keys_are_taken_from_the_environment():
    whole = {**os.environ, **WHOLE, "SECRET_KEY_FALLBACKS": f"{'a' * 50}\n{'b' * 50}"}
    code = "from config import settings; print(*settings.SECRET_KEY_FALLBACKS)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=whole, capture_output=True, text=True)
    assert done.stdout.split() == ["a" * 50, "b" * 50], done.stderr

"""A database to measure in: the test runner's own, thrown away afterwards."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def world() -> Iterator[Any]:
    """Django set up, a fresh database with the rulebooks and the demo world. Yields the demo's Jane."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("STATIC_MANIFEST", "0")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    import django

    django.setup()
    from django.test.utils import get_runner, override_settings

    from campaigns.demo import demo
    from characters.models import Character
    from rules.catalogue.loading import load_rulebooks
    from rules.warm import warm_up

    runner = get_runner(None, "django.test.runner.DiscoverRunner")(verbosity=0, interactive=False)
    old = runner.setup_databases()
    try:
        with override_settings(ROOT_URLCONF="benchmarks.urls", ALLOWED_HOSTS=["testserver"]):
            load_rulebooks()
            demo.load()
            warm_up()
            yield Character.objects.select_related("owner").get(name="Jane Alderwick")
    finally:
        runner.teardown_databases(old)

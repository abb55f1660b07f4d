"""The Celery app. Tasks live in each app's `tasks.py`; all they do is fetch a row and call its action."""

import os
from typing import Any

from celery import Celery
from celery.signals import celeryd_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("dramatis")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["campaigns.party", "campaigns.news"])


@celeryd_init.connect  # type: ignore[untyped-decorator]  # Celery has no types
def have_patience(conf: Any, **_: Any) -> None:
    """A worker waits longer for its broker than a page may, and would lose its line on a busy machine."""
    conf.broker_transport_options = {**conf.broker_transport_options, "socket_timeout": 10}

"""The Celery app. Tasks live in each app's `tasks.py`; all they do is fetch a row and call its action."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("dramatis")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

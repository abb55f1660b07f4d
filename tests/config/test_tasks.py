"""A worker knows every task that the clock asks it for."""

import subprocess
import sys

from django.conf import settings as django_settings

KNOWN = """
from config.celery import app
app.loader.import_default_modules()
print(*app.tasks)
"""
"""What a worker does before its first task, in a process of its own: here, some other test may have imported it."""


def test_a_worker_knows_every_task_of_the_clock() -> None:
    known = subprocess.run([sys.executable, "-c", KNOWN], check=True, capture_output=True, text=True).stdout.split()
    assert {task["task"] for task in django_settings.CELERY_BEAT_SCHEDULE.values()} <= set(known)

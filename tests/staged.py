"""The demo world for a module's tests: made once, and each test leaves it as it was."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from campaigns.demo import demo


def staged(*campaigns: str) -> Any:
    """A fixture of a module's: these campaigns of the demo world, in a transaction around those of the tests."""

    @pytest.fixture(scope="module")
    def stage(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
        with django_db_blocker.unblock(), transaction.atomic():
            demo.load(*campaigns)
            yield
            transaction.set_rollback(True)

    return stage

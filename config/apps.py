from django.apps import AppConfig
from django.core import checks

from config.newer import check_database


class SiteConfig(AppConfig):
    name = "config"
    label = "site_config"

    def ready(self) -> None:
        # So that `shared_task` finds our Celery app in every process.
        from config import celery  # noqa: F401

        checks.register(check_database, checks.Tags.database)

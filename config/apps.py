from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "config"
    label = "site_config"

    def ready(self) -> None:
        # So that `shared_task` finds our Celery app in every process.
        from config import celery  # noqa: F401

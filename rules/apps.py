from django.apps import AppConfig
from django.core import checks


class RulesConfig(AppConfig):
    name = "rules"

    def ready(self) -> None:
        from rules.audit.checks import check_rules

        checks.register(check_rules, "rules")

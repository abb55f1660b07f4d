from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"

    def ready(self) -> None:
        from campaigns import readers, signals
        from characters import parties

        signals.connect()
        readers.connect()
        parties.connect()

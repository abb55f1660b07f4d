from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "campaigns"

    def ready(self) -> None:
        from campaigns import readers, signals
        from campaigns.party import party_prints

        signals.connect()
        readers.connect()
        party_prints.connect()

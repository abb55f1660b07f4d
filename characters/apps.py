from django.apps import AppConfig


class CharactersConfig(AppConfig):
    name = "characters"

    def ready(self) -> None:
        from characters import readers, signals

        signals.connect()
        readers.connect()

from django.apps import AppConfig


class CharactersConfig(AppConfig):
    name = "characters"

    def ready(self) -> None:
        from characters import signals
        from characters.library import book_usage

        signals.connect()
        book_usage.connect()

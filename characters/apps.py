from django.apps import AppConfig


class CharactersConfig(AppConfig):
    name = "characters"

    def ready(self) -> None:
        from characters import signals
        from characters.library import book_usage, entry_samples

        signals.connect()
        book_usage.connect()
        entry_samples.connect()

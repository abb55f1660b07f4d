"""Background work for news: the task delegates."""

from celery import shared_task

from campaigns.news.letters import send_at_once, send_letters


@shared_task(name="campaigns.send_letters")  # type: ignore[untyped-decorator]  # Celery has no types
def send_news() -> None:
    """Write to whoever wants a letter a day."""
    send_letters()


@shared_task(name="campaigns.send_at_once")  # type: ignore[untyped-decorator]  # Celery has no types
def send_news_at_once() -> None:
    """Write to whoever wants some news at once."""
    send_at_once()

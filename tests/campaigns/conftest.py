"""The cast is at hand in every test of campaigns, too, with its sheets and a queue that no worker listens to."""

from tests.characters.conftest import book, cast, job, quiet_broker

__all__ = ["book", "cast", "job", "quiet_broker"]

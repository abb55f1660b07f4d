"""The cast is at hand in every test of characters."""

from tests.cast import book, cast

__all__ = ["book", "cast"]

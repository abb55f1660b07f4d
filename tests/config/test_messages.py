"""What waits for a page to be said on it."""

import pytest

from config.messages import MOST
from tests.cast import Cast, book, cast
from tests.characters.posting import at, words
from tests.characters.test_marks import tapped

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def test_what_no_page_was_loaded_for_is_told_of_the_newest_alone(cast: Cast) -> None:
    owner, url = cast["owner"], at(cast.jane, "play")
    for _ in range(MOST + 10):
        owner.post(url, tapped(change=-1))
    page = words(owner.get(at(cast.jane, "sheet")))
    assert page.count('<p class="message ') == MOST

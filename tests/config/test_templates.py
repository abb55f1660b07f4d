"""Templates are sent without their indentation, and say what they said."""

import pytest
from django.template import Context, Engine
from django.test import Client

from config.templates import squeezed

SOURCE = """<p>
    One
    {% if two %}
      two
    {% else %}{% if three %}
      three
    {% endif %}{% endif %}
    {% if two %}, four{% endif %}
    <b>five</b>
</p>
"""


@pytest.mark.parametrize("known", [{"two": True}, {"three": True}, {}])
def test_a_squeezed_template_says_the_same_words(known: dict[str, bool]) -> None:
    def drawn(source: str) -> list[str]:
        return Engine().from_string(source).render(Context(known)).split()

    assert drawn(squeezed(SOURCE)) == drawn(SOURCE)


def test_no_line_is_indented_and_a_silent_tag_leaves_no_line() -> None:
    assert squeezed(SOURCE).splitlines()[:4] == ["<p>", "One", "{% if two %}two", "{% else %}{% if three %}three"]


def test_a_page_has_next_to_no_white_space_that_says_nothing(client: Client, db: None) -> None:
    page = client.get("/").content.decode()
    assert len(page) < 1.05 * len(" ".join(page.split()))

"""Links with the old names of addresses lead to the same page."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast, book, cast, whole_cast
from tests.test_permissions import TABLE

__all__ = ["book", "cast", "whole_cast"]

ASKED = "?q=owls%20%26%20caf%C3%A9s&q=%2B&sort=&page=2"


def old_links(cast: Cast) -> Iterator[tuple[str, str, str]]:
    """Every page of a campaign and of the list of spells: a name, the address as it was, and as it is."""
    for name, row in TABLE.items():
        now = reverse(name, args=row.args(cast))
        was = re.sub(r"^/campaigns/(\d+)/spells/", r"/tables/\1/grimoire/", now)
        was = re.sub(r"^/spells/", "/grimoire/", re.sub(r"^/campaigns/", "/tables/", was))
        if row.get == 200 and was != now:
            yield name, was, now


def test_every_old_link_leads_on_for_good_with_what_it_asked(whole_cast: Cast) -> None:
    links = list(old_links(whole_cast))
    assert {name for name, _, _ in links} >= {
        *("campaigns", "campaign", "campaign_rules", "campaign_history", "spells_at", "table_books", "print_party"),
        *("roster", "roster_csv", "roster_panel", "coverage", "coverage_csv", "grimoire", "spell", "homebrew_spell"),
    }
    for name, was, now in links:
        for query in ("", ASKED):
            moved = whole_cast["gm"].get(was + query)
            assert (moved.status_code, moved["Location"]) == (301, now + query), name
        assert whole_cast["gm"].get(was, follow=True).status_code == 200, name


def test_an_invite_link_is_where_it_was(cast: Cast) -> None:
    page = cast["nobody"].get(f"/join/{cast.invitation.token}/")
    assert page.status_code == 200
    assert str(cast.table) in page.content.decode()


@pytest.mark.parametrize("rest", ["", "caf%C3%A9/", "5/%2F%2Fexample.org/", "/example.org/", "5/grimoire/x%3Fy%23z"])
def test_an_old_address_leads_nowhere_else(client: Client, rest: str) -> None:
    to = client.get(f"/tables/{rest}")["Location"]
    assert to == f"/campaigns/{rest}".replace("/grimoire/", "/spells/").replace("%2F", "/")


def test_nothing_is_sent_to_an_old_address(client: Client) -> None:
    assert client.head("/grimoire/")["Location"] == "/spells/"
    refused = client.post("/tables/")
    assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD")
    assert "Nothing was changed." in refused.content.decode()

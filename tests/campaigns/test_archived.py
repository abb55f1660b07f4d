"""Whatever a game master sends to an archived campaign, or to an NPC of one, nothing there is written."""

from collections.abc import Iterator

import pytest
from django.urls import reverse

from campaigns.actions import archive
from campaigns.demo.demo import JANE
from characters import actions
from characters.tables import ARCHIVED
from tests.cast import Cast, book, cast, whole_cast
from tests.test_permissions import CHANGE, HX, TABLE, TABLES, Answer

__all__ = ["book", "cast", "whole_cast"]

pytestmark = pytest.mark.django_db
OPEN = {"revoke", "leave", "archive", "roster_columns"}
"""Closing a door, and what is one's own."""
OF_ONESELF = {"read_news", "print", "duplicate", "unshare"}
"""What of an NPC of an archived campaign stays: to have read its news, to take a copy, and to revoke a link."""
ELSEWHERE = {"campaigns", "join"}
"""Addresses of no campaign yet."""


def addresses(cast: Cast) -> Iterator[tuple[str, str]]:
    """Where one may write in a campaign, and about an NPC of it."""
    made = {"system": "hprpg", "by": cast.users["gm"], "build": {}, "campaign": cast.table, "npc": True}
    hob, binned = (actions.create_character(name=name, **made) for name in ("Hob", "Gone"))
    actions.bin_character(character=binned)
    for name, row in TABLE.items():
        if row.post is None or name in ELSEWHERE:
            continue
        first, *rest = row.args(cast) or [0]
        if name in TABLES:
            yield name, reverse(name, args=[first, *rest])
        elif name in ("unbin", "purge"):
            yield name, reverse(name, args=[binned.pk])
        elif first == cast.jane.pk:
            yield name, reverse(name, args=[hob.pk, *rest])


def test_nothing_of_an_archived_campaign_is_written(whole_cast: Cast) -> None:
    gm, walked = whole_cast["gm"], list(addresses(whole_cast))
    written = {name for name, url in walked if Answer(gm, "POST", url, TABLE[name], {}).writes}
    assert {"session_notes", "what_if", "share", "portrait", "bin", "unbin", "purge", "seat"} <= written
    archive(campaign=whole_cast.table)
    for headers, status in (({}, 422), (HX, 403)):
        answers = {name: Answer(gm, "POST", url, TABLE[name], headers) for name, url in walked}
        assert {name for name, answer in answers.items() if answer.writes} <= OPEN | OF_ONESELF
        for name, answer in answers.items():
            if name not in TABLES | OF_ONESELF and TABLE[name].who == CHANGE:
                assert (answer.status, ARCHIVED in answer.body.decode()) == (status, True), name
    address = dict(walked)["session_notes"]
    told = gm.post(address, {"text": "Seen.", "before": ""}, headers={"Accept": "application/json"})
    assert (told.status_code, told.json()) == (422, {"says": ARCHIVED})


def test_a_link_to_an_npc_of_an_archived_campaign_can_be_revoked(cast: Cast) -> None:
    gm = cast.users["gm"]
    hob = actions.create_character(system="hprpg", by=gm, name="Hob", build=JANE, campaign=cast.table, npc=True)
    link = actions.share(character=hob, by=gm)
    archive(campaign=cast.table)
    assert cast["gm"].post(reverse("unshare", args=[hob.pk, link.pk]), {"sure": "1"}).status_code == 302
    assert not hob.share_links.exists()

"""Two game masters have the same form open: each changes what they changed, and nothing else."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns import next_session
from campaigns.chronicle import handouts, scenes, sessions
from campaigns.chronicle.scenes import SceneDraft
from campaigns.merging import chosen
from campaigns.models import Beast, Campaign, GameSession, Handout, Scene
from campaigns.tables import beasts
from tests.cast import Cast, book, cast
from tests.characters.posting import filled_in, words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def test_what_was_sent_as_it_was_seen_stays_as_it_stands() -> None:
    assert [chosen("owl", "key", seen) for seen in (None, "key", "hat")] == ["key", "owl", "key"]
    assert chosen(frozenset("abx"), frozenset("ac"), frozenset("ab")) == frozenset("axc")
    assert chosen(frozenset("abx"), frozenset("ac"), None) == frozenset("ac")


def sent(cast: Cast, page: str, form: str, meanwhile: Callable[[], Any], **changed: Any) -> None:
    """The form of a page as it was opened, with these changes, sent after what somebody else did."""
    opened = filled_in(cast["gm"].get(page), form)
    meanwhile()
    action = page if 'action="' not in form else form.partition('action="')[2].rstrip('">')
    answer = cast["gm"].post(action, {**opened, **changed})
    assert answer.status_code == 302, answer.content.decode()[:2000]


def test_a_scene_keeps_who_came_meanwhile(cast: Cast) -> None:
    key = beasts.found(cast.table, "")[0][0]
    came = beasts.bring_in(
        campaign=cast.table, by=cast.users["gm"], system=key.game.key, key=key.entry.key, count=3, name="Wolf"
    )
    first, second, third = (one.pk for one in came)
    scene = scenes.write(campaign=cast.table, draft=SceneDraft("Ambush", beasts={first, second}))
    page = reverse("scene", args=[cast.table.pk, scene.pk])
    sent(cast, page, '<form method="post" class="stack">', lambda: scene.beasts.add(third), beasts=[str(first)])
    assert set(Scene.objects.get(pk=scene.pk).beasts.values_list("pk", flat=True)) == {first, third}


def test_a_beast_keeps_the_figures_another_changed(cast: Cast) -> None:
    found = beasts.found(cast.table, "")[0][0]
    (wolf,) = beasts.bring_in(
        campaign=cast.table, by=cast.users["gm"], system=found.game.key, key=found.entry.key, count=1, name="Wolf"
    )
    mine, theirs = (one.key for one, _ in beasts.figures_of(wolf)[:2])
    other = lambda: beasts.change_figures(beast=wolf, name="Fenris", values={theirs: 7}, by=cast.users["gm"])  # noqa: E731
    form = f'<form class="stack" method="post" action="{wolf.get_absolute_url()}">'
    sent(cast, wolf.get_absolute_url(), form, other, **{f"figure.{mine}": "5", "save": "1"})
    held = Beast.objects.get(pk=wolf.pk)
    assert (held.name, held.build["scores"][mine], held.build["scores"][theirs]) == ("Fenris", 5, 7)


def test_a_session_keeps_its_day_and_a_handout_its_readers(cast: Cast) -> None:
    gm, player, spectator = (cast.users[who] for who in ("gm", "owner", "spectator"))
    told = sessions.tell(campaign=cast.table, by=gm, held_on=date(2026, 1, 2), title="Rain", story="")
    page = reverse("session", args=[cast.table.pk, told.pk])
    other = lambda: GameSession.objects.filter(pk=told.pk).update(held_on=date(2026, 1, 3))  # noqa: E731
    sent(cast, page, '<form method="post" class="stack">', other, story="It rained.")
    held = GameSession.objects.get(pk=told.pk)
    assert (held.held_on, held.story) == (date(2026, 1, 3), "It rained.")
    paper = handouts.write(campaign=cast.table, by=gm, title="Letter", text="Come.")
    page = reverse("handout", args=[cast.table.pk, paper.pk])
    shown = lambda: handouts.show(handout=paper, people=[player.pk])  # noqa: E731
    sent(cast, page, '<form method="post" class="stack">', shown, reader=[str(spectator.pk)], deed="show-some")
    assert set(Handout.objects.get(pk=paper.pk).readers.all()) == {player, spectator}


def test_a_campaign_keeps_its_face_its_games_and_its_next_day(cast: Cast) -> None:
    table = Campaign.objects.filter(pk=cast.table.pk)
    page, day = reverse("campaign_settings", args=[cast.table.pk]), timezone.localdate() + timedelta(days=3)
    form = f'<form method="post" class="stack" action="{page}" enctype="multipart/form-data">'
    opened = filled_in(cast["gm"].get(page), form)
    table.update(colour="sea" if opened["colour"] != ["sea"] else "moss")
    colour = table.get().colour
    cast["gm"].post(page, {**opened, "about": "By night."})
    assert (table.get().colour, table.get().about) == (colour, "By night.")
    games = filled_in(cast["gm"].get(page), '<form id="games" method="post" class="stack"')
    table.update(games=["dominion", "duality"])
    cast["gm"].post(page, {**games, "game": [one for one in games["game"] if one != "duality"]})
    assert table.get().games == ["dominion"]
    next_session.set_date(campaign=cast.table, day=day.isoformat(), hour="19:00")
    dated = filled_in(cast["gm"].get(table.get().get_absolute_url()), f'<form method="post" action="{page}">')
    next_session.set_date(campaign=cast.table, day=(day + timedelta(days=1)).isoformat(), hour="19:00")
    cast["gm"].post(page, {**dated, "next_at": "20:30"})
    held = table.get()
    assert held.next_at
    assert (held.next_on, f"{held.next_at:%H:%M}") == (day + timedelta(days=1), "20:30")


def test_of_two_who_set_the_next_day_the_second_is_told_of_the_first(cast: Cast) -> None:
    table, party = Campaign.objects.filter(pk=cast.table.pk), cast.table.get_absolute_url()
    page, day = reverse("campaign_settings", args=[cast.table.pk]), timezone.localdate() + timedelta(days=3)
    form = f'<form method="post" action="{page}">'
    first, second = (filled_in(cast["gm"].get(party), form) for _ in range(2))
    cast["gm"].post(page, {**first, "next_on": day.isoformat(), "next_at": "19:00"})
    later = (day + timedelta(days=1)).isoformat()
    refused = cast["gm"].post(page, {**second, "next_on": later, "next_at": "18:00"})
    assert (refused.status_code, table.get().next_on) == (422, day)
    shown = words(refused)
    assert "Someone else edited this too. Save again to keep your version." in shown
    assert f"{day:%A} {day.day} {day:%B}" in shown, "what they saved stands beside it"
    again = filled_in(refused, form)
    assert (again["next_on"], again["next_at"]) == ([later], ["18:00"]), "and what was typed stays"
    cast["gm"].post(page, again)
    assert table.get().next_on == day + timedelta(days=1)

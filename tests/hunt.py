"""A hunt for the dearest request of each address that is still accepted, beside the same address with the largest
character of the demonstration: processor time in one process, warm, with everything rolled back.

`tests/test_hunt.py` hunts a little, `make hunt` everywhere, and prints the table.
"""

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from datetime import date
from html import unescape
from itertools import cycle, islice, product
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.template import Template
from django.test import Client
from django.test.utils import _TestState
from django.urls import reverse

from campaigns import actions as sitting
from campaigns import stash
from campaigns.chronicle import scenes, sessions
from campaigns.chronicle.scenes import npcs_of
from campaigns.models import Campaign, GameSession, Scene, StashEvent, StashItem
from characters import actions, keeping
from characters.history.revisions import MOST_CHANGES
from characters.models import Character
from rules.kernel import Build
from rules.kernel.documents import FORMAT
from rules.kernel.documents.builds import SCORE_LIMIT
from rules.kernel.pages import Game
from rules.models import Book
from tests.books.hunt import World, addresses, furnish
from tests.by_game import largest
from tests.cast import shelved
from tests.characters.posting import FORM, HX, SCRIPT, filled_in

MOST_ENTRIES = 400
"""Where growing begins; more entries than one character may have."""
MOST = 20.0
"""So many times the ordinary request the dearest may cost."""
FLOOR = 0.010
"""Seconds that every request is taken to cost at least: below that the clock and the session are most of it."""
ROUNDS = 3
LONG = 1.0
"""Seconds beyond which once is enough."""
SPENT = 2.0
"""Seconds of processor for a hunt at one address. What is tried first is likely to be dearest."""
CROWD = 40
"""Characters of the table that the dear ones sit at, and of one owner."""

POSTED: Mapping[str, Mapping[str, str]] = {
    "random": {},
    "undo": {},
    "redo": {},
    "submit": {},
    "duplicate": {},
    "what_if": {},
    "bin": {},
    "print": {"paper": "a4"},
}
"""What else is posted to about a character, besides its forms and its trackers."""


@dataclass(frozen=True)
class Ask:
    """One request: of which address, and what makes it dear."""

    name: str
    url: str
    what: str = ""
    form: Mapping[str, Any] | None = None
    """What is posted; None for a GET."""
    htmx: bool = False
    scripted: bool = False
    """Whether a script of ours asks, as for a roll."""


@dataclass
class Price:
    """What an address costs: the ordinary request, and the dearest found."""

    name: str
    usual: float
    dearest: float
    what: str

    @property
    def ratio(self) -> float:
        return self.dearest / max(self.usual, FLOOR)

    def __str__(self) -> str:
        return f"{self.name:<28} {self.usual * 1000:9.1f} {self.dearest * 1000:9.1f} {self.ratio:7.1f}  {self.what}"


HEAD = f"{'address':<28} {'usual ms':>9} {'dearest':>9} {'times':>7}  what made it dear"


# Measuring


@contextmanager
def as_served() -> Iterator[None]:
    """Templates drawn as on the site: what tests look at afterwards costs more than most pages."""
    watched, Template._render = Template._render, _TestState.saved_data.template_render
    try:
        yield
    finally:
        Template._render = watched


def once(client: Client, ask: Ask) -> tuple[float, int]:
    """Seconds of processor and the status, with nothing kept. An answer is read whole."""
    headers = {**(HX if ask.htmx else {}), **(SCRIPT if ask.scripted else {})}
    pocket = client.cookies.copy()
    with transaction.atomic():
        began = time.process_time()
        if ask.form is None:
            answer = client.get(ask.url, headers=headers)
        else:
            body = urlencode(ask.form, doseq=True)
            began = time.process_time()
            answer = client.post(ask.url, body, content_type=FORM, headers=headers)
        _ = answer.getvalue() if answer.streaming else answer.content
        took = time.process_time() - began
        transaction.set_rollback(True)
    client.cookies = pocket
    return took, int(answer.status_code)


def price(client: Client, ask: Ask) -> float:
    """The least of a few, warm, for nothing makes a request cheaper than it is; 0 for what is refused."""
    took, status = once(client, ask)
    if status >= 400:
        return 0.0
    return min(took if took > LONG else once(client, ask)[0] for _ in range(ROUNDS))


# What people may have


Way = Callable[[int], dict[str, Any]]
"""A document by its size."""


def hostile(system: Game) -> Iterator[tuple[str, str, Way]]:
    """Ways to make a character dear: what is grown, the path of it, and a document by its size."""
    names, usual = system.names(system.rulebook), largest(system.key)

    def built(**mappings: Any) -> dict[str, Any]:
        return {"build": {**usual, **{key: {**usual.get(key, {}), **more} for key, more in mappings.items()}}}

    lists = {key: next(reversed(list(_samples(usual, key)))) for key in sorted(names.entries)}
    yield "every list", "", lambda n: built(entries={key: [one] * (n // len(lists)) for key, one in lists.items()})
    for key in sorted(names.entries):
        path = f"entries.{key}"
        for sample in _samples(usual, key):
            told = json.dumps(sample)[:40] if sample else "nothing"
            yield f"{key} with {told}", path, lambda n, key=key, one=sample: built(entries={key: [one] * n})  # type: ignore[misc]
        yield f"{key}, each another", path, lambda n, key=key: built(entries={key: [_another(n) for n in range(n)]})  # type: ignore[misc]
        yield f"lists within {key}", path, lambda n, key=key: built(entries={key: [_nested(key, n % 97)] * (n // 4)})  # type: ignore[misc]
    yield "scores as high as may be", "", lambda n: built(scores=dict.fromkeys(names.scores, SCORE_LIMIT))
    yield "scores as low as may be", "", lambda n: built(scores=dict.fromkeys(names.scores, -SCORE_LIMIT))
    yield "scores nobody knows", "", lambda n: built(scores=_many("x", 20 * n, 7))
    yield "notes nobody knows", "", lambda n: built(notes=_many("x", 10 * n, "y" * 20))
    yield "notes as long as may be", "", lambda n: built(notes=dict.fromkeys(_written(system, usual), "w <" * 16 * n))
    yield (
        "picks as long as may be",
        "",
        lambda n: built(picks={k: [f"x{i}" for i in range(5 * n)] for k in names.picks}),
    )
    yield "rankings nobody knows", "", lambda n: built(ranks=_many("x", n // 4, ["y"] * n))
    yield "rolls nobody knows", "", lambda n: built(rolls=_many("x", n // 4, [6] * 100))
    yield "house rules nobody knows", "", lambda n: {"build": usual, "settings": _many("x", 10 * n, "y")}
    yield "lists within lists nobody knows", "", lambda n: {"build": usual, "beside": _deep(n // 8), "x": [[]] * 20 * n}


def _another(n: int) -> dict[str, Any]:
    return {"name": f"n{n}", "scores": {"x": n}, "notes": {"x": f"{n}"}}


def _nested(key: str, n: int) -> dict[str, Any]:
    inner = [{"name": f"n{n}", "entries": {key: [{"name": "x"}]}}]
    return {"name": f"n{n}", "entries": {key: inner, "effects": inner}}


def _deep(n: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(n):
        found = [found]
    return found


def _written(system: Game, usual: Mapping[str, Any]) -> list[str]:
    """The notes that the steps ask for."""
    sheet = system.read(Build.parse(usual), system.rulebook)
    paths = [field.path for step in system.steps(sheet) for field in step.fields if field.kind == "write"]
    return [path.removeprefix("notes.") for path in paths if path.startswith("notes.")]


def _many(word: str, count: int, value: Any) -> dict[str, Any]:
    return {f"{word}{n}": value for n in range(count)}


def _samples(usual: Mapping[str, Any], key: str) -> Iterator[dict[str, Any]]:
    """Entries of a list: with nothing, and the longest of the demonstration."""
    yield {}
    had = usual.get("entries", {}).get(key, [])
    if had:
        yield max(had, key=lambda one: len(json.dumps(one)))


def taken_in(client: Client, system: Game, document: Mapping[str, Any]) -> Character | None:
    """A character as the import takes it in; None where it does not."""
    answer = client.post(reverse("import"), imported(system, document))
    if answer.status_code >= 400:
        return None
    return Character.objects.with_table().latest("pk")


def imported(system: Game, document: Mapping[str, Any]) -> dict[str, str]:
    """The form that imports a document of a game."""
    return {"text": json.dumps({"format": FORMAT, "system": system.key, "name": "Hunted", **document})}


@dataclass
class Found:
    """Somebody dear: what makes them so, the step that shows it, and the document they came from."""

    what: str
    who: Character
    step: str
    document: dict[str, Any]


def grown(client: Client, system: Game, what: str, path: str, way: Way) -> Found | None:
    """The largest of this way that is taken in, by halving."""
    size = MOST_ENTRIES
    while size >= 12:
        document = way(size)
        if found := taken_in(client, system, document):
            return Found(what, found, _step_of(found, path), document)
        size //= 2
    return None


def dearest_people(client: Client, system: Game, most: int, ways: int | None = None) -> list[Found]:
    """The few whose sheets and steps cost most, the dearest first; of the first few ways only, if told so."""
    weighed = []
    for way in islice(hostile(system), ways):
        if found := grown(client, system, *way):
            urls = [reverse("sheet", args=[found.who.pk]), reverse("build", args=[found.who.pk, found.step])]
            weighed.append((sum(once(client, Ask("", url))[0] for url in urls), found))
    weighed.sort(key=lambda one: -one[0])
    for _, found in weighed[most:]:
        found.who.delete()
    return [found for _, found in weighed[:most]]


def _step_of(who: Character, path: str) -> str:
    """The step that shows what stands at a path, or else the one whose lists are longest."""
    steps = list(who.game.steps(who.read()))
    owning = [step for step in steps if path and step.owns(f"{path}.0")]
    listing = [step for step in steps if any(field.kind == "list" for field in step.fields)]
    return (owning or listing or steps)[0].key


# Asking


def parameters(page: str) -> list[str]:
    """What a page may be asked for, by the names of its inputs and in its links."""
    named = re.findall(r'<(?:input|select)[^>]*\bname="([^"]+)"', page)
    linked = re.findall(r"[?&;]([\w.-]+)=", " ".join(re.findall(r'href="([^"]*)"', page)))
    return [name for name in dict.fromkeys([*map(unescape, named), *linked]) if name != "csrfmiddlewaretoken"]


VALUES = ("999999999999", "-1", "1e308", "a", "x " * 2000)


def with_queries(ask: Ask, client: Client) -> Iterator[Ask]:
    """A page asked for more than it offers: each value for all of its parameters at once, and many of one name."""
    answer = client.get(ask.url)
    if answer.status_code != 200 or "html" not in answer.headers.get("Content-Type", ""):
        return
    named = [*parameters(answer.content.decode()), "q"][:40]
    start = ask.url.partition("?")[0]
    for value in VALUES:
        query = urlencode([(name, value) for name in named])
        yield Ask(ask.name, f"{start}?{query}", f"{ask.what}, every parameter {value[:12].strip()}")
    yield Ask(ask.name, f"{start}?{'&'.join(f'{named[0]}=a' for _ in range(2000))}", f"{ask.what}, one parameter often")


def posts(who: Character, client: Client, *, bombs: str) -> Iterator[Ask]:
    """What is posted about a character: its own forms as they stand, and at the step `bombs` what no page sends."""
    steps = [step.key for step in who.game.steps(who.read())]
    steps.sort(key=lambda key: key != bombs)
    for key in steps[:3] if bombs else steps:
        url = reverse("build", args=[who.pk, key])
        form = filled_in(client.get(url))
        form["version"] = [str(who.version)]
        yield Ask("POST build", url, "its form", form, htmx=True)
        if key == bombs:
            for what, more in bombs_of(who, form):
                yield Ask("POST build", url, what, {**form, **more}, htmx=True)
    for name, form in POSTED.items():
        yield Ask(f"POST {name}", reverse(name, args=[who.pk]), "", form)
    trackers = who.read().trackers
    for tracker in trackers[:: max(1, len(trackers) - 1)]:
        for change in ("+1", "+999"):
            tap = {"tracker": tracker.key, "change": change, "since": "0", "uid": str(uuid4())}
            yield Ask("POST play", reverse("play", args=[who.pk]), f"{tracker.key} {change}", tap)
    for check in [check for check in who.read().checks if check.dice][:1]:
        press = {**dict(check.answers), "since": "0", "deed": str(uuid4())}
        yield Ask("POST roll", reverse("roll", args=[who.pk]), check.key, press, scripted=True)
    for rest in who.read().live({tracker.key: 2 for tracker in trackers}).rests:
        press = {"rest": rest.key, "since": "0", "deed": str(uuid4())}
        yield Ask("POST rest", reverse("rest", args=[who.pk]), rest.key, press, scripted=True)
    last = actions.change_play(character=who, key=trackers[0].key, change=1, by=who.owner).number
    yield Ask("POST undo_play", reverse("undo_play", args=[who.pk, last]), "", {"deed": "x"}, scripted=True)
    rules = dict.fromkeys(who.game.settings, "999999999999" if bombs else "")
    yield Ask("POST house_rules", reverse("house_rules", args=[who.pk]), "every setting", rules)


def bombs_of(who: Character, form: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Fields beside those of a form that make it dear."""
    key = min(who.game.names(who.read().rulebook).entries, default="x")
    yield "places far down a list", {f"entries.{key}.{n * 60}.name": "x" for n in range(80)}
    yield "places down a list", {f"entries.{key}.{n * 2}.name": "x" for n in range(80)}
    yield "15,000 fields", _many("scores.x", 15_000, "1")
    yield "as many changes as may be", _many("scores.x", MOST_CHANGES - 5, "1")
    yield "every text anew", {path: "z" for path in list(form) if path.startswith(("notes.", "entries."))}
    yield "every text as long as may be", {path: "w <" * 400 for path in list(form) if path.startswith("notes.")}
    for depth in (3, 50, 900):
        value = json.dumps(_deep(depth))
        yield f"a fix {depth} deep", {"fix": f"entries.{key}={value}"}
        yield f"a value {depth} deep", {"path": f"entries.{key}", "value": value}
    many = json.dumps([{"name": f"n{n}"} for n in range(190)])
    yield "a fix of many", {"fix": f"entries.{key}={many}"}
    yield "a value of many", {"path": f"entries.{key}", "value": many}


def imports(system: Game, documents: Iterable[tuple[str, Mapping[str, Any]]]) -> Iterator[Ask]:
    for what, document in documents:
        yield Ask("POST import", reverse("import"), what, imported(system, document))


# The hunt


@dataclass
class Hunt:
    """Somebody who runs a table, first with the demonstration's people and then with their own."""

    client: Client
    by: User

    def world(self, people: list[Character], books: list[Book]) -> World:
        table = sitting.create_campaign(name="Hunted", by=self.by)
        table.books = [book.pk for book in books]
        table.save()
        furnish(table, self.by)
        Character.objects.filter(pk__in=[one.pk for one in people]).update(campaign=table)
        return World(table, books, list(Character.objects.with_table().filter(pk__in=[one.pk for one in people])))

    def usual(self, keys: Iterable[str]) -> World:
        made = [actions.create_character(system=key, by=self.by, name="Usual", build=largest(key)) for key in keys]
        return self.world(made, [self.book("usual", 2)])

    def crowd(self, people: Iterable[Character], count: int) -> None:
        """So many copies of people at their tables, every other one an NPC."""
        copies = []
        for n, who in zip(range(count), cycle(people), strict=False):
            copies.append(copy(who))
            copies[-1].pk, copies[-1].npc, copies[-1].name = None, n % 2 == 0, f"Copy {n}"
        Character.objects.bulk_create(copies)
        for table in Campaign.objects.filter(pk__in={who.campaign_id for who in copies}):
            self.tales(table)

    def tales(self, table: Campaign) -> None:
        """As many scenes, sessions and things in its stash as a table may have, with as much in them, under the longest
        names."""
        who = list(npcs_of(table)[: scenes.MOST_IN])
        Character.objects.filter(pk__in=[one.pk for one in who]).update(name="w <" * 66)
        parts = Scene.objects.bulk_create(
            Scene(campaign=table, title="w <" * 40, text="*w <" * 2500, asks=[f"{n} " + "w <" * 39 for n in range(12)])
            for _ in range(scenes.MOST - 1)
        )
        StashItem.objects.bulk_create(
            StashItem(campaign=table, name="w <" * 40, note="w <" * 100, amount=n) for n in range(2, stash.MOST)
        )
        told = {"what": "w <" * 40, "there": ": 3 left"}
        StashEvent.objects.bulk_create(
            StashEvent(campaign=table, kind="stash-out", data=told) for _ in range(keeping.EVENTS)
        )
        inside = Scene.npcs.through
        inside.objects.bulk_create(inside(scene=part, character=one) for part, one in product(parts, who))
        GameSession.objects.bulk_create(
            GameSession(campaign=table, held_on=date(2026, 1, 1), title="w <" * 40, story="*w <" * 5000, met=met)
            for met in ([f"{n} {m} " + "w <" * 37 for m in range(sessions.MOST_MET)] for n in range(sessions.MOST - 1))
        )

    def book(self, key: str, count: int) -> Book:
        """A book with so many items and spells."""
        row = {"effects": [{"to": "charm", "amount": 1}]}
        items = [{"key": f"{key}-item-{n}", "name": f"Thing {n}", **row} for n in range(count)]
        spell = {"discipline": "elemental", "incantation": "Profundis"}
        spells = [{"key": f"{key}-spell-{n}", "name": f"Light {n}", **spell} for n in range(count)]
        return shelved(self.by, "hprpg", key, "1", {"item": items, "spell": spells})

    def asks(self, world: World, few: int, found: Iterable[Found] = ()) -> Iterator[Ask]:
        """Every address about a world, `few` of one name for each of its people; `found` tells what makes them dear."""
        dear = {one.who.pk: one for one in found}
        order = list(dear) or [who.pk for who in world.people]
        shown = {reverse("build", args=[pk, one.step]) for pk, one in dear.items()}
        for name, urls in addresses(world, self.by).items():
            urls = sorted(dict.fromkeys(urls), key=lambda url: (url not in shown, _place(url, order)))
            first = [url for url in urls if url in shown]
            for url in dict.fromkeys([*first, *_spread(urls, few * max(1, len(world.people)))]):
                yield Ask(name, url, dear[pk].what if (pk := _whose(url)) in dear else "")
        for who in sorted(world.people, key=lambda who: order.index(who.pk))[:2]:
            yield from posts(who, self.client, bombs=dear[who.pk].step if who.pk in dear else "")


def _spread(urls: list[str], most: int) -> list[str]:
    return urls[:: max(1, len(urls) // most)][:most]


def _whose(url: str) -> int:
    """The number of the character that an address is about, 0 for none."""
    found = re.search(r"/characters/(\d+)/", url)
    return int(found[1]) if found else 0


def _place(url: str, order: list[int]) -> int:
    return order.index(pk) if (pk := _whose(url)) in order else len(order)


def prices(
    usually: Client, usual: Iterable[Ask], client: Client, dear: Iterable[Ask], spent: float = SPENT
) -> list[Price]:
    """For each address the dearest of the usual requests beside the dearest of all; the worst ratio comes first.

    `spent` seconds of processor are for the search at one address; what looks dear there is measured once more.
    """
    common = _dearest(usually, usual, spent)
    found = {name: Price(name, cost, cost, "as usual") for name, (_, cost) in common.items()}
    for name, (ask, cost) in _dearest(client, dear, spent).items():
        told = found.setdefault(name, Price(name, FLOOR, 0.0, ""))
        if cost > told.dearest:
            told.dearest, told.what = cost, f"{ask.what} {ask.url[:60]}"
        if told.ratio > MOST / 4:
            told.dearest = price(client, ask)
            told.usual = price(usually, common[name][0]) if name in common else FLOOR
    return sorted(found.values(), key=lambda one: -one.ratio)


def _dearest(client: Client, asks: Iterable[Ask], most: float) -> dict[str, tuple[Ask, float]]:
    """The dearest request of each address that is accepted. Where `most` seconds are used up, the rest is not tried."""
    found: dict[str, tuple[Ask, float]] = {}
    spent: dict[str, float] = {}
    for ask in asks:
        if spent.get(ask.name, 0.0) > most:
            continue
        cost, status = once(client, ask)
        before = found[ask.name][1] if ask.name in found else 0.0
        spent[ask.name] = spent.get(ask.name, 0.0) + cost
        if status < 400 and max(before, FLOOR) < cost < LONG:
            again = once(client, ask)[0]
            spent[ask.name] += again
            cost = min(cost, again)
        if status < 400 and cost > before:
            found[ask.name] = ask, cost
    return found

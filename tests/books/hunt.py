"""A hunt for pages that fall over: books with entries of every kind are published and played with, and every address of
the site is opened. `tests/books/test_hunt.py` hunts a little, `make homebrew` for longer.
"""

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from itertools import islice, product
from random import Random
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns import actions as sitting
from campaigns import calendars, crest_picture, stash
from campaigns.chronicle import handouts, scenes, sessions
from campaigns.demo.demo_crest import lamp
from campaigns.models import Campaign
from campaigns.party import fight_pages, party_prints, party_summary
from campaigns.tables import beasts
from characters import actions, versions
from characters.models import Character
from characters.printing import print_html, print_jobs, print_page, rendering
from rules import systems
from rules.audit import dry_run
from rules.audit.figure_choices import choosing
from rules.catalogue.rulebook import aside_in, rulebook_for
from rules.homebrew import authoring
from rules.kernel import kind_of
from rules.kernel.documents import written
from rules.kernel.pages import ChoiceField, Field, RatingField, Step
from rules.models import Book, Entry
from tests.books.writer import Writer
from tests.cast import shelved
from tests.characters.posting import HX, SCRIPT, filled_in
from tests.test_permissions import names

POSTED = {
    *(
        "theme",
        "coming",
        "dates",
        "date_answer",
        "invite",
        "revoke",
        "seat",
        "bring",
        "award",
        "crowd",
        "fighter",
        "campaign_notes",
        "bring_in",
        "leave",
        "archive",
        "take_away",
        "submit",
    ),
    "approve_all",
    "turns",
    *(
        "judge",
        "answer",
        "ask_gm",
        "book_deed",
        "restore",
        "what_if",
        "undo",
        "redo",
        "random",
        "play",
        "roll",
        "duplicate",
        "bin",
    ),
    "unbin",
    "purge",
    "enter",
    "void_entry",
    "read_news",
    "session_notes",
    "stars",
    "put_to_use",
    "rest",
    "undo_play",
    "unshare",
    "calendar",
}
"""Addresses that are only posted to: the hunt posts to those that draw something."""
SOME = {"spells_of", "cast", "spell", "homebrew_spell", "mfa_edit_webauthn", "mfa_remove_webauthn"}
"""Addresses that not every game has, and those of a passkey, which nobody here has."""
ALIKE = ("account_", "mfa_", "usersessions_")
"""Pages of an account, which show nothing of what people make."""


@dataclass
class Tally:
    """What a hunt has done and found."""

    published: Counter[str] = field(default_factory=Counter)
    held_back: Counter[str] = field(default_factory=Counter)
    opened: Counter[str] = field(default_factory=Counter)
    fallen: dict[str, str] = field(default_factory=dict)
    """Addresses that answered 500, and what was raised."""

    def add(self, other: "Tally") -> None:
        for mine, theirs in ((self.published, other.published), (self.held_back, other.held_back)):
            mine.update(theirs)
        self.opened.update(other.opened)
        self.fallen |= other.fallen

    def __str__(self) -> str:
        return (
            f"{len(self.published)} kinds of {len({kind.partition('/')[0] for kind in self.published})} games, "
            f"{self.published.total()} entries published, {self.held_back.total()} held back by their faults, "
            f"{self.opened.total()} answers of {len(self.opened)} addresses, {len(self.fallen)} of 500"
        )


# Writing


def publish(client: Client, by: User, writer: Writer, ways: Sequence[str], breakdown: Tally) -> Book:
    """A book with an entry of every kind for each of these ways. What has faults is taken out until it is published."""
    system = writer.system
    client.post(reverse("book_new"), {"title": f"{system.key} {' '.join(ways)}", "system": system.key})
    book = Book.objects.filter(owner=by).latest("pk")
    rulebook = rulebook_for(system.key)
    for shape in system.homebrew:
        for how in ways:
            sent = writer.form(shape, how, rulebook)
            answer = client.post(reverse("entry_new", args=[book.pk, kind_of(shape)]), sent)
            assert answer.status_code == 302, f"the form of {system.key}/{kind_of(shape)} did not take {sent}"
    while not _published(client, book):
        _mended(client, book, breakdown)
    standing = book.entries.filter(retired=False)
    breakdown.published.update(f"{system.key}/{entry.kind}" for entry in standing)
    return book


def _published(client: Client, book: Book) -> bool:
    client.post(reverse("book_deed", args=[book.pk]), {"deed": "publish"})
    book.refresh_from_db()
    return not book.draft


def _mended(client: Client, book: Book, breakdown: Tally) -> None:
    """Take out of a draft whatever its page says has a fault."""
    faults = client.get(book.get_absolute_url()).context["faults"]
    wrong = {one["entry"].pk: one["entry"] for one in faults if one["entry"]}
    assert wrong, f"nothing that could be taken out is said of {book}: {faults}"
    for entry in wrong.values():
        breakdown.held_back[f"{book.system}/{entry.kind}"] += 1
        client.post(reverse("entry", args=[book.pk, entry.pk]), {"remove": ""})


def stored(by: User, writer: Writer, count: int, breakdown: Tally) -> Book:
    """An edition that was published before anybody looked: anything in them, some in the place of core entries."""
    system, rows = writer.system, dict[str, list[dict[str, Any]]]()
    for shape in system.homebrew:
        kind, core = kind_of(shape), sorted(system.core.entries[kind_of(shape)])
        keys = {writer.rng.choice([f"old-{kind}-{n}", *core[:3]]) for n in range(count)}
        rows[kind] = [*(writer.row(shape, key) for key in sorted(keys)), writer.misfit(shape, f"older-{kind}")]
    book = shelved(by, system.key, "old-book", str(Book.objects.filter(key="old-book").count() + 1), rows)
    breakdown.published.update(f"{system.key}/{kind}" for kind, some in rows.items() for _ in some)
    return book


# Playing


@dataclass
class World:
    """A campaign with books in play, and characters who have what is in them."""

    table: Campaign
    books: Sequence[Book]
    people: list[Character]


def play(by: User, books: Sequence[Book], most: int) -> World:
    """`most` characters of each book, who between them choose as much of it as they can."""
    table = sitting.create_campaign(name="Hunters", by=by)
    table.books = [book.pk for book in books]
    table.save()
    furnish(table, by)
    people = []
    for book in books:
        keys = frozenset(book.entries.values_list("key", flat=True))
        system = systems.get(book.system)
        for build in islice(choosing(system, rulebook_for(book.system, [book]), keys), most):
            made = actions.create_character(system=book.system, by=by, name="Hunter", build=written(build))
            Character.objects.filter(pk=made.pk).update(campaign=table, homebrew=[book.pk])
            people.append(made.pk)
    return World(table, books, list(Character.objects.with_table().filter(pk__in=people)))


# Opening

Add = Callable[..., None]


def furnish(table: Campaign, by: User) -> None:
    """What a table has besides people: a session, a handout, a scene, and something in its stash."""
    stash.put_in(campaign=table, by=by, name="Silver", amount=14)
    sessions.tell(campaign=table, by=by, held_on=date(2026, 11, 20), title="The hunt", story="It was on.")
    paper = handouts.write(campaign=table, by=by, title="A map", text="Here be beasts.")
    scenes.write(campaign=table, draft=scenes.SceneDraft("The ford", "It is deep.", ["Swim"], handouts=[paper.pk]))


def addresses(world: World, by: User) -> dict[str, list[str]]:
    """Every address of the site that shows something, by its name. Fails on one that nobody has thought of."""
    found: dict[str, list[str]] = {}

    def add(name: str, *args: Any, query: str = "") -> None:
        found.setdefault(name, []).append(reverse(name, args=args) + query)

    for who in world.people:
        _of_character(who, add)
    _of_table(world, add)
    for book in world.books:
        _of_book(book, add)
    _of_paper(world, by, add)
    _of_ways(world, by, add)
    for name in ("old_campaigns", "old_spells"):
        add(name, "")
    for name, pattern in names():
        if not name.startswith("admin:") and name not in {*found, *POSTED, *SOME}:
            assert "<" not in pattern, f"the hunt opens no {name}"
            add(name)
    return found


def _of_character(who: Character, add: Add) -> None:
    sheet = who.read()
    for name in (
        "sheet",
        "share",
        "portrait",
        "portrait_image",
        "rulebook",
        "marks",
        "house_rules",
        "books_of",
        "review",
        "ledger",
        "spells_of",
        "export",
        "history",
        "play_log",
        "print",
        "print_preview",
        "build_start",
    ):
        if name != "spells_of" or who.game.casts:
            add(name, who.pk)
    for shape in who.game.homebrew:
        if sheet.rulebook.offered(shape):
            add("rulebook_kind", who.pk, kind_of(shape))
    add("versions_of", who.pk, 1, who.version)
    for step in who.game.steps(sheet):
        add("build", who.pk, step.key)
        add("pointed", who.pk, step.key, query=_pointed(step))
        add("compared", who.pk, step.key, query=_compared(step))
    for name, keys in (("figure", sheet.figures), ("budget", sheet.budgets)):
        for key in keys:
            add(name, who.pk, key)
    for query in ("", "?throw=yes", *_answered(who.game.ask(sheet, {}).fields)):
        add("odds", who.pk, query=query)
    if who.game.casts:
        add("spells_of", who.pk, query="?can=all")
        for key, entry in sheet.rulebook.entries["spell"].items():
            if entry.origin == "homebrew":
                for query in ("", "?throw=yes", *_answered(who.game.desk(sheet, entry, {}).fields)):
                    add("cast", who.pk, key, query=query)


def _answered(fields: Sequence[Field]) -> Iterator[str]:
    return (f"?{urlencode(answers)}" for answers in dry_run.extremes(fields))


def _pointed(step: Step) -> str:
    """Somebody points at one more of a number, or at the last option of a choice."""
    for one in step.fields:
        if isinstance(one, RatingField):
            return f"?{one.path}={one.value + 1}"
        if isinstance(one, ChoiceField) and one.options:
            return f"?{one.path}={one.options[-1].key}"
    return ""


def _compared(step: Step) -> str:
    """Somebody ticks the first and the last two options of a choice."""
    for one in step.fields:
        if isinstance(one, ChoiceField) and one.options:
            return "?" + urlencode([("with", f"{one.path}:{o.key}") for o in (one.options[0], *one.options[-2:])])
    return ""


def _of_table(world: World, add: Add) -> None:
    table = world.table.pk
    for name in (
        "campaign",
        "table_books",
        "spells_at",
        "roster",
        "roster_csv",
        "coverage",
        "coverage_csv",
        "fighters_now",
        "reviewed",
    ):
        add(name, table)
    add("roster_columns", table)
    for name in ("print_party", "campaign_history", "prep", "campaign_settings", "stash"):
        add(name, table)
    for name in ("chronicle_file", "chronicle_print", "session_new", "handout_new", "scene_new"):
        add(name, table)
    for name in ("session", "memory"):
        add(name, table, world.table.sessions.all()[0].pk)
    add("scene", table, world.table.scenes.all()[0].pk)
    add("handout", table, world.table.handouts.all()[0].pk)
    for who in world.people:
        add("roster_panel", table, who.pk)
    for book in world.books:
        add("campaign_rules", table, book.system)
        add("spells_at", table, query=f"?game={book.system}")
        for name in ("rulings", "reference", "wish"):
            add(name, book.system)
        for spell in book.entries.filter(kind="spell", retired=False):
            add("homebrew_spell", book.system, spell.key, book.pk)


def _of_book(book: Book, add: Add) -> None:
    for name in ("book", "book_export"):
        add(name, book.pk)
    add("book_changes", book.pk, book.pk)
    for shape in systems.get(book.system).homebrew:
        add("entry_new", book.pk, kind_of(shape))
    for entry in book.entries.all():
        add("entry", book.pk, entry.pk)


def _of_paper(world: World, by: User, add: Add) -> None:
    """Jobs as they wait for the worker, whose files nobody has made yet."""
    people = list(Character.objects.with_table().select_related("owner").filter(campaign=world.table))
    job = print_jobs.request_print(character=people[0], options={"paper": "a4"})
    wanted = {"sheets": True, "npc_sheets": True, "summary": True, "cards": True, "paper": "a4"}
    options = {**wanted, "variant": "full", "pages": "two"}
    party = party_prints.request_party(campaign=world.table, by=by, characters=people, options=options, whole=True)
    for name, key in (
        ("print_job", job.pk),
        ("print_file", job.pk),
        ("party_print", party.pk),
        ("party_file", party.pk),
    ):
        add(name, key)


def _of_ways(world: World, by: User, add: Add) -> None:
    """What is there to follow: an invitation, a what-if, a newer edition, a letter that confirms an address."""
    for system, key in [("dominion", "troll"), *((one.system, e.key) for one in world.books for e in _beasts(one))]:
        came = beasts.bring_in(campaign=world.table, by=by, system=system, key=key, count=1)
        add("beast", world.table.pk, came[0].pk)
    crest_picture.give(campaign=world.table, jpeg=lamp(), by=by)
    add("crest_image", type(world.table).objects.get(pk=world.table.pk).picture)
    add("join", sitting.invite(campaign=world.table, by=by).token)
    add("calendar_file", calendars.make(who=by, zone="Europe/London").token)
    who, book = world.people[0], world.books[0]
    token = actions.share(character=who, by=by, story=True).token
    add("shared", token)
    add("shared_portrait", token)
    add("shared_preview", token)
    add("shared_figure", token, next(iter(who.read().figures)))
    add("shared_odds", token)
    add("wish", book.system)
    add("wish", book.system, query="?" + "&".join(f"good={one.key}" for one in systems.get(book.system).wishes.good_at))
    add("keep", versions.what_if(character=who, by=by).pk)
    newer = Book.objects.get(pk=authoring.begin_edition(book=book, by=by).pk)
    add("book", newer.pk)
    add("book_changes", newer.pk, book.pk)
    for entry in newer.entries.filter(retired=False):
        add("entry", newer.pk, entry.pk)
    authoring.publish(book=newer)
    add("edition_of", who.pk, newer.pk)
    add("account_confirm_email", "none")
    spell = Entry.objects.filter(book__core=True, book__system=book.system, kind="spell").first()
    if spell:
        add("spell", book.system, spell.key)


def _beasts(book: Book) -> Sequence[Entry]:
    """The beasts of a book that can be shown, as many as come at a time."""
    aside = [one.key for one in aside_in(book) if one.kind == "beast"]
    return list(book.entries.filter(kind="beast", retired=False).exclude(key__in=aside)[: beasts.MOST])


@dataclass
class Walk:
    """Opens addresses, and notes what falls over. `most` is how many of one name are opened, 0 for all of them."""

    client: Client
    rng: Random
    most: int
    breakdown: Tally

    def __post_init__(self) -> None:
        self.client.raise_request_exception = False

    def through(self, world: World, by: User, *, alike: bool) -> None:
        """Every address, those `alike` with any book only if told so, then what is posted to and drawn again."""
        for name, urls in addresses(world, by).items():
            if name.startswith(ALIKE) and not alike:
                continue
            for url in self._some(list(dict.fromkeys(urls))):
                self.look(name, self.client.get(url), url)
        for who in world.people[: 1 if self.most else None]:
            self.hands_on(who)

    def _some(self, urls: list[str]) -> list[str]:
        return self.rng.sample(urls, self.most) if self.most and len(urls) > self.most else urls

    def look(self, name: str, answer: Any, url: str) -> None:
        self.breakdown.opened[name] += 1
        if answer.status_code >= 500:
            problem = answer.exc_info[1]
            at = traceback.extract_tb(problem.__traceback__)[-1]
            self.breakdown.fallen[url] = f"{type(problem).__name__}, {problem} in {at.filename}:{at.lineno}"

    def hands_on(self, who: Character) -> None:
        """Send the forms of a character as they stand, undo, redo, roll, and look at it again."""
        for step in self._some([step.key for step in who.game.steps(who.read())]):
            url = reverse("build", args=[who.pk, step])
            form = filled_in(self.client.get(url))
            for headers in ({}, HX):
                self.look("build", self.client.post(url, form, headers=headers), url)
        self.mark(who)
        for name in ("random", "undo", "redo", "submit", "duplicate", "what_if"):
            self.look(name, self.client.post(reverse(name, args=[who.pk])), f"{name} {who.pk}")
            self.look("sheet", self.client.get(reverse("sheet", args=[who.pk])), f"sheet {who.pk} after {name}")

    def mark(self, who: Character) -> None:
        """Press each tracker up and down, as a script and as a plain form do, roll each check, and look at it."""
        url = reverse("play", args=[who.pk])
        for tracker, change in product(who.read().trackers, ("+1", "-999")):
            tap = {"tracker": tracker.key, "change": change, "since": "0"}
            for headers in ({}, SCRIPT):
                self.look("play", self.client.post(url, tap | {"uid": str(uuid4())}, headers=headers), url)
        url = reverse("roll", args=[who.pk])
        for check in who.read().checks:
            press = {**dict(check.answers), "since": "0", "deed": str(uuid4())}
            self.look("roll", self.client.post(url, press, headers=SCRIPT), url)
        url = reverse("marks", args=[who.pk])
        self.look("marks", self.client.get(url), url)

    def on_paper(self, world: World, *, laid_out: bool) -> None:
        """The printed sheet of everybody, the summary of the party and the cards, as the worker draws them."""
        for who in world.people:
            page = print_html.page_of(who, {})
            with self.drawn(f"the sheet of {who.pk}"):
                _ = rendering.render(who.read(), page) if laid_out else print_html.page_html(who.read(), page)
        people = party_summary.read(world.table, [who.pk for who in world.people])
        with self.drawn("the summary"):
            party_summary.summary_of(people, party_summary.ROOMS[0])
        with self.drawn("the cards"):
            fight_pages.cards_of(fight_pages.read(world.table, people, []))

    @contextmanager
    def drawn(self, what: str) -> Iterator[None]:
        self.breakdown.opened["paper"] += 1
        try:
            yield
        except print_page.PrintError:  # a sentence for whoever asked for it
            pass
        except Exception as problem:
            self.breakdown.fallen[what] = f"{type(problem).__name__}, {problem}"

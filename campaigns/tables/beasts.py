"""Beasts of the books at a table: found, brought in with figures rolled as they come, and what is done with them.

Which game has beasts, and by which rules one is read, `Game.beasts` says. No HTTP in here.
"""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random, SystemRandom

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Beast, BeastEntry, Campaign
from campaigns.rulebook import rulebook_of_table
from campaigns.tables.fight_cards import Fighter, conditions_of, trackers_of
from campaigns.tables.numbering import numbered
from characters.actions.play_log import undoable
from characters.book_conflicts import hold
from characters.sheet.throwing import throw
from characters.tables import refuse_archived
from rules.catalogue.rulebook import core_version, of_game, rulebook_at
from rules.form_values import one_line, plain
from rules.kernel import Entry, Rulebook, RulesContext, Sheet
from rules.kernel.basics import amount, capitalise, minus, shorten
from rules.kernel.documents import PathError
from rules.kernel.pages import BEAST, BeastRange, Bestiary, Game, asked_of
from rules.kernel.pages.bestiary import HIGHEST, LEAST
from rules.refusals import Refused
from rules.systems import every, get

MOST = 12
"""Beasts that come at a time."""
MOST_HERE = 60
"""Beasts of one campaign."""
SHOWN = 12
"""Beasts that a search lists."""
LOG_ENTRIES = 200
"""Entries of one beast's log that are kept, the newest. The first is kept too: it says what was rolled."""
UNDOABLE = (BeastEntry.Kind.STEP, BeastEntry.Kind.ROLL)
LOG_SHOWN = 30
"""So many of them its page lists."""
GONE = "That beast was removed."
LATE = "This page is out of date. Reload it."


@dataclass(frozen=True)
class FoundBeast:
    """A beast of the books that may come: its entry, what it is, and its figures as printed."""

    game: Game
    entry: Entry
    line: str
    ranges: tuple[BeastRange, ...]

    @property
    def told(self) -> str:
        """Its ranges in a line, those that are rolled first."""
        shown = [printed(one) for one in self.ranges if one.low is not None and one.low != one.high]
        return ", ".join(shown[:4])


def printed(one: BeastRange) -> str:
    """A figure as the book has it: "Timing 5–7"."""
    if one.low is None or one.high is None:
        return f"{one.label}: {one.note or 'open'}"
    return f"{one.label} {minus(one.low)}" if one.low == one.high else f"{one.label} {minus(one.low)}–{minus(one.high)}"


def bestiary_of(game: Game) -> Bestiary:
    """The beasts of a game, or Refused where its books have none."""
    if game.beasts is None:
        raise Refused(f"{game.name} has no beasts.")
    return game.beasts


def found(campaign: Campaign, query: str) -> tuple[list[FoundBeast], int]:
    """The beasts of the games played here whose names have these words, the first few, and how many there are.

    Those of homebrew come first: a game master looks for their own.
    """
    words = query.casefold().split()
    matching = [
        (game, game.beasts, entry, rulebook)
        for game in every()
        if game.beasts and campaign.plays(game.key)
        for rulebook in (rulebook_of_table(campaign, game.key),)
        for entry in rulebook.offered(game.beasts.shape)
        if all(word in entry.name.casefold() for word in words)
    ]
    matching.sort(key=lambda one: one[2].key in one[0].rulebook.all(one[1].shape))
    shown = [
        FoundBeast(game, entry, beasts.line(entry), beasts.ranges(entry, rulebook))
        for game, beasts, entry, rulebook in matching[:SHOWN]
    ]
    return shown, len(matching)


def bring_in(
    *, campaign: Campaign, by: User, system: str, key: str, count: int, name: str = "", seed: int | None = None
) -> list[Beast]:
    """So many beasts of one kind, each with figures of its own, rolled here from their ranges and written in its log.

    Several get numbers, on from those that are there. Raises Refused; then none came.
    """
    game = next((one for one in every() if one.key == system and campaign.plays(system)), None)
    if game is None:
        raise Refused("Choose a beast.")
    beasts, rulebook = bestiary_of(game), rulebook_of_table(campaign, system)
    entry = beasts.entry(rulebook, key)
    if entry is None:
        raise Refused("Choose a beast.")
    if not 1 <= count <= MOST:
        raise Refused(f"You can bring in 1 to {MOST} beasts at a time.")
    rng = Random(SystemRandom().getrandbits(64) if seed is None else seed)
    ranges, called = beasts.ranges(entry, rulebook), one_line(name) or entry.name
    with transaction.atomic():
        refuse_archived(Campaign.objects.select_for_update().get(pk=campaign.pk))
        hold(of_game(campaign.books, system))
        names = list(campaign.beasts.values_list("name", flat=True))
        there = len(names)
        if there + count > MOST_HERE:
            raise Refused(
                f"A campaign can have {amount(MOST_HERE, 'beast')}, and this one has {there}. Remove some first."
            )
        came = []
        for its_name in numbered(called, count, names):
            scores = beasts.arrive(entry, rulebook, rng)
            beast = Beast.objects.create(
                campaign=campaign,
                system=system,
                name=its_name,
                homebrew=of_game(campaign.books, system),
                build={"picks": {BEAST: entry.key}, "scores": scores},
            )
            _enter(beast, BeastEntry.Kind.CAME, by, label="Brought in", story=_rolled(ranges, scores))
            came.append(beast)
    return came


def _rolled(ranges: Iterable[BeastRange], scores: Mapping[str, int]) -> str:
    """What came up of each range, in words."""
    rolled = [one for one in ranges if one.key in scores and one.low != one.high]
    told = (f"{one.label} {minus(scores[one.key])} ({minus(one.low or 0)}–{minus(one.high or 0)})" for one in rolled)
    return ", ".join(told)


# Reading


def rulebook_with(beast: Beast) -> Rulebook:
    """The books it is read with."""
    return rulebook_at(*core_version(beast.system), beast.homebrew) if beast.homebrew else get(beast.system).rulebook


def read(beast: Beast, house: Mapping[str, object]) -> Sheet:
    """Its sheet, by these house rules of its campaign."""
    return bestiary_of(get(beast.system)).read(beast.build, rulebook_with(beast), RulesContext(settings=dict(house)))


def figures_of(beast: Beast) -> list[tuple[BeastRange, int | None]]:
    """Each figure with its range as printed, and as it stands; None where nobody has said it yet."""
    beasts, rulebook, scores = bestiary_of(get(beast.system)), rulebook_with(beast), _scores(beast)
    entry = beasts.entry(rulebook, beast.build.get("picks", {}).get(BEAST, ""))
    ranges = beasts.ranges(entry, rulebook) if entry else tuple(BeastRange(key, key) for key in sorted(scores))
    return [(one, scores.get(one.key)) for one in ranges]


def fighters(
    beasts: Iterable[Beast], campaign: Campaign, *, built: bool = False, by: User | None = None
) -> list[Fighter]:
    """The cards of these beasts, as they stand or, for paper, with their numbers as `built`.

    One query, for their last rolls, and one for what this person may undo.
    """
    shown = list(beasts)
    entries = BeastEntry.objects.filter(beast__in=shown, undone=None) if shown else BeastEntry.objects.none()
    newest = entries.order_by("beast_id", "-number").distinct("beast_id")
    last = {one.beast_id: one for one in newest.filter(kind=BeastEntry.Kind.ROLL)}
    mine = newest.filter(by=by, kind__in=UNDOABLE) if by else ()
    undo = {one.beast_id: undoable_of([one], by) for one in mine if by}
    return [
        replace(fighter(beast, campaign, last.get(beast.pk), built=built), undo=undo.get(beast.pk)) for beast in shown
    ]


def fighter(beast: Beast, campaign: Campaign, rolled: BeastEntry | None, *, built: bool = False) -> Fighter:
    """The card of a beast as it stands."""
    game, sheet = get(beast.system), read(beast, campaign.house(beast.system))
    beasts, live = bestiary_of(game), sheet.live(beast.marks)
    entry = beasts.entry(sheet.rulebook, sheet.build.pick(BEAST))
    return Fighter(
        pk=beast.pk,
        name=beast.name,
        line=beasts.line(entry) if entry else "",
        game=game,
        page=beast.get_absolute_url(),
        address=beast.get_absolute_url(),
        since=beast.marked,
        card=beasts.fight(sheet.live({}) if built else live),
        trackers=trackers_of(live),
        conditions=conditions_of(live),
        dead=live.dead,
        out=live.out,
        rolled=rolled,
        shape="beast",
        entry=_reference(game, sheet.build.pick(BEAST)),
    )


def _reference(game: Game, key: str) -> str:
    """The place of a printed beast in the reference of its game, "" for one of homebrew."""
    printed = bestiary_of(game).entry(game.rulebook, key)
    return f"{reverse('reference', args=[game.key])}#{key}" if printed else ""


def _scores(beast: Beast) -> dict[str, int]:
    found = beast.build.get("scores", {})
    return found if isinstance(found, dict) else {}


# Doing


def step(*, beast: Beast, key: str, change: int, uid: uuid.UUID, since: int, by: User) -> BeastEntry:
    """One step of a tracker or a condition within its bounds, done once for each `uid`. Raises PathError."""
    with transaction.atomic():
        held = _locked(beast)
        if known := _already(held, uid, since):
            return known
        sheet = read(held, held.campaign.house(held.system))
        tracker = next((one for one in sheet.live(held.marks).marked if one.key == key), None)
        if tracker is None:
            raise PathError("This beast has no such tracker.")
        before, after = tracker.stands(held.marks), tracker.moved(held.marks, change)
        held.play = {**held.marks, key: after}
        return _enter(
            held, BeastEntry.Kind.STEP, by, uid, key=key[:80], label=tracker.label[:200],
            outcome=f"{before} → {after}", asked=change, done=after - before, stands=after,
        )  # fmt: skip


def roll(
    *, beast: Beast, answers: Mapping[str, str], uid: uuid.UUID, since: int, by: User, rng: Random | None = None
) -> BeastEntry:
    """Roll what is asked for with these answers, once for each `uid`, into its log. Raises PathError."""
    with transaction.atomic():
        held = _locked(beast)
        if known := _already(held, uid, since):
            return known
        check = asked_of(read(held, held.campaign.house(held.system)).live(held.marks), answers)
        thrown = throw(check, rng) if check else None
        if thrown is None:
            raise PathError((check.note if check else "") or "You can’t attempt this roll.")
        faces = (", ".join(str(die[0]) for die in dice) for _, dice in thrown.hands)
        return _enter(
            held, BeastEntry.Kind.ROLL, by, uid, key=thrown.check.key[:80], label=plain(thrown.label)[:200],
            outcome=capitalise(thrown.words)[:200], success=thrown.success,
            story=f"{thrown.dice}: {' vs '.join(faces)}",
        )  # fmt: skip


def undo(*, beast: Beast, number: int, by: User) -> BeastEntry:
    """Undo a step or a roll, one's own last; undone again, nothing is done. Raises PathError."""
    with transaction.atomic():
        held = _locked(beast)
        entries = list(logged(held))
        entry = next((one for one in entries if one.number == number), None)
        if entry is not None and entry.undone:
            return entry
        if entry is None or entry != undoable_of(entries, by):
            raise PathError("You can undo only your own last entry, within ten minutes.")
        if entry.kind == BeastEntry.Kind.STEP and entry.done:
            sheet = read(held, held.campaign.house(held.system))
            if tracker := next((one for one in sheet.live(held.marks).marked if one.key == entry.key), None):
                held.play = {**held.marks, entry.key: tracker.moved(held.marks, -entry.done)}
        held.marked += 1  # so that every open page looks again
        held.save()
        entry.undone = timezone.now()
        entry.save(update_fields=["undone"])
    return entry


def undoable_of(entries: Iterable[BeastEntry], by: User) -> BeastEntry | None:
    """This person's last step or roll that isn't undone, while that may be; `entries` are the newest first."""
    return undoable((one for one in entries if one.kind in UNDOABLE), by)


def change_figures(*, beast: Beast, name: str, values: Mapping[str, int | None], by: User) -> None:
    """Give it another name or other figures; what is left empty is open again. Raises Refused."""
    if any(value is not None and not LEAST <= value <= HIGHEST for value in values.values()):
        raise Refused(f"A figure is {minus(LEAST)} to {HIGHEST}.")
    with transaction.atomic():
        held = _locked(beast)
        known = {one.key: (one.label, value) for one, value in figures_of(held)}
        moved = {key: value for key, value in values.items() if key in known and known[key][1] != value}
        scores = {key: value for key, value in {**_scores(held), **moved}.items() if value is not None}
        called = one_line(name)[:200].strip() or held.name
        if not moved and called == held.name:
            return
        told = [f"{known[key][0]} {_said(known[key][1])} → {_said(value)}" for key, value in moved.items()]
        told += [f"{held.name} → {called}"] if called != held.name else []
        held.build, held.name = {**held.build, "scores": scores}, called
        _enter(held, BeastEntry.Kind.CHANGE, by, label="Changed", story=shorten(", ".join(told), 1000))


def _said(value: int | None) -> str:
    return "open" if value is None else minus(value)


def _locked(beast: Beast) -> Beast:
    held = Beast.objects.select_for_update(of=("self",)).select_related("campaign").filter(pk=beast.pk).first()
    if held is None:
        raise PathError(GONE)
    refuse_archived(held.campaign)
    return held


def _already(held: Beast, uid: uuid.UUID, since: int) -> BeastEntry | None:
    """The entry of this name, None where it is new. Raises PathError where nobody can tell any more."""
    known = held.log.filter(uid=uid).first()
    if known is None and since < held.marked - LOG_ENTRIES:
        raise PathError(LATE)
    return known


def _enter(held: Beast, kind: str, by: User, uid: uuid.UUID | None = None, **told: object) -> BeastEntry:
    held.marked += 1
    held.save()
    held.log.filter(number__lte=held.marked - LOG_ENTRIES).exclude(kind=BeastEntry.Kind.CAME).delete()
    return held.log.create(number=held.marked, uid=uid or uuid.uuid4(), kind=kind, by=by, **told)


def logged(beast: Beast) -> Iterator[BeastEntry]:
    """Its log, the newest first, and at the end what was rolled when it came."""
    entries = list(beast.log.select_related("by")[:LOG_SHOWN])
    yield from entries
    if not any(one.kind == BeastEntry.Kind.CAME for one in entries):
        yield from beast.log.select_related("by").filter(kind=BeastEntry.Kind.CAME)

"""Numbers that the ledger keeps: rolls and rests move them by dated entries, once, and back."""

import re
import uuid
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.utils import timezone

from characters import actions
from characters.actions.entering import keep, steps_of
from characters.actions.locking import lock
from characters.models import Character, LedgerEntry, Mark, Roll
from rules.kernel import Cite, LedgerKind
from rules.kernel import LedgerEntry as Entry
from rules.kernel.documents import PathError
from rules.refusals import Refused
from tests.cast import Cast
from tests.characters.entering import fresh
from tests.characters.posting import SCRIPT, at, words
from tests.rules.rough_magic.cast import ARTS, MAGE

pytestmark = pytest.mark.django_db
PRIEST: dict[str, Any] = {"scores": {"stamina": 3, "intuition": 4, "channel": 2, "consecrate": 12}}
CASTER: dict[str, Any] = {"scores": MAGE, "entries": {"skills": list(ARTS)}}


def made(cast: Cast, system: str, build: dict[str, Any], **play: int) -> Character:
    one = actions.create_character(system=system, by=cast.users["owner"], build=build)
    Character.objects.filter(pk=one.pk).update(play=play)
    return fresh(one)


def kinds(one: Character) -> list[tuple[str, int]]:
    return [(row.kind, row.amount) for row in one.ledger_entries.all()]


def rest(cast: Cast, one: Character, key: str, uid: uuid.UUID | None = None) -> dict[str, int]:
    marks = actions.rest(character=one, key=key, uid=uid, by=cast.users["owner"])
    return {mark.tracker: mark.done for mark in marks}


# A roll


def paid(cast: Cast, one: Character, change: int = -1, skill: str = "consecrate-2", seed: int = 0) -> Mark:
    """What a roll that fails takes of Channel."""
    owner = cast.users["owner"]
    made = actions.roll(character=one, answers={"skill": skill}, by=owner, rng=Random(seed))
    uid = uuid.uuid5(made.uid, "channel")
    return actions.change_play(character=one, key="channel", change=change, uid=uid, by=owner)


def test_a_point_of_channel_is_taken_beside_the_roll_that_costs_it(cast: Cast) -> None:
    """Permanent Consecration costs it, whether it succeeds or not: an entry of today, once however often sent, and
    Fervour stays where it was (Dominion 10.5.6, A-45)."""
    one = made(cast, "dominion", PRIEST, fervour=2)
    owner, stood = cast["owner"], one.read()["channel"]
    rolled = {"skill": "consecrate-2", "deed": str(uuid.uuid4()), "since": "0"}
    drawn = owner.post(at(one, "roll"), rolled, headers=SCRIPT).json()["drawn"]
    assert f"Costs Channel −1 (now {stood})" in " ".join(re.sub("<[^>]*>", "", drawn).split())
    form = re.search(r'name="uid" value="([^"]+)"[^<]*<input[^>]*value="(\d+)">[^<]*<input[^>]*value="channel"', drawn)
    assert form
    press = {"uid": form[1], "since": form[2], "tracker": "channel", "change": "-1"}
    for _ in range(2):
        told = owner.post(at(one, "play"), press, headers=SCRIPT).json()
        assert (told["done"], told["stands"]) == (-1, stood - 1)
    (row,) = one.ledger_entries.all()
    assert (row.kind, row.amount, row.subject, row.on) == ("loss", -1, "channel", timezone.localdate())
    assert (row.more["from"], row.by) == (stood, cast.users["owner"])
    now = fresh(one)
    succeeded = one.roll_log.get().success
    assert (now.read()["channel"], now.marks["fervour"]) == (stood - 1, 1 + succeeded)
    assert f"{stood} → {stood - 1}" in words(owner.get(at(one, "play")))
    assert "Lost a point of Channel" in words(owner.get(at(one, "ledger")))


def test_a_point_of_channel_comes_back_where_its_mark_is_undone(cast: Cast) -> None:
    one = made(cast, "dominion", PRIEST, fervour=2)
    stood = one.read()["channel"]
    mark = paid(cast, one)
    for _ in range(2):
        assert actions.undo_play(character=one, number=mark.number, by=cast.users["owner"]) == ""
    assert (fresh(one).read()["channel"], fresh(one).marks["fervour"]) == (stood, 2)
    assert [kind for kind, _ in kinds(one)] == ["loss", "void"]


def test_a_loss_on_which_another_step_stands_is_not_undone(cast: Cast) -> None:
    """A point bought back since started from the stat after the loss (A-86)."""
    one = made(cast, "dominion", PRIEST)
    stat = one.read()["channel"]
    first, *_ = [paid(cast, fresh(one)) for _ in range(stat)]
    assert fresh(one).read()["channel"] == 0
    with pytest.raises(PathError, match="only your own last entry"):
        actions.undo_play(character=one, number=first.number, by=cast.users["owner"])


def test_what_the_ledger_keeps_is_no_box_of_a_page(cast: Cast) -> None:
    one = made(cast, "dominion", PRIEST)
    for page in ("play", "sheet"):
        assert 'name="tracker" value="channel"' not in words(cast["owner"].get(at(one, page)))


@pytest.mark.parametrize(
    ("system", "build", "key", "change"),
    [
        ("dominion", PRIEST, "channel", -1),
        ("rough-magic", CASTER, "maximum-endurance", -1),
        ("rough-magic", CASTER, "maximum-endurance", -999),
        ("rough-magic", CASTER, "maximum-endurance", 1),
    ],
)
def test_what_the_ledger_keeps_is_marked_by_no_plain_post(
    cast: Cast, system: str, build: dict[str, Any], key: str, change: int
) -> None:
    one = made(cast, system, build)
    press = {"uid": str(uuid.uuid4()), "since": "0", "tracker": key, "change": str(change)}
    answer = cast["owner"].post(at(one, "play"), press, headers=SCRIPT)
    assert (answer.status_code, answer.json()["says"]) == (422, "This character has no such tracker.")
    assert (kinds(one), one.mark_log.count()) == ([], 0)


@pytest.mark.parametrize(("change", "skill"), [(-999, "consecrate-2"), (-2, "consecrate-2"), (1, "consecrate-2"),
                                               (-1, "strike"), (-1, "consecrate-1")])  # fmt: skip
def test_a_roll_takes_just_what_the_book_takes_for_it(cast: Cast, change: int, skill: str) -> None:
    one = made(cast, "dominion", PRIEST)
    with pytest.raises(PathError, match="no such tracker"):
        paid(cast, one, change, skill)
    assert not kinds(one)


def test_a_roll_that_is_undone_takes_nothing(cast: Cast) -> None:
    one, owner = made(cast, "dominion", PRIEST), cast.users["owner"]
    rolled = actions.roll(character=one, answers={"skill": "consecrate-2"}, by=owner)
    assert "channel" in [key for key, *_ in rolled.dues]
    actions.undo_play(character=one, number=rolled.number, by=owner)
    with pytest.raises(PathError, match="no such tracker"):
        actions.change_play(character=one, key="channel", change=-1, uid=uuid.uuid5(rolled.uid, "channel"), by=owner)
    assert not kinds(one)


@pytest.mark.parametrize("order", [("channel", "fervour"), ("fervour", "channel")])
def test_a_roll_comes_to_the_same_in_whichever_order_its_costs_are_marked(cast: Cast, order: tuple[str, str]) -> None:
    """Of a rested priest both fall by one: Channel for the attempt, Fervour for the success (10.5.4, 10.5.6, A-45)."""
    one, owner = made(cast, "dominion", PRIEST), cast.users["owner"]
    stood = one.read()["channel"]
    rolls = (actions.roll(character=one, answers={"skill": "consecrate-2"}, by=owner, rng=Random(n)) for n in range(99))
    success = next(roll for roll in rolls if roll.success)
    assert success.dues == [["fervour", 1, ""], ["channel", -1, "fervour"]]
    for key in order:
        many = {"channel": -1, "fervour": 1}[key]
        uid = uuid.uuid5(success.uid, key)
        assert actions.change_play(character=one, key=key, change=many, uid=uid, by=owner).done == many
    now = fresh(one)
    assert (now.read()["channel"], now.read()["fervour"] - now.marks["fervour"]) == (stood - 1, stood - 1)
    for mark in one.mark_log.all():
        assert actions.undo_play(character=one, number=mark.number, by=owner) == ""
    assert (fresh(one).read()["channel"], fresh(one).marks["fervour"]) == (stood, 0)


def successes(cast: Cast, one: Character, many: int) -> list[Roll]:
    """So many rolls in a row that succeed and take of both."""
    owner, seed = cast.users["owner"], 0
    found: list[Roll] = []
    while len(found) < many:
        rolled = actions.roll(character=one, answers={"skill": "consecrate-2"}, by=owner, rng=Random(seed))
        seed += 1
        if rolled.success:
            found.append(rolled)
        else:
            actions.undo_play(character=one, number=rolled.number, by=owner)
    return found


def fervour(one: Character) -> int:
    now = fresh(one)
    return now.read()["fervour"] - now.marks.get("fervour", 0)


def take(cast: Cast, one: Character, roll: Roll, key: str = "channel") -> None:
    many = {"channel": -1, "fervour": 1}[key]
    actions.change_play(character=one, key=key, change=many, uid=uuid.uuid5(roll.uid, key), by=cast.users["owner"])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("taps", [0, 1, 2])
def test_what_was_tapped_since_a_success_is_not_marked_again_with_channel(
    cast: Cast, taps: int, order: tuple[int, int]
) -> None:
    """Each success takes one of Fervour, whether it is tapped in its own tracker or comes with Channel (10.5.4)."""
    one, owner = made(cast, "dominion", PRIEST, fervour=1), cast.users["owner"]
    stood = fervour(one)
    rolls = successes(cast, one, 2)
    for _ in range(taps):
        actions.change_play(character=one, key="fervour", change=1, by=owner)
    for place in order:
        take(cast, one, rolls[place])
    assert fervour(one) == stood - 2


def test_what_was_tapped_for_something_else_covers_no_success(cast: Cast) -> None:
    """What was tapped before it, taken back, or marked for a roll before it."""
    one, owner = made(cast, "dominion", PRIEST), cast.users["owner"]
    actions.change_play(character=one, key="fervour", change=1, by=owner)
    stood = fervour(one)
    first, second = successes(cast, one, 2)
    for change in (1, -1):
        actions.change_play(character=one, key="fervour", change=change, by=owner)
    undone = actions.change_play(character=one, key="fervour", change=1, by=owner)
    actions.undo_play(character=one, number=undone.number, by=owner)
    take(cast, one, first, "fervour")
    take(cast, one, second)
    take(cast, one, first)
    assert fervour(one) == stood - 2


def test_a_failed_attempt_takes_no_fervour_of_its_own(cast: Cast) -> None:
    """Which falls with Channel, where it stood as high (A-45)."""
    one, owner = made(cast, "dominion", PRIEST), cast.users["owner"]
    stood = one.read()["channel"]
    rolls = (actions.roll(character=one, answers={"skill": "consecrate-2"}, by=owner, rng=Random(n)) for n in range(99))
    failure = next(roll for roll in rolls if not roll.success)
    assert failure.dues == [["channel", -1, "fervour"]]
    actions.change_play(character=one, key="channel", change=-1, uid=uuid.uuid5(failure.uid, "channel"), by=owner)
    now = fresh(one)
    assert now.read()["fervour"] - now.marks.get("fervour", 0) == now.read()["channel"] == stood - 1


# By entries


def moved(one: Character, change: int, back: bool = False) -> int:
    """By how much maximum Endurance is moved."""
    with transaction.atomic():
        held = lock(one)
        (tracker,) = (one for one in held.read().live({}).kept if one.key == "maximum-endurance")
        return keep(held=held, tracker=tracker, change=change, by=one.owner, back=back)


def test_what_is_moved_at_once_is_judged_entry_by_entry_and_read_no_oftener(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, read, read_sheet = made(cast, "rough-magic", CASTER), list[str](), Character.read
    monkeypatch.setattr(Character, "read", lambda one, **more: (read.append("read"), read_sheet(one, **more))[1])
    assert (moved(one, -3), kinds(one), len(read)) == (-3, [("endurance", -3)], 2)
    read.clear()
    assert (moved(one, 2), kinds(one)[1:], len(read)) == (2, [("endurance-returned", 1)] * 2, 3)
    with pytest.raises(Refused, match="No maximum Endurance is lost"):
        moved(one, 2)
    assert len(kinds(one)) == 3, "nothing of it is kept"


def test_what_is_cancelled_at_once_has_nothing_left_that_depends_on_it(cast: Cast) -> None:
    one = made(cast, "rough-magic", CASTER)
    for change in (-1, -1, 1):
        moved(one, change)
    with pytest.raises(Refused, match="it depends on these entries"):
        moved(one, 2, back=True)
    assert moved(one, 1, back=True) == 1, "the other entry lost enough for what returned"


def test_a_number_moves_by_what_its_entries_come_to() -> None:
    where = Cite("book", "1", 1)
    fixed, asked, bare = (
        LedgerKind("a", "A", where, "play", amount=-2),
        LedgerKind("b", "B", where, "play", asks=("amount",)),
        LedgerKind("c", "C", where, "play"),
    )
    assert steps_of(fixed, "x", -5) == ([Entry("a", -2, subject="x")] * 2, -4)
    assert steps_of(asked, "", 5) == ([Entry("b", 5)], 5)
    assert steps_of(bare, "", -3) == ([Entry("c")], -1)
    assert [steps_of(kind, "", 0) for kind in (fixed, asked, bare)] == [([], 0)] * 3


# A rest


def test_rests_give_back_what_the_ledger_says_magic_took(cast: Cast) -> None:
    """What is marked comes first; each point is an entry of its own (Recovering From Magical Consequences, R-25)."""
    one = made(cast, "rough-magic", CASTER, **{"maximum-lost": 1})
    actions.enter(character=one, entry=Entry("endurance", -2), by=cast.users["owner"])
    assert rest(cast, one, "half-hour") == {"maximum-lost": -1, "rest": 1}
    uid = uuid.uuid4()
    assert [rest(cast, one, "day", uid) for _ in range(2)] == [{"maximum-endurance": 1}] * 2
    assert kinds(one) == [("endurance", -2), ("endurance-returned", 1)]
    assert (fresh(one).read()["endurance"], fresh(one).marks["maximum-lost"]) == (3, 0)
    undone = one.mark_log.first()
    assert undone
    actions.undo_play(character=one, number=undone.number, by=cast.users["owner"])
    assert (fresh(one).read()["endurance"], kinds(one)[-1][0]) == (2, "void")
    assert rest(cast, one, "day") == {"maximum-endurance": 1}
    assert rest(cast, one, "day") == {"maximum-endurance": 1}
    with pytest.raises(PathError, match="changes nothing"):
        rest(cast, one, "day")


def test_a_healing_spell_gives_back_all_that_it_does_by_the_book(cast: Cast) -> None:
    """Endurance whole, curses lifted, what disfigures gone, also for good (Healing)."""
    one = made(cast, "rough-magic", CASTER, **{"endurance-lost": 1, "cursed-reason": 2})
    for entry in (Entry("endurance", -2), Entry("disfigured", subject="Tumours"), Entry("disfigured", subject="Lame"),
                  Entry("loss", subject="power-level")):  # fmt: skip
        actions.enter(character=one, entry=entry, by=cast.users["owner"])
    assert fresh(one).read()["power-level"] == 1
    rest(cast, one, "healed")
    now = fresh(one).read()
    live = now.live(fresh(one).marks)
    assert (now["endurance"], now["power-level"], live.figure("reason").value) == (4, 4, 5)
    assert [fact.label for fact in live.facts] == []
    came = [kind for kind, _ in kinds(one)[4:]]
    assert sorted(came) == ["endurance-returned", "endurance-returned", "healed", "healed", "restored"]
    for mark in one.mark_log.all():
        actions.undo_play(character=one, number=mark.number, by=cast.users["owner"])
    before = fresh(one).read()
    assert (before["endurance"], before["power-level"], fresh(one).marks["cursed-reason"]) == (2, 1, 2)
    assert [fact.value for fact in before.live({}).facts if fact.label == "Permanent"] == ["Tumours", "Lame"]


def test_an_undone_healing_is_that_of_the_same_disfigurement(cast: Cast) -> None:
    """Also where another one has gone from the ledger since, and one more has come."""
    one, owner = made(cast, "rough-magic", CASTER), cast.users["owner"]

    def entered(kind: str, name: str) -> LedgerEntry:
        return actions.enter(character=fresh(one), entry=Entry(kind, subject=name), by=owner)

    first, *_ = [entered("disfigured", name) for name in ("White hair", "Hair loss", "Pallor")]
    rest(cast, one, "healed")
    healed = one.ledger_entries.get(kind="healed", subject="White hair")
    for row in (healed, first):
        actions.void(row=row, by=owner, reason="A slip")
    for kind in ("disfigured", "healed"):
        entered(kind, "Stench")
    last = one.mark_log.order_by("-number")[0]
    assert last.label.endswith("Pallor")
    assert actions.undo_play(character=one, number=last.number, by=owner) == ""
    assert [fact.value for fact in fresh(one).read().live({}).facts if fact.label == "Permanent"] == ["Pallor"]


def test_what_a_healing_spell_took_off_a_hidden_mark_returns_where_it_is_undone(cast: Cast) -> None:
    """Two points lost, under a curse that leaves room for none."""
    hurt = {"endurance-lost": 2, "cursed-brawn": 2, "cursed-presence": 4}
    one = made(cast, "rough-magic", CASTER, **hurt)
    assert rest(cast, one, "healed") == {key: -many for key, many in hurt.items()}
    for mark in one.mark_log.all():
        assert actions.undo_play(character=one, number=mark.number, by=cast.users["owner"]) == ""
    assert fresh(one).marks == hurt


def test_a_day_without_magic_ends_a_polymorph_that_is_not_for_good(cast: Cast) -> None:
    for scar, ends in ((), True), ((Entry("disfigured", subject="Polymorph"),), False):
        one = made(cast, "rough-magic", CASTER)
        for entry in (Entry("loss", subject="power-level"), *scar):
            actions.enter(character=one, entry=entry, by=cast.users["owner"])
        offered = [one.key for one in fresh(one).read().live({}).rests]
        assert ("day" in offered) is ends


def test_a_rest_ends_a_consequence_that_was_rolled_in_the_builder(cast: Cast) -> None:
    """By an entry, that the builder follows both ways; what was rolled since stays."""
    rolls = {"consequence": [1, 1], "morning": [3, 4]}
    hurt = {**CASTER, "picks": {**CASTER.get("picks", {}), "consequence": "minor"}, "rolls": rolls}
    one = made(cast, "rough-magic", hurt)
    page = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", words(cast["owner"].get(at(one, "play")))))
    (name,) = [fact.value for fact in one.read().live({}).facts if fact.label == "Until you rest"]
    assert f"A day without magic {name} 1 → 0" in page
    rest(cast, one, "day")
    now = fresh(one)
    assert [fact.label for fact in now.read().live({}).facts] == []
    assert ("consequence" in now.build.get("picks", {}), "rolls" in now.build) == (False, False)
    assert [kind for kind, _ in kinds(one)] == ["recovered"]
    assert f"Recovered: {name}" in words(cast["owner"].get(at(one, "ledger")))
    mark = one.mark_log.first()
    assert mark
    actions.undo_play(character=one, number=mark.number, by=cast.users["owner"])
    assert fresh(one).build["rolls"] == rolls
    assert [fact.value for fact in fresh(one).read().live({}).facts] == [name]
    rest(cast, one, "healed")
    again = {"picks.consequence": "severe", "rolls.consequence": [4, 4]}
    actions.change_build(character=one, changes=again, drawn=fresh(one).version, by=cast.users["owner"])
    row = one.ledger_entries.filter(kind="recovered").latest("pk")
    actions.void(row=row, by=cast.users["owner"], reason="A slip")
    now = fresh(one)
    assert (now.build["picks"]["consequence"], now.build["rolls"]["consequence"]) == ("severe", [4, 4])


SINCE: tuple[dict[str, Any], ...] = ({"picks.consequence": "severe", "rolls.consequence": [3, 4]},
                                     {"picks.consequence": "severe"}, {"rolls.morning": [3, 4]})  # fmt: skip


@pytest.mark.parametrize("since", SINCE, ids=["rolled", "chosen", "a morning"])
@pytest.mark.parametrize("undo", [True, False], ids=["undone", "cancelled"])
def test_no_old_dice_join_what_was_chosen_or_rolled_since(cast: Cast, since: dict[str, Any], undo: bool) -> None:
    """An old morning would make a new consequence permanent, old dice would be of another level."""
    hurt = {**CASTER, "picks": {**CASTER.get("picks", {}), "consequence": "minor"},
            "rolls": {"consequence": [5, 6], "morning": [1, 1]}}  # fmt: skip
    one, owner = made(cast, "rough-magic", hurt), cast.users["owner"]
    rest(cast, one, "healed")
    actions.change_build(character=one, changes=since, drawn=fresh(one).version, by=owner)
    build, mark = fresh(one).build, one.mark_log.first()
    assert mark
    if undo:
        says = actions.undo_play(character=one, number=mark.number, by=owner)
        assert says == "Undone, but this isn’t back: Tumours. Something was set in its place in the builder since."
    else:
        actions.void(row=one.ledger_entries.get(kind="recovered"), by=owner, reason="A slip")
    assert one.ledger_entries.filter(kind="void").exists()
    assert fresh(one).build == build


def test_a_feat_is_paid_for_and_gives_what_the_book_says_once_a_day(cast: Cast) -> None:
    """Organic Repose (Handbook, chapter 4)."""
    druid = {"picks": {"archetype": "druid", "feats": ["organic-repose"]}, "scores": {"willpower": 2}}
    one = made(cast, "hprpg", druid, health=2)
    page = re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", words(cast["owner"].get(at(one, "play")))))
    assert "Organic Repose Fortitude 5 → 4 Health 2 → 5" in page
    assert rest(cast, one, "feat-organic-repose") == {"fortitude": -1, "health": 3, "used-organic-repose": 1}
    with pytest.raises(PathError, match="changes nothing"):
        rest(cast, one, "feat-organic-repose")
    assert rest(cast, one, "day") == {"used-organic-repose": -1}
    assert "feat-organic-repose" in [one.key for one in fresh(one).read().live(fresh(one).marks).rests]


# As lived


def test_what_an_entry_moves_goes_as_far_as_it_goes_now(cast: Cast) -> None:
    """Cancelled, it moves nothing beyond where the wounds of now let a tracker end."""
    one = made(cast, "rough-magic", CASTER, **{"maximum-lost": 2})
    row = actions.enter(character=one, entry=Entry("disfigured", subject="Lame"), by=cast.users["owner"])
    row.more = {"marked": {"endurance-lost": -3}}
    row.save()
    actions.void(row=row, by=cast.users["owner"], reason="A slip")
    assert fresh(one).marks["endurance-lost"] == 2


# Former keys


def test_marks_under_a_former_key_move_to_the_key_of_their_tracker(cast: Cast) -> None:
    """A relic's own Advantage was once kept by its place, where another relic could find it (Duality 5.1.2)."""
    relics = [{"name": name, "picks": {"kind": "relic", "in-use": True}, "notes": {"experience": "Lit the way"},
               "entries": {"features": [{"picks": {"feature": "experience"}, "scores": {"level": 3}}]}}
              for name in ("Lamp", "Ring")]  # fmt: skip
    one = made(cast, "duality", {"entries": {"items": relics}}, **{"relic-1": 1, "advantage": 2})
    import_module("characters.migrations.0029_marks_by_their_keys").rename(apps, None)

    def stands() -> dict[str, int]:
        now = fresh(one)
        return {t.label.rpartition(" ")[2]: t.stands(now.marks) for t in now.read().trackers if t.was}

    assert (stands(), fresh(one).marks["advantage"]) == ({"Lamp": 1, "Ring": 0}, 2)
    actions.change_build(character=fresh(one), changes={"entries.items.0": None}, drawn=fresh(one).version)
    assert stands() == {"Ring": 0}, "the ring in the lamp's place has a mark of its own"
    assert "relic-1" not in fresh(one).marks


ODD: tuple[Any, ...] = (None, [], "x", 7, {"picks": None}, {"picks": []}, {"picks": {"kind": "relic", "in-use": 1}},
                        {"picks": {"kind": "relic", "in-use": True}, "name": 3, "notes": "none"})  # fmt: skip


@pytest.mark.parametrize("build", [
    [], "x", {"entries": None}, {"entries": []}, {"entries": {"items": None}}, {"entries": {"items": {"0": {}}}},
    {"entries": {"items": [*ODD]}},
])  # fmt: skip
def test_no_shape_that_was_ever_imported_keeps_marks_from_moving(cast: Cast, build: Any) -> None:
    one = made(cast, "duality", {}, life=1)
    Character.objects.filter(pk=one.pk).update(build=build, play={"life": 1, "relic-8": 1})
    import_module("characters.migrations.0029_marks_by_their_keys").rename(apps, None)
    assert Character.objects.get(pk=one.pk).play["life"] == 1

"""Another archetype in the course of the story: the abilities and rows that follow from the ledger (4.3)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.kernel import LedgerEntry, Reading, Rulebook, derived
from rules.systems.hprpg.entries import Archetype, Trait
from rules.systems.hprpg.game import cite

STEPS = 3
"""Abilities of an archetype, one of each nature: the third that is exchanged makes another archetype (H-25)."""
ARROW = " → "
TURNING = ("archetype-step", "change")
"""Kinds of entry by which an archetype becomes another."""
WHERE = cite("4.3", 12, "H-25")


class ArchetypeStep(NamedTuple):
    """One ability exchanged for one of another archetype, by their keys."""

    lost: str
    gained: str
    entry: LedgerEntry


class Turns(NamedTuple):
    """What became of archetypes: the ability whose dots another carries, the archetype whose rows another still has.

    `roots` is by ability, `rows` by archetype; `reached` has what three steps led to, by the archetype they left, until
    that one is taken up again, and `came` the archetype they left, by the one they led to. `used` has how many steps
    there were when an archetype was last taken up, by that archetype: they change nothing of it any more.
    """

    roots: Mapping[str, str] = MappingProxyType({})
    rows: Mapping[str, str] = MappingProxyType({})
    reached: Mapping[str, str] = MappingProxyType({})
    came: Mapping[str, str] = MappingProxyType({})
    used: Mapping[str, int] = MappingProxyType({})


def chosen_key(c: Reading) -> str:
    """The key of the archetype, "" for none that a book has."""
    found = c.chosen(Archetype, "archetype")
    return found.key if found else ""


@derived
def abilities_of(rulebook: Rulebook, archetype: str) -> tuple[str, ...]:
    """The own abilities of an archetype."""
    own = rulebook.all(Trait).items()
    return tuple(key for key, t in own if archetype and t.category == "archetype-ability" and t.archetype == archetype)


def ability_called(rulebook: Rulebook, word: object) -> str:
    """The key of an archetype's ability by its key or its name; "" for anything else."""
    said = word.strip().casefold() if isinstance(word, str) else ""
    found = rulebook.all(Trait).items()
    own = (key for key, t in found if t.category == "archetype-ability" and said in (key, t.name.casefold()))
    return next(own, "") if said else ""


def step_of(rulebook: Rulebook, entry: LedgerEntry) -> ArchetypeStep:
    """A step as an entry names it, apart or in its subject; "" for what no book has."""
    lost, _, gained = entry.subject.partition(ARROW)
    words = entry.more.get("from", lost), entry.more.get("to", gained)
    left, to = (ability_called(rulebook, word) for word in words)
    return ArchetypeStep(left, to, entry)


def turning_entries(c: Reading) -> tuple[LedgerEntry, ...]:
    """The steps and the changes at once, in the order of the ledger.

    One that was cancelled counts on where the archetype it led to was approved, or where another that counts starts
    from that: rows stay as learned, and dots that moved were not bought (H-25, H-26).
    """
    ledger = c.table.ledger
    standing = ledger.of(*TURNING)
    every = [entry for entry in ledger if entry.kind in TURNING] if ledger else []
    if len(every) == len(standing):
        return standing
    stands, starts = set(map(id, standing)), {chosen_key(c.approved or c)}
    found, seen = list[LedgerEntry](), set[tuple[str, str]]()
    for entry in reversed(every):
        ends, (left, to) = _ends(c.rulebook, entry)
        if id(entry) in stands or (entry.settled and to in starts and ends not in seen):
            found.append(entry)
            starts.add(left)
            seen.add(ends)
    return tuple(reversed(found))


def _ends(rulebook: Rulebook, entry: LedgerEntry) -> tuple[tuple[str, str], tuple[str, str]]:
    """What an entry exchanges for what, and the archetypes of the two; "" for what turns no archetype."""
    if entry.kind == "change":
        both = str(entry.more.get("from", "")), str(entry.more.get("to", ""))
        both = both if entry.subject.casefold() == "picks.archetype" else ("", "")
        return both, both
    found, (lost, gained, _) = rulebook.all(Trait), step_of(rulebook, entry)
    return (lost, gained), (found[lost].archetype if lost else "", found[gained].archetype if gained else "")


def archetype_steps(c: Reading) -> tuple[ArchetypeStep, ...]:
    """The steps of which the ledger tells, in its order."""
    found = (step_of(c.rulebook, one) for one in c.memo(turning_entries) if one.kind == "archetype-step")
    return tuple(step for step in found if step.lost and step.gained)


def used_up(c: Reading) -> int:
    """How many of the first steps belong to turns that were left again (H-25, H-26)."""
    return c.memo(turns).used.get(chosen_key(c), 0)


def own_abilities(c: Reading) -> tuple[str, ...]:
    """The abilities that are the archetype's alone."""
    return c.memo(_stepped)[0]


def _stepped(c: Reading) -> tuple[tuple[str, ...], frozenset[int]]:
    """The own abilities after all steps, and which of those are done, by their places in the ledger.

    A step is done where the dots were moved, and stays done once that was approved (H-25).
    """
    home, done = chosen_key(c), set[int]()
    own, stepped = abilities_of(c.rulebook, home), c.memo(archetype_steps)
    old = c.approved if stepped else None
    kept, settled = old.memo(_stepped) if old and chosen_key(old) == home else ((), frozenset())
    first = c.memo(used_up)
    for place, (lost, gained, _) in enumerate(stepped[first:], first):
        approved = place in settled or (gained in kept and lost not in kept)
        if lost in own and gained not in own and (approved or c.bought(gained) or not c.bought(lost)):
            own = tuple(gained if key == lost else key for key in own)
            done.add(place)
    return own, frozenset(done)


def turns(c: Reading) -> Turns:
    """What the ledger and the approved character say of earlier archetypes (H-25, H-26)."""
    old, now = c.approved, chosen_key(c)
    was = chosen_key(old) if old else now
    if was == now and not c.memo(turning_entries):
        return Turns()
    roots, rows, reached, came = dict[str, str](), dict[str, str](), dict[str, str](), dict[str, str]()
    found, done, used, steps = c.rulebook.all(Trait), Counter[tuple[str, str]](), dict[str, int](), 0
    carried, sudden = c.setting("archetype_step_dots") == "carried", False
    for entry in c.memo(turning_entries):
        if entry.kind == "change":
            if entry.subject.casefold() == "picks.archetype":
                left, to = str(entry.more.get("from", was)), str(entry.more.get("to", ""))
                roots |= _like_for_like(c.rulebook, left, to, roots)
                for known in (rows, reached, came):
                    known.pop(to, None)
                reached.pop(left, None)
                used[to] = steps
                sudden = sudden or to == now
            continue
        lost, gained, _ = step_of(c.rulebook, entry)
        if lost and gained:
            roots[gained] = roots.get(lost, lost) if carried else f"{gained} anew"
            left, to = found[lost].archetype, found[gained].archetype
            done[left, to] += 1
            steps += 1
            if done[left, to] == STEPS:
                reached.pop(to, None)
                rows[to], reached[left], done[left, to] = rows.get(left, left), to, 0
                came[to], used[to] = left, steps
    if was != now and now not in reached.values() and not sudden:
        roots |= _like_for_like(c.rulebook, was, now, roots)
    return Turns(roots, rows, reached, came, used)


def _like_for_like(rulebook: Rulebook, left: str, to: str, roots: Mapping[str, str]) -> Mapping[str, str]:
    """The dots of an innate ability go to the innate one, and so on."""
    found = rulebook.all(Trait)

    def natures(archetype: str) -> list[str]:
        return sorted(abilities_of(rulebook, archetype), key=lambda key: found[key].type)

    pairs = zip(natures(left), natures(to), strict=False)
    return {b: roots.get(a, a) for a, b in pairs if found[a].type == found[b].type}


def root(c: Reading, ability: str) -> str:
    """The ability whose dots one carries: itself, as a rule."""
    return c.memo(turns).roots.get(ability, ability)


def teacher(c: Reading) -> Archetype | None:
    """The archetype whose rows count: after three steps they stay as learned (H-25)."""
    own = chosen_key(c)
    return c.rulebook.find(Archetype, c.memo(turns).rows.get(own, own)) if own else None


def lived(c: Reading) -> Iterator[str]:
    """The archetype and those that it came from step by step, whose feats stay (H-25)."""
    before = c.memo(turns).came
    key, seen = chosen_key(c), set[str]()
    while key and key not in seen:
        seen.add(key)
        yield key
        key = before.get(key, "")


def led_to(c: Reading) -> tuple[str, ...]:
    """What the steps of the ledger have made of the archetype, one after another (H-25)."""
    key, found = chosen_key(c), list[str]()
    while (key := c.memo(turns).reached.get(key, "")) and key not in found:
        found.append(key)
    return tuple(found)

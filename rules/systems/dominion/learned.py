"""Which of the player's own skills that were approved is which of those there are now (4.12, A-80)."""

from collections.abc import Callable, Mapping

from rules.kernel import Reading
from rules.kernel.basics.pairing import LineMatch, origins, paired
from rules.kernel.documents.ledger import same_name
from rules.systems.dominion.creation import OwnSkill, own_skills


def kept_skills(c: Reading) -> tuple[LineMatch[OwnSkill], ...]:
    """Each skill by its name, as the game master has let it change, and its attribute; else by one of the two.

    Of two lines that it may be by the game master's word, it is the one that has its steps.
    By its attribute alone only where another name is free.
    One without a name is whichever line is most like it. Without a step either, it is nothing yet.
    """

    def unchanged(then: OwnSkill, now: OwnSkill) -> bool:
        return same_name(then.name) == same_name(now.name) and then.attribute == now.attribute

    def names(then: OwnSkill) -> tuple[str, ...]:
        return c.table.ledger.fresh.names_of(same_name(then.name))

    def named(then: OwnSkill, now: OwnSkill) -> bool:
        return bool(then.name) and same_name(now.name) in names(then)

    def named_there(then: OwnSkill, now: OwnSkill) -> bool:
        return named(then, now) and then.attribute == now.attribute

    def whole(same: Callable[[OwnSkill, OwnSkill], bool]) -> Callable[[OwnSkill, OwnSkill], bool]:
        return lambda then, now: len(names(then)) > 1 and now.steps >= then.steps and same(then, now)

    def renamed(then: OwnSkill, now: OwnSkill) -> bool:
        return free and then.attribute == now.attribute

    def stands_there(then: OwnSkill, now: OwnSkill) -> bool:
        return not then.name and then.attribute == now.attribute

    def nameless(then: OwnSkill, now: OwnSkill) -> bool:
        return not then.name

    free = c.setting("own_skill_rename") == "free"
    before = c.approved.memo(own_skills) if c.approved else ()
    held = (one for one in before if one.name or one.steps)
    tests = (whole(unchanged), whole(named_there), unchanged, named_there, named, renamed, stands_there, nameless)
    return paired(held, c.memo(own_skills), lambda one: one.steps, *tests)


def old_places(c: Reading) -> Mapping[int, int]:
    """Where each skill stood when it was approved, by where it stands now."""
    return origins(c.memo(kept_skills))


def identity(c: Reading, own: OwnSkill) -> int:
    """What a skill is known by: where it stood when it was approved; below nothing for what is new."""
    return own.place if c.approved is None else c.memo(old_places).get(own.place, -1 - own.place)


def now_at(c: Reading, key: str) -> str:
    """The key that a skill of one's own has by now which had this one when it was approved; any other as it is."""
    return next((now.key for then, now, _ in c.memo(kept_skills) if now and then.key == key), key)

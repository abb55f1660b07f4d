"""Which of the player's own skills that were approved is which of those there are now (4.12, A-80)."""

from collections.abc import Mapping

from rules.kernel import Reading
from rules.kernel.basics.pairing import LineMatch, most_paired, origins, paired
from rules.kernel.documents.ledger import same_name
from rules.systems.dominion.creation import OwnSkill, own_skills


def kept_skills(c: Reading) -> tuple[LineMatch[OwnSkill], ...]:
    """Each skill by its name, as the game master has let it change, and its attribute; else by one of the two.

    Of those that may have another name, as many as can be are lines with all their steps, whichever of the names those
    bear by now. By its attribute alone one is known only where another name is free.
    One without a name is whichever line is most like it. Without a step either, it is nothing yet.
    """
    fresh, free = c.table.ledger.fresh, c.setting("own_skill_rename") == "free"
    before = c.approved.memo(own_skills) if c.approved else ()
    held = [one for one in before if one.name or one.steps]
    others = {same_name(one.name) for one in held}

    def names(then: OwnSkill) -> set[str]:
        name = same_name(then.name)
        # Two that exchange their names each have a word of their own: the second doesn't lead the first back.
        return {*fresh.names_of(name), *(fresh.words_on(name) & others)}

    def named(then: OwnSkill, now: OwnSkill) -> bool:
        return bool(then.name) and same_name(now.name) in known[then.place]

    def unchanged(then: OwnSkill, now: OwnSkill) -> bool:
        return same_name(then.name) == same_name(now.name) and then.attribute == now.attribute

    def named_there(then: OwnSkill, now: OwnSkill) -> bool:
        return then.attribute == now.attribute and named(then, now)

    def whole(then: OwnSkill, now: OwnSkill) -> bool:
        """Whether it may be this line, which has its steps."""
        if then.attribute != now.attribute or now.steps < then.steps or not then.name:
            return False
        return free or named(then, now)

    def paired_whole(then: OwnSkill, now: OwnSkill) -> bool:
        return most.get(then.place) == now.place

    def renamed(then: OwnSkill, now: OwnSkill) -> bool:
        return free and then.attribute == now.attribute

    def stands_there(then: OwnSkill, now: OwnSkill) -> bool:
        return not then.name and then.attribute == now.attribute

    def nameless(then: OwnSkill, now: OwnSkill) -> bool:
        return not then.name

    known = {one.place: names(one) for one in held}
    may_change = [one for one in held if free or len(known[one.place]) > 1]
    in_turn = sorted(may_change, key=lambda one: (-one.steps, one.place))
    most = most_paired(in_turn, c.memo(own_skills), whole, unchanged)
    tests = (paired_whole, unchanged, named_there, named, renamed, stands_there, nameless)
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

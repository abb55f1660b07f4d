"""What stays as it was approved, and what the ledger lets go: identity, dots, rankings, feats, spells (2 to 8)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rules.kernel import Budget, Finding, Fix, Level, Reading, Settled, amount
from rules.kernel.basics.cites import HOMEBREW
from rules.kernel.deaths import learned_since
from rules.kernel.findings import GmWord
from rules.kernel.settled import NEVER, WORD
from rules.systems.hprpg.budgets import feat_price
from rules.systems.hprpg.creation import gifts, traits
from rules.systems.hprpg.entries import Archetype, Feature, Personality, Spell, Trait
from rules.systems.hprpg.game import cite, hprpg
from rules.systems.hprpg.purchases import wants_word
from rules.systems.hprpg.turning import WHERE, archetype_steps, led_to, lived, own_abilities, used_up


@hprpg.settles
def identity(c: Reading) -> Iterable[Settled]:
    """Species, personality and archetype change only by the GM's word, or step by step (2, 3, 4.3)."""
    mind = NEVER if c.setting("personality_change") == "never" else WORD
    become = c.memo(led_to)
    yield Settled("picks.species", "Species", "species-changed", cite("2", 6, "H-23"), WORD)
    yield Settled("picks.personality", "Personality", "personality-changed", cite("3", 7, "H-24"), mind)
    where = cite("4.3", 12, "H-26")
    yield Settled("picks.archetype", "Archetype", "archetype-changed", where, WORD, becomes=become)


@hprpg.settles
def dots(c: Reading) -> Iterable[Settled]:
    """A granted dot stays where it lies, as long as what gave it stays (3, 4, H-27)."""
    for source, grant, _ in c.memo(gifts):
        kind, code, where = "species", "species-dot-changed", cite("2", 6, "H-23")
        if isinstance(source, Personality):
            kind, code, where = "personality", "personality-dot-changed", cite("3", 7, "H-27")
        elif isinstance(source, Archetype):
            kind, code, where = "archetype", "archetype-row-changed", cite("4", 12, "H-27")
        if grant.pick:
            path, label = f"picks.{grant.pick}", f"Bonus from {source.name}"
            # Rows stay as learned where the archetype goes step by step (4.3, H-25).
            of = "" if kind == "archetype" and c.memo(led_to) else f"picks.{kind}"
            yield Settled(path, label, code, where, WORD, of=of)


@hprpg.settles
def rankings(c: Reading) -> Iterable[Settled]:
    """They only divided the dots of creation (5.2, 5.3, H-27)."""
    yield Settled("ranks.aspects", "Aspect ranking", "ranking-changed", cite("5.2", 20, "H-27"))
    yield Settled("ranks.abilities", "Ability ranking", "ranking-changed", cite("5.3", 22, "H-27"))


def gained_by_word(c: Reading) -> frozenset[str]:
    """The feats that the GM gave, by key; they went with an archetype that was changed at once (H-26, H-29)."""
    found, gained = c.rulebook.all(Feature), set[str]()
    for entry in c.table.ledger.of("feat", "change"):
        to = entry.more.get("to")
        if entry.kind == "feat":
            gained |= {key for key, feat in found.items() if entry.means(key, feat.name)}
        elif entry.means("picks.archetype"):
            gained = {key for key in gained if found[key].archetype == to}
        else:
            named = {key for key in found if entry.means(f"picks.feats.{key}")}
            gained = gained | named if to is True else gained - named
    return frozenset(gained)


@hprpg.rule
def feats(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """A feat is gained by the GM's word or for dots, and never refunded (4.2, H-29).

    With the archetype, changed at once, those of the old one go (4.3, H-26).
    """
    old = c.approved
    if old is None:
        return
    same = old.pick("archetype") in ("", *lived(c))
    had, has = set(old.picked("feats")), set(c.picked("feats"))
    by_word = c.setting("feat_price") == "gm_word"
    for key in sorted(had ^ has):
        feat, at = c.rulebook.find(Feature, key), f"picks.feats.{key}"
        if feat is None:
            continue
        if key in has and by_word and key not in c.memo(gained_by_word):
            yield Finding(
                "feat-without-word", Level.ERROR, f"{feat.name} was added after approval.",
                cite("4.2", 12, "H-29"), hint="Only your GM can allow it.", at=at,
                fixes=(Fix(f"Remove {feat.name}", at, False),), gm_word=GmWord(at, None, True),
            )  # fmt: skip
        elif key in had and same:
            yield Finding(
                "feat-given-back", Level.ERROR, f"{feat.name} was approved and can't be removed.",
                cite("4.2", 12, "H-29"), hint="Gained feats stay.", at=at,
                fixes=(Fix(f"Restore {feat.name}", at, True),),
            )  # fmt: skip


def feat_reason(c: Reading, key: str, left: int) -> str:
    """Why a feat is not to be had for so many awarded dots, after an approval; "" where it is (4.2, H-29)."""
    old, price = c.approved, feat_price(c)
    if c.table.ledger.deaths(c.game.ledger_kinds) and key not in c.picked("feats"):
        return NO_MORE
    if old is None or key in old.picked("feats"):
        return ""
    if c.setting("feat_price") == "gm_word" and key not in c.memo(gained_by_word):
        return WORD
    return f"costs {amount(price, 'awarded dot')}; {max(0, left)} left" if price > max(0, left) else ""


NO_MORE = "nothing can be bought after death"
hprpg.learned = MappingProxyType({"picks.feats": Feature, "picks.spells": Spell})


@hprpg.rule
def steps(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Like for like, one at a time, and the dots go along (4.3, H-25)."""
    stepped = c.memo(archetype_steps)
    if not stepped:
        return
    found, days = c.rulebook.all(Trait), Counter[str]()
    for place, (lost, gained, entry) in enumerate(stepped):
        before, after, at = found[lost], found[gained], f"scores.{gained}"
        days[entry.on] += 1
        if before.type != after.type:
            yield Finding(
                "archetype-step-unlike", Level.ERROR,
                f"{before.name} is {_nature(before)} and {after.name} {_nature(after)}.", WHERE,
                hint="Swap innate for innate, practical for practical or knowledge for knowledge.", at=at,
            )  # fmt: skip
        if entry.on and days[entry.on] == 2:
            yield Finding(
                "archetype-steps-at-once", Level.ERROR, f"Two steps to another archetype are dated {entry.day}.",
                WHERE, hint="Give each step its own day.", at=at,
            )  # fmt: skip
        carried = c.setting("archetype_step_dots") == "carried"
        if place >= c.memo(used_up) and lost in c.memo(own_abilities) and c.bought(lost):
            label = f"Move dots to {after.name}" if carried else f"Clear {before.name}"
            yield Finding(
                "archetype-step-open", Level.TODO, f"{before.name} is now {after.name}. Its dots haven't moved.",
                WHERE, hint="Move them." if carried else f"They're lost: {after.name} starts at 1.", at=at,
                fixes=(Fix(label, at, c.bought(lost) if carried else None, f"scores.{lost}"),),
            )  # fmt: skip
    become = c.memo(led_to)
    if become and (whole := c.rulebook.find(Archetype, become[-1])):
        yield Finding(
            "archetype-step-last", Level.NOTE, f"You've taken the last step. Choose {whole.name}.", WHERE,
            hint="Your rows and feats stay.", at="picks.archetype",
            fixes=(Fix(f"Choose {whole.name}", "picks.archetype", whole.key),),
        )  # fmt: skip


def _nature(ability: Trait) -> str:
    return {"": "of no kind", "knowledge": "knowledge"}.get(ability.type, ability.type)


@hprpg.rule
def own_skills(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """A further ability of one's own takes the GM's word; it is known by its name and its class (5.3, H-32)."""
    own = (trait for trait in c.memo(traits).values() if trait.origin == HOMEBREW) if c.approved else ()
    for trait in own:
        key = trait.key
        if c.bought(key) and wants_word(c, trait):
            yield Finding(
                "own-ability-without-word", Level.ERROR, f"{trait.name} was added after approval.",
                cite("5.3", 21, "H-32"), hint="Only your GM can allow it.", at=f"scores.{key}",
                fixes=(Fix(f"Clear {trait.name}", f"scores.{key}", None),),
                gm_word=GmWord(trait.name, None, trait.type),
            )  # fmt: skip


@hprpg.rule
def learned(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """A spell learned after the approval: worth a look, for it costs nothing (8.5, H-30)."""
    old, way = c.approved, c.setting("learning_spells")
    if old is None or way == "free":
        return
    fresh = [key for key in c.picked("spells") if key not in old.picked("spells")]
    fresh = [key for key in fresh if f"picks.spells.{key}" not in c.memo(learned_since)]
    known = [spell for key in fresh if (spell := c.rulebook.find(Spell, key))]
    if way == "note" and known:
        yield Finding(
            "spells-learned", Level.NOTE, f"{amount(len(known), 'spell')} learned since approval.",
            cite("8.5", 39, "H-30"), hint="Check with your GM.", at=f"picks.spells.{known[0].key}",
        )  # fmt: skip
    for spell in known if way == "gm_word" else ():
        at = f"picks.spells.{spell.key}"
        if not c.table.ledger.allows(at, None, True):
            yield Finding(
                "spell-without-word", Level.ERROR, f"{spell.name} was learned after approval.",
                cite("8.5", 39, "H-30"), hint="Only your GM can allow it.", at=at,
                fixes=(Fix(f"Remove {spell.name}", at, False),), gm_word=GmWord(at, None, True),
            )  # fmt: skip


def spell_reason(c: Reading, key: str) -> str:
    """Why a spell is not to be learned just now, after an approval; "" where it is (8.5, H-30)."""
    old, at = c.approved, f"picks.spells.{key}"
    if c.table.ledger.deaths(c.game.ledger_kinds) and key not in c.picked("spells"):
        return NO_MORE
    if old is None or key in old.picked("spells") or c.setting("learning_spells") != "gm_word":
        return ""
    return "" if c.table.ledger.allows(at, None, True) else WORD

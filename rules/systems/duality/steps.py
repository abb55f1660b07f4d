"""The builder's pages for this game: numbers and words, with the price of the next step before it is taken."""

from collections.abc import Iterable, Sequence

from rules.kernel import Entry, KnownKeys, Purchase, Rulebook, Sheet, derived
from rules.kernel.pages import Axis, ChoiceField, Field, Grid, Note, Option, RatingField, Step, Story
from rules.kernel.purchases import by_path, next_price
from rules.kernel.settled import NEVER, WORD
from rules.systems.duality import items_step, lists_step
from rules.systems.duality.allowed import HUMAN, LIMITED, reached
from rules.systems.duality.buying import rate, stays
from rules.systems.duality.entries import Movement, Noun, Statistic, Tag, Verb, Wealth
from rules.systems.duality.examples import EXAMPLES
from rules.systems.duality.game import SPEEDS, cite, duality
from rules.systems.duality.legality import settled

MAGIC = ("simple-weak", "complex-powerful")
"""The tags that go beyond the laws of nature (3.2)."""
STORY = Story(
    "Your story.",
    cite("3", 4),
    {
        "backstory": Note("Backstory", 8, "Where do the experiences come from?"),
        "appearance": Note("Appearance", 3, "What do people notice first?"),
        "goals": Note("Goals", 3, "What do you want badly enough to roll for?"),
        "magic": Note(
            "What the magic can do", 4, "Agree its limits with your GM: narrow for Simple & Weak, wide for the rest."
        ),
        "notes": Note("Notes", 6, "Anything else you want on the sheet."),
    },
)


@derived
def names(rulebook: Rulebook) -> KnownKeys:
    """The keys a build of this game may have."""
    grid = [f"{verb}-{noun}" for verb in rulebook.all(Verb) for noun in rulebook.all(Noun)]
    return KnownKeys(
        scores=frozenset({*rulebook.all(Statistic), "life", "recovery", "block", *grid}),
        picks=frozenset({"speed", "wealth", *rulebook.all(Movement), *(f"tag-{key}" for key in grid)}),
        entries=frozenset({"experiences", "abilities", "styles", "items"}),
    )


def steps(sheet: Sheet) -> tuple[Step, ...]:
    """Every step with its fields as they stand for this sheet."""
    return (
        _statistics(sheet),
        _means(sheet),
        _grid(sheet),
        lists_step.past(sheet),
        lists_step.skills(sheet),
        lists_step.fighting(sheet),
        items_step.things(sheet),
        STORY.step(sheet.build),
    )


def _statistics(sheet: Sheet) -> Step:
    keys = (*sheet.rulebook.all(Statistic), "life", "recovery", "block")
    return Step(
        "statistics",
        "Statistics",
        "Add statistics to your rolls. Life, Recovery and Block keep you on your feet.",
        cite("3.6", 8),
        lambda: (*(_statistic(sheet, e) for e in sheet.rulebook.all(Statistic).values()), *_health(sheet)),
        budgets=("xp",),
        figures=("life", "recovery", "block"),
        paths=tuple(f"scores.{key}" for key in keys),
        hint="You can lower one statistic to −1 and get 3 XP back. Lowering Life or Recovery also returns XP.",
    )


def _statistic(sheet: Sheet, entry: Entry) -> RatingField:
    return rate(sheet, _bought(sheet, f"scores.{entry.key}"), summary=entry.summary, group="Statistics")


def _bought(sheet: Sheet, path: str) -> Purchase:
    return sheet.reading.memo(by_path)[path]


def _health(sheet: Sheet) -> Iterable[RatingField]:
    for key, summary in (
        ("life", "How much damage before you fall."),
        ("recovery", "How much Life comes back when you heal."),
        ("block", "Reduces all damage you take."),
    ):
        one = _bought(sheet, f"scores.{key}")
        price = "" if key == "block" else f"+1: {next_price(sheet.reading, one)} XP"
        yield rate(sheet, one, price, summary=summary, group="Health")


def _means(sheet: Sheet) -> Step:
    return Step(
        "means",
        "Speed and wealth",
        "How you move, and what you can easily afford.",
        cite("3.6", 8),
        lambda: tuple(_paces(sheet)),
        budgets=("xp",),
        paths=("picks.speed", "picks.wealth", *(f"picks.{key}" for key in sheet.rulebook.all(Movement))),
        hint="Everyone can walk. The other ways to move are optional.",
    )


def _paces(sheet: Sheet) -> Iterable[ChoiceField]:
    speeds = (("slow", "Slow (refunds 1 XP)"), ("normal", "Normal"), ("fast", "Fast (1 XP)"))
    yield ChoiceField(
        "picks.speed", "Speed", _no_less(sheet, "speed", [Option(*speed) for speed in speeds], "normal"),
        sheet.build.picked("speed"), style="select", group="Movement",
        summary="Walking speed (default: Normal)",
    )  # fmt: skip
    for movement in sheet.rulebook.all(Movement).values():
        options = [Option(pace, f"{pace.capitalize()} ({movement.price + n} XP)") for n, pace in enumerate(SPEEDS)]
        yield ChoiceField(
            f"picks.{movement.key}", movement.name, _no_less(sheet, movement.key, options),
            sheet.build.picked(movement.key), style="select", group="Movement", summary=movement.summary,
            empty=f"No {movement.name.lower()} speed",
        )  # fmt: skip
    steps = sorted(sheet.rulebook.all(Wealth).values(), key=lambda wealth: wealth.price)
    wealth = [Option(w.key, w.name, w.summary, w.cite, price=_total(w.price)) for w in steps]
    yield ChoiceField(
        "picks.wealth", "Wealth", _no_less(sheet, "wealth", wealth, LIMITED, WORD), sheet.build.picked("wealth"),
        group="Wealth", summary="Default: Limited",
    )  # fmt: skip


def _no_less(
    sheet: Sheet, key: str, options: Sequence[Option], usual: str = "", reason: str = NEVER
) -> tuple[Option, ...]:
    """Steps of which those below the approved say why they can't be taken any more; the least comes first (3.6)."""
    c, keys = sheet.reading, [option.key for option in options]
    had = reached(c, f"picks.{key}", usual, keys) if c.approved else set()
    low = min((keys.index(one) for one in had if one in keys), default=0)
    return stays(options, keys[low:], reason)


def _total(price: int) -> str:
    return f"refunds {-price} XP" if price < 0 else f"{price} XP total" if price else "free"


def _grid(sheet: Sheet) -> Step:
    grid, paths = _map(sheet.rulebook)
    return Step(
        "specializations",
        "Specializations",
        "Combine six verbs and ten nouns. A bonus makes you better; a tag lets you do what others can't.",
        cite("3.2", 5),
        lambda: tuple(field for cell in _cells(sheet.rulebook) for field in _pair(sheet, *cell)),
        budgets=("xp",),
        paths=paths,
        grid=grid,
    )


@derived
def _map(rulebook: Rulebook) -> tuple[Grid, tuple[str, ...]]:
    """The grid of verbs and nouns, and the paths of what is chosen in it."""
    keys = [f"{verb}-{noun}" for verb in rulebook.all(Verb) for noun in rulebook.all(Noun)]
    ordered = sorted(rulebook.all(Tag).values(), key=lambda tag: bool(tag.price))
    grid = Grid(
        "Specializations",
        "can",
        Axis("Verb", tuple((verb.key, verb.name) for verb in rulebook.all(Verb).values())),
        Axis("Noun", tuple((noun.key, noun.name) for noun in rulebook.all(Noun).values())),
        "scores.*-*",
        "picks.tag-*-*",
        "How far does it go?",
        tuple(
            Option(tag.key if tag.price else "", tag.name, tag.summary, price=f"{tag.cost} XP" if tag.cost else "free")
            for tag in ordered
        ),
        {
            (verb, noun): tuple(told[tag.key in MAGIC] for tag in ordered)
            for (verb, _, noun), told in ((key.partition("-"), told) for key, told in EXAMPLES.items())
        },
    )
    return grid, (*(f"scores.{key}" for key in keys), *(f"picks.tag-{key}" for key in keys))


@derived
def _cells(rulebook: Rulebook) -> tuple[tuple[tuple[str, str], str, str], ...]:
    """Each specialization, verb by verb: its place, its name, what it is about."""
    return tuple(
        (
            (verb.key, noun.key),
            f"{verb.name} {noun.name}",
            f"{verb.summary.rstrip('.')}: {noun.summary[:1].lower()}{noun.summary[1:]}",
        )
        for verb in rulebook.all(Verb).values()
        for noun in rulebook.all(Noun).values()
    )


def _pair(sheet: Sheet, place: tuple[str, str], name: str, about: str) -> Iterable[Field]:
    """Bonus and tag of one specialization."""
    key = "-".join(place)
    yield rate(sheet, _bought(sheet, f"scores.{key}"), summary=about, group="Specializations", place=place)
    held, c = sheet.build.picked(f"tag-{key}"), sheet.reading
    tags = _tags(sheet.rulebook, held)
    if settled(c, key):
        tags = stays(tags, reached(c, f"picks.tag-{key}", HUMAN), WORD)
    yield ChoiceField(
        f"picks.tag-{key}", f"{name}: tag", tags, held, style="select", group="Specializations", empty="Human",
        place=place,
    )  # fmt: skip


@derived
def _tags(rulebook: Rulebook, held: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(_tag(tag, held) for tag in rulebook.all(Tag).values() if tag.price or tag.key in held)


def _tag(tag: Tag, held: tuple[str, ...]) -> Option:
    """A tag with its price, as long as it is not bought."""
    if tag.key in held:
        return Option(tag.key, tag.name, tag.summary, tag.cite)
    return Option(tag.key, f"{tag.name} ({tag.cost} XP)", tag.summary, tag.cite)


duality.steps = steps
duality.story = STORY
duality.names = names

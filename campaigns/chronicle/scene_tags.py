"""What stands on the line of a scene among all of a table: how it begins, and some tags of who and what is in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import Left, RowNumber

from campaigns.chronicle.scenes import npcs_of
from campaigns.models import Campaign, Scene
from rules.kernel.basics import shorten

TAGS = 12
"""So many stand on a line, whatever is in the scene."""
LONGEST = 40
BEGINS = 400
"""Characters of its text that are read for its beginning."""


@dataclass
class SceneLine:
    """A scene with its first tags, each as its words and whether it is a beast, and how many `more` there are."""

    scene: Scene
    begins: str
    tags: list[tuple[str, bool]] = field(default_factory=list)
    more: int = 0

    def add(self, count: int, first: Iterable[str], *, beasts: bool = False) -> None:
        """So many of a kind, of which these are the first."""
        room = [(shorten(words, LONGEST), beasts) for words in first][: TAGS - len(self.tags)]
        self.tags += room
        self.more += count - len(room)


def scene_lines(campaign: Campaign) -> list[SceneLine]:
    """The scenes of a table in their order: four queries, and no more rows than have room."""
    found = campaign.scenes.defer("text").annotate(begins=Left("text", BEGINS))
    lines = {one.pk: SceneLine(one, vars(one)["begins"]) for one in found}
    here: tuple[tuple[Any, str, str], ...] = (
        (Scene.beasts.through.objects.filter(beast__campaign=campaign), "beast__name", ""),
        (Scene.npcs.through.objects.filter(character__in=npcs_of(campaign)), "character__name", ""),
        (Scene.handouts.through.objects.filter(handout__campaign=campaign), "handout__title", "Handout: "),
    )
    for those, name, before in here:
        of_scene: dict[int, tuple[int, list[str]]] = {}
        for scene, words, count in _first(those.filter(scene__campaign=campaign), name):
            of_scene.setdefault(scene, (count, []))[1].append(f"{before}{words or 'Unnamed character'}")
        for scene, (count, first) in of_scene.items():
            lines[scene].add(count, first, beasts=name.startswith("beast"))
    for line in lines.values():
        line.add(len(line.scene.asks), (f"Ask: {one}" for one in line.scene.asks))
    return [*lines.values()]


def _first(those: QuerySet[Any], name: str) -> Iterator[tuple[int, str, int]]:
    """The first of what is in each scene, by name: the scene, the name, and how many there are in it."""
    place = Window(RowNumber(), partition_by="scene", order_by=[name, "pk"])
    count = Window(Count("pk"), partition_by="scene")
    found = those.annotate(called=F(name), place=place, count=count).filter(place__lte=TAGS)
    yield from found.order_by("scene", "place").values_list("scene", "called", "count")

"""Two people and three devices mark one sheet, lose their lines and come back: what is stored is the sum of what they
were told. Each device does as `static/js/marks.js` does; `tests/browser/test_mark_scripts.py` lets it play itself."""

import os
import uuid
from typing import Any

from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from characters.models import Character
from tests.cast import Cast
from tests.characters.posting import at

SCRIPTS = int(os.environ.get("SCRIPTS", "12"))
TRACKERS = ("health", "fortitude", "heroism")
DEVICES = {"phone": "owner", "laptop": "owner", "desk": "gm"}


class Device:
    """A queue of marks on a device: the first is sent until the site has said what it did."""

    def __init__(self, client: Client, character: Character) -> None:
        self.client, self.url = client, at(character, "play")
        self.queue: list[dict[str, Any]] = []
        self.made: list[dict[str, Any]] = []
        self.told: list[dict[str, Any]] = []
        self.shows: dict[str, int] = {}
        self.tops: dict[str, int | None] = {}
        self.since = 0

    def look(self, character: Character) -> None:
        """Nothing is asked while something waits."""
        if not self.queue:
            held = Character.objects.with_table().get(pk=character.pk)
            trackers = held.read().trackers
            self.shows = {t.key: t.stands(held.marks) for t in trackers}
            self.tops = {t.key: t.top for t in trackers}
            self.since = held.marked

    def tap(self, tracker: str, box: int) -> None:
        shown = self.shows[tracker] + sum(mark["change"] for mark in self.queue if mark["tracker"] == tracker)
        if change := (box - 1 if box == shown else box) - shown:
            mark = {"uid": str(uuid.uuid4()), "tracker": tracker, "change": change, "since": self.since}
            self.queue.append(mark)
            self.made.append(mark)

    def send(self, line: str) -> None:
        """Send the first: it may get lost on the way there, or its answer on the way back."""
        if not self.queue or line == "lost":
            return
        answer = self.client.post(self.url, self.queue[0], headers={"Accept": "application/json"})
        assert answer.status_code == 200
        if line == "good":
            self.queue.pop(0)
            self.told.append(answer.json())
            self.shows[answer.json()["tracker"]] = answer.json()["stands"]


devices = st.sampled_from([*DEVICES])
steps = st.one_of(
    st.tuples(st.just("tap"), devices, st.sampled_from(TRACKERS), st.integers(1, 9)),
    st.tuples(st.just("send"), devices, st.sampled_from(["good", "good", "lost", "answer lost"])),
    st.tuples(st.just("look"), devices),
)


@settings(max_examples=SCRIPTS, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(script=st.lists(steps, min_size=10, max_size=30))
def test_what_is_stored_is_the_sum_of_what_was_acknowledged(cast: Cast, script: list[Any]) -> None:
    hands = {name: Device(cast[who], cast.jane) for name, who in DEVICES.items()}
    for hand in hands.values():
        hand.look(cast.jane)
    start = dict(hands["phone"].shows)
    before = Character.objects.get(pk=cast.jane.pk).marked
    for what, name, *rest in script:
        if what == "look":
            hands[name].look(cast.jane)
        else:
            getattr(hands[name], what)(*rest)
    for hand in hands.values():
        while hand.queue:
            hand.send("good")
        assert [told["uid"] for told in hand.told] == [mark["uid"] for mark in hand.made], "each once, and in order"
        assert [told["number"] for told in hand.told] == sorted(told["number"] for told in hand.told)
        for told, mark in zip(hand.told, hand.made, strict=True):
            at_a_bound = told["stands"] in (0, hand.tops[mark["tracker"]])
            assert told["done"] == mark["change"] or at_a_bound, "all of it, but for what a bound stops"
    for hand in hands.values():
        hand.look(cast.jane)
    acknowledged = [told for hand in hands.values() for told in hand.told]
    sums = {key: start[key] + sum(told["done"] for told in acknowledged if told["tracker"] == key) for key in start}
    assert {name: hand.shows for name, hand in hands.items()} == dict.fromkeys(hands, sums)
    assert Character.objects.get(pk=cast.jane.pk).marked - before == len(acknowledged)

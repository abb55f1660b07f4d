"""Hands on the keyboard and nowhere else: tab to a thing, use it, never lose sight of where you are."""

from collections.abc import Callable

from playwright.sync_api import ElementHandle, Locator, Page, expect

LOOK = """() => {
  const here = document.activeElement;
  if (!here || here === document.body) return {where: "body", seen: false};
  const outlined = (element) => {
    const style = getComputedStyle(element);
    const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    return (ring || style.boxShadow !== "none") && element.getBoundingClientRect().width > 1;
  };
  const candidates = [here, here.closest("label"), here.parentElement, here.nextElementSibling];
  const box = (here.closest("label") || here).getBoundingClientRect();
  const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const where = here.tagName.toLowerCase() + (here.id ? "#" + here.id : "") + (here.name ? `[${here.name}]` : "");
  return {where, seen: inView && candidates.some((element) => element && outlined(element))};
}"""
"""Which element has the focus, and whether a person can see that it has."""

STOPS = """([goal, name]) => {
  const stops = "a[href], button, input, select, textarea, summary, [tabindex]";
  const groups = new Set();
  const all = [...document.querySelectorAll(stops)].filter(element => {
    if (element.disabled || element.tabIndex < 0 || !element.checkVisibility()) return false;
    if (element.type !== "radio" || element === goal) return true;
    return !groups.has(element.name) && groups.add(element.name);
  });
  const first = all.findIndex(element => element === goal || (name && element.name === name));
  const here = all.findLastIndex(element => element.compareDocumentPosition(document.activeElement) !== 2);
  return first - here;
}"""
"""About how many presses of Tab lie between the focus and an element, or the radio buttons of a name."""

QUIET = "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"

DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Until the page has been drawn as it is now."""


class Keyboard:
    """Presses keys on a page. Every press checks that the focus is somewhere and shown."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.unseen: list[str] = []

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.look()

    def write(self, text: str) -> None:
        """Type over what the focused field holds."""
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text[:12])
        # A key for each letter of a long text shows nothing new.
        self.page.keyboard.insert_text(text[12:])

    def look(self) -> str:
        """Where the focus is. It may never be nowhere, and what cannot be seen is remembered."""
        found = self.page.evaluate(LOOK)
        if not found["seen"]:  # no frame may have been drawn since the page changed, and then nobody has seen it
            self.page.evaluate(DRAWN)
            found = self.page.evaluate(LOOK)
        assert found["where"] != "body", "the focus was lost"
        if not found["seen"] and found["where"] not in self.unseen:
            self.unseen.append(found["where"])
        return str(found["where"])

    def settle(self) -> None:
        """Wait until answers are in and drawn; the focus must have survived them."""
        self.page.wait_for_function(QUIET)
        self.look()

    def at(self, thing: Locator | ElementHandle) -> bool:
        return bool(thing.evaluate("element => element === document.activeElement"))

    def to(self, thing: Locator, most: int = 60, key: str = "Tab") -> None:
        """Tab to it; fails after `most` presses. Nothing moves meanwhile, so it is looked for once."""
        expect(thing).to_have_count(1)
        goal = thing.element_handle()
        self._until(lambda: self.at(goal), key, most, f"{thing} was not reached", lambda: self._stops(goal, ""))

    def to_group(self, name: str, most: int = 90) -> None:
        """Tab into the radio buttons of this name, wherever in them the focus lands."""
        inside = "name => document.activeElement?.name === name && document.activeElement.type === 'radio'"
        words = f"the choices of {name} were not reached"
        self._until(lambda: self.page.evaluate(inside, name), "Tab", most, words, lambda: self._stops(None, name))

    def choose(self, name: str, value: str, most: int = 40) -> None:
        """Tab into a group of radio buttons and walk with the arrow to one of them."""
        self.to_group(name)
        radio = self.page.locator(f'input[type=radio][name="{name}"][value="{value}"]')
        if radio.is_checked():
            return
        if self.at(radio):
            self.press("Space")
        else:
            self._until(lambda: self.at(radio), "ArrowDown", most, f"{value} is not among {name}")
        expect(radio).to_be_checked()
        self.settle()

    def select(self, thing: Locator, value: str, most: int = 60) -> None:
        """Tab to a drop-down and walk to one of its values."""
        self.to(thing)
        way = "(select, value) => [...select.options].findIndex(o => o.value === value) - select.selectedIndex"
        key = "ArrowDown" if thing.evaluate(way, value) > 0 else "ArrowUp"
        self._until(lambda: thing.input_value() == value, key, most, f"{value} is not offered")
        self.settle()

    def _stops(self, goal: ElementHandle | None, name: str) -> int:
        return int(self.page.evaluate(STOPS, [goal, name]))

    def _until(
        self, done: Callable[[], bool], key: str, most: int, words: str, far: Callable[[], int] = lambda: 1
    ) -> None:
        """Press a key until something is so; half as often as it is `far` without looking."""
        pressed = 0
        while pressed <= most:
            if done():
                self.look()
                return
            blind = max(1, min(far() // 2, most - pressed))
            for _ in range(blind):
                self.page.keyboard.press(key)
            pressed += blind
        raise AssertionError(f"{words} in {most} presses of {key}; now at {self.look()}")

"""A page of the builder as a browser has it after many answers: each part drawn anew goes where it belongs."""

import re
from collections import Counter
from copy import deepcopy
from random import Random

from django.test import Client
from lxml import html
from lxml.html import HtmlElement

from characters.models import Character
from tests.characters.posting import HX, at

FOLLOWS_THE_PAGE = ("csrfmiddlewaretoken", "tab")
"""Inputs that differ from one drawing to the next. What has `data-of` is written by the script."""
FLAGS = ("selected", "checked", "disabled")


Way = tuple[str, str, str]
"""A deed ("press" or "set"), the name of what it is done to, and a value."""


class Patched:
    """One step of a character, opened once and patched ever after."""

    def __init__(self, client: Client, character: Character, step: str) -> None:
        self.client, self.address, self.left_out, self.last = client, at(character, "build", step), 0, 0
        self.shared = False
        self.page = self._load()

    def _load(self) -> HtmlElement:
        answer = self.client.get(self.address)
        assert answer.status_code == 200, self.address
        return html.fromstring(answer.content.decode())

    def ways(self, rng: Random) -> list[Way]:
        """What could be done on it, one thing for each input."""
        return list({name: (deed, name, value) for deed, name, value in self.all_ways(rng)}.values())

    def all_ways(self, rng: Random) -> list[Way]:
        """What could be done on it, also by several inputs of one name."""
        found: list[Way] = []
        for element in self.page.xpath("//div[@id='choices']//*[@name and not(@form)]"):
            name, value = element.get("name"), _offer(element, rng)
            if value is not None and ":" not in name:
                found.append(("press" if element.tag == "button" else "set", name, value))
        return found

    def bought(self) -> list[tuple[str, int]]:
        """The ratings on it of which anything is bought, with how much."""
        (form,) = self.page.xpath("//form[@id='step-form']")
        found = {name: value for name, value in form.form_values() if ".scores." in f".{name}" and ":" not in name}
        return [(name, int(value)) for name, value in found.items() if value.isdecimal() and int(value)]

    def do(self, deed: str, name: str, value: str) -> None:
        """Press a button, or set an input."""
        (self.press if deed == "press" else self.set)(name, value)

    def press(self, name: str, value: str) -> None:
        """Send the form by one of its buttons, and draw the answer."""
        self._send([(name, value)])

    def set(self, name: str, value: str) -> None:
        """Type or choose something, and draw the answer."""
        for field in self.page.xpath(f"//form[@id='step-form']//*[@name='{name}']"):
            _fill(field, value)
        self._send([])

    def _send(self, pressed: list[tuple[str, str]]) -> None:
        (form,) = self.page.xpath("//form[@id='step-form']")
        sent: dict[str, list[str]] = {}
        for name, value in [*form.form_values(), *pressed]:
            sent.setdefault(name, []).append(value.replace("\n", "\r\n"))
        answer = self.client.post(self.address, sent, headers=HX)
        assert answer.status_code == 200, answer.content.decode()[:2000]
        self.last = len(answer.content)
        for part in html.fragments_fromstring(answer.content.decode()):
            self._draw(part)

    def _draw(self, part: HtmlElement) -> None:
        keys = part.get("hx-swap-oob").removeprefix("innerHTML:#").split(",#")
        self.shared = self.shared or len(keys) > 1
        for key in keys:
            self._draw_at(key, deepcopy(part))

    def _draw_at(self, key: str, part: HtmlElement) -> None:
        found = self.page.xpath(f"//*[@id='{key}']")
        assert len(found) == 1, f"{key} is on the page {len(found)} times"
        (target,) = found
        self._bring_what_stays(target, part)
        _bring_marks(target, part)
        for child in list(target):
            target.remove(child)
        target.text = part.text
        target.extend(list(part))
        for rating in target.xpath("ancestor-or-self::div[@id][starts-with(@class, 'rating')]"):  # as the script does
            room = next(iter(rating.xpath(".//*/@data-room")), None)
            for dot in rating.xpath(".//label[starts-with(@class, 'dot empty')]"):
                beyond = room is not None and int(dot.get("data-buys")) > int(room)
                dot.set("class", "dot empty beyond" if beyond else "dot empty")
            if rating.get("class") == "rating stepped":
                rating.attrib.pop("data-room", None)
                if room is not None:
                    rating.set("data-room", room)

    def _bring_what_stays(self, target: HtmlElement, part: HtmlElement) -> None:
        """Pieces that an answer only names, as the script takes them from the page."""
        pieces = target.xpath(".//*[@data-piece]")
        for name in part.xpath(".//*[@data-stays]"):
            first, many = name.get("data-stays").split(" ")
            (named,) = target.xpath(f".//*[@id='{first}']")
            start = pieces.index(named.xpath("ancestor-or-self::*[@data-piece]")[-1])
            staying: list[HtmlElement] = []
            for one in pieces[start:]:
                if len(staying) < int(many) and not (staying and staying[-1] in one.iterancestors()):
                    staying.append(one)
            assert len(staying) == int(many), f"{self.address} has no {many} pieces from {first} on"
            for one in map(deepcopy, staying):
                one.tail = None
                name.addprevious(one)
            name.drop_tree()
            self.left_out += len(staying)

    def stale(self) -> list[str]:
        """What the page shows otherwise than one that is loaded now, a line for each difference."""
        mine, fresh = (Counter(_lines(page)) for page in (self.page, self._load()))
        return [f"- {line}" for line in mine - fresh] + [f"+ {line}" for line in fresh - mine]


def _bring_marks(target: HtmlElement, part: HtmlElement) -> None:
    """What a page says it shows, of which an answer tells what is another."""
    for moved in part.xpath(".//*[@data-marks]"):
        (held,) = target.xpath(".//*[@name='shown']")
        parts = re.split("([.~])", held.get("value"))
        for one in moved.get("data-marks").split():
            place, start, text = one.split(":")
            at = 2 * int(place)
            parts[at] = parts[at][: int(start)] + text + parts[at][int(start) + len(text) :] if start else text
        now = deepcopy(held)
        now.set("value", "".join(parts))
        now.tail = None
        moved.addprevious(now)
        moved.drop_tree()


def _offer(element: HtmlElement, rng: Random) -> str | None:
    """Something that this input takes, or what this button sends."""
    if element.tag == "select":
        return str(rng.choice([option.get("value") for option in element.iter("option")]))
    if element.get("type") == "number" or ".scores." in f".{element.get('name')}":
        return str(rng.choice((0, 1, 3)))
    if element.tag == "textarea" or "writing" in element.get("class", ""):
        return rng.choice(("Rope", "Lamp", ""))
    return None if element.get("type") == "hidden" else element.get("value")


def _fill(field: HtmlElement, value: str) -> None:
    if field.tag == "select":
        for option in field.iter("option"):
            option.attrib.pop("selected", None)
            if option.get("value") == value:
                option.set("selected", "")
    elif field.tag == "textarea":
        field.text = value
    elif field.get("type") in ("radio", "checkbox"):
        field.attrib.pop("checked", None)
        if field.get("value") == value:
            field.set("checked", "")
    else:
        field.set("value", value)


def _lines(page: HtmlElement) -> list[str]:
    """Every element of the builder with what it says, as a line: what it is in, its attributes, its own text."""
    (main,) = page.xpath("//main")
    return [_line(element) for element in main.iter() if isinstance(element.tag, str) and _tells(element)]


def _tells(element: HtmlElement) -> bool:
    return element.get("name") not in FOLLOWS_THE_PAGE and not element.get("data-of")


def _line(element: HtmlElement) -> str:
    way = f"{element.getparent().get('id') or element.getparent().tag}/{element.tag}"
    told = {name: "" if name in FLAGS else value for name, value in element.attrib.items()}
    if element.tag == "option" and not element.get("value"):
        told.pop("selected", None)  # it is, where no other is
    text = re.sub(r"\s+", " ", " ".join([element.text or "", *(child.tail or "" for child in element)])).strip()
    return f"{way} {sorted(told.items())} {text}"

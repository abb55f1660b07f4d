"""What `manage.py startgame` writes: a game that runs, small enough to be read in an hour and then replaced."""

import re
from keyword import iskeyword
from pathlib import Path

from rules.systems import PACKAGES

SKELETON = Path(__file__).with_name("skeleton")
KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def begin_game(key: str, name: str, root: Path) -> list[Path]:
    """Write the folder of a game and the page of its rulings; answers the files, by `root`.

    Raises ValueError, with a sentence, for a key that can't be or is there already.
    """
    if not KEY.fullmatch(key):
        raise ValueError("A key is lower-case words with hyphens between them, such as paper-lantern.")
    package = key.replace("-", "_")
    if iskeyword(package):
        raise ValueError(f"{key} is a word of Python; choose another key.")
    folder = root / "rules" / "systems" / package
    if key in PACKAGES or folder.exists():
        raise ValueError(f"There is a game {key} already.")
    if not name or set(name) & set('"\\\n'):
        raise ValueError("Give the game a name, without quotation marks.")
    places = {file: _place(file, folder, key, root) for file in sorted(SKELETON.iterdir())}
    if there := next((place.relative_to(root) for place in places.values() if place.exists()), None):
        raise ValueError(f"There is a file {there} already; choose another key.")
    return [_write(file, place, key, package, name).relative_to(root) for file, place in places.items()]


def _place(file: Path, folder: Path, key: str, root: Path) -> Path:
    special = {
        "rulings.md.txt": root / "docs" / "games" / f"{key}.md",
    }
    return special.get(file.name, folder / file.name.removesuffix(".txt"))


def _write(file: Path, place: Path, key: str, package: str, name: str) -> Path:
    text = file.read_text(encoding="utf-8")
    for word, value in (("{key}", key), ("{package}", package), ("{name}", name)):
        text = text.replace(word, value)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return place

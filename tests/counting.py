"""Which lines and branches of the code the tests run: counted in every process of a run, added up at the end.

The counter marks the code while it is imported and takes each mark out once it was seen a few times, so that counting
costs little more than the marking. A folder in `COUNT_LINES` asks for it; every process leaves a file there.
"""

import json
import os
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slipcover import Slipcover

ROOT = Path(__file__).resolve().parent.parent
WHOLE = ("rules/kernel/", "rules/dice/")
ACCESS = "access.py"
"""What everything rests on, folders and a file name: the kernel, the dice, and who may see what."""
CODE = ["config", "rules", "spells", "campaigns", "characters"]
"""All there is, which is counted only when `COUNT_ALL` is set: marking it takes six seconds in each process."""
LEFT_OUT = [
    "*/migrations/*",
    "config/asgi.py",
    # These run before or around the tests and in processes of their own.
    *("config/install.py", "config/lock.py", "config/up.py", "config/embedded.py", "config/services.py"),
    *("config/processes.py", "config/web.py"),
]
BODILESS = [r"\.\.\.$"]
"""Lines with nothing to run, beside those that the counter knows itself: the bodies of a protocol's methods."""

Coverage = dict[str, Any]
"""Figures of a run: `files`, each with `executed_lines`, `missing_lines` and the same of branches; `summary`."""


def sources() -> list[Path]:
    """Where lines are counted."""
    if os.environ.get("COUNT_ALL"):
        return [ROOT / name for name in CODE]
    access = (file for name in CODE for file in (ROOT / name).rglob(ACCESS))
    return [*(ROOT / name for name in WHOLE), *access]


def begin(folder: Path) -> "Slipcover":
    """Count from now on what is imported from now on; `keep` the answer before the process ends."""
    import slipcover

    # What no process has imported is added once, in `total`: looking for it takes seconds.
    # Taking marks out means going through all functions there are, so it waits until many were passed in vain.
    counter = slipcover.Slipcover(branch=True, exclude_also=BODILESS, d_miss_threshold=2000)
    slipcover.ImportManager(counter, slipcover.FileMatcher(sources=sources(), omit=LEFT_OUT)).__enter__()
    folder.mkdir(parents=True, exist_ok=True)
    return counter


def keep(counter: "Slipcover", folder: Path) -> None:
    """Leave what this process has counted."""
    (folder / f"{os.getpid()}-{uuid.uuid4().hex}.json").write_text(json.dumps(counter.get_coverage()))


def total(folder: Path) -> Coverage:
    """Everything that was counted in a folder, and what nothing imported of the folders that are counted."""
    import slipcover

    os.chdir(ROOT)
    folders = [str(place) for place in sources() if place.is_dir()]
    everything = slipcover.Slipcover(branch=True, source=folders, omit=LEFT_OUT, exclude_also=BODILESS).get_coverage()
    for part in sorted(folder.glob("*.json")):
        slipcover.merge_coverage(everything, json.loads(part.read_text()))
    return everything

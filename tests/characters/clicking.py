"""A click in the builder, as the script sends it."""

from typing import Any

from characters.builder.page_state import layout
from tests.cast import Cast
from tests.characters.posting import at


def click(cast: Cast, step: str, data: dict[str, Any], **headers: str) -> Any:
    cast.jane.refresh_from_db()
    shown = next((one for one in cast.jane.game.steps(cast.jane.read()) if one.key == step), None)
    page = {"version": str(cast.jane.version), "tab": "one", "layout": layout(shown) if shown else ""}
    data = page | data
    return cast["owner"].post(at(cast.jane, "build", step), data, headers=headers)


ALWAYS = ["status", "page-version", "page-shown", "conflict"]
MOVING = [*ALWAYS, "steps", "budgets", "figures", "todo", "findings", "rail-bar"]

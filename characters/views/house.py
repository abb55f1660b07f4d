"""House rules: the readings a character is judged by, changed by its player where no table has decided."""

from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from characters import actions
from characters.access import character_for
from characters.models import Character
from rules.kernel import Setting
from rules.kernel.documents import PathError
from rules.kernel.pages import whole

PAGE = "characters/house.html"


@dataclass(frozen=True)
class HouseRuleRow:
    """A setting with what stands now; `table` where the campaign has decided it."""

    setting: Setting
    value: Any
    table: bool

    @property
    def kind(self) -> str:
        if self.setting.choices:
            return "choice"
        return "flag" if isinstance(self.setting.default, bool) else "number"

    @property
    def changed(self) -> bool:
        return bool(self.value != self.setting.default)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def house_rules(request: HttpRequest, pk: int) -> HttpResponse:
    """Every setting of the game with its ruling; a form for those that the table leaves open."""
    character = character_for(request, pk, "change")
    context: dict[str, Any] = {"character": character, "game": character.game}
    if request.method == "POST":
        try:
            values = _posted(request.POST, _rows(character))
            actions.change_settings(character=character, values=values, by=request.user)
        except PathError as fault:
            rows = _as_typed(_rows(character), request.POST)
            return render(request, PAGE, {**context, "rows": rows, "refusal": str(fault)}, status=422)
        messages.success(request, "House rules saved.")
        return redirect("house_rules", pk)
    return render(request, PAGE, {**context, "rows": _rows(character)})


def _rows(character: Character) -> list[HouseRuleRow]:
    house, rules = character.table.settings, character.table_rules
    decided = rules.house(character.system) if rules else {}
    settings = character.game.settings.values()
    return [
        HouseRuleRow(setting, setting.coerce(house.get(setting.key, setting.default)), setting.key in decided)
        for setting in settings
    ]


def _as_typed(rows: list[HouseRuleRow], post: QueryDict) -> list[HouseRuleRow]:
    """The settings as somebody left them in the form that was refused."""
    return [row if row.table else replace(row, value=_typed(row, post)) for row in rows]


def _typed(row: HouseRuleRow, post: QueryDict) -> Any:
    key = row.setting.key
    return key in post if row.kind == "flag" else post.get(key, row.value)


def _posted(post: QueryDict, rows: list[HouseRuleRow]) -> dict[str, Any]:
    """What the form says of the settings that are open; a tick that is missing means no."""
    values: dict[str, Any] = {}
    for row in rows:
        key, setting = row.setting.key, row.setting
        if row.table:
            continue
        if row.kind == "flag":
            values[key] = key in post
        elif key in post:
            text = post.get(key) or ""
            number = whole(text, setting.low - 1, setting.low - 1, setting.high + 1) if row.kind == "number" else 0
            values[key] = number if row.kind == "number" else text
    return values

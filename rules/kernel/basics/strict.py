"""Mappings to frozen dataclasses, strictly: rule data with a mistyped key is an error with its place."""

import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any

from rules.kernel.basics.errors import RuleError
from rules.kernel.basics.form_hints import ask_of
from rules.kernel.basics.wording import join_words, shown

T = typing.TypeVar("T")


def read(shape: type[T], source: Mapping[str, Any], where: str, **given: Any) -> T:
    """An instance of the dataclass `shape` from a mapping. Raises RuleError that names `where`."""
    if not isinstance(source, Mapping):
        raise RuleError(f"{where}: wants a table, not {source!r}.")
    hints = _hints(typing.cast(type, shape))
    known = {f.name.replace("_", "-"): f for f in fields(typing.cast(Any, shape)) if f.name not in given}
    values = dict(given)
    for key, value in source.items():
        field = known.get(key.replace("_", "-"))
        if field is None:
            raise RuleError(f"{where}: “{key}” is not a key of {shape.__name__}; it has {', '.join(known)}.")
        if field.name in values:
            raise RuleError(f"{where}: “{key}” is listed twice.")
        values[field.name] = _value(hints[field.name], value, f"{where}.{key}")
        among = ask_of(field).among
        if among and value not in among:
            raise RuleError(f"{where}.{key}: {shown(value)} is none of {join_words(among, len(among))}.")
    for field in known.values():
        if field.name not in values and field.default is MISSING and field.default_factory is MISSING:
            raise RuleError(f"{where}: {shape.__name__} needs “{field.name}”.")
    return shape(**values)


@cache
def _hints(shape: type) -> dict[str, Any]:
    return typing.get_type_hints(shape)


def _value(hint: Any, value: Any, where: str) -> Any:
    if typing.get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise RuleError(f"{where}: wants a list, not {value!r}.")
        return tuple(_value(typing.get_args(hint)[0], item, f"{where}[{n}]") for n, item in enumerate(value))
    if is_dataclass(hint):
        return read(typing.cast(type, hint), value, where)
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):
        raise RuleError(f"{where}: wants {hint.__name__}, not {value!r}.")
    return value

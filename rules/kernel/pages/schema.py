"""The JSON Schema of the documents of one game."""

from collections.abc import Mapping
from typing import Any

from rules.kernel.documents.builds import DICE_LIMIT, LIST_LIMIT, MAPPINGS, NAME_LIMIT, SCORE_LIMIT, TEXT_LIMIT
from rules.kernel.documents.format import BOOKS_LIMIT, FORMAT, STAGES, WAIVERS_LIMIT
from rules.kernel.documents.ledger import ENTRIES_LIMIT, TEXTS
from rules.kernel.system import System


def json_schema(system: System) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a document of one game, with the keys of its core book."""
    names = system.names(system.rulebook)
    score = {"type": "integer", "minimum": -SCORE_LIMIT, "maximum": SCORE_LIMIT}
    text = {"type": "string", "maxLength": NAME_LIMIT}
    values: dict[str, Any] = {
        "scores": score,
        "picks": {"anyOf": [text, {"type": "boolean"}, {"type": "array", "items": text, "uniqueItems": True}]},
        "ranks": {"type": "array", "items": text},
        "rolls": {"type": "array", "items": score, "maxItems": DICE_LIMIT},
        "entries": {"type": "array", "items": {"type": "object"}, "maxItems": LIST_LIMIT},
        "notes": {"type": "string", "maxLength": TEXT_LIMIT},
    }
    mappings = {mapping: _mapping(values[mapping], getattr(names, mapping)) for mapping in MAPPINGS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{system.name}: a character",
        "type": "object",
        "required": ["system", "build"],
        "properties": {
            "format": {"const": FORMAT},
            "system": {"const": system.key},
            "edition": text,
            "books": {"type": "array", "items": text, "maxItems": BOOKS_LIMIT},
            "name": text,
            "settings": {
                "type": "object",
                "properties": {s.key: _setting(s) for s in system.settings.values()},
            },
            "stage": {"enum": list(STAGES)},
            "awards": {"type": "integer", "minimum": 0, "maximum": SCORE_LIMIT},
            "ledger": {"type": "array", "maxItems": ENTRIES_LIMIT, "items": _entry(system, text, score)},
            "waivers": {"type": "array", "maxItems": WAIVERS_LIMIT, "items": {"type": "object"}},
            "play": {"type": "object", "additionalProperties": score},
            **{key: {"type": "object", "properties": mappings} for key in ("baseline", "created", "build")},
        },
    }


def _entry(system: System, text: Mapping[str, Any], score: Mapping[str, Any]) -> dict[str, Any]:
    kinds = {"kind": {"enum": list(system.ledger_kinds)}, "amount": score}
    return {"type": "object", "required": ["kind"], "properties": {**dict.fromkeys(TEXTS, text), **kinds}}


def _mapping(value: Mapping[str, Any], keys: frozenset[str] | None) -> dict[str, Any]:
    if keys is None:
        return {"type": "object", "additionalProperties": value}
    return {"type": "object", "properties": dict.fromkeys(sorted(keys), value)}


def _setting(setting: Any) -> dict[str, Any]:
    if setting.choices:
        numbers = (int(choice) for choice in setting.choices if choice.isdecimal())
        return {"enum": [*setting.choices, *numbers], "default": setting.default}
    about = {"default": setting.default, "title": setting.label}
    if isinstance(setting.default, bool):
        return {"type": "boolean", **about}
    if isinstance(setting.default, int):
        kind = "integer" if setting.blank is None else ["integer", "null"]
        return {"type": kind, "minimum": setting.low, "maximum": setting.high, **about}
    return {"type": "string", **about}

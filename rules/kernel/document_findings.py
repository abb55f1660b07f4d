"""Findings every game has: what could not be read, what nobody knows, settings that do not fit."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.wording import join_words, nearest, shorten, shown
from rules.kernel.books.settings import KnownKeys, Setting, SettingConflict
from rules.kernel.documents.builds import Build, ParseProblem
from rules.kernel.documents.changes import is_plain, segment
from rules.kernel.findings import KEPT, MOST, Finding, Fix, Level


def document_findings(
    build: Build,
    names: KnownKeys,
    cite: Cite,
    settings: Mapping[str, Setting],
    values: Mapping[str, Any],
) -> Iterable[Finding]:
    yield from _faults(build.faults, cite)
    yield from _unknown(build, names, cite)
    yield from _settings(settings, values, cite)


def conflict_findings(conflicts: Iterable[SettingConflict], settings: Mapping[str, Setting]) -> Iterable[Finding]:
    """House rules that cannot hold together, of which each may come from another place: the table or the player."""
    for conflict in conflicts:
        yield Finding(
            code="house-rules-clash",
            level=Level.NOTE,
            message=conflict.message,
            hint=conflict.hint,
            at=f"settings.{conflict.settings[0]}",
            cite=settings[conflict.settings[0]].cite,
            values=MappingProxyType({"settings": conflict.settings}),
        )


def _faults(faults: tuple[ParseProblem, ...], cite: Cite) -> Iterable[Finding]:
    for fault in faults[:MOST]:
        place = shorten(fault.path, 80) or "The build"
        yield Finding(
            code="unreadable-choice",
            level=Level.ERROR,
            message=f"“{place}” {fault.reason}, so it's ignored.",
            hint="We've kept the original value. Choose again to replace it.",
            at=shorten(fault.path, 200),
            cite=cite,
            fixes=_cleared(fault.path),
        )
    if len(faults) > MOST:
        yield Finding(
            code="unreadable-choices",
            level=Level.ERROR,
            message=f"{len(faults) - MOST:,} more choices can't be read and are ignored.",
            hint="The original values are kept and included in exports.",
            cite=cite,
        )


def _cleared(path: str) -> tuple[Fix, ...]:
    """A choice that stands by itself under a plain key, removed. A list has no path of its own, its entries do."""
    mapping, _, key = path.partition(".")
    return (Fix(f"Clear {shorten(key, 40)}", path, None),) if is_plain(key) and mapping != "entries" else ()


def _unknown(build: Build, names: KnownKeys, cite: Cite) -> Iterable[Finding]:
    for mapping, known in (
        ("scores", names.scores),
        ("picks", names.picks),
        ("ranks", names.ranks),
        ("rolls", names.rolls),
        ("entries", names.entries),
        ("notes", names.notes),
    ):
        if known is None:
            continue
        values: Mapping[str, Any] = getattr(build, mapping)
        if not values.keys() <= known:
            yield _stranger(mapping, sorted(values.keys() - known), known, values, cite)
    if build.unknown:
        yield Finding(
            code="unknown-keys",
            level=Level.NOTE,
            message=f"This file contains data we don't recognise: {join_words(build.unknown)}.",
            hint="It's kept and exported, but not used.",
            cite=cite,
        )


def _stranger(
    mapping: str, strangers: list[str], known: frozenset[str], values: Mapping[str, Any], cite: Cite
) -> Finding:
    likely = nearest(strangers[0], known)
    meant = f" Did you mean “{likely}”?" if likely and len(strangers) == 1 else ""
    fixes: tuple[Fix, ...] = ()
    here = f"{mapping}.{segment(strangers[0])}"
    if likely and len(strangers) == 1 and likely not in values and isinstance(values[strangers[0]], int):
        fixes = (Fix(f"Change to “{likely}”", f"{mapping}.{likely}", values[strangers[0]], here),)
    return Finding(
        code=f"unknown-{mapping}",
        level=Level.NOTE,
        message=f"This game has no {mapping[:-1] if mapping != 'entries' else 'list'} {join_words(strangers)}.",
        hint=f"{KEPT}{meant}",
        at=f"{mapping}.{shorten(strangers[0], 100)}",
        cite=cite,
        fixes=fixes,
        values=MappingProxyType({"keys": tuple(strangers[:MOST])}),
    )


def _settings(settings: Mapping[str, Setting], values: Mapping[str, Any], cite: Cite) -> Iterable[Finding]:
    if not values:
        return
    strangers = sorted(str(key) for key in values if key not in settings)
    if strangers:
        yield Finding(
            code="unknown-settings",
            level=Level.NOTE,
            message=f"This game has no house rule {join_words(strangers)}.",
            hint=KEPT,
            cite=cite,
        )
    for key, setting in settings.items():
        if key in values and not setting.accepts(values[key]):
            yield Finding(
                code="unreadable-setting",
                level=Level.NOTE,
                message=f"The house rule “{setting.label}” can't be {shown(values[key])}. "
                f"Using {setting.label_for(setting.coerce(values[key]))} instead.",
                hint="Set it again in the campaign's house rules.",
                at=f"settings.{key}",
                cite=setting.cite,
            )

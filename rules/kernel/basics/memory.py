"""What a process remembers so as not to make it again, bounded by its bytes.

What people wrote has no usual size: a cache that counts its entries is as large as somebody wants it to be. What the
code alone bounds (games, templates, the files of core books) may stay in `functools.cache`.

`cachetools` has such a cache too. This is the kernel, which has nothing but the standard library, and there every hit
moves the entry to the end under a lock of Python's, hashing the key twice; the keys here are fields with a hundred
options, and a page has hundreds of hits.
"""

import gc
from collections.abc import Callable, Hashable
from functools import wraps
from sys import getsizeof
from threading import Lock
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType, NoneType
from typing import Any, Generic, ParamSpec, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
T = TypeVar("T")
P = ParamSpec("P")

MIB = 1024 * 1024
NOTHING = (type, ModuleType, CodeType, BuiltinFunctionType)
"""Of the program, and there without anybody's remembering."""
LEAVES = frozenset({str, int, float, bool, bytes, NoneType})
"""Most of what there is, which holds nothing else."""
ENTRY = 300
"""Bytes a thing costs besides itself: its place in two dictionaries, and its weight."""


STAYS: dict[int, object] = {}


def stays(*things: object) -> None:
    """Tell of things that are there as long as the process, remembered or not: they weigh nothing."""
    STAYS.update((id(thing), thing) for thing in things)


def weigh(thing: object, most: int) -> int:
    """Bytes of a value with all that it holds, each object once. It stops counting soon after `most`."""
    found, seen, held = ENTRY, set[int](), [thing]
    while held and found <= most:
        inside: list[Any] = []
        for one in held:
            if (place := id(one)) in seen or place in STAYS:
                continue
            seen.add(place)
            if type(one) in LEAVES:
                found += getsizeof(one)
                continue
            if isinstance(one, NOTHING):
                continue
            found += getsizeof(one)
            if isinstance(one, FunctionType):
                inside.extend(one.__closure__ or ())
            elif not isinstance(one, str):
                inside.extend(gc.get_referents(one))
        # An object does not say how large the places of its attributes are.
        found += 8 * len(inside)
        held = inside
    return found


class BoundedCache(Generic[K, V]):
    """Values by key, of at most `most` bytes, keys included. Threads may meet here: at worst both make the same value.

    There are two generations of half the bytes each. What is made or asked for goes into the young one; when that is
    full it becomes the old one, and what was old and not asked for since is gone. So a hit is one look into a
    dictionary, without a lock. What is larger than a generation is not kept.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self.clear()

    def clear(self) -> None:
        self._young: dict[K, tuple[V, int]] = {}
        self._old: dict[K, tuple[V, int]] = {}
        self._filled = 0

    def __len__(self) -> int:
        return len(self._young.keys() | self._old.keys())

    @property
    def bytes(self) -> int:
        """What it holds now."""
        return sum(weight for held in (self._young, self._old) for _, weight in held.values())

    def peek(self, key: K) -> V | None:
        """What is remembered under this key; None where that is nothing."""
        try:
            return self._young[key][0]
        except KeyError:
            found = self._old.get(key)
        if found is None:
            return None
        self._put(key, found)
        return found[0]

    def get(self, key: K, make: Callable[[], V]) -> V:
        """What is remembered under this key, or else what `make` returns, which is no None."""
        found = self.peek(key)
        return self.keep(key, make()) if found is None else found

    def keep(self, key: K, value: V) -> V:
        """Remember a value."""
        half = self.most // 2
        weight = weigh((key, value), half)
        if weight <= half:
            self._put(key, (value, weight))
        return value

    def _put(self, key: K, found: tuple[V, int]) -> None:
        with self._lock:
            if self._filled + found[1] > self.most // 2:
                self._old, self._young, self._filled = self._young, {}, 0
            if key not in self._young:
                self._young[key] = found
                self._filled += found[1]

    def forget(self, unwanted: Callable[[K], bool]) -> None:
        """Drop what has such a key."""
        with self._lock:
            for held in (self._young, self._old):
                for key in [key for key in held if unwanted(key)]:
                    del held[key]


def remember(memory: BoundedCache[Any, Any]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorates a pure function of hashable arguments, which never returns None: what it returns is kept here.

    Many functions may share one, and its bytes.
    """

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        @wraps(make)
        def remembered(*args: P.args, **named: P.kwargs) -> T:
            key = (make, *args, *named.items())
            found: T | None = memory.peek(key)
            return memory.keep(key, make(*args, **named)) if found is None else found

        return remembered

    return decorate


WRITTEN: BoundedCache[Any, Any] = BoundedCache(8 * MIB)
"""What games make of the words and numbers of single builds."""

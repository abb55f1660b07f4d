"""What is remembered is bounded by its bytes, and what is asked for again stays."""

from threading import Thread
from typing import Any

from rules.kernel import Rulebook, derived, remember
from rules.kernel.basics import BoundedCache
from rules.kernel.basics.memory import stays, weigh

WORD = 10_000


def text(number: int) -> str:
    return str(number).zfill(WORD)


def test_what_is_asked_for_again_stays_and_the_rest_goes() -> None:
    memory: BoundedCache[int, str] = BoundedCache(20 * WORD)
    for number in range(200):
        memory.get(number, lambda number=number: text(number))  # type: ignore[misc]  # the lambda's default
        assert memory.get(0, lambda: "made again") == text(0)
        assert memory.bytes <= memory.most
    assert (memory.peek(0), memory.peek(199), memory.peek(100)) == (text(0), text(199), None)
    assert 8 <= len(memory) <= 20


def test_what_is_larger_than_a_generation_is_not_kept() -> None:
    memory: BoundedCache[str, str] = BoundedCache(20 * WORD)
    memory.keep("small", "1")
    memory.keep("small", "1")
    assert len(memory) == 1
    assert memory.get("large", lambda: text(1) * 11) == text(1) * 11
    assert (memory.peek("large"), memory.peek("small"), memory.bytes < WORD) == (None, "1", True)


def test_some_of_it_may_be_forgotten() -> None:
    memory: BoundedCache[int, str] = BoundedCache(8 * WORD)
    for number in range(7):
        memory.keep(number, text(number))
    held = len(memory)
    memory.forget(lambda number: number == 6)
    assert (len(memory), memory.peek(6), memory.peek(5)) == (held - 1, None, text(5))
    memory.clear()
    assert (len(memory), memory.bytes) == (0, 0)


def test_a_function_is_asked_once_for_equal_arguments() -> None:
    asked: list[Any] = []

    @remember(BoundedCache(20 * WORD))
    def twice(word: str, *, loud: bool = False) -> str:
        """Doubled."""
        asked.append((word, loud))
        return word * 2

    assert [twice("a"), twice("a"), twice("a", loud=True), twice("b")] == ["aa", "aa", "aa", "bb"]
    assert (asked, twice.__doc__) == ([("a", False), ("a", True), ("b", False)], "Doubled.")


def test_what_follows_from_a_rulebook_does_not_keep_it() -> None:
    asked: list[int] = []

    @derived
    def pages(rulebook: Rulebook, more: int) -> int:
        asked.append(more)
        return len(rulebook.books) + more

    first, second = Rulebook.of([]), Rulebook.of([])
    assert [pages(first, 1), pages(first, 1), pages(second, 1), pages(second, 2)] == [1, 1, 1, 2]
    assert asked == [1, 1, 2]


def test_everything_held_is_weighed_once() -> None:
    word = text(1)

    class Holder:
        def __init__(self, held: Any) -> None:
            self.held = held

    for held in ([word], {"a": word}, (word, word), Holder(word), lambda: word, frozenset({word})):
        assert WORD < weigh(held, 10 * WORD) < 1.2 * WORD + 400, held
    assert weigh([text(n) for n in range(100)], 2 * WORD) > 2 * WORD
    held = Holder(word)
    stays(held)
    assert weigh([held, weigh, Holder], WORD) < 800


def test_threads_may_meet() -> None:
    memory: BoundedCache[int, str] = BoundedCache(30 * WORD)

    def work(first: int) -> None:
        for number in range(first, first + 400):
            assert memory.get(number % 40, lambda number=number: text(number % 40)) == text(number % 40)  # type: ignore[misc]

    threads = [Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 0 < memory.bytes <= memory.most

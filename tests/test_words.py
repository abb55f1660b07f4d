"""The words that people read are those of the glossary, and the docs are plain English."""

from config.environment import ROOT
from tests import words_check


def test_the_words_are_those_of_the_glossary() -> None:
    allowed = ROOT / "tests" / "words_allow.txt"
    assert [str(finding) for finding in words_check.run(ROOT, allowed)] == []


def test_exceptions_are_few_and_each_has_a_reason() -> None:
    lines = (ROOT / "tests" / "words_allow.txt").read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.strip() and not line.startswith("#")]
    assert len(rows) <= 30
    assert all(line.partition("#")[2].strip() for line in rows)


def test_the_check_finds_what_it_should() -> None:
    assert words_check.self_test() == 0

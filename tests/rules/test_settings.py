"""House rules as people read them: every choice of every game has words, not the key it is kept under."""

import pytest

from rules import systems


@pytest.mark.parametrize("key", systems.PACKAGES)
def test_every_choice_is_said_in_words(key: str) -> None:
    for setting in systems.get(key).settings.values():
        assert len(setting.words) == len(set(setting.words)) == len(setting.choices), setting.key
        assert "_" not in "".join(said for _, said in setting.options), setting.key
        assert not setting.choices or "“" not in setting.summary, (
            f"{setting.key}: choices are quoted by the words of their list"
        )

"""Cites on the page: words, and a link where there is an address."""

from django.template import Context, Template

from rules.kernel import Cite


def shown(cite: Cite | None) -> str:
    return Template("{{ cite|where }}").render(Context({"cite": cite}))


def test_a_cite_of_a_public_page_is_a_link_to_it() -> None:
    cite = Cite("Toy", "<2>", 0, origin="public", url="https://example.org/?a=1&b=2")
    assert shown(cite) == ('<a href="https://example.org/?a=1&amp;b=2" rel="external noreferrer">Toy &lt;2&gt;</a>')


def test_a_cite_says_neither_file_nor_revision_nor_how_sure_it_is() -> None:
    cites = [Cite("Toy", "rolls.html", 0, origin="public", sure="low"), Cite("Toy", "Gifts 14897", 0, origin="public")]
    assert [*map(shown, cites)] == ["Toy Rolls", "Toy Gifts"]


def test_a_cite_of_a_ruling_leads_to_it() -> None:
    assert shown(Cite("Handbook", "7", 34, "H-17")) == (
        'Handbook, ch. 7, p.\u00a034 (<a href="/rulings/hprpg/#H-17">our ruling</a>)'
    )


def test_other_cites_are_words_alone() -> None:
    assert [shown(Cite("Toy", "2", 3)), shown(Cite("Toy", "2", 0, origin="source")), shown(None)] == [
        "Toy, ch. 2, p.\u00a03",
        "Toy, ch. 2",
        "",
    ]

"""Finding spells: words of their text, parts of their names, and names spelt almost right."""

import re
from collections.abc import Iterable

from django.contrib.postgres.search import SearchQuery, SearchRank, TrigramWordSimilarity
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest

from spells.models import Spell

LONGEST = 100


def asked_for(text: str) -> str:
    """What a person typed, as the database can take it."""
    return " ".join(text.replace("\x00", " ").split())[:LONGEST]


def core_spells() -> QuerySet[Spell]:
    """The spells of every game's core book."""
    return spells_with(())


def spells_with(books: Iterable[int]) -> QuerySet[Spell]:
    """The spells of every game's core book, and those of these editions of homebrew."""
    within = Q(book__core=True) | Q(book__in=list(books))
    shelf: QuerySet[Spell] = Spell.objects.filter(within, retired=False)
    # What a rulebook in memory knows of each is not read again with every row, nor what the whole book has.
    return shelf.select_related("book").defer("data", "words", "book__sections", "book__about")


def search(spells: QuerySet[Spell], words: str) -> QuerySet[Spell]:
    """The spells that match, best first; all of them by name where nothing is asked for."""
    if not words:
        return spells.order_by("book__system", "name", "key")
    query = SearchQuery(words, config="english", search_type="websearch") | SearchQuery(words, config="simple")
    # Asked one by one, each way of matching is answered from its own index; asked together, none is.
    first, *others = (
        Spell.objects.order_by().filter(way).values("pk")
        for way in (
            Q(words=query),
            Q(name__iregex=re.escape(words)),
            Q(name__trigram_similar=words),
            Q(name__trigram_word_similar=words),
        )
    )
    return spells.filter(pk__in=first.union(*others)).order_by(
        Greatest(
            TrigramWordSimilarity(words, "name"),
            SearchRank(F("words"), query),
        ).desc(),
        "name",
        "key",
    )

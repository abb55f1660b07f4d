"""The catalogue: books and their entries, as rows. `rules.catalogue.rulebook` turns them into kernel Rulebooks.

Core books come from the TOML beside each game's rules (`manage.py load_rulebooks`); homebrew books are the
same rows, written by players.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector, SearchVectorField
from django.db import models
from django.db.models.fields.json import KT
from django.db.models.functions import Now
from django.urls import reverse


class Book(models.Model):
    """A rulebook in one edition. `version` goes up by one whenever anything in it changes.

    A homebrew book is a draft until it is published; from then on that edition never changes, because characters
    are built with it, and what its author changes goes into the next one. Withdrawn, it is offered to nobody new.
    """

    system = models.CharField("game", max_length=40)
    key = models.CharField(max_length=80)
    edition = models.CharField(max_length=40)
    title = models.CharField(max_length=200)
    short = models.CharField(max_length=80, help_text="How citations call it.")
    licence = models.CharField(max_length=200, blank=True, db_default="")
    core = models.BooleanField(default=False, db_default=False, help_text="Shipped with its game.")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        related_name="books",
        null=True,
        blank=True,
        help_text="Who wrote it; nobody for a core book, or where the author's account is gone.",
    )
    about = models.TextField(blank=True, db_default="", max_length=4000)
    published_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    sections = models.JSONField(
        default=list, blank=True, help_text="Numbered passages: [{number, title, page}], in the book's order."
    )
    version = models.PositiveIntegerField(default=1, db_default=1)
    created = models.DateTimeField(auto_now_add=True, db_default=Now())
    updated = models.DateTimeField(auto_now=True, db_default=Now())

    class Meta:
        ordering = ["system", "key", "edition"]
        constraints = [
            models.UniqueConstraint(
                fields=["system", "key", "edition"], condition=models.Q(core=True), name="one_core_book"
            ),
            models.UniqueConstraint(
                fields=["owner", "system", "key", "edition"],
                condition=models.Q(owner__isnull=False),
                name="one_book_an_owner",
            ),
            models.CheckConstraint(condition=models.Q(version__gte=1), name="version_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.short} {self.edition_ref}"

    def get_absolute_url(self) -> str:
        return reverse("book", args=[self.pk])

    @property
    def draft(self) -> bool:
        """Whether its author may still change it."""
        return not self.core and self.published_at is None

    @property
    def state(self) -> str:
        """Draft, published or withdrawn."""
        return "draft" if self.draft else ("withdrawn" if self.withdrawn_at else "published")

    @property
    def edition_ref(self) -> str:
        """Key and edition, as characters remember them: `core@1`."""
        return f"{self.key}@{self.edition}"

    @property
    def cover(self) -> dict[str, str]:
        """The `[book]` table of the TOML."""
        return {name: getattr(self, name) for name in COVER}


COVER = ("key", "edition", "system", "title", "short", "licence")


class Entry(models.Model):
    """One thing of a book. `data` is its whole row of the TOML; the other columns are there to be searched.

    An entry that leaves the book is retired, never deleted: characters may have picked it.
    """

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=80)
    name = models.CharField(max_length=200)
    section = models.CharField(max_length=40, blank=True, db_default="")
    page = models.IntegerField(default=0, db_default=0)
    summary = models.TextField(blank=True, db_default="")
    data = models.JSONField(default=dict)
    place = models.PositiveIntegerField(default=0, db_default=0, help_text="Its place among entries of its kind.")
    retired = models.BooleanField(default=False, db_default=False)
    words = models.GeneratedField(
        expression=(
            SearchVector("name", config="english", weight="A")
            + SearchVector(KT("data__aliases"), config="simple", weight="A")
            + SearchVector("summary", config="english", weight="B")
        ),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["book", "kind", "retired", "place", "key"]
        constraints = [
            models.UniqueConstraint(fields=["book", "kind", "key"], name="one_entry_a_key"),
        ]
        indexes = [
            GinIndex(fields=["words"], name="entry_words"),
            GinIndex(fields=["name"], opclasses=["gin_trgm_ops"], name="entry_name_trigrams"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.kind})"

    @property
    def row(self) -> dict[str, Any]:
        """The row as the kernel reads it."""
        return {**self.data, "retired": True} if self.retired else self.data


class OfKind(models.Manager[Any]):
    """Entries of one kind; those made through it are of that kind."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().filter(kind=self.kind)

    def create(self, **values: Any) -> Any:
        return super().create(**{"kind": self.kind, **values})


class Species(Entry):
    """Who a character was born as."""

    objects: ClassVar[OfKind] = OfKind("species")

    class Meta:
        proxy = True
        verbose_name_plural = "species"


class Archetype(Entry):
    """What a character does in the world: a class, a career, an avenue."""

    objects: ClassVar[OfKind] = OfKind("archetype")

    class Meta:
        proxy = True


class Personality(Entry):
    """What a character is like."""

    objects: ClassVar[OfKind] = OfKind("personality")

    class Meta:
        proxy = True
        verbose_name_plural = "personalities"


class Trait(Entry):
    """Something a character is rated in."""

    objects: ClassVar[OfKind] = OfKind("trait")

    class Meta:
        proxy = True


class Feature(Entry):
    """Something a character can do that others cannot."""

    objects: ClassVar[OfKind] = OfKind("feature")

    class Meta:
        proxy = True


class Item(Entry):
    """Something a character carries."""

    objects: ClassVar[OfKind] = OfKind("item")

    class Meta:
        proxy = True

"""What is fetched with a character to read its sheet, and what is left where nobody reads it."""

from typing import Any

from django.apps import apps
from django.db.models import Case, F, OuterRef, Q, Subquery, When

from characters.models.ledger import entries

DOCUMENTS = ("build", "extra", "rolled", "play", "settings", "waivers_standing")
"""The columns of a character that may be large."""


def with_annotations() -> dict[str, Any]:
    """What reading a sheet needs of other tables: book, ledger, what was approved first and last."""
    # Few characters were approved twice: for the others nothing is looked up.
    first = apps.get_model("characters", "Approval").objects.filter(pk=OuterRef("first_approval"))
    created = Case(When(~Q(first_approval=F("approval")), then=Subquery(first.values("build"))))
    return {
        "book_version": F("book__version"),
        "ledger_rows": entries(),
        "created_build": created,
        "approved_build": F("approval__build"),
        "approved_version": F("approval__version"),
        "approved_entry": F("approval__last_entry"),
        "approved_books": F("approval__homebrew"),
        "approved_house": F("approval__own_settings"),
    }

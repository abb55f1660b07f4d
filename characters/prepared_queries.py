"""Statements whose SQL is written once, and planned once for a connection that sends them often.

Django takes longer to write a query than PostgreSQL to answer it, and half of the answer is planning.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.backends.postgresql.base import ServerBindingCursor
from django.db.backends.utils import CursorWrapper
from django.db.models import Field, Model, QuerySet

M = TypeVar("M", bound=Model)


class Prepared(Generic[M]):
    """A queryset of whole rows and annotations, kept as SQL with stand-ins where the values of a call go."""

    def __init__(self, queryset: "QuerySet[M]") -> None:
        query = queryset.query
        assert query.default_cols, "whole rows only"
        assert not query.select_related, "one table's rows only"
        self.model = queryset.model
        self.sql, self.params = query.sql_with_params()
        columns = self.model._meta.concrete_fields
        self.names = [column.attname for column in columns]
        notes = query.annotation_select
        self.notes = list(notes)
        fields = [*columns, *(note.output_field for note in notes.values())]
        self.converted = [(n, convert) for n, field in enumerate(fields) for convert in _converters(field)]

    def first(self, values: Mapping[Hashable, Any]) -> tuple[M, dict[str, Any]] | None:
        """The first row as an instance and its annotations; each stand-in gives way to its value."""
        with preparing_cursor() as cursor:
            cursor.execute(self.sql, [values.get(param, param) for param in self.params])
            found = cursor.fetchone()
        if found is None:
            return None
        row = list(found)
        for place, convert in self.converted:
            row[place] = convert(row[place], None, connection)
        own = len(self.names)
        return self.model.from_db(connection.alias, self.names, row[:own]), dict(
            zip(self.notes, row[own:], strict=True)
        )


class PreparedCount:
    """How many rows some querysets have together, kept as SQL with stand-ins where the values of a call go."""

    def __init__(self, *querysets: "QuerySet[Any, Any]") -> None:
        first, *others = (one.order_by().values("pk") for one in querysets)
        found, self.params = first.union(*others, all=True).query.sql_with_params()
        self.sql = f"SELECT COUNT(*) FROM ({found}) AS found"

    def of(self, values: Mapping[Hashable, Any]) -> int:
        """The number; each stand-in gives way to its value."""
        with preparing_cursor() as cursor:
            cursor.execute(self.sql, [one if isinstance(one, list) else values.get(one, one) for one in self.params])
            (count,) = cursor.fetchone() or (0,)
        return int(count)


def preparing_cursor() -> CursorWrapper:
    """A cursor that sends values apart from the SQL: PostgreSQL keeps the plan of what a connection asks often."""
    if connection.queries_logged:
        return connection.cursor()  # psycopg doesn't tell the SQL of what it has prepared
    connection.ensure_connection()
    apart: Any = ServerBindingCursor
    return CursorWrapper(apart(connection.connection), connection)


def _converters(field: "Field[Any, Any]") -> list[Callable[..., Any]]:
    made: list[Callable[..., Any]] = field.get_db_converters(connection)
    return made

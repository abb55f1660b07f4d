from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from rules.homebrew.access import uses_of
from rules.models import Book, Entry


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no brackets at run time
    """What others may rely on is deleted one by one, and only where nobody does."""

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        return {name: action for name, action in super().get_actions(request).items() if name != "delete_selected"}


@admin.register(Book)
class BookAdmin(ReadOnlyAdmin):
    list_display = ["title", "system", "edition_ref", "version", "owner", "state", "updated"]
    list_filter = ["core", "system"]
    list_select_related = ["owner"]
    readonly_fields = ["version", "created", "updated", "published_at"]
    search_fields = ["title", "key"]

    def has_delete_permission(self, request: HttpRequest, obj: Book | None = None) -> bool:
        """A book somebody plays with stays, and so does one that ships with its game."""
        free = obj is None or not (obj.core or uses_of(obj))
        return free and super().has_delete_permission(request, obj)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ["name", "kind", "key", "section", "page", "retired", "book"]
    list_filter = ["book__core", "book__system", "kind", "retired"]
    list_select_related = ["book"]
    readonly_fields = ["words"]
    search_fields = ["name", "key"]

    def has_change_permission(self, request: HttpRequest, obj: Entry | None = None) -> bool:
        """An entry of a published edition never changes: characters are read with what is remembered of it."""
        open_ = obj is None or obj.book.core or obj.book.draft
        return open_ and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Entry | None = None) -> bool:
        return self.has_change_permission(request, obj) and super().has_delete_permission(request, obj)

from django.contrib import admin

from rules.models import Book, Entry


@admin.register(Book)
class BookAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no brackets at run time
    list_display = ["title", "system", "stamp", "version", "owner", "updated"]
    list_filter = ["system"]
    list_select_related = ["owner"]
    readonly_fields = ["version", "created", "updated"]
    search_fields = ["title", "key"]


@admin.register(Entry)
class EntryAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no brackets at run time
    list_display = ["name", "kind", "key", "section", "page", "retired", "book"]
    list_filter = ["book", "kind", "retired"]
    list_select_related = ["book"]
    readonly_fields = ["words"]
    search_fields = ["name", "key"]

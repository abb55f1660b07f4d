"""Homebrew books: drafts, published editions, and who wrote them. What had no author so far is a core book."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def mark_core(apps, schema_editor):  # type: ignore[no-untyped-def]
    apps.get_model("rules", "Book").objects.filter(owner=None).update(core=True)


class Migration(migrations.Migration):
    dependencies = [
        ("rules", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "book", "core", models.BooleanField(default=False, db_default=False, help_text="Shipped with its game.")
        ),
        migrations.AddField("book", "about", models.TextField(blank=True, db_default="", max_length=4000)),
        migrations.AddField("book", "published_at", models.DateTimeField(null=True, blank=True)),
        migrations.AddField("book", "withdrawn_at", models.DateTimeField(null=True, blank=True)),
        migrations.RunPython(mark_core, migrations.RunPython.noop),
        migrations.AlterField(
            "book",
            "owner",
            models.ForeignKey(
                settings.AUTH_USER_MODEL,
                blank=True,
                help_text="Who wrote it; nobody for a core book, or where the author's account is gone.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="books",
            ),
        ),
        migrations.RemoveConstraint("book", "one_core_book"),
        migrations.AddConstraint(
            "book",
            models.UniqueConstraint(
                fields=["system", "key", "edition"], condition=models.Q(core=True), name="one_core_book"
            ),
        ),
    ]

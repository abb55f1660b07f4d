"""A ledger of entries beside each character, and which approval was its first."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import characters.models.ledger


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0012_turns"),
        ("campaigns", "__first__"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="LedgerEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=40)),
                ("on", models.DateField(null=True)),
                ("amount", models.IntegerField(default=0)),
                ("subject", models.CharField(blank=True, max_length=200)),
                ("note", models.CharField(blank=True, max_length=300)),
                ("ref", models.CharField(default=characters.models.ledger.own_name, max_length=200)),
                ("more", models.JSONField(blank=True, default=dict)),
                ("role", models.CharField(blank=True, max_length=10)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="campaigns.campaign",
                    ),
                ),
                (
                    "character",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ledger_entries",
                        to="characters.character",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("character", "ref"), name="one_entry_per_name"),
                ],
            },
        ),
        migrations.AddField(
            "character",
            "first_approval",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="characters.approval",
            ),
        ),
    ]

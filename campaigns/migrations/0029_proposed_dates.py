import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0028_calendar_links"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ProposedDate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("on", models.DateField()),
                ("at", models.TimeField(blank=True, null=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="dates", to="campaigns.campaign"
                    ),
                ),
            ],
            options={"ordering": ["on", "at", "pk"]},
        ),
        migrations.CreateModel(
            name="DateAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("can", models.CharField(choices=[("yes", "Yes"), ("maybe", "Maybe"), ("no", "No")], max_length=5)),
                ("said_at", models.DateTimeField()),
                (
                    "date",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="campaigns.proposeddate",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="date_answers",
                        to="campaigns.membership",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["said_at"], name="date_answer_said")]},
        ),
        migrations.AddConstraint(
            model_name="proposeddate",
            constraint=models.UniqueConstraint(fields=("campaign", "on", "at"), name="one_date_per_moment"),
        ),
        migrations.AddConstraint(
            model_name="proposeddate",
            constraint=models.UniqueConstraint(
                condition=models.Q(("at", None)), fields=("campaign", "on"), name="one_date_per_day"
            ),
        ),
        migrations.AddConstraint(
            model_name="dateanswer",
            constraint=models.UniqueConstraint(fields=("date", "seat"), name="one_answer_per_date"),
        ),
    ]

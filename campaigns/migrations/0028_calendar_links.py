import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import characters.models.sharing


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("campaigns", "0027_event_whom"),
    ]

    operations = [
        migrations.CreateModel(
            name="CalendarLink",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=characters.models.sharing.fresh_token, editable=False, max_length=32, unique=True
                    ),
                ),
                ("zone", models.CharField(max_length=40)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
    ]

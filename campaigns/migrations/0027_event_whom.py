import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("campaigns", "0026_letters_until"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="whom",
            field=models.ForeignKey(
                help_text="Who was given a role, removed, or passed NPCs.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]

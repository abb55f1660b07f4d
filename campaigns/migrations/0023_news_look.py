from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0022_fights"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="NewsLook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("character_event", models.BigIntegerField()),
                ("campaign_event", models.BigIntegerField()),
                ("revision", models.BigIntegerField()),
            ],
        ),
        migrations.AddField(
            model_name="newsreader",
            name="waits",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="newsreader",
            name="wrote_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="handout",
            index=models.Index(
                condition=models.Q(("shown_at__isnull", False)), fields=["shown_at"], name="handout_shown"
            ),
        ),
        migrations.AddIndex(
            model_name="membership",
            index=models.Index(
                condition=models.Q(("said_at__isnull", False)), fields=["said_at"], name="membership_said"
            ),
        ),
        migrations.AddIndex(
            model_name="newsreader",
            index=models.Index(condition=models.Q(("waits", True)), fields=["told_at"], name="news_reader_waits"),
        ),
    ]

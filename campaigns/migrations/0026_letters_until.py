from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0025_told_before"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="newsreader", name="news_reader_mail"),
        migrations.RemoveIndex(model_name="newsreader", name="news_reader_waits"),
        migrations.RenameField("newsreader", "mailed_at", "daily_until"),
        migrations.RenameField("newsreader", "told_at", "at_once_until"),
        migrations.RenameField("newsreader", "wrote_at", "at_once_sent"),
        migrations.AddIndex(
            model_name="newsreader", index=models.Index(fields=["mail", "daily_until"], name="news_reader_mail")
        ),
        migrations.AddIndex(
            model_name="newsreader",
            index=models.Index(condition=models.Q(("waits", True)), fields=["at_once_until"], name="news_reader_waits"),
        ),
    ]

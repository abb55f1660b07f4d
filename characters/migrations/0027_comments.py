"""Remarks become comments, which are drafted, sent and answered. Those there are were sent when they were made."""

import django.db.models.deletion
from django.db import migrations, models


def sent(apps, schema_editor):
    apps.get_model("characters", "Comment").objects.update(sent_at=models.F("made_at"))


class Migration(migrations.Migration):
    dependencies = [("characters", "0026_undone_entries")]

    operations = [
        migrations.RenameModel("Remark", "Comment"),
        migrations.AlterField(
            "comment",
            "character",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="comments", to="characters.character"
            ),
        ),
        migrations.AddField("comment", "sent_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "comment",
            "thread",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="replies",
                to="characters.comment",
            ),
        ),
        migrations.RunPython(sent, migrations.RunPython.noop),
    ]

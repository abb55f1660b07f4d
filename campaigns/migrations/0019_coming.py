from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0018_scene_name")]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="coming",
            field=models.CharField(
                blank=True,
                choices=[("yes", "Coming"), ("maybe", "Maybe"), ("no", "Not coming")],
                db_default="",
                default="",
                max_length=5,
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="coming_on",
            field=models.DateField(blank=True, help_text="The day of the session that they said this of.", null=True),
        ),
        migrations.AddField(
            model_name="membership",
            name="said_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0016_undone")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="next_on",
            field=models.DateField(blank=True, help_text="The day of the next session.", null=True),
        ),
        migrations.AddField(
            model_name="campaign",
            name="next_at",
            field=models.TimeField(blank=True, help_text="When it begins, by the clock where they meet.", null=True),
        ),
    ]

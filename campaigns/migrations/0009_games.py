import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0008_came_by")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="games",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=40),
                blank=True,
                db_default=[],
                default=list,
                help_text="Keys of the games played here; empty is every game.",
                size=None,
            ),
        ),
    ]

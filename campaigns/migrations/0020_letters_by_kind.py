import django.contrib.postgres.fields
import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0019_coming"),
    ]

    operations = [
        migrations.AddField(
            model_name="newsreader",
            name="told_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now
            ),
        ),
        migrations.AddField(
            model_name="newsreader",
            name="at_once",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=20), blank=True, db_default=[], default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="newsreader",
            name="left_out",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=20), blank=True, db_default=[], default=list, size=None
            ),
        ),
    ]

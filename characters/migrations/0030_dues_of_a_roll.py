"""What the book takes for a roll, kept with it: a mark of that is known by it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("characters", "0029_marks_by_their_keys")]

    operations = [migrations.AddField("roll", "dues", models.JSONField(db_default=[], default=list))]

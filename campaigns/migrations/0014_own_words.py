from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0013_prep")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="own_words",
            field=models.TextField(
                blank=True, db_default="", default="", help_text="House rules that nothing checks.", max_length=4000
            ),
        ),
    ]

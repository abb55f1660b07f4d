from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0017_next_session")]

    operations = [
        migrations.AddField(
            model_name="scene",
            name="name",
            field=models.CharField(
                blank=True,
                default="",
                help_text="How the form named it that wrote it: sent twice it is one.",
                max_length=32,
            ),
        ),
    ]

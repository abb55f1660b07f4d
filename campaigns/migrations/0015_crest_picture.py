import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0014_own_words")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="picture",
            field=models.CharField(
                blank=True,
                db_default="",
                db_index=True,
                default="",
                help_text="The secret in the address of its own picture, which stands on the shield instead of the sign.",
                max_length=32,
            ),
        ),
        migrations.CreateModel(
            name="CrestPicture",
            fields=[
                (
                    "campaign",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="campaigns.campaign",
                    ),
                ),
                ("data", models.BinaryField()),
            ],
        ),
    ]

"""The role of who runs a campaign is called GM, also in what its history tells of roles given before."""

from django.db import migrations, models

ROLES = [("gm", "GM"), ("player", "player"), ("spectator", "spectator")]


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0004_events")]

    operations = [
        migrations.AlterField("invitation", "role", models.CharField(choices=ROLES, default="player", max_length=10)),
        migrations.AlterField("membership", "role", models.CharField(choices=ROLES, default="player", max_length=10)),
        migrations.RunSQL(
            """
            UPDATE campaigns_event SET data = jsonb_set(data, '{role}', '"GM"') WHERE data->>'role' = 'game master'
            """,
            migrations.RunSQL.noop,
        ),
    ]

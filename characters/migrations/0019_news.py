"""Up to which event its player knows what others did to a character; all there was before counts as known."""

from django.db import migrations, models

KNOWN = """
UPDATE characters_character SET news_seen = told.last
FROM (SELECT character_id, max(id) AS last FROM characters_event GROUP BY character_id) told
WHERE told.character_id = characters_character.id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0018_what_left"),
    ]

    operations = [
        migrations.AddField(
            "character",
            "news_seen",
            models.PositiveBigIntegerField(
                default=0, db_default=0, help_text="The last event its player has marked as read."
            ),
        ),
        migrations.RunSQL(KNOWN, migrations.RunSQL.noop),
    ]

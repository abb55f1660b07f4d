"""An approval knows the house rules of the character's own: what its player changes since counts as changed."""

from django.db import migrations, models

KNOWN = """
UPDATE characters_approval AS a
SET own_settings = a.settings - ARRAY(
    SELECT jsonb_object_keys(CASE jsonb_typeof(c.settings -> h.system)
        WHEN 'object' THEN c.settings -> h.system ELSE '{}' END))
FROM characters_character AS h LEFT JOIN campaigns_campaign AS c ON c.id = h.campaign_id
WHERE h.id = a.character_id AND jsonb_typeof(a.settings) = 'object'
"""
"""What its table decides by now is taken out of what it was approved under: the rest was its own."""


class Migration(migrations.Migration):
    dependencies = [("characters", "0019_news"), ("campaigns", "0002_tables")]

    operations = [
        migrations.AddField(
            model_name="approval",
            name="own_settings",
            field=models.JSONField(
                db_default={}, default=dict, help_text="Those of them that the character itself had set."
            ),
        ),
        migrations.RunSQL(KNOWN, migrations.RunSQL.noop),
    ]

"""Awards become entries of a ledger, and so do APs that were ticked off the reserve of a character of Dominion."""

import uuid
from typing import Any

from django.db import migrations
from django.db.models import Sum


def enter_awards(apps: Any, editor: Any) -> None:
    """Each award is an entry, and each that was voided has another that says so; points that came with an import are one
    entry of an unknown day."""
    award, entry, character = (apps.get_model("characters", name) for name in ("Award", "LedgerEntry", "Character"))
    for old in award.objects.order_by("at", "pk").iterator():
        own = {"character_id": old.character_id, "campaign_id": old.campaign_id, "role": "gm"}
        made = entry.objects.create(
            **own, kind="award", on=old.at.date(), amount=old.amount, note=old.reason, by_id=old.by_id, ref=name()
        )
        entry.objects.filter(pk=made.pk).update(at=old.at)
        if old.voided_at:
            void = entry.objects.create(
                **own, kind="void", on=old.voided_at.date(), subject=made.ref, note=old.void_reason,
                by_id=old.voided_by_id, ref=name(),
            )  # fmt: skip
            entry.objects.filter(pk=void.pk).update(at=old.voided_at)
    granted = award.objects.filter(voided_at=None).values("character").annotate(sum=Sum("amount"))
    known = {line["character"]: line["sum"] for line in granted}
    for pk, awards in character.objects.exclude(awards=0).values_list("pk", "awards").iterator():
        if awards > known.get(pk, 0):
            entry.objects.create(
                character_id=pk, kind="award", amount=awards - known.get(pk, 0), role="gm", ref=name(),
                note="Came with the character",
            )  # fmt: skip


def name() -> str:
    return uuid.uuid4().hex


FIRST = """
    UPDATE characters_character AS one
    SET first_approval_id = (SELECT min(id) FROM characters_approval AS yes WHERE yes.character_id = one.id)
    WHERE approval_id IS NOT NULL
"""
BREAKS = """
    INSERT INTO characters_ledgerentry (character_id, kind, "on", amount, subject, note, ref, more, role, at)
    SELECT id, 'lucky-break', CURRENT_DATE, asked, '', 'Ticked off before entries were kept', gen_random_uuid(), '{}',
           'player', now()
    FROM (
        SELECT one.id, (SELECT sum(done) FROM characters_mark AS mark
                        WHERE mark.character_id = one.id AND mark.tracker = 'aps') AS asked
        FROM characters_character AS one
        WHERE one.system = 'dominion' AND one.play ? 'aps'
    ) AS ticked
    WHERE asked < 0
"""
FORGET = """UPDATE characters_character SET play = play - 'aps' WHERE system = 'dominion' AND play ? 'aps'"""


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0013_ledger"),
    ]

    operations = [
        migrations.RunPython(enter_awards, migrations.RunPython.noop),
        migrations.RunSQL([FIRST, BREAKS, FORGET], migrations.RunSQL.noop),
    ]

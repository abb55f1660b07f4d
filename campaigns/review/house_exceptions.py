"""House rules saved together with exceptions for whoever was made before them."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from campaigns import actions
from campaigns.models import Campaign
from campaigns.review.decisions import waive
from campaigns.tables.impact_preview import shifts

REASON = "Made before this house rule."
MOST_EACH = 20
"""So many exceptions one character is given at once."""


@transaction.atomic
def save_with_exceptions(
    *,
    campaign: Campaign,
    system: str,
    values: Mapping[str, Any],
    seen: Mapping[str, Any],
    excepted: Collection[str],
    by: User,
) -> int:
    """Decide house rules, and allow what these characters, by their keys as text, break by them alone.

    Returns for how many that was. Raises Refused; then nothing changes.
    """
    house = actions.house_with(campaign, system, values, seen)
    found = shifts(campaign=campaign, system=system, house=house).changed if excepted else ()
    actions.set_house_rules(campaign=campaign, system=system, values=values, seen=seen, by=by)
    chosen = [shift for shift in found if str(shift.character.pk) in excepted and shift.fresh]
    for shift in chosen:
        for finding in shift.fresh[:MOST_EACH]:
            waive(character=shift.character, by=by, code=finding.code, at=finding.at, reason=REASON)
    return len(chosen)

"""Who may have news that are told at once: found by what is new, however many wait for some. No HTTP in here."""

from datetime import datetime

from django.db.models import Max, Model

from campaigns.models import DateAnswer, Handout, Membership, NewsLook, NewsReader
from campaigns.models import Event as CampaignEvent
from characters.models import Event as CharacterEvent
from characters.models import Revision


def notice(now: datetime) -> None:
    """Mark whoever may have any since the look before the last one: what was written meanwhile may have come to light
    after it. The first time that is everybody. Fifteen queries at most, and as much work as there is new."""
    looks = list(NewsLook.objects.order_by("-pk")[:2])
    wanted = NewsReader.objects.filter(mail=True, waits=False).exclude(at_once=[])
    if looks:
        wanted = wanted.filter(pk__in=_touched(looks[-1]))
        NewsLook.objects.filter(pk__lt=looks[0].pk).delete()
    made = NewsLook(
        at=now,
        character_event=_last(CharacterEvent),
        campaign_event=_last(CampaignEvent),
        revision=_last(Revision),
    )
    wanted.update(waits=True)
    made.save()


def _last(shape: type[Model]) -> int:
    found: int | None = shape._default_manager.aggregate(last=Max("pk"))["last"]
    return found or 0


def _touched(look: NewsLook) -> set[int]:
    """Whose characters or campaigns something happened to since a look."""
    characters = CharacterEvent.objects.filter(pk__gt=look.character_event).order_by()
    found = set(characters.values_list("character__owner", "character__campaign"))
    revised = Revision.objects.filter(pk__gt=look.revision).order_by()
    of_campaigns = CampaignEvent.objects.filter(pk__gt=look.campaign_event).order_by()
    decided = set(of_campaigns.values_list("campaign", "whom").distinct())
    shown = Handout.objects.filter(shown_at__gt=look.at).order_by()
    said = Membership.objects.filter(said_at__gt=look.at).order_by()
    dated = DateAnswer.objects.filter(said_at__gt=look.at).order_by()
    campaigns = {
        *(campaign for _, campaign in found),
        *revised.values_list("character__campaign", flat=True).distinct(),
        *(campaign for campaign, _ in decided),
        *shown.values_list("campaign", flat=True).distinct(),
        *said.values_list("campaign", flat=True).distinct(),
        *dated.values_list("seat__campaign", flat=True).distinct(),
    }
    members = Membership.objects.filter(campaign__in=[key for key in campaigns if key])
    whom = (one for _, one in decided if one)
    return {*(owner for owner, _ in found if owner), *whom, *members.values_list("user", flat=True)}

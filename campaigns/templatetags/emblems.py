"""The shield and the ornament of a campaign, in its colour."""

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from campaigns import emblem
from campaigns.models import Campaign

register = template.Library()


@register.simple_tag
def shield(campaign: Campaign) -> SafeString:
    """`{% shield campaign %}`"""
    if campaign.picture:
        return mark_safe(emblem.pictured(reverse("crest_image", args=[campaign.picture])))
    return mark_safe(emblem.crest(campaign.face.sign))


@register.simple_tag
def sign_shield(sign: str) -> SafeString:
    """`{% sign_shield "wheel" %}`: of a sign that may be chosen."""
    return mark_safe(emblem.crest(sign))


@register.simple_tag
def qr_code(address: str) -> SafeString:
    """`{% qr_code address %}`"""
    return mark_safe(emblem.qr_code(address))


@register.simple_tag
def frieze(campaign: Campaign) -> SafeString:
    """`{% frieze campaign %}`"""
    return mark_safe(emblem.frieze(campaign.face.sign))

"""What people do at a table: found it, invite, join, leave, hand over, set house rules. No HTTP in here.

Every refusal is a `Refused` with a sentence, and leaves everything as it was.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from campaigns.models import Campaign, Invitation, Membership, Role
from rules.systems import get


class Refused(Exception):
    """Something that cannot be done at this table, and why, in a sentence."""


def found(*, name: str, by: User, about: str = "") -> Campaign:
    """A new table, run by the one who founds it."""
    called = name.strip()
    if not called:
        raise Refused("Give the table a name first.")
    with transaction.atomic():
        campaign = Campaign.objects.create(name=called[:120], about=about.strip()[:4000])
        campaign.memberships.create(user=by, role=Role.GM)
        note(campaign, "founded", by, name=campaign.name)
    return campaign


def rename(*, campaign: Campaign, name: str, about: str, by: User | None = None) -> None:
    """Change what the table is called and what it says of itself."""
    refuse_archived(campaign)
    called = name.strip()
    if not called:
        raise Refused("A table needs a name.")
    before, campaign.name, campaign.about = campaign.name, called[:120], about.strip()[:4000]
    with transaction.atomic():
        campaign.save(update_fields=["name", "about"])
        if campaign.name != before:
            note(campaign, "renamed", by, before=before, after=campaign.name)


def invite(*, campaign: Campaign, by: User, role: str = Role.PLAYER, seats: int | None = None) -> Invitation:
    """A new link to a seat; `seats` is how many may use it, None for any number."""
    refuse_archived(campaign)
    if role not in Role.values:
        raise Refused("A seat is a game master's, a player's or a spectator's.")
    if seats is not None and not 1 <= seats <= 99:
        raise Refused("A link is for 1 to 99 people, or for any number.")
    with transaction.atomic():
        note(campaign, "invited", by, role=Role(role).label)
        return campaign.invitations.create(by=by, role=role, seats=seats)


def revoke(*, invitation: Invitation, by: User | None = None) -> None:
    """Whoever has the link finds nothing any more. Those who came by it keep their seats."""
    with transaction.atomic():
        if Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now()):
            note(invitation.campaign, "revoked", by, role=invitation.get_role_display())


def join(*, invitation: Invitation, user: User) -> Membership:
    """Take the seat an invitation offers. Who sits there already keeps the seat they have."""
    with transaction.atomic():
        held = Invitation.objects.select_for_update().get(pk=invitation.pk)
        table = _lock(held.campaign)
        seat = Membership.objects.filter(campaign=table, user=user).first()
        if seat is not None:
            return seat
        if held.revoked_at is not None:
            raise Refused("This invitation was taken back. Ask the game master for another.")
        refuse_archived(table)
        if held.spent:
            raise Refused("This invitation has been used. Ask the game master for another.")
        Invitation.objects.filter(pk=held.pk).update(used=F("used") + 1)
        note(table, "joined", user, role=held.get_role_display())
        return Membership.objects.create(campaign=table, user=user, role=held.role)


def leave(*, seat: Membership, by: User | None = None) -> None:
    """Get up from the table, with one's characters. The last game master cannot: somebody has to run it."""
    who = by or seat.user
    with transaction.atomic():
        held = _locked(seat)
        table = held.campaign
        _keeps_a_gm(held, "Hand the table over to somebody, or archive it, before you leave: nobody else runs it.")
        for character in table.characters.filter(owner=held.user_id).select_for_update(no_key=True).order_by("pk"):
            character.events.create(kind="unseated", data={"table": table.name}, by=who)
        table.characters.filter(owner=held.user_id).update(campaign=None)
        note(table, "removed" if by else "left", who, name=held.user.get_username())
        held.delete()


def remove(*, seat: Membership, by: User) -> None:
    """Send somebody from the table. Their characters stay theirs, as they are, without a table."""
    leave(seat=seat, by=by)


def give_role(*, seat: Membership, role: str, by: User | None = None) -> None:
    """Make somebody game master, player or spectator. A table keeps at least one game master."""
    if role not in Role.values:
        raise Refused("A seat is a game master's, a player's or a spectator's.")
    with transaction.atomic():
        held = _locked(seat)
        refuse_archived(held.campaign)
        if role != Role.GM:
            _keeps_a_gm(held, "Make somebody else game master first: a table needs one.")
        seat.role = role
        if held.role != role:
            held.role = role
            held.save(update_fields=["role"])
            note(held.campaign, "role", by, name=held.user.get_username(), role=held.get_role_display())


def hand_over(*, seat: Membership, to: Membership) -> None:
    """Give one's own place as game master to somebody else at the table, and play on."""
    if seat.campaign_id != to.campaign_id or seat.pk == to.pk:
        raise Refused("Choose somebody else who sits at this table.")
    with transaction.atomic():
        give_role(seat=to, role=Role.GM, by=seat.user)
        give_role(seat=seat, role=Role.PLAYER, by=seat.user)


def archive(*, campaign: Campaign, by: User | None = None) -> None:
    """Close the table. Everything stays readable; nobody changes or joins it until it is opened again."""
    with transaction.atomic():
        if Campaign.objects.filter(pk=campaign.pk, archived_at=None).update(archived_at=timezone.now()):
            note(campaign, "archived", by)


def reopen(*, campaign: Campaign, by: User | None = None) -> None:
    """Open an archived table again."""
    with transaction.atomic():
        if Campaign.objects.filter(pk=campaign.pk).exclude(archived_at=None).update(archived_at=None):
            note(campaign, "reopened", by)


def set_house_rules(*, campaign: Campaign, system: str, values: Mapping[str, Any], by: User | None = None) -> Campaign:
    """Decide settings of one game for the whole table; the game's own reading is forgotten, so it stays open.

    Raises Refused for a setting the game does not have, for a value that does not fit it and for rules that cannot
    hold together; then nothing changes.
    """
    with transaction.atomic():
        held = _lock(campaign)
        refuse_archived(held)
        before, rules = held.house(system), house_with(held, system, values)
        for clash in get(system).clashes(rules):
            raise Refused(f"{clash.message} {clash.hint}")
        kept = held.settings if isinstance(held.settings, dict) else {}
        held.settings = {**kept, system: rules} if rules else {k: v for k, v in kept.items() if k != system}
        held.save(update_fields=["settings"])
        if rules != before:
            note(held, "settings", by, system=system, before=before, after=rules)
    return held


def choose_books(*, campaign: Campaign, choose: Callable[[list[int]], list[int]]) -> Campaign:
    """Change which homebrew is in play: `choose` is given the editions that are, and returns those that shall be."""
    with transaction.atomic():
        held = _lock(campaign)
        refuse_archived(held)
        held.books = choose(list(held.books))
        held.save(update_fields=["books"])
    return held


def house_with(campaign: Campaign, system: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules of one game as they would stand with these values. None gives a setting back to the players."""
    game, rules = get(system), campaign.house(system).copy()
    for key, value in values.items():
        setting = game.settings.get(key)
        if setting is None or not (value is None or setting.fits(value)):
            raise Refused(f"“{setting.label if setting else key[:80]}” cannot be set to that.")
        rules.pop(key, None)
        if value is not None:
            rules[key] = value
    return rules


def refuse_archived(campaign: Campaign) -> None:
    """Raise Refused at a table that is closed: everything there can be read and nothing changed."""
    if campaign.archived_at is not None:
        raise Refused("This table is archived. Its game master can open it again.")


def note(campaign: Campaign, kind: str, by: User | None, **data: Any) -> None:
    """Write into the table's history what happened."""
    campaign.events.create(kind=kind, data=data, by=by)


def _lock(campaign: Campaign) -> Campaign:
    """The stored table, locked until the transaction ends. What only points at it may be written meanwhile."""
    return Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)


def _locked(seat: Membership) -> Membership:
    """A seat as it stands once its table is locked: somebody else may have changed or emptied it meanwhile."""
    _lock(seat.campaign)
    held = Membership.objects.select_related("campaign", "user").filter(pk=seat.pk).first()
    if held is None:
        raise Refused("Whoever sat there has left the table already.")
    return held


def _keeps_a_gm(seat: Membership, otherwise: str) -> None:
    """Refuse what would leave the table without a game master."""
    others = Membership.objects.filter(campaign_id=seat.campaign_id, role=Role.GM).exclude(pk=seat.pk)
    if seat.role == Role.GM and not others.exists():
        raise Refused(otherwise)

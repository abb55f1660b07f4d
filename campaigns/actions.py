"""What people do at a table: found it, invite, join, leave, hand over, set house rules. No HTTP in here.

Every refusal is a `Refused` with a sentence, and leaves everything as it was.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from campaigns import emblem
from campaigns.merging import NOTHING, chosen, rewritten
from campaigns.models import Campaign, Face, Invitation, Membership
from campaigns.rulebook import rulebook_of_table
from characters.history.event_messages import homebrew_names
from characters.tables import TableRole, refuse_archived
from rules.form_values import plain, uncut, uncut_line
from rules.kernel import Setting, misfits
from rules.kernel.books.campaign_rules import AllowedEntries
from rules.kernel.pages import Game
from rules.refusals import Refused
from rules.systems import get

LONGEST_NAME = 120
LONGEST_ABOUT = 4_000
MOST_OPEN = 100
"""Open tables that one person runs."""
MOST_RUN = 500
"""Tables that one person runs, archived ones included."""
MOST_LINKS = 50
"""Links to a seat at one table that stand, used up or not."""
MOST_MEMBERS = 200
"""People in one campaign, whatever they are there."""


def create_campaign(*, name: str, by: User, about: str = "") -> Campaign:
    """A new table, run by the one who founds it."""
    called, told = uncut_line(name, LONGEST_NAME), uncut(about, LONGEST_ABOUT)
    if not called:
        raise Refused("Enter a campaign name.")
    refuse_more_tables(by)
    with transaction.atomic():
        campaign = Campaign.objects.create(name=called, about=told)
        campaign.memberships.create(user=by, role=TableRole.GM)
        note(campaign, "founded", by, name=campaign.name)
    return campaign


def rename(
    *,
    campaign: Campaign,
    name: str,
    about: str,
    face: Face | None = None,
    seen: Mapping[str, str] = NOTHING,
    by: User | None = None,
) -> Campaign:
    """Change what the table is called, its face and what it says of itself; what is as it was `seen` stays as it is.

    Raises Refused where somebody else changed the same meanwhile.
    """
    wanted = {"name": uncut_line(name, LONGEST_NAME), "about": uncut(about, LONGEST_ABOUT)}
    if not wanted["name"]:
        raise Refused("Enter a campaign name.")
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        before = held.name
        stands = {"name": plain(before), "about": plain(held.about)}
        new = rewritten(stands, wanted, seen)
        for key, text in new.items():
            setattr(held, key, text)
        if face and face.sign in emblem.SIGNS:
            held.sign = chosen(held.sign, face.sign, seen.get("sign"))
        if face and face.colour in emblem.COLOURS:
            held.colour = chosen(held.colour, face.colour, seen.get("colour"))
        held.save(update_fields=["name", "about", "sign", "colour"])
        if "name" in new:
            note(held, "renamed", by, before=before, after=held.name)
        if "about" in new:
            note(held, "described", by)
    return held


LINK_SEATS = "Enter 1 to 99, or leave blank for unlimited."


def _refuse_unknown(role: str) -> None:
    if role not in TableRole.values:
        raise Refused("Choose a role: GM, player or spectator.")


def invite(*, campaign: Campaign, by: User, role: str = TableRole.PLAYER, seats: int | None = None) -> Invitation:
    """A new link to a seat; `seats` is how many may use it, None for any number."""
    refuse_archived(campaign)
    _refuse_unknown(role)
    if seats is not None and not 1 <= seats <= 99:
        raise Refused(LINK_SEATS)
    with transaction.atomic():
        if lock_campaign(campaign).invitations.filter(revoked_at=None).count() >= MOST_LINKS:
            raise Refused(
                f"This campaign has {MOST_LINKS} invite links, used-up ones included, and that is the maximum. "
                "Revoke one first, then try again."
            )
        note(campaign, "invited", by, role=TableRole(role).label)
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
        table = lock_campaign(held.campaign)
        seat = Membership.objects.filter(campaign=table, user=user).first()
        if seat is not None:
            return seat
        if held.revoked_at is not None:
            raise Refused("This invite was revoked. Ask your GM for a new one.")
        refuse_archived(table)
        if held.spent:
            raise Refused("This invite has been used up. Ask your GM for a new one.")
        if table.memberships.count() >= MOST_MEMBERS:
            raise Refused(
                f"This campaign has {MOST_MEMBERS} members, and that is the maximum. "
                "Ask the GM to remove someone who no longer plays, then try again."
            )
        Invitation.objects.filter(pk=held.pk).update(used=F("used") + 1)
        note(table, "joined", user, role=held.get_role_display())
        return Membership.objects.create(campaign=table, user=user, role=held.role, invitation=held)


def refuse_leaving(seat: Membership) -> None:
    """Refuse the way out to the last game master of an open table, before they are asked whether they are sure."""
    if seat.campaign.archived_at is None:
        _keeps_a_gm(seat, "You’re the only GM. Make someone else GM, or archive the campaign, before you leave.")


def leave(*, seat: Membership, by: User | None = None) -> None:
    """Get up from the table, with one's characters; a game master's NPCs stay, with who runs it then.

    The last game master cannot leave an open table: somebody has to run it. An archived one goes to its heir.
    """
    who = by or seat.user
    with transaction.atomic():
        held = _locked(seat)
        table = held.campaign
        refuse_leaving(held)
        heir = heir_of(table, [held.user_id])
        if heir and held.role == TableRole.GM and crown(table, heir):
            note(table, "role", who, whom=heir, role=TableRole.GM.label)
        pass_on_npcs(seat=held, to=heir, by=who)
        for character in table.characters.filter(owner=held.user_id).select_for_update(no_key=True).order_by("pk"):
            character.events.create(kind="unseated", data={"table": table.name}, by=who)
        table.characters.filter(owner=held.user_id).unseat()
        note(table, "removed" if by else "left", who, whom=held.user, table=table.name)
        held.delete()


def pass_on_npcs(*, seat: Membership, to: User | None, by: User | None = None, gone: bool = False) -> None:
    """Give the NPCs that somebody plays at this table to whoever runs it next; nobody does if their account is `gone`.

    They belong to the table: whoever does not run it any more does not see them. No limit on how many characters
    somebody may have applies, as nothing is made.
    """
    if to is None or to.pk == seat.user_id:
        return
    npcs = seat.campaign.characters.filter(owner=seat.user_id, npc=True)
    passed = list(npcs.filter(branch_of=None).select_for_update(no_key=True).order_by("pk"))
    for npc in passed:
        whose = {"name": to.get_username(), **({"of": seat.user.get_username()} if gone else {})}
        npc.events.create(kind="orphaned" if gone else "passed-on", data=whose, by=by)
    npcs.update(owner=to)
    if passed:
        note(seat.campaign, "npcs", by, whom=to, count=len(passed))


def remove(*, seat: Membership, by: User) -> None:
    """Send somebody from the table. Their characters stay theirs, as they are, without a table."""
    leave(seat=seat, by=by)


def refuse_role(seat: Membership, role: str) -> None:
    """Refuse a role that there is not, or that would leave the table without a game master."""
    _refuse_unknown(role)
    refuse_archived(seat.campaign)
    if role != TableRole.GM:
        _keeps_a_gm(seat, "Make someone else GM first. A campaign needs at least one.")


def give_role(*, seat: Membership, role: str, by: User | None = None) -> None:
    """Make somebody game master, player or spectator. A table keeps at least one game master."""
    with transaction.atomic():
        held = _locked(seat)
        refuse_role(held, role)
        seat.role = role
        if held.role != role:
            held.role = role
            held.save(update_fields=["role"])
            note(held.campaign, "role", by, whom=held.user, role=held.get_role_display())
            if role != TableRole.GM:
                pass_on_npcs(seat=held, to=heir_of(held.campaign, [held.user_id]), by=by)


def transfer_gm(*, seat: Membership, to: Membership) -> None:
    """Give one's own place as game master to somebody else at the table, with the NPCs, and play on."""
    if seat.campaign_id != to.campaign_id or seat.pk == to.pk:
        raise Refused("Choose another member.")
    with transaction.atomic():
        give_role(seat=to, role=TableRole.GM, by=seat.user)
        pass_on_npcs(seat=seat, to=to.user, by=seat.user)
        give_role(seat=seat, role=TableRole.PLAYER, by=seat.user)


def archive(*, campaign: Campaign, by: User | None = None) -> None:
    """Close the table. Everything stays readable; nobody changes or joins it until it is opened again."""
    with transaction.atomic():
        if Campaign.objects.filter(pk=campaign.pk, archived_at=None).update(archived_at=timezone.now()):
            note(campaign, "archived", by)


def reopen(*, campaign: Campaign, by: User | None = None) -> None:
    """Open an archived table again."""
    refuse_more_tables(by, opened=campaign)
    with transaction.atomic():
        if Campaign.objects.filter(pk=campaign.pk).exclude(archived_at=None).update(archived_at=None):
            note(campaign, "reopened", by)


def set_house_rules(
    *,
    campaign: Campaign,
    system: str,
    values: Mapping[str, Any],
    seen: Mapping[str, Any] = NOTHING,
    by: User | None = None,
) -> Campaign:
    """Decide settings of one game for the whole table; the game's own reading is forgotten, so it stays open.

    `seen` is how some of them stood when that was decided. Raises Refused for a setting the game does not have, or
    that was decided otherwise meanwhile, for a value that does not fit it and for rules that cannot hold together; then
    nothing changes.
    """
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        before, rules = held.house(system), house_with(held, system, values, seen)
        for conflict in get(system).conflicts(rules):
            raise Refused(f"{conflict.message} {conflict.hint}")
        kept = held.settings if isinstance(held.settings, dict) else {}
        held.settings = {**kept, system: rules} if rules else {k: v for k, v in kept.items() if k != system}
        held.save(update_fields=["settings"])
        if rules != before:
            names = homebrew_names(get(system), rulebook_of_table(held, system), before, rules)
            note(held, "settings", by, system=system, before=before, after=rules, names=names)
    return held


def choose_books(*, campaign: Campaign, choose: Callable[[list[int]], list[int]]) -> Campaign:
    """Change which homebrew a campaign uses: `choose` is given the editions in use, and returns those that shall be."""
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        held.books = choose(list(held.books))
        held.save(update_fields=["books"])
    return held


def house_with(
    campaign: Campaign, system: str, values: Mapping[str, Any], seen: Mapping[str, Any] = NOTHING
) -> dict[str, Any]:
    """The house rules of one game as they would stand with these values. None gives a setting back to the players.

    Raises Refused for values that don't fit, all of them, and for a setting that is no longer as it was `seen`.
    """
    game, rules = get(system), campaign.house(system).copy()
    known = game.house_settings
    if wrong := misfits(known, {key: value for key, value in values.items() if value is not None or key not in known}):
        raise Refused(wrong)
    for key, value in values.items():
        setting = known[key]
        now = rules.pop(key, None)
        if key in seen and now not in (seen[key], value):
            said = "set to the default" if now is None else f"set to {_called(campaign, game, setting, now)}"
            raise Refused(f"“{setting.label}” was {said} since you opened this page. Save again to keep your version.")
        if value is not None:
            rules[key] = value
    return rules


def _called(campaign: Campaign, game: Game, setting: Setting, value: Any) -> str:
    if isinstance(setting, AllowedEntries):
        return setting.label_for(value, setting.homebrew_names(rulebook_of_table(campaign, game.key), value))
    return setting.label_for(value)


def refuse_more_tables(by: User | None, opened: Campaign | None = None) -> None:
    """Raise Refused for one table more than somebody may run; `opened` is one of them that was archived."""
    run = (
        Campaign.objects.filter(memberships__user=by, memberships__role=TableRole.GM) if by else Campaign.objects.none()
    )
    if run.filter(archived_at=None).count() >= MOST_OPEN:
        raise Refused(
            f"You’ve reached the limit of {MOST_OPEN} open campaigns. Archive one or make someone else GM, "
            "then try again."
        )
    if opened is None and run.count() >= MOST_RUN:
        raise Refused(
            f"You’ve reached the limit of {MOST_RUN} campaigns, archived ones included. Leave one or make someone else "
            "GM, then try again."
        )


def note(campaign: Campaign, kind: str, by: User | None, whom: User | None = None, **data: Any) -> None:
    """Write into the table's history what happened, and to `whom`, whom `name` names where nothing else does."""
    campaign.events.create(kind=kind, whom=whom, data={"name": str(whom), **data} if whom else data, by=by)


def lock_campaign(campaign: Campaign) -> Campaign:
    """The stored table, locked until the transaction ends. What only points at it may be written meanwhile."""
    return Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)


def lock_campaigns(found: QuerySet[Campaign]) -> None:
    """Lock these until the transaction ends. Whoever locks both begins with campaigns, the smallest key first, and then
    locks characters: otherwise two would wait for each other."""
    list(found.order_by("pk").select_for_update(of=("self",), no_key=True).values_list("pk", flat=True))


def _locked(seat: Membership) -> Membership:
    """A seat as it stands once its table is locked: somebody else may have changed or emptied it meanwhile."""
    lock_campaign(seat.campaign)
    held = Membership.objects.select_related("campaign", "user").filter(pk=seat.pk).first()
    if held is None:
        raise Refused("They’ve already left the campaign.")
    return held


HEIRS: Mapping[str, int] = {TableRole.GM: 0, TableRole.PLAYER: 1, TableRole.SPECTATOR: 2}
"""Who is asked first to run a table, or to play its NPCs: a game master, else a player, else a spectator."""


def heir_of(campaign: Campaign, without: Collection[int]) -> User | None:
    """Who runs a table once these accounts do not: of those who may, the one that has sat there longest."""
    seats = campaign.memberships.exclude(user__in=without).select_related("user").order_by("joined_at", "pk")
    first = min(seats, key=lambda seat: HEIRS[seat.role], default=None)
    return first.user if first else None


def crown(campaign: Campaign, heir: User) -> bool:
    """Let an heir run the table. Returns whether they did not before."""
    return bool(campaign.memberships.filter(user=heir).exclude(role=TableRole.GM).update(role=TableRole.GM))


def _keeps_a_gm(seat: Membership, otherwise: str) -> None:
    """Refuse what would leave the table without a game master."""
    others = Membership.objects.filter(campaign_id=seat.campaign_id, role=TableRole.GM).exclude(pk=seat.pk)
    if seat.role == TableRole.GM and not others.exists():
        raise Refused(otherwise)

"""What passes between a player and a game master: submit, approve, return, waive, award. No HTTP in here.

A game master writes no build here: these touch only what stands beside it. Every refusal is a `Refused` with a
sentence, and leaves everything as it was.
"""

import json
from collections.abc import Collection
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from campaigns.actions import note as note_at_table
from campaigns.campaign_games import refuse_unplayed
from campaigns.models import Campaign, Membership
from campaigns.review import comments, queue
from characters.actions import Person, change_settings, enter, lock, note, refuse_full, user_of
from characters.history.parting import refuse_parting
from characters.library import character_books
from characters.limits import refuse_crowded
from characters.models import Approval, Character, ReviewStatus, Waiver
from characters.models.reviewed import with_own
from characters.tables import TableRole, refuse_archived
from characters.versions import become
from rules.form_values import uncut
from rules.kernel import Finding, Level
from rules.kernel import LedgerEntry as Entry
from rules.kernel.basics.wording import counted
from rules.kernel.documents.ledger import VOID
from rules.kernel.findings import plain
from rules.refusals import Refused

LONGEST_REASON = 300
CHANGED = "This character changed while you were reviewing it."
MOST_READ = 60
"""So many sheets are read to find who is legal."""


def seat(*, character: Character, campaign: Campaign | None, by: Person = None) -> tuple[str, ...]:
    """Bring a character to a table, or take it away. What a game master approved before does not bind the next.

    Returns, in words, what its shelf was given of the books in play; whatever it has, it keeps.
    """
    if campaign:
        refuse_archived(campaign)
    with transaction.atomic():
        held = lock(character)
        if held.campaign_id == (campaign and campaign.pk):
            return ()
        if held.branch_of_id and campaign:
            raise Refused("A what-if comes along with its original. Add that one.")
        if held.npc and user_of(by) not in (None, held.owner):
            raise Refused(f"{held} is an NPC of {held.owner}. Ask {held.owner} to move it, or copy it.")
        if campaign:
            refuse_unplayed(campaign, held.system)
            refuse_crowded(campaign)
        if held.standing == ReviewStatus.SUBMITTED:
            held.standing = ReviewStatus.DRAFT
        if held.campaign:
            note(held, "unseated", by, table=held.campaign.name)
            _tell_table(held, "taken", by)
        held.campaign = campaign
        if campaign:
            held.npc = held.npc and _runs(campaign, held.owner_id)
            note(held, "seated", by, table=campaign.name)
            _tell_table(held, "brought", by)
            if held.standing == ReviewStatus.APPROVED:
                held.standing = _before_it_is_judged(held)
        held.save(update_fields=["campaign", "standing", "npc"])
        Character.objects.filter(branch_of=held).update(campaign=campaign)
        return character_books.add_campaign_books(held, campaign.books, by) if campaign else ()


def _tell_table(held: Character, kind: str, by: Person) -> None:
    """Note at the table that a player's character came or went; of NPCs players know nothing."""
    if held.campaign and not held.npc:
        note_at_table(held.campaign, kind, user_of(by), name=str(held))


def _runs(campaign: Campaign, user: int | None) -> bool:
    return Membership.objects.filter(campaign=campaign, role=TableRole.GM, user=user).exists()


def _before_it_is_judged(held: Character) -> ReviewStatus:
    """Approved, where it was approved and has come to no other game master's table since; else a draft."""
    if held.approval is None:
        return ReviewStatus.DRAFT
    runs = Membership.objects.filter(campaign=held.campaign_id, role=TableRole.GM, user=held.approval.by_id)
    moved = held.events.filter(kind="seated", at__gt=held.approval.at)
    judged = held.ledger_entries.filter(role="gm", at__gt=held.approval.at).exclude(campaign=held.campaign_id)
    here = Membership.objects.filter(campaign=held.campaign_id, role=TableRole.GM).values("user")
    waived = held.waivers.filter(given_at__gt=held.approval.at).exclude(by__in=here)
    elsewhere = moved.exists() and (not runs.exists() or judged.exists() or waived.exists())
    return ReviewStatus.DRAFT if elsewhere else ReviewStatus.APPROVED


def submit(*, character: Character, by: Person = None) -> Character:
    """Ask the game master to look at it. Illegal characters may be submitted: the game master can waive."""
    with transaction.atomic():
        held = lock(character)
        if held.branch_of_id:
            raise Refused("A what-if isn’t submitted. Apply it to its original first.")
        if held.campaign is None:
            raise Refused("Add the character to a campaign first, so a GM can approve it.")
        refuse_archived(held.campaign)
        if held.standing == ReviewStatus.APPROVED and not held.drifted:
            raise Refused("This version is already approved.")
        held.standing = ReviewStatus.SUBMITTED
        held.save(update_fields=["standing"])
        note(held, "submitted", by)
    return held


def withdraw_submission(*, character: Character, by: Person = None) -> Character:
    """Take a character back that the game master has not decided on yet."""
    with transaction.atomic():
        held = lock(character)
        if held.standing == ReviewStatus.SUBMITTED:
            held.standing = _before_it_is_judged(held)
            held.save(update_fields=["standing"])
            note(held, "withdrawn", by)
    return held


def approve(
    *,
    character: Character,
    by: User,
    seen: int,
    entry: int | None = None,
    rules: str | None = None,
    standing: str | None = None,
) -> Approval:
    """Approve a character as version `seen` shows it. It goes on in advancement, with this as its floor.

    `entry` is the last entry of the ledger that was seen, 0 for none, `rules` the `rules_seen` of the house rules,
    `standing` how far the character had come then.
    Raises Refused if it was changed since the GM looked: nobody approves what they have not seen.
    """
    with transaction.atomic():
        held = lock(character)
        shown = (entry in (None, last_entry_of(held)), rules in (None, rules_seen(held)))
        if standing == ReviewStatus.SUBMITTED and held.standing == ReviewStatus.DRAFT:
            raise Refused(f"The player withdrew {held} while you were reviewing it.")
        if standing == ReviewStatus.SUBMITTED and held.standing == ReviewStatus.RETURNED:
            raise Refused(_decided(held))
        if held.version != seen or not all(shown):
            raise Refused(f"{CHANGED} Check the changes, then approve.")
        comments.send(character=held, by=by)
        if held.standing == ReviewStatus.APPROVED and (last := held.approval) and _stands(last, held):
            return last
        if opened_again := held.ledger.of("reopened"):
            refuse_full(held, "gm", len(opened_again))
        for opened in opened_again:
            line = {"campaign": held.campaign, "role": "gm", "by": by, "note": "Approved again"}
            held.ledger_entries.create(kind=VOID, subject=opened.id, on=timezone.localdate(), **line)
        made = Approval.objects.create(
            character=held,
            version=held.version,
            name=held.name,
            build=held.build,
            settings=held.house,
            own_settings=held.own_settings,
            homebrew=held.homebrew,
            by=by,
            last_entry=last_entry_of(held),
        )
        note(held, "approved", by, version=held.version, stage=held.stage, house=held.house)
        held.approval, held.standing, held.stage = made, ReviewStatus.APPROVED, "advancement"
        held.first_approval = held.first_approval or made
        held.save(update_fields=["approval", "first_approval", "standing", "stage"])
        comments.resolve_all(held)
    return made


def approvable(campaign: Campaign, among: Collection[int] = ()) -> list[Character]:
    """Who may be approved together at a table and breaks no rule, in turn. `among` are keys, where only some are asked
    about."""
    waiting = queue.approved_together(campaign.characters.with_table().originals().kept().filter(npc=False))
    waiting = waiting.filter(pk__in=among) if among else waiting
    return [one for one in waiting.order_by(*queue.IN_TURN)[:MOST_READ] if one.read().legal]


def last_entry_of(character: Character) -> int:
    """The key of the last entry of a ledger, 0 for none: what a page says that it has seen."""
    return character.ledger_entries.order_by("-pk").values_list("pk", flat=True).first() or 0


def rules_seen(character: Character) -> str:
    """What a page says of the house rules that it shows a character by: another as soon as one of them is."""
    return sha256(json.dumps(character.house, sort_keys=True).encode()).hexdigest()[:32]


def _stands(last: Approval, held: Character) -> bool:
    """Whether an approval is of the very version, under the very house rules, with the very ledger."""
    then = (last.version, last.settings, last.own_settings, last.last_entry)
    return then == (held.version, held.house, held.own_settings, last_entry_of(held))


def reopen(*, character: Character, by: User, reason: str) -> Character:
    """Let a player rebuild an approved character: creation is open again, what the ledger says stays."""
    why = uncut(reason, LONGEST_REASON)
    if not why:
        raise Refused("Enter a reason. The ledger keeps it.")
    with transaction.atomic():
        held = lock(character)
        if held.approval is None:
            raise Refused("It isn’t approved, so creation is already open.")
        refuse_full(held, "gm")
        day = timezone.localdate()
        line = {"campaign": held.campaign, "role": "gm", "by": by, "more": {"approved": held.approval_id}}
        held.ledger_entries.create(kind="reopened", on=day, note=why, **line)
        held.approval = held.first_approval = None
        held.standing, held.stage = ReviewStatus.RETURNED, "creation"
        held.save(update_fields=["approval", "first_approval", "standing", "stage"])
        note(held, "creation-reopened", by, reason=why)
    return held


def put_back(*, character: Character, by: User, seen: int, reason: str) -> Character:
    """Make a character again what was approved last, less what is the player's own; undo takes it back.

    The ledger stays as it is. Raises Refused where version `seen` has changed since, and where something that left
    with an entry of the ledger would return.
    """
    why = uncut(reason, LONGEST_REASON)
    if not why:
        raise Refused("Enter a reason. The player reads it.")
    with transaction.atomic():
        held = lock(character)
        approved = held.approval
        if approved is None:
            raise Refused("It isn’t approved, so there’s nothing to restore.")
        if held.version != seen:
            raise Refused(f"{CHANGED} Check the changes, then decide.")
        if not set(approved.homebrew) <= set(held.homebrew):
            raise Refused("Its homebrew has changed since. Approve the change, or ask for the old edition.")
        refuse_parting(held, range(approved.version + 1, held.version + 1), "That")
        note(held, "put-back", by, version=approved.version, reason=why)
        become(held, (approved.name, with_own(approved.build, held.build)), by)
        own, known = held.approved_settings, held.game.settings
        back = {key: own.get(key, known[key].default) for key in {**held.own_settings, **own} if key in known}
        change_settings(character=held, values=back, by=by)
        held.standing = ReviewStatus.APPROVED
        held.save(update_fields=["standing"])
    return held


def send_back(*, character: Character, by: User, text: str = "", at: str = "") -> Character:
    """Return a character that waits, or was changed since it was approved, with a word on what is missing: `text`, and
    what `by` has drafted. Raises Refused where there is neither."""
    with transaction.atomic():
        held = lock(character)
        if held.standing != ReviewStatus.SUBMITTED and not held.drifted:
            raise Refused(_decided(held))
        if text:
            comments.draft(character=held, by=by, text=text, at=at)
        said = comments.send(character=held, by=by)
        if not said:
            raise comments.NothingSaid("Enter a comment.")
        held.standing = ReviewStatus.RETURNED
        held.save(update_fields=["standing"])
        note(held, "returned", by, version=held.version, house=held.house, said=counted(said, "comment"))
    return held


def _decided(held: Character) -> str:
    """Why it is too late, or too early, to return a character."""
    decided = (ReviewStatus.APPROVED, ReviewStatus.RETURNED)
    last = held.events.filter(kind=held.standing).select_related("by").first() if held.standing in decided else None
    if last is None:
        return "This character isn’t waiting for review."
    who, day = last.by or "Someone", date_format(timezone.localdate(last.at), "j F")
    did = "approved it" if last.kind == ReviewStatus.APPROVED else "sent it back"
    return f"This character isn’t waiting for review: {who} {did} on {day}."


def waive(*, character: Character, by: User, code: str, at: str, reason: str) -> Waiver:
    """Let one broken rule stand, for the values it has now; what it was waived for before gives way."""
    why = uncut(reason, LONGEST_REASON)
    if not why:
        raise Refused("Enter a reason. It’s printed on the sheet.")
    with transaction.atomic():
        held = lock(character)
        errors = [finding for finding in held.read().findings if finding.level is Level.ERROR]
        finding = next((f for f in errors if (f.code, f.at) == (code, at)), None)
        if finding is None:
            raise Refused("This error is already fixed, so there’s nothing to allow.")
        _withdraw(held, code, at)
        note(held, "waived", by, message=finding.message, reason=why)
        given = held.waivers.create(by=by, code=code, at=at, reason=why, values=plain(finding.values))
        _restate(held)
    return given


def allow(*, character: Character, by: User, subject: str, to: str, reason: str) -> str:
    """Allow a change of an approved choice; the ledger names it. `to` is what it was changed to, as JSON.

    Returns what was done, in words. Raises Refused where that change doesn't wait for the game master's word any more.
    """
    if not uncut(reason, LONGEST_REASON):
        raise Refused("Enter a reason. The ledger keeps it.")
    with transaction.atomic():
        held = lock(character)
        asks = next((f for f in held.read().findings if f.gm_word and f.gm_word.subject == subject), None)
        if asks is None or asks.gm_word is None or asks.gm_word.to != to:
            raise Refused("That choice has changed since, so there’s nothing to allow.")
        change = {"from": asks.gm_word.was, "to": asks.gm_word.now}
        enter(character=held, entry=Entry("change", subject=subject, note=reason, more=change), by=by, role="gm")
    return "Change allowed. The rule accepts it from now on."


def remove_exemption(*, waiver: Waiver, by: Person = None) -> None:
    """Take a waiver back; the rule counts again."""
    with transaction.atomic():
        held = lock(waiver.character)
        if _withdraw(held, waiver.code, waiver.at):
            note(held, "unwaived", by, reason=waiver.reason)
        _restate(held)


def _restate(held: Character) -> None:
    """Put the waivers that stand beside the build, where a verdict finds them without asking for each."""
    standing = held.waivers.filter(withdrawn_at=None).select_related("by")
    held.waivers_standing = [
        {
            "code": waiver.code,
            "at": waiver.at,
            "reason": waiver.reason,
            "by": waiver.by.get_username() if waiver.by else "",
            "values": waiver.values,
        }
        for waiver in standing
    ]
    held.save(update_fields=["waivers_standing"])


def _withdraw(character: Character, code: str, at: str) -> int:
    return character.waivers.filter(code=code, at=at, withdrawn_at=None).update(withdrawn_at=timezone.now())


def lapsed(character: Character, findings: tuple[Finding, ...]) -> list[Waiver]:
    """Waivers that were given for values which the character no longer has."""
    standing = {(finding.code, finding.at) for finding in findings if finding.waived}
    given = character.waivers.filter(withdrawn_at=None).select_related("by")
    return [waiver for waiver in given if (waiver.code, waiver.at) not in standing]

"""What a table owns together: everybody there puts in and takes out, and each time is written down. No HTTP in here.

Amounts change by steps, so that of two who write at once both count. Every refusal is a `Refused` with a sentence, and
leaves everything as it was.
"""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from campaigns.actions import lock_campaign
from campaigns.merging import NOTHING, rewritten
from campaigns.models import Campaign, StashItem, so_many
from characters.tables import refuse_archived
from rules.form_values import plain, uncut_line
from rules.refusals import Refused

MOST = 200
"""So many things are in one stash."""
LONGEST_NAME = 120
LONGEST_NOTE = 300
MOST_AMOUNT = 1_000_000
GONE = "That isn’t in the stash any more. Look at its history."


def put_in(*, campaign: Campaign, name: str, amount: int, by: User, note: str = "", sent: str = "") -> StashItem | None:
    """Put in so many of something; more of what is there already, with the same note, is added to it. Returns it, None
    where what was `sent` has been done before and is gone."""
    called, told = uncut_line(name, LONGEST_NAME), uncut_line(note, LONGEST_NOTE)
    if not called:
        raise Refused("Enter what you put in.")
    _refuse_amount(amount)
    with transaction.atomic():
        held = _locked(campaign)
        alike = _alike(held, called, told).first()
        if _done(held, sent):
            return alike
        if alike:
            return _step(held, alike, amount, by, sent)
        if held.stash.count() >= MOST:
            raise Refused(f"The stash has {MOST} things in it, and that is the maximum. Take something out first.")
        made = held.stash.create(name=called, note=told, amount=amount)
        _note(held, "stash-in", by, sent, what=str(made), there="")
        return made


def step(*, campaign: Campaign, key: int, change: int, by: User, sent: str = "") -> StashItem | None:
    """Put in so many more of something, or take out as many. Returns it as it is then, None where nothing is left.

    Raises Refused for more than there is, and for what was taken out meanwhile.
    """
    _refuse_amount(abs(change))
    with transaction.atomic():
        held = _locked(campaign)
        item = held.stash.filter(pk=key).first()
        if _done(held, sent):
            return item
        if item is None:
            raise Refused(GONE)
        return _step(held, item, change, by, sent)


def _step(held: Campaign, item: StashItem, change: int, by: User, sent: str) -> StashItem | None:
    left = item.amount + change
    if left < 0:
        raise Refused(f"You can’t take out {-change:,}: only {item} in the stash.")
    _refuse_heap(left)
    gone = f" ({item.note})" if item.note else ""  # so that the note is not lost with it
    there = f": {left:,} {'there now' if change > 0 else 'left'}" if left else gone
    kind = "stash-in" if change > 0 else "stash-out"
    _note(held, kind, by, sent, what=so_many(abs(change), item.name), there=there)
    if not left:
        item.delete()
        return None
    item.amount = left
    item.save(update_fields=["amount"])
    return item


def rewrite(
    *, campaign: Campaign, key: int, name: str, note: str, by: User, seen: Mapping[str, str] = NOTHING
) -> StashItem:
    """Change what something is called, and the note on it; what is there already with both is put together with it.
    Raises Refused where somebody else changed the same, and where together they are too many."""
    wanted = {"name": uncut_line(name, LONGEST_NAME), "note": uncut_line(note, LONGEST_NOTE)}
    if not wanted["name"]:
        raise Refused("Enter a name.")
    with transaction.atomic():
        held = _locked(campaign)
        item = held.stash.filter(pk=key).first()
        if item is None:
            raise Refused(GONE)
        new = rewritten({"name": plain(item.name), "note": plain(item.note)}, wanted, seen)
        if "name" in new:
            _note(held, "stash-renamed", by, before=item.name, after=new["name"])
        if "note" in new:
            before, after = (text or "none" for text in (item.note, new["note"]))
            _note(held, "stash-note", by, name=new.get("name", item.name), before=before, after=after)
        item.name, item.note = new.get("name", item.name), new.get("note", item.note)
        if other := _alike(held, item.name, item.note).exclude(pk=item.pk).first():
            item.amount += other.amount
            _refuse_heap(item.amount)
            other.delete()
            _note(held, "stash-joined", by, what=str(item))
        item.save(update_fields=["name", "note", "amount"])
        return item


def things(campaign: Campaign, query: str = "") -> QuerySet[StashItem]:
    """What is in it, by name; with a `query` what has that in its name or note."""
    found = campaign.stash.order_by(Lower("name"), "pk")
    return found.filter(Q(name__icontains=query) | Q(note__icontains=query)) if query else found


def _alike(held: Campaign, name: str, note: str) -> QuerySet[StashItem]:
    return held.stash.filter(name__iexact=name, note=note)


def _locked(campaign: Campaign) -> Campaign:
    held = lock_campaign(campaign)
    refuse_archived(held)
    return held


def _done(held: Campaign, sent: str) -> bool:
    return bool(sent) and held.stash_events.filter(sent=sent).exists()


def _refuse_amount(amount: int) -> None:
    if not 1 <= amount <= MOST_AMOUNT:
        raise Refused(f"Enter how many: 1 to {MOST_AMOUNT:,}.")


def _refuse_heap(amount: int) -> None:
    if amount > MOST_AMOUNT:
        raise Refused(f"{MOST_AMOUNT:,} of one thing is the maximum; there would be {amount:,}.")


def _note(held: Campaign, kind: str, by: User, sent: str = "", **data: str) -> None:
    held.stash_events.create(kind=kind, by=by, sent=sent, data=data)

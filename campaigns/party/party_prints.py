"""A party in one file: which prints it is made of, when it can be bound, and what goes around its sheets.

Its sheets are ordinary prints: made once, shared with whoever asked for one alone, swept and retried like any.
"""

import hashlib
import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from campaigns.models import Campaign
from campaigns.tables import roster
from characters.models import Character, Job, PartyPart, PartyPrint, PrintJob, asker
from characters.printing import jobs, print_jobs, print_queue
from characters.printing.jobs import UNFINISHED
from rules.refusals import Refused

MOST = 60
"""The most people of one party: so many sheets are bound well within the time of a task."""
WAITING = Q(parts__job__state__in=UNFINISHED)


def request_party(
    *, campaign: Campaign, by: User, characters: Sequence[Character], options: Mapping[str, Any], whole: bool
) -> PartyPrint:
    """The print of these people: the one there is if nothing changed and nothing failed, else a new one.

    `options` has `sheets`, `npc_sheets`, `summary` and `cards`, each wanted or not, `paper`, `variant` and `pages` as
    a single print, and may have `beasts`: the ids of those that get a card too. Raises Refused.
    """
    people = sorted(characters, key=lambda one: (str(one).casefold(), one.pk))
    drawn = [one for one in people if options["npc_sheets" if one.npc else "sheets"]]
    _check(people, drawn, options)
    mark = digest_of(campaign, people, drawn, {**options, "whole": whole})
    mine = PartyPrint.objects.filter(by=by)
    known = mine.filter(campaign=campaign, fingerprint=mark).first()
    if known and (not known.finished or _stands(known)):
        return known
    if mine.filter(state__in=UNFINISHED).exclude(fingerprint=mark).exists():
        raise Refused("You’re already creating a party PDF. Wait until it’s ready.")
    return _begin(campaign, by, mark, people, drawn, {**options}, whole)


def _check(people: Sequence[Character], drawn: Sequence[Character], options: Mapping[str, Any]) -> None:
    prowling = options.get("beasts", ()) if options["cards"] else ()
    if not people and not prowling:
        raise Refused("Choose at least one character to print.")
    if len(people) + len(prowling) > MOST:
        raise Refused(f"You can print up to {MOST} characters and beasts at once. Choose fewer of them for each PDF.")
    if drawn or options["summary"] or (options["cards"] and (prowling or any(one.npc for one in people))):
        return
    if options["cards"]:
        raise Refused("Fight cards need at least one NPC or beast.")
    raise Refused("Choose what to print: sheets, a summary or cards.")


def digest_of(
    campaign: Campaign, people: Sequence[Character], drawn: Sequence[Character], options: Mapping[str, Any]
) -> str:
    """Everything the file depends on: the sheets, and for pages around them what stands in the roster."""
    around = options["summary"] or options["cards"]
    fingerprints = roster.characters_of(campaign, [one.pk for one in people], npcs=True) if around else ()
    facts = [
        *(print_jobs.RENDERER, campaign.name, {**options}, [one.pk for one in people]),
        [print_jobs.digest_of(one, sheet_options(options)) for one in drawn],
        sorted(repr(fingerprint) for fingerprint, _ in fingerprints),
        list(_prowling(campaign, options)),
        list(campaign.stash.order_by("pk").values_list("name", "amount")) if options["summary"] else [],
    ]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _prowling(campaign: Campaign, options: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """What the cards of beasts depend on: one query, none without any."""
    if options["cards"] and options.get("beasts"):
        there = campaign.beasts.filter(pk__in=options["beasts"]).order_by("pk")
        yield from there.values_list("pk", "name", "build", "play", "homebrew")
        yield (campaign.settings,)


def sheet_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of each sheet, such as somebody has who prints one alone."""
    return {**{key: options[key] for key in ("paper", "variant", "pages")}, "appendix": False}


def _stands(party: PartyPrint) -> bool:
    """Whether a finished print is all that was asked for, and still there."""
    return complete(party) and jobs.path_of(party).is_file()


def complete(party: PartyPrint) -> bool:
    """Whether everything that was asked for is in the file."""
    failed = party.parts.filter(job__state=Job.State.FAILED)
    return party.state == Job.State.DONE and not party.error and not failed.exists()


def _begin(
    campaign: Campaign,
    by: User,
    mark: str,
    people: Sequence[Character],
    drawn: Sequence[Character],
    options: dict[str, Any],
    whole: bool,
) -> PartyPrint:
    """Ask for each sheet by itself, so that no worker finds a job locked, and then write down what belongs together."""
    how = sheet_options(options)
    who = asker(user=by.pk)
    sheets = {one.pk: print_jobs.request_print(character=one, options=how, by=who, later=True) for one in drawn}
    parts = [(one, sheets.get(one.pk), place) for place, one in enumerate(people)]
    with transaction.atomic():
        party, _ = PartyPrint.objects.select_for_update().get_or_create(
            campaign=campaign,
            by=by,
            fingerprint=mark,
            defaults={"options": options, "whole": whole, "size": len(people)},
        )
        party.state, party.attempts, party.progress, party.error, party.whole = Job.State.QUEUED, 0, 0, "", whole
        party.save()
        for one, job, place in parts:
            PartyPart.objects.update_or_create(party=party, character=one, defaults={"job": job, "place": place})
        transaction.on_commit(lambda: _bind_if_ready(party))
    return party


def _bind_if_ready(party: PartyPrint) -> None:
    """All its sheets may have been there already, or finished before this was written down."""
    if not party.parts.filter(job__state__in=UNFINISHED).exists():
        enqueue_party(party.pk)


def retry(party: PartyPrint, people: Sequence[Character]) -> PartyPrint:
    """Try again what failed, for those of its people that can still be seen; what is finished is not made again."""
    asked = {part.character_id: part.job_id is not None for part in party.parts.all()}
    there = sorted((one for one in people if one.pk in asked), key=lambda one: (str(one).casefold(), one.pk))
    if party.finished and len(there) == party.size:
        drawn = [one for one in there if asked[one.pk]]
        return _begin(party.campaign, party.by, party.fingerprint, there, drawn, party.options, party.whole)
    return party


def enqueue_party(party: uuid.UUID, *, queue: str = "") -> None:
    """Ask a worker to bind a party whose sheets are finished."""
    print_queue.send("characters.bind_party", str(party), queue=queue)


def ready(job: uuid.UUID) -> list[uuid.UUID]:
    """Parties that waited for this print and now wait for none."""
    waiting = PartyPrint.objects.filter(state=Job.State.QUEUED, parts__job=job)
    return list(waiting.exclude(WAITING).values_list("pk", flat=True))


def lost() -> list[uuid.UUID]:
    """Parties that could be bound and that nobody has touched for too long, queued again."""
    return jobs.put_back(PartyPrint.objects.exclude(WAITING))


def bind_waiting(made: PrintJob, queue: str) -> None:
    """Have bound what waited for no other print than this."""
    for party in ready(made.pk):
        enqueue_party(party, queue=queue)


def bind_lost() -> None:
    """Have bound what was lost with a broker or a worker."""
    for party in lost():
        enqueue_party(party)


def connect() -> None:
    print_queue.when_printed.append(bind_waiting)
    print_queue.when_swept.append(bind_lost)

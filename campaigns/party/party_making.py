"""A party in one file: bound of its sheets and the pages around them, in a worker."""

import logging
import uuid
from collections.abc import Callable, Sequence

from celery.exceptions import SoftTimeLimitExceeded

from campaigns.party import fight_pages, party_summary
from campaigns.party.party_prints import WAITING, digest_of, sheet_options
from campaigns.party.pdf_merge import MergedPart, merge_pdfs
from characters.models import Character, Job, PartyPart, PartyPrint
from characters.printing import clearing, jobs, print_jobs
from characters.printing.print_page import PrintError

logger = logging.getLogger(__name__)


def make(pk: uuid.UUID, holder: uuid.UUID | None = None) -> None:
    """Bind a party, unless a sheet is missing yet, or it is bound, being bound, or has failed too often."""
    party = jobs.claim(PartyPrint.objects.exclude(WAITING), pk, holder or uuid.uuid4())
    if party is not None:
        jobs.run_job(party, _draw)
        clearing.clear_parties_of(party.by_id)


def _draw(party: PartyPrint) -> bytes:
    """The pages of a party: the summary, the sheets that could be drawn, the cards."""
    parts = list(party.parts.select_related("job", "character"))
    if not _as_asked(party, parts):
        jobs.moved_on(party)
    people = party_summary.read(party.campaign, [part.character_id for part in parts])
    jobs.progress(party, 40)
    leaves = []
    if party.options["summary"]:
        leaves += _leaf(party, "Summary", lambda: party_summary.summary(party, people))
    for part in parts:
        if part.job and part.job.state == Job.State.DONE:
            leaves += _leaf(party, str(part.character), jobs.path_of(part.job).read_bytes)
    fighters = (
        fight_pages.read(party.campaign, people, party.options.get("beasts", ())) if party.options["cards"] else []
    )
    if fighters:
        leaves += _leaf(party, "Fight cards", lambda: fight_pages.cards(party, fighters))
    if not leaves:
        raise PrintError("We couldn’t create any of the pages.")
    return merge_pdfs(f"{party.campaign}: party", leaves)


def _as_asked(party: PartyPrint, parts: Sequence[PartyPart]) -> bool:
    """Whether everybody stands as they did when it was asked for, and so on their sheets."""
    found = Character.objects.with_table().select_related("owner").in_bulk([part.character_id for part in parts])
    people = [found[part.character_id] for part in parts]
    drawn = {one.pk: part.job for one, part in zip(people, parts, strict=True) if part.job}
    how, sheets = sheet_options(party.options), [one for one in people if one.pk in drawn]
    mark = digest_of(party.campaign, people, sheets, {**party.options, "whole": party.whole})
    return mark == party.fingerprint and all(
        drawn[one.pk].fingerprint == print_jobs.digest_of(one, how) for one in sheets
    )


def _leaf(party: PartyPrint, title: str, draw: Callable[[], bytes]) -> list[MergedPart]:
    """One document to bind in. One that cannot be had is named in `error`, and the rest is bound without it."""
    try:
        return [MergedPart(title, draw())]
    except FileNotFoundError:
        words = "This PDF has expired. Create it again."
    except (*jobs.NOT_ITS_FAULT, SoftTimeLimitExceeded):
        raise
    except Exception as fault:  # one page spoils nothing
        words, known = jobs.sentence(fault)
        if not known:
            logger.exception("party_page_failed")
    party.error = f"{party.error} Couldn’t create “{title}”: {words}".strip()[:300]
    return []

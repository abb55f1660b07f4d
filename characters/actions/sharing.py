"""Links that show a sheet to anyone who has them."""

from django.db import transaction

from characters.actions.locking import Person, lock, note
from characters.limits import MOST_LINKS
from characters.models import Character, ShareLink
from rules.refusals import Refused


@transaction.atomic
def share(*, character: Character, by: Person = None, story: bool = False) -> ShareLink:
    """A new link to a sheet, with backstory and notes if `story`. Raises Refused where there are as many as may be."""
    held = lock(character)
    if held.share_links.count() >= MOST_LINKS:
        raise Refused(f"{held} has {MOST_LINKS} links, and that is the maximum. Revoke one, then try again.")
    note(held, "shared", by)
    return held.share_links.create(story=story)


@transaction.atomic
def unshare(*, link: ShareLink, by: Person = None) -> None:
    """Revoke a link: nobody sees the sheet by it any more."""
    if ShareLink.objects.filter(pk=link.pk).delete()[0]:
        note(link.character, "unshared", by)

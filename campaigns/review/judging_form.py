"""The one form that a review is for whoever decides: what its buttons ask for, and what else was typed in it."""

from collections.abc import Iterable, Mapping

from django.http import QueryDict

from campaigns.review import comments
from campaigns.review.comments import Thread
from characters.ledger import LedgerLine
from characters.models import Character
from rules.kernel import Finding
from rules.refusals import Refused

DECISIONS = ("approve", "return", "remark")
"""With these goes whatever was said of the character."""
ENTER = "typed:"
"""What the first button of the page asks for: Enter in a field presses it."""
ABOUT: Mapping[str, tuple[str, str]] = {
    "reply": ("comment", "text"),
    "resolve": ("comment", ""),
    "drop": ("comment", ""),
    "unwaive": ("waiver", ""),
    "waive": ("", "reason"),
    "allow": ("subject", "reason"),
    "award": ("", "reason"),
    "void": ("award", "reason"),
    "put-back": ("", "reason"),
    "reopen": ("", "reason"),
}
"""For a deed, the fields of what it is about and of what was typed for it."""


ALONG: Mapping[str, tuple[str, ...]] = {
    "text": DECISIONS,
    "draft": (*DECISIONS, "draft"),
    "at": (*DECISIONS, "draft"),
    "reply": DECISIONS,
    "amount": ("award:",),
}
"""With which deeds else what was typed in a field goes."""
Fields = Mapping[str, tuple[str, str]]
"""By the name of a field the id that it has on the page, and what it is called there."""


def goes_with(field: str) -> tuple[str, ...]:
    """The deeds with which what was typed in a field is sent: that of its own, and those that it goes along with."""
    head, colon, _ = field.partition(":")
    own = (field,) if colon and head in ABOUT else ()
    return (*ALONG.get(head if own else field, ()), *own)


def posted(sent: QueryDict) -> tuple[dict[str, str], dict[str, str]]:
    """What a button of the page asks for, in the fields of its deed, and all that was typed that doesn't go with it.

    A deed may be told with what it is about, as "reply:7"; the field of that name has what was typed for it. Raises
    Refused where Enter was pressed in one of several fields.
    """
    post = {key: str(value) for key, value in sent.dict().items()}
    typed = {key: text for key, text in post.items() if text and goes_with(key)}
    if "amount" in typed:
        typed.setdefault("award:", "")
    own = [key for key in typed if ":" in key]
    asked = post.get("deed", "")
    if asked == ENTER:
        if len(own) != 1:
            raise Refused("Press the button of what you want to send.")
        asked = own[0]
    deed, colon, about = asked.partition(":")
    left = {key: text for key, text in typed.items() if not {asked, f"{deed}:"} & {*goes_with(key)}}
    if not colon:
        told = () if deed in ALONG["draft"] else ("text", "draft", "at")  # what another deed is about may be called so
        return post, {key: text for key, text in left.items() if key not in told}
    subject, text = ABOUT.get(deed, ("", ""))
    post |= {"deed": deed, subject: about, text: post.get(asked, "")}
    if deed == "waive":
        post["code"], _, post["at"] = about.removeprefix("findings.").partition("@")
    if deed == "allow":
        post["to"] = post.get(f"to:{about}", "")
    return post, left


def fields_shown(
    character: Character, broken: Iterable[Finding], awards: Iterable[LedgerLine], threads: Iterable[Thread]
) -> Fields:
    """Where on the page stands what is typed for a deed of its own."""
    fields: dict[str, tuple[str, str]] = {}
    if character.game.award_kind:
        fields["award:"] = ("for", "Award")
    if character.approval:
        fields["reopen:"] = ("reopen-reason", "Reopen creation")
    if character.drifted:
        fields["put-back:"] = ("put-back-reason", "Reason to restore it as approved")
    for line in awards:
        if line.voidable and not line.void:
            fields[f"void:{line.row.pk}"] = (f"void-{line.row.pk}", f"Reason for cancelling “{line.row.note}”")
    for number, finding in enumerate(broken, 1):
        if finding.waived:
            continue
        fields[f"waive:{comments.about(finding)}"] = (f"waive-{number}", f"Exception: {finding.message}")
        if finding.gm_word:
            fields[f"allow:{finding.gm_word.subject}"] = (f"allow-{number}", f"Change: {finding.message}")
    for thread in threads:
        if not thread.draft:
            fields[f"reply:{thread.first.pk}"] = (f"reply-{thread.first.pk}", "Reply")
    return fields


def unused(left: Mapping[str, str], fields: Fields) -> list[tuple[str, str]]:
    """The fields of what was typed and not used."""
    alone = "award:" in left and not left["award:"]
    return [("amount", fields[key][1]) if alone and key == "award:" else fields[key] for key in left if key in fields]


def homeless(typed: Mapping[str, str], fields: Fields) -> list[str]:
    """What was typed for a deed whose field the page has no more: as that of an error that somebody else allowed."""
    return [text for key, text in typed.items() if text and key in goes_with(key) and key not in fields]

"""The one form that a review is for whoever decides: what its buttons ask for, and what else was typed in it."""

from collections.abc import Iterable, Mapping

from django.http import QueryDict

from campaigns.review import comments
from characters.models import LedgerEntry
from rules.kernel import Finding
from rules.refusals import Refused

GOING = ("approve", "return", "remark")
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


def posted(sent: QueryDict) -> tuple[dict[str, str], dict[str, str]]:
    """What a button of the page asks for, in the fields of its deed, and all that was typed that doesn't go with it.

    A deed may be told with what it is about, as "reply:7"; the field of that name has what was typed for it. Raises
    Refused where Enter was pressed in one of several fields.
    """
    post = {key: str(value) for key, value in sent.dict().items()}
    typed = {key: text for key, text in post.items() if text and key.partition(":")[0] in ABOUT and ":" in key}
    if post.get("amount"):
        typed.setdefault("award:", "")
    asked = post.get("deed", "")
    if asked == ENTER:
        if len(typed) != 1:
            raise Refused("Press the button of what you want to send.")
        asked = next(iter(typed))
    deed, colon, about = asked.partition(":")
    left = {key: text for key, text in typed.items() if key not in (asked, f"{deed}:")}
    if deed in GOING:
        left = {key: text for key, text in left.items() if not key.startswith("reply:")}
    elif deed == "draft":
        left |= {"text": post["text"]} if post.get("text") else {}
    elif colon:
        left |= {key: post[key] for key in ("text", "draft", "at") if post.get(key)}
    if "award:" in left:
        left["amount"] = post.get("amount", "")
    if not colon:
        return post, left
    subject, text = ABOUT.get(deed, ("", ""))
    post |= {"deed": deed, subject: about, text: post.get(asked, "")}
    if deed == "waive":
        post["code"], _, post["at"] = about.removeprefix("findings.").partition("@")
    if deed == "allow":
        post["to"] = post.get(f"to:{about}", "")
    return post, left


def unused(left: Mapping[str, str], broken: Iterable[Finding], awards: Iterable[LedgerEntry]) -> list[tuple[str, str]]:
    """Where what was typed and not used stands: the id of each field on the page, and what it is called there."""
    fields = {
        "award:": ("for" if left.get("award:") else "amount", "Award"),
        "put-back:": ("put-back-reason", "Reason to restore it as approved"),
        "reopen:": ("reopen-reason", "Reopen creation"),
    }
    fields |= {f"void:{row.pk}": (f"void-{row.pk}", f"Reason for cancelling “{row.note}”") for row in awards}
    for number, finding in enumerate(broken, 1):
        fields[f"waive:{comments.about(finding)}"] = (f"waive-{number}", f"Exception: {finding.message}")
        if finding.gm_word:
            fields[f"allow:{finding.gm_word.subject}"] = (f"allow-{number}", f"Change: {finding.message}")
    return [fields[key] for key in left if key in fields]

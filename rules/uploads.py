"""A document that somebody sends in, as a file or as pasted text: its size is asked before it is read."""

from django.http import HttpRequest

from rules.kernel.documents import DocumentError

MOST_BYTES = 1_048_576


def text_of(request: HttpRequest, noun: str) -> str:
    """The text of a posted `file`, or else of a posted `text`. Raises DocumentError; `noun` is what it should be."""
    upload = request.FILES.get("file")
    if upload is None:
        text = request.POST.get("text", "")
        if not text.strip():
            raise DocumentError("Choose a file, or paste the text of one.")
        if len(text.encode(errors="replace")) > MOST_BYTES:
            raise DocumentError(f"It is larger than one megabyte; no {noun} is.")
        return text
    if (upload.size or 0) > MOST_BYTES:
        raise DocumentError(f"It is larger than one megabyte; no {noun} is.")
    try:
        return str(upload.read(), "utf-8-sig")
    except UnicodeDecodeError:
        raise DocumentError(f"It is not text in UTF-8, so it is not a {noun}.") from None

"""A document that somebody sends in, as a file or as pasted text: its size is asked before it is read."""

from django.http import HttpRequest

from rules.kernel.documents import DocumentError

MOST_BYTES = 1_048_576


def text_of(request: HttpRequest) -> str:
    """The text of a posted `file`, or else of a posted `text`. Raises DocumentError."""
    upload = request.FILES.get("file")
    if upload is None:
        text = request.POST.get("text", "")
        if not text.strip():
            raise DocumentError("Choose a file or paste its contents.")
        if len(text.encode(errors="replace")) > MOST_BYTES:
            raise DocumentError("The file is larger than 1 MB.")
        return text
    if (upload.size or 0) > MOST_BYTES:
        raise DocumentError("The file is larger than 1 MB.")
    try:
        return str(upload.read(), "utf-8-sig")
    except UnicodeDecodeError:
        raise DocumentError("We couldn’t read this file. Export it again and retry.") from None

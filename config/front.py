"""What stands between the web server and Django: text is UTF-8, and an answer to HEAD has no body."""

import codecs
from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpResponse
from django.utils.http import parse_header_parameters

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
READ = ("utf-8", "ascii")
"""Encodings as Python calls them: the second is part of the first."""
SENTENCE = (
    "This site only reads UTF-8 text, and this request says its text is in another encoding. "
    "Send it again as UTF-8, or without “charset” in its Content-Type.\n"
)


def front(application: Application) -> Application:
    """An application with all that stands before it."""
    return bodiless(readable(application))


def readable(application: Application) -> Application:
    """Refuse text in another encoding than UTF-8: Django would read even an address by what the body is said to be in,
    also where that is no encoding of text, and before there is anybody to answer for a fault."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if _is_read(environ.get("CONTENT_TYPE", "")):
            return application(environ, start_response)
        said = SENTENCE.encode()
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(said)))]
        start_response("415 Unsupported Media Type", headers)
        return [said]

    return answer


def _is_read(content_type: str) -> bool:
    try:
        charset = parse_header_parameters(content_type)[1].get("charset")
        return charset is None or codecs.lookup(charset).name in READ
    except (LookupError, ValueError):
        return False


def bodiless(application: Application) -> Application:
    """Leave the body of an answer to HEAD away, which no server does for us. Its length is told as it would be."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "HEAD":
            return application(environ, start_response)
        heads: list[tuple[Any, ...]] = []
        body = application(environ, lambda *head: heads.append(head))
        try:
            status, headers, *fault = heads[-1]
            told = any(name.lower() == "content-length" for name, _ in headers)
            if isinstance(body, HttpResponse) and not told:
                headers = [*headers, ("Content-Length", str(len(body.content)))]
            start_response(status, headers, *fault)
        finally:
            close = getattr(body, "close", None)
            if close:
                close()
        return []

    return answer

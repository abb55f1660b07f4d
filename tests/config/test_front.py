"""What is asked over a real connection: text in another encoding is refused, HEAD has no body, and the line goes on."""

import re
from collections.abc import Iterator

import pytest

from config.front import SENTENCE
from config.wsgi import application
from tests.config.test_web import connect, serving

pytestmark = pytest.mark.django_db(transaction=True)

LAST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


@pytest.fixture
def port() -> Iterator[int]:
    with serving(application) as port:
        yield port


def said(port: int, *requests: bytes) -> bytes:
    """All that comes back on one line."""
    with connect(port, b"".join(requests)) as line:
        return line.makefile("rb").read()


def asked(words: str, *headers: str, body: bytes = b"") -> bytes:
    heads = [f"{words} HTTP/1.1", "Host: localhost", *headers, *([f"Content-Length: {len(body)}"] if body else [])]
    return "\r\n".join([*heads, "", ""]).encode() + body


@pytest.mark.parametrize("address", ["/healthz", "/nowhere/", "/accounts/login/"])
def test_head_is_answered_without_a_body_and_the_next_request_on_the_line_as_ever(port: int, address: str) -> None:
    answers = said(port, asked(f"HEAD {address}"), LAST)
    first, second = answers.split(b"\r\n\r\n", 1)
    assert int(re.findall(rb"Content-Length: (\d+)", first)[0]) > 0
    assert second.startswith(b"HTTP/1.1 200 OK\r\n")
    assert second.endswith(b"\r\n\r\nok\n")


def test_head_tells_the_length_of_what_get_would_answer(port: int) -> None:
    lengths = [
        re.findall(rb"Content-Length: (\d+)", said(port, asked(f"{method} /healthz", "Connection: close")))
        for method in ("HEAD", "GET")
    ]
    assert lengths == [[b"3"], [b"3"]]


FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("GET /spells/?q=a", "text/plain; charset=zlib_codec"),
        ("GET /spells/?q=a", "text/plain; charset=undefined"),
        ("GET /spells/?q=a", "text/plain; charset=nobody-knows"),
        ("GET /spells/?q=a", "text/plain; charset*=hex''latin-1"),
        ("GET /spells/?q=a", "text/plain; charset*=nobody-knows''latin-1"),
        ("POST /theme/", f"{FORM}; charset=latin-1"),
        ("POST /theme/", f'{FORM}; Charset="utf-16"'),
        ("POST /theme/", "multipart/form-data; boundary=x; charset=hex"),
    ],
)
def test_text_in_another_encoding_is_refused_with_a_sentence(
    port: int, words: str, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    answers = said(port, asked(words, f"Content-Type: {kind}", body=b"theme=dark"), LAST)
    assert answers.startswith(b"HTTP/1.1 415 ")
    assert SENTENCE in answers.decode()
    assert answers.endswith(b"ok\n")
    assert not caplog.records


@pytest.mark.parametrize("charset", ["utf-8", '"UTF-8"', "utf8", "us-ascii"])
def test_utf_8_by_any_name_is_read(port: int, charset: str) -> None:
    kind = f"Content-Type: {FORM}; charset={charset}"
    assert b" 415 " not in said(port, asked("POST /theme/", kind, "Connection: close", body=b"theme=dark"))

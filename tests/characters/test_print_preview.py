"""The preview of a print: the sheet's own page in a browser. It runs nothing and stands in this site's frames only."""

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from characters import actions
from characters.models import PrintJob
from tests.cast import Cast


def previewed(cast: Cast, **options: str) -> str:
    answer = cast["owner"].get(reverse("print_preview", args=[cast.jane.pk]), options)
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.django_db
def test_a_preview_has_the_paper_the_style_and_the_length_asked_for(cast: Cast) -> None:
    usual, small = previewed(cast), previewed(cast, paper="letter", variant="ink-saver", pages="one")
    assert 'class="hprpg a4 full' in usual
    assert '<div class="back">' in usual
    assert 'class="hprpg letter ink-saver' in " ".join(small.split())
    assert '<div class="back">' not in small
    assert 'class="appendix"' in previewed(cast, appendix="1")
    assert 'class="appendix"' not in usual
    assert "print:" not in usual
    assert "<input disabled" in previewed(cast, variant="fillable")


@pytest.mark.django_db
def test_a_preview_of_nothing_says_so(cast: Cast) -> None:
    nobody = actions.create_character(system="dominion", by=cast.users["owner"], name="Pip")
    answer = cast["owner"].get(reverse("print_preview", args=[nobody.pk]), {"pages": "cards-spells"})
    assert "There are no pocket cards of this kind yet." in answer.content.decode()


@pytest.mark.django_db
def test_a_preview_runs_nothing_and_is_framed_by_this_site_only(cast: Cast) -> None:
    owner, address = cast["owner"], reverse("print_preview", args=[cast.jane.pk])
    answer = owner.get(address)
    policy = dict(part.split(" ", 1) for part in answer["Content-Security-Policy"].split("; "))
    assert (policy["script-src"], policy["frame-ancestors"], policy["sandbox"]) == (
        "'none'",
        "'self'",
        "allow-same-origin",
    )
    assert "unsafe" not in str(policy)
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-src 'self'" in owner.get(reverse("print", args=[cast.jane.pk]))["Content-Security-Policy"]
    assert "frame-src" not in owner.get(reverse("sheet", args=[cast.jane.pk]))["Content-Security-Policy"]


@pytest.mark.django_db
def test_a_preview_costs_a_page_and_no_print(cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    previewed(cast)  # the rulebook is read once
    with django_assert_max_num_queries(12):
        previewed(cast)
    asked = {"preview": "1", "paper": "letter", "variant": "full", "pages": "cards"}
    answer = cast["owner"].post(reverse("print", args=[cast.jane.pk]), asked)
    assert answer["Location"].endswith("/print/preview/?paper=letter&variant=full&pages=cards")
    assert not PrintJob.objects.exists()

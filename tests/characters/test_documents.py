"""Characters that come in and go out as documents, and builds that something else has muddled."""

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from characters.models import Character, PrintJob
from characters.printing import print_making
from characters.printing.jobs import path_of
from rules.models import Book
from tests.cast import Cast

pytestmark = pytest.mark.django_db
CASES = sorted((Path(__file__).parents[1] / "rules" / "hprpg" / "cases").glob("*.json"))


def bring(client: Client, text: str | bytes) -> Any:
    """Import a file; the character it made, or the sentence why not."""
    content = text if isinstance(text, bytes) else text.encode()
    answer = client.post("/characters/import/", {"file": SimpleUploadedFile("c.json", content)})
    if answer.status_code == 422:
        return answer.context["error"]
    assert answer.status_code == 302
    return Character.objects.latest("pk")


def take(client: Client, character: Character) -> bytes:
    answer = client.get(reverse("export", args=[character.pk]))
    assert answer.status_code == 200
    return bytes(answer.content)


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_a_document_comes_and_goes_unchanged(client: Client, book: Book, file: Path) -> None:
    document = json.loads(file.read_text())["document"]
    document["colour of the ink"] = {"green": [1, None, "é\\u0000 😀"]}
    document.setdefault("build", {})["future mapping"] = {"kept": True}
    first = take(client, bring(client, json.dumps(document)))
    told = json.loads(first)
    assert told["build"] == document["build"]
    assert told["colour of the ink"] == document["colour of the ink"]
    second = bring(client, first)
    assert take(client, second) == first


def test_a_document_may_be_pasted(client: Client, book: Book) -> None:
    answer = client.post(
        "/characters/import/", {"text": '{"system": "hprpg", "name": "Ann", "build": {}}'}, follow=True
    )
    assert "<span>Imported Ann.</span>" in answer.content.decode()


def test_an_import_names_what_it_could_not_read(client: Client, book: Book) -> None:
    odd = {
        "hat": 1,
        "build": {"scores": {"charm": "three"}, "spells": {}, "picks": 7},
        "system": "hprpg",
        "name": "Ann",
    }
    answer = client.post("/characters/import/", {"text": json.dumps(odd)}, follow=True).content.decode()
    said = "“picks”, “scores.charm”, “hat”, “spells”"
    assert f"We couldn’t read {said}. It’s kept but not used." in answer
    many = {"system": "hprpg", "name": "Ann", **{f"hat {n}": n for n in range(9)}}
    answer = client.post("/characters/import/", {"text": json.dumps(many)}, follow=True).content.decode()
    assert "“hat 4” and 4 more. It’s kept" in answer


def test_the_file_is_called_like_the_character(cast: Cast) -> None:
    answer = cast["owner"].get(reverse("export", args=[cast.jane.pk]))
    assert answer["Content-Disposition"] == 'attachment; filename="jane-alderwick.json"'
    assert json.loads(answer.content)["edition"] == "core@1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("[]", "JSON object"),
        ("no json", "not JSON"),
        ('{"build": {}}', "which game"),
        ('{"system": "chess"}', "the game “chess”, which Dramatis doesn’t support"),
        ('{"system": "hprpg", "system": "hprpg"}', "duplicate key"),
        ('{"system": "hprpg", "awards": NaN}', "NaN"),
        ('{"system": "hprpg", "x": 1e999}', "too large"),
        ('{"system": "hprpg", "x": ' + "9" * 5000 + "}", "digits"),
        ('{"system": "hprpg", "x": "\\u0000"}', "characters we can’t save"),
        ('{"system": "hprpg", "build": {"notes": {"a": "\\u0000"}}}', "characters we can’t save"),
        ('{"system": "hprpg", "build": {"notes": {"\\ud800": 1}}}', "characters we can’t save"),
        ('{"system": "hprpg", "settings": {"a": "\\udfff"}}', "characters we can’t save"),
        ('{"system": "hprpg", "name": 7}', "name"),
        ('{"system": "hprpg", "stage": "retired"}', "stage"),
        ('{"system": "hprpg", "build": ' + "[" * 5000 + "]" * 5000 + "}", "deeply"),
        ('{"system": "hprpg", "build": ' + "[" * 200 + "]" * 200 + "}", "deeply"),
        (b"\xff\xfe\x00", "We couldn’t read this file"),
        (b'{"system": "hprpg", "x": "' + b"a" * 1_048_576 + b'"}', "larger than 1 MB"),
    ],
)
def test_what_is_no_character_is_refused_with_a_sentence(
    client: Client, book: Book, text: str | bytes, words: str
) -> None:
    assert words in bring(client, text)
    assert Character.objects.count() == 0


def test_an_empty_form_says_what_to_do_and_a_refused_text_stays(client: Client, book: Book) -> None:
    assert "Choose a file" in client.post("/characters/import/", {"text": "  "}).context["error"]
    assert "larger than 1 MB" in client.post("/characters/import/", {"text": "é" * 600_000}).context["error"]
    assert "{my broken text" in client.post("/characters/import/", {"text": "{my broken text"}).content.decode()


ODD: list[Any] = [
    None, "text", [1, 2],
    {"scores": None}, {"scores": []}, {"scores": {"charm": "three"}}, {"scores": {"charm": 10**30}},
    {"scores": {"charm": -5, "no such": 1}}, {"scores": {"charm": 1.5, "logic": 400}},
    {"picks": {"species": {"a": 1}, "archetype": ["auror", "druid"], "feats": "ambush"}},
    {"picks": {"species": "dragon", "archetype": "", "feats": [["a"], 1, None], "spells": {"x": 1}}},
    {"ranks": {"aspects": "mental", "abilities": ["innate", "innate", 7]}},
    {"ranks": {"aspects": ["mental", "fiscal"], "abilities": []}},
    {"rolls": {"table": ["x"]}, "notes": {"wand": 7, "goals": ["x"], "backstory": None}},
    {"entries": {"gear": "lamp"}}, {"entries": {"gear": [None, 7, [], {"name": 7, "notes": []}, {"x": {"y": 1}}]}},
    {"entries": {"gear": [{"name": "a", "entries": {"b": [{"entries": {"c": [{"entries": {"d": [{}]}}]}}]}}]}},
    {"": {"": ""}, "scores": {"": 1, "a b": 2, "<b>": 3}, "notes": {"<script>": "<script>alert(1)</script>"}},
]  # fmt: skip


@pytest.mark.parametrize("build", ODD, ids=lambda build: json.dumps(build)[:40])
def test_a_muddled_build_still_opens_everywhere(cast: Cast, build: Any) -> None:
    jane, owner = cast.jane, cast["owner"]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE characters_character SET build = %s WHERE id = %s", [json.dumps(build), jane.pk])
    jane.refresh_from_db()
    steps = [step.key for step in jane.game.steps(jane.read())]
    pages = [reverse(name, args=[jane.pk]) for name in ("sheet", "odds", "print", "export")]
    pages += [reverse("figure", args=[jane.pk, "charm"]), "/characters/", "/"]
    assert {page: owner.get(page).status_code for page in pages} == dict.fromkeys(pages, 200)
    assert owner.get(reverse("build_start", args=[jane.pk])).status_code == 302
    assert json.loads(take(owner, jane))["build"] == build
    for step in steps:
        shown = owner.get(url := reverse("build", args=[jane.pk, step]))
        assert owner.post(url, as_posted(shown.context), headers={"HX-Request": "true"}).status_code == 200
    jane.refresh_from_db()
    assert jane.version == 1 or lost(build, jane.build) == []
    copied = owner.post(reverse("duplicate", args=[jane.pk]))
    assert copied.status_code == 302
    assert owner.post(reverse("random", args=[jane.pk])).status_code == 302


def lost(before: Any, after: Any) -> list[str]:
    """Keys of a build that are gone."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return []
    here = [key for key in before if key not in after]
    return here + [f"{key}.{deeper}" for key in before if key in after for deeper in lost(before[key], after[key])]


def as_posted(context: Any) -> dict[str, Any]:
    """The form of a step as a browser would send it without anybody having touched it."""
    data: dict[str, Any] = {"version": context["character"].version, "tab": "t", "layout": context["layout"]}
    data |= context["kept"]
    for field in context["step"].fields:
        inputs(field, data)
    return data


def inputs(field: Any, data: dict[str, Any]) -> None:
    offered = [option.key for option in field.options] if hasattr(field, "options") else []
    match field.kind:
        case "rate":
            data[field.path] = str(max(0, field.value))
        case "write":
            data[field.path] = field.value
        case "rank":
            data[f"all:{field.path}"] = " ".join(offered)
            chosen = [*field.value, *("" for _ in field.worth)][: len(field.worth)]
            data[field.path] = [key if key in offered or not key else offered[0] for key in chosen]
        case "pick":
            ticked = [key for key in field.value if key in offered]
            if field.many:
                data[f"has:{field.path}"] = "1"
                data[field.path] = ticked
            elif field.style == "select":
                data[field.path] = ticked[-1] if ticked else ""
            elif ticked:
                data[field.path] = ticked[-1]
        case "list":
            for item in field.items:
                for inner in item:
                    inputs(inner, data)


@pytest.mark.parametrize("column", ["settings", "extra", "play"])
@pytest.mark.parametrize("value", ['"x"', "[1]", "7", '{"fortitude": "lots"}'])
def test_a_muddled_column_is_no_harm(cast: Cast, column: str, value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE characters_character SET {column} = %s WHERE id = %s", [value, cast.jane.pk])
    for name in ("sheet", "export", "odds"):
        assert cast["owner"].get(reverse(name, args=[cast.jane.pk])).status_code == 200
    url = reverse("play", args=[cast.jane.pk])
    key = cast.jane.read().trackers[0].key
    mark = {"tracker": key, "change": "1", "since": "0", "uid": str(uuid.uuid4())}
    assert cast["owner"].post(url, mark).status_code == 302


@pytest.mark.parametrize("build", [ODD[1], ODD[10], ODD[15], ODD[17]], ids=str)
def test_a_muddled_build_prints(cast: Cast, build: Any) -> None:
    Character.objects.filter(pk=cast.jane.pk).update(build=build)
    job = PrintJob.objects.create(character=cast.jane, version=1, fingerprint="x")
    print_making.make(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == ("done", "")
    assert path_of(job).read_bytes().startswith(b"%PDF")

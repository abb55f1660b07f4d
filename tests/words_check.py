#!/usr/bin/env python3
"""Check the words people read: the interface, and the English of the docs.

    python3 words_check.py [PROJECT] [--allow FILE] [--table WORDS.md] [--only words|docs] [--most N] [--counts]
    python3 words_check.py --self-test

Prints `file:line: "word" → use "…"` for each finding and exits with 1 if there are any, with 2 if it cannot run.
It needs Python 3.11 or newer and nothing else.

What it reads
  words   text and visible attributes of templates/**.html, literals of `default`, `yesno` and `firstof` there;
          string literals of Python modules whose words reach a page (no docstrings, keys, annotations, logs, SQL,
          regular expressions); translations in *.po; strings of static/js outside vendor/.
  docs    README.md and docs/**.md: sentence length (90th percentile, longest) and sentences that open backwards.
  table   with --table: rows `| file:line | now | better |` of a Markdown file; a "now" that its file still holds is a
          finding. Rows whose better text begins with "(keep" are left alone.
Flavour stays free: entries of rulebooks (*.toml), the demo and random names are not read.

The allow-list (words_allow.txt beside this file, or --allow): one exception a line,
    path glob | word as reported, or * | part of the line, or *     # why
A line that excuses nothing is a finding too, so the list cannot rot.
"""

from __future__ import annotations

import argparse
import ast
import fnmatch
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# --------------------------------------------------------------------------------------------- the word list
# pattern (spaces match any white space) | what to say | where it does not apply (globs, comma between)
DOMINION, GAMES = "rules/systems/dominion/*,templates/print/dominion.html", "rules/systems/*"
WORDS = f"""
mend(s|ed|ing)? | fix, error |
to mend | errors, Fix |
nothing to mend | no errors |
still open | to do |
worth knowing | note |
legal so far | Legal · N to do |
legal and finished | complete |
(its|their) lines | breakdown |
every line | full breakdown |
show its lines | show breakdown |
beside now | compare with current |
(version|edition) \\S* ?beside | compared with |
beside (version|edition) | with version, compared with |
side by side | compare |
written in | source |
in figures | details |
where it is written | source |
at the usual difficulty | vs DV 8 (the game’s own default) |
work it out | calculate |
comes to | result, is |
found (a|this) table | new campaign, create campaign |
founded | created |
(my|your|this|that|a|the|its|of|new|no) tables? | campaign | {DOMINION},rules/systems/*/reference.py,rules/systems/rough_magic/*,templates/reference.html,rules/systems/forge/*,rules/dice/*,rules/homebrew/bookfile.py,rules/kernel/books/rulebook.py
tables (can|choose) | campaigns can |
for this table | for this campaign |
at the table | in this campaign, during play | {GAMES}
tables | campaigns | {DOMINION},{GAMES},templates/reference.html
(a|the|your|any) seats? | membership, place; “join” |
take the seat | join campaign |
sits? (at|here|there|in) | is in, joined |
sat down | joined |
whoever | anyone who, players who |
whom | who |
somebody | someone |
anybody | anyone |
everybody | everyone |
nameless | unnamed |
game masters? | GM (spell it out once, at first use) |
grimoires? | spells |
drifted | changed since approval |
standing | status, rules check | rules/systems/rough_magic/*,rules/systems/forge/*,rules/systems/dominion/*
remarks? | comment |
waive(s|d|rs?)? | exception, allow |
void(s|ed)? | cancel (an award) |
what was said | comments |
give (it )?back | remove |
given back | removed, refunded |
gives .{{0,12}}XP back | refunds … XP |
tak(e|es|en|ing) (it |them |the \\w+ |this )?back | remove, undo, restore |
take away | remove |
put .{{1,24}} back | restore, put away |
bring back | restore |
(the|a) bin | deleted characters |
in the bin | deleted |
on (the|its|their|one) (shelf|book ?shelf) | in use, homebrew in use |
off the shelf | removed |
in play at | used in |
(is|are|was|put|taken) (in|into|out of) play | used in / removed from the campaign |
(put|take) (it|one of them|the book) (in|into|out of) play | use / stop using this book |
may be (taken|added) | available |
take it in | import |
^\\s*keep (it|this|these|mine over theirs)(?=…?\\s*$) | save, apply |
keep what you tried | apply |
tried out | what-if, tried |
throw it away | discard |
leave it\\b(?! (empty|blank|at)) | cancel |
branched off | copied from |
what it did | effects |
what was chosen otherwise | differences |
two hands on | someone else changed this too |
(came|went)$ | added / removed |
the bench | casting calculator | 
in reach | castable |
what weighs on | modifiers |
what is to mind | watch out, errors |
people you play | NPCs |
make them | create |
to whom | characters, who |
no link stands | no active invite links |
link(s)? to a seat | invite link |
stands? (here|there|in no|for all|alone|on your|on no) | is, appears |
as it stands | current; or nothing |
may stand | be allowed, exception |
where it stands | total |
it can wait | optional |
second step | two-factor authentication |
do without | turn off, remove |
letters? (about|to) | email |
a letter | an email |
as a file | download CSV |
gaps alone | only gaps |
only say it | comment only |
return it with | send back |
fewer letters | a shorter search |
(nobody|nothing|none) (by|like|of|answers|called) (that|those|this|to that)( \\w+)? | no matches, not found |
no .{{3,30}} here\\. | not found |
within reach | available |
had back | undone |
offered to nobody new | not available to new characters |
of your own | custom, new; the book’s term |
in no source | ask your GM |
no source says | ask your GM |
the source (text|does|breaks|asks|names) | the rulebook; ask your GM | templates/rulings.html
\\(public page(, \\w+)?\\) | link only |
counts for nothing | is ignored |
kept as (written|it came) | kept but not used |
nobody knows | we don’t recognise |
goes before | overrides |
twice is rolled again | reroll duplicates |
(is|are|be) rolled again | reroll |
thrown again | rerolled |
that would go over | no points left |
one of \\{{…+\\}} | N left | rules/*.py,rules/kernel/*,characters/*
next (dot|point|step|rank): | N left; +1: … |
steps bought | bought |
the last one | 1 left |
nobody keeps more than | N is the maximum |
binds? nobody | is only a suggestion |
halves (your|his|her) way | halves round up |
your way | round up for you |
cata | botch, or the book’s own term |
in all | total, net |
carry on | continue |
as my device | system |
people who sit | members |
hand(s|ed)? over | make GM |
other side['’]s | opponent’s |
the book does not know | isn’t in the book |
\\([ADFHR]-\\d\\d\\) | a link to the ruling |
\\w+@\\d+ | title and edition |
the dice cannot | we couldn’t |
was found | suggestions |
is gone | deleted, removed |
(is )?(there|stands) twice | duplicate |
meanwhile | since then; or nothing |
look (once more|again) | check again, refresh |
binder | putting the pages together |
is bound | is ready |
(could|can) not be drawn | couldn’t be created |
cleared away | expired |
the ledger remembers | enter a reason |
everything that (has|is|costs) no\\w* | your story |
what follows | derived stats, effects | 
number and its lines | how every number is worked out |
how many, if not one | quantity |
its own name | nickname |
what (this step )?moves | stats on this page |
spent so far | points |
roll the rest | randomise the rest |
on to | next: | rules/*
(?<!back\\s)to the sheet | view sheet |
(that|it) cannot be set to that | can’t have that value |
cannot be set to that | can’t have that value |
\\d+ % | no space before % |
\\{{…+\\}} % | no space before % |
""".strip("\n")
BLANK_NOTE = "say it plainly"

MODULES = ("rules/**/*.py", "characters/**/*.py", "campaigns/**/*.py", "spells/**/*.py", "config/*.py")
SKIPPED = (
    "*/migrations/*", "*/management/*", "tests/*", "*/demo*.py", "*/generate.py", "*/admin.py", "*/apps.py",
    "rules/audit/*", "rules/catalogue/*", "rules/skeleton/*", "rules/assess.py", "rules/startgame.py",
    "rules/warm.py", "rules/kernel/basics/strict.py", "rules/kernel/basics/errors.py", "rules/kernel/reading.py",
    "characters/prepared_queries.py", "config/settings.py", "config/logs.py", "config/lock.py", "config/install.py",
    "config/embedded.py", "config/services.py", "config/environment.py", "config/private.py", "config/up.py",
    "config/processes.py", "config/web.py", "config/moved.py",
)  # fmt: skip
"""Modules whose strings only operators and developers see."""

P90, LONGEST = 25, 45
"""Words in a sentence of the docs: nine of ten are no longer, and none is longer."""
INVERTED = (
    ("whoever|whatever|whomever|whichever", "begin with who acts"),
    ("what .{1,60}? (is|are|has|have|may|must|can|comes?|goes|stays|does|no|only)\\b", "name the thing first"),
    ("where .{1,80}?,", "write “if” or “when”, after the main clause"),
    ("not (until|only|where)", "say it the other way round"),
    ("(hence|so that|whence|nor|neither|for they|for it)\\b", "join it to the sentence before, with “so” or “because”"),
    (
        "(of|from|to|by|with|in|on|under|behind|beyond|besides) .{1,50}? "
        "(is|are|was|were|comes?|goes|stands?|lies?|hangs?|has|have) (a|an|the|no|its|what|one)\\b",
        "subject, verb, object",
    ),
    ("nothing (that|but|here|is|was|came)", "say what is, not what isn’t"),
    ("(nobody|nothing) (who|that)", "say what is, not what isn’t"),
    ("(kept|broken|said|told|written|gone|read|asked) (is|are)\\b", "subject, verb, object"),
)


@dataclass(frozen=True)
class Word:
    pattern: re.Pattern[str]
    use: str
    skip: tuple[str, ...]


@dataclass(frozen=True)
class Finding:
    file: str
    line: int
    word: str
    use: str
    text: str = ""

    def __str__(self) -> str:
        return f'{self.file}:{self.line}: "{self.word}" → use "{self.use}"'


def word_list(source: str = WORDS) -> list[Word]:
    found = []
    for row in source.splitlines():
        if not row.strip():
            continue
        # The pattern may hold "|" inside brackets, so the columns are cut at " | ".
        pattern, use, *skip = (part.strip() for part in re.split(r"\s\|(?:\s|$)", row))
        expression = re.sub(r" +", r"\\s+", pattern)
        head = r"(?<![\w-])" if re.match(r"[\w(]", pattern) and not pattern.startswith("(?") else ""
        tail = r"(?![\w-])" if re.search(r"[\w)?]$", pattern) else ""
        globs = tuple(glob.strip() for glob in skip[0].split(",")) if skip and skip[0] else ()
        found.append(Word(re.compile(f"{head}(?:{expression}){tail}", re.I), use or BLANK_NOTE, globs))
    return found


# ------------------------------------------------------------------------------------------------- templates
def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


HIDDEN = re.compile(
    r"\{#.*?#\}|\{%\s*comment\b.*?\{%\s*endcomment\s*%\}|<script\b.*?</script>|<style\b.*?</style>|<!--.*?-->",
    re.S | re.I,
)
ATTRIBUTE = re.compile(r'\b(?:aria-label|title|placeholder|alt|aria-description)="((?:[^"{]|\{[^"]*?\})*)"', re.S)
LITERAL = re.compile(r'(?:default|default_if_none|yesno):"([^"]*[a-z][^"]*)"|\{%\s*firstof\b[^%]*?"([^"]+)"')
TAG = re.compile(r"\{%.*?%\}", re.S)
VARIABLE = re.compile(r"\{\{.*?\}\}", re.S)
MARKUP = re.compile(r"<[^>]*>", re.S)


def _stand_in(match: re.Match[str]) -> str:
    """A value keeps its place and its length, as one word nobody writes."""
    lines = match[0].count("\n")
    return "{" + "…" * (len(match[0]) - 2 - lines) + "\n" * lines + "}"


def template_texts(source: str) -> Iterator[tuple[int, str]]:
    """Every visible text of a template, with the offset where it begins."""
    source = HIDDEN.sub(_blank, source)
    for match in LITERAL.finditer(source):
        group = 1 if match[1] else 2
        yield match.start(group), match[group]
    for match in ATTRIBUTE.finditer(source):
        yield match.start(1), VARIABLE.sub(_stand_in, TAG.sub(_blank, match[1]))
    plain = VARIABLE.sub(_stand_in, TAG.sub(_blank, source))
    block = re.compile(
        r"</?(?:p|h\d|li|td|th|dt|dd|div|section|label|option|button|summary|title|a|article|form|ul|ol"
        r"|table|tr|input|caption|legend|fieldset|small|header|footer|main|nav|details)\b[^>]*>",
        re.I | re.S,
    )
    plain = block.sub(lambda m: "\x00" + _blank(m)[1:], plain)
    plain = MARKUP.sub(_blank, plain)
    for match in re.finditer(r"[^\x00]+", plain):
        if re.search(r"[A-Za-z%]", match[0]):
            yield match.start(), match[0]


# ---------------------------------------------------------------------------------------------------- Python
NOT_WORDS = re.compile(
    r"\\[A-Za-z.(\[]|\b(SELECT|UPDATE|INSERT|WHERE|FROM|CREATE|DELETE)\b|</?\w+[ >]|^\s*[\w.\-/:*%]+\s*$|[{;]\s*\w+:\s"
)
QUIET_CALLS = {"compile", "getLogger", "debug", "info", "warning_log", "exception", "cite", "cast", "TypeVar",
               "RuleError", "ImproperlyConfigured", "AssertionError", "LookupError", "import_module", "reverse",
               "redirect", "render", "get_template", "getattr", "Section"}  # fmt: skip
QUIET_KEYWORDS = {
    "help_text",
    "verbose_name",
    "verbose_name_plural",
    "db_comment",
    "name",
    "related_name",
    "cite",
    "key",
}


def python_texts(source: str) -> Iterator[tuple[int, str]]:
    """Strings of a module that may end up on a page: (line, text); what is worked out in them reads `{…}`."""
    quiet: set[int] = set()

    def hush(node: ast.AST | None) -> None:
        quiet.update(id(n) for n in ast.walk(node)) if node else None

    nodes = [*ast.walk(ast.parse(source))]
    for node in nodes:
        match node:
            case ast.Expr(value=ast.Constant()):
                hush(node)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                hush(node.returns)
                for decorator in node.decorator_list:
                    for key in getattr(decorator, "args", [])[:1]:
                        hush(key)
            case ast.arg() | ast.AnnAssign():
                hush(node.annotation)
            case ast.Compare() | ast.Subscript():
                for part in ast.iter_child_nodes(node):
                    if isinstance(part, ast.Constant) or isinstance(node, ast.Subscript) and part is node.slice:
                        hush(part)
            case ast.Dict():
                for key in node.keys:
                    if isinstance(key, ast.Constant):
                        hush(key)
            case ast.Call():
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if called in QUIET_CALLS:
                    hush(node)
                for keyword in node.keywords:
                    if keyword.arg in QUIET_KEYWORDS and called not in ("System", "Setting"):
                        hush(keyword.value)
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                hush(node)
            case ast.JoinedStr():
                for part in node.values:
                    if isinstance(part, ast.Constant):
                        quiet.add(id(part))
                    elif isinstance(part, ast.FormattedValue):
                        hush(part.format_spec)
    for node in nodes:
        if id(node) in quiet:
            continue
        if isinstance(node, ast.JoinedStr):
            text = "".join(str(v.value) if isinstance(v, ast.Constant) else "{…}" for v in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        words = text.strip()
        if not re.search(r"[A-Za-z]{2}", words) and not re.search(r"[\d}] %", words):
            continue
        if " " not in words and not re.fullmatch(r"[A-Z][a-z]+[.!?]?", words):
            continue
        if NOT_WORDS.search(words) and not re.fullmatch(r"[A-Z][a-z]+[.!?]?", words):
            continue
        yield node.lineno, text


# ------------------------------------------------------------------------------------------------- po and js
def po_texts(source: str) -> Iterator[tuple[int, str]]:
    open_, start, words = False, 0, ""
    for number, line in enumerate([*source.splitlines(), ""], 1):
        if line.startswith("msgstr"):
            open_, start, words = True, number, ""
            line = line.partition(" ")[2]
        if open_ and line.startswith('"'):
            words += line[1:-1]
        elif open_:
            open_ = False
            yield start, words


def js_texts(source: str) -> Iterator[tuple[int, str]]:
    source = re.sub(r"^\s*(//|\*|/\*).*$", "", source, flags=re.M)
    for match in re.finditer(r'"([^"\n]*)"|`([^`]*)`', source):
        text = match[1] or match[2] or ""
        if re.match(r"[A-Z]|; ", text) and " " in text:
            yield source.count("\n", 0, match.start()) + 1, re.sub(r"\$\{[^}]*\}", "{…}", text)


# --------------------------------------------------------------------------------------------- finding words
def _meant_for(file: str, word_rows: list[Word]) -> list[Word]:
    return [word for word in word_rows if not any(fnmatch.fnmatch(file, glob) for glob in word.skip)]


def _matches(word_rows: list[Word], text: str) -> Iterator[tuple[int, str, str]]:
    """Offset, the words found and what to use; a longer match hides those inside it."""
    found = [
        (m.start(), m.end(), re.sub("…+", "…", " ".join(m[0].split())), word.use)
        for word in word_rows
        for m in word.pattern.finditer(text)
    ]
    found.sort(key=lambda row: (row[0], -row[1]))
    reached = -1
    for start, end, said, use in found:
        if start >= reached:
            reached = end
            yield start, said, use


def check_words(root: Path) -> Iterator[Finding]:
    rows = word_list()
    for path in sorted(root.glob("templates/**/*.html")):
        file, source = str(path.relative_to(root)), path.read_text(encoding="utf-8")
        seen, meant = set(), _meant_for(file, rows)
        for start, text in template_texts(source):
            for offset, said, use in _matches(meant, text):
                line = source.count("\n", 0, start + offset) + 1
                if (start + offset, said) not in seen:
                    seen.add((start + offset, said))
                    yield Finding(file, line, said, use, source.splitlines()[line - 1])
    for glob in MODULES:
        for path in sorted(root.glob(glob)):
            file = str(path.relative_to(root))
            if any(fnmatch.fnmatch(file, skipped) for skipped in SKIPPED):
                continue
            meant = _meant_for(file, rows)
            for line, text in python_texts(path.read_text(encoding="utf-8")):
                for _, said, use in _matches(meant, text):
                    yield Finding(file, line, said, use, text)
    for glob, texts in (("config/locale/en*/**/*.po", po_texts), ("static/js/*.js", js_texts)):
        for path in sorted(root.glob(glob)):
            file = str(path.relative_to(root))
            meant = _meant_for(file, rows)
            for line, text in texts(path.read_text(encoding="utf-8")):
                for _, said, use in _matches(meant, text):
                    yield Finding(file, line, said, use, text)


# ------------------------------------------------------------------------------------------------------ docs
def sentences(source: str) -> Iterator[tuple[int, str]]:
    """Sentences of Markdown prose with their lines: no code, tables, headings or link targets."""
    source = re.sub(r"^```.*?^```", lambda m: "\n" * m[0].count("\n"), source, flags=re.S | re.M)
    source = re.sub(r"`[^`\n]*`", "code", source)
    source = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", source)
    paragraph: list[tuple[int, str]] = []

    def flush() -> Iterator[tuple[int, str]]:
        line, held = 0, ""
        for number, text in paragraph:
            for piece in re.split(r"(?<=[.!?:;])(?<!e\.g\.)(?<!i\.e\.)\s+(?=[\"“A-Z*(]|code)", text):
                line = line if held else number
                held = f"{held} {piece}".strip()
                if re.search(r"[.!?:;][)\"”*]*$", piece):
                    yield line, held
                    held = ""
        if held:
            yield line, held
        paragraph.clear()

    for number, text in enumerate(source.splitlines(), 1):
        bare = text.strip()
        if not bare or bare.startswith(("#", "|", ">", "<")) or re.match(r"([-*]|\d+\.)\s", bare):
            yield from flush()
        if bare and not bare.startswith(("#", "|", "<")):
            paragraph.append((number, re.sub(r"^([-*>]|\d+\.)\s+", "", bare).replace("**", "")))
    yield from flush()


def check_docs(root: Path) -> Iterator[Finding]:
    openings = [(re.compile(rf"[\"“*(]*(?:{pattern})", re.I), use) for pattern, use in INVERTED]
    for path in [root / "README.md", *sorted(root.glob("docs/**/*.md"))]:
        if not path.exists():
            continue
        file = str(path.relative_to(root))
        lengths = []
        for line, text in sentences(path.read_text(encoding="utf-8")):
            size = len(re.findall(r"[\w’'-]+", text))
            if size < 3:
                continue
            lengths.append(size)
            if size > LONGEST:
                yield Finding(file, line, f"{text[:40]}…", f"shorter sentences: {size} words, at most {LONGEST}")
            if not text.endswith("?"):
                for pattern, use in openings:
                    if match := pattern.match(text):
                        yield Finding(file, line, " ".join(match[0].split())[:48], use, text)
                        break
        if lengths:
            p90 = sorted(lengths)[max(0, int(len(lengths) * 0.9 + 0.5) - 1)]
            if p90 > P90 and len(lengths) > 4:
                yield Finding(file, 1, f"p90 {p90} words a sentence", f"at most {P90}")


# ------------------------------------------------------------------------------------------------- the table
TABLE_ROW = re.compile(r"^\| `?([\w./-]+):\d+`? \| (.+?) \| (.+?) \|$", re.M)
GAP = r"""(?:\s|"\s*f?"|&nbsp;)+"""


def check_table(root: Path, table: Path) -> Iterator[Finding]:
    """Sentences that were to be changed and still stand; "…" between spaces is anything in between."""
    sources: dict[str, str] = {}
    for file, now, better in TABLE_ROW.findall(table.read_text(encoding="utf-8")):
        now = now.replace("\\|", "|").strip("`")
        if better.startswith("(keep"):
            continue
        moved = not (root / file).is_file()
        if moved and " " not in now:
            continue
        for place in like(root, Path(file).suffix) if moved else (file,):
            source = sources.setdefault(place, (root / place).read_text(encoding="utf-8"))
            if line := line_of(place, source, now):
                yield Finding(place, line, now, better.replace("\\|", "|"), now)
                break


def like(root: Path, suffix: str) -> tuple[str, ...]:
    """Every file with that suffix where people read it: a row whose file was moved or renamed is looked for in all."""
    found = LIKE.get((root, suffix))
    if found is None:
        files = (path.relative_to(root) for path in sorted(root.rglob(f"*{suffix}")))
        found = LIKE[root, suffix] = tuple(
            str(path) for path in files if not {"tests", ".venv", "var", "vendor", ".git"} & set(path.parts)
        )
    return found


LIKE: dict[tuple[Path, str], tuple[str, ...]] = {}


def line_of(file: str, source: str, now: str) -> int:
    """Where a sentence of the table stands, 0 where it is gone. One word alone counts only where it can be seen."""
    if " " not in now and file.endswith((".html", ".py")):
        word = re.compile(rf"(?<![\w-]){re.escape(now)}(?![\w-])")
        if file.endswith(".py"):
            return next((line for line, text in python_texts(source) if word.search(text)), 0)
        for start, text in template_texts(source):
            if match := word.search(text):
                return source.count("\n", 0, start + match.start()) + 1
        return 0
    pattern = r"[\s\S]{0,500}?".join(GAP.join(map(re.escape, part.split())) for part in now.split(" … "))
    match = re.search(pattern, source)
    return source.count("\n", 0, match.start()) + 1 if match else 0


# ------------------------------------------------------------------------------------------------ allow-list
@dataclass
class Allowed:
    line: int
    glob: str
    word: str
    text: str
    used: bool = False

    def excuses(self, finding: Finding) -> bool:
        squeezed = " ".join(finding.text.split()).lower()
        return (
            fnmatch.fnmatch(finding.file, self.glob)
            and self.word in ("*", finding.word.lower())
            and (self.text == "*" or " ".join(self.text.split()) in squeezed)
        )


def read_allowed(path: Path) -> list[Allowed]:
    rows = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        row = raw.partition("#")[0].strip()
        if not row:
            continue
        parts = [part.strip() for part in row.split(" | ")]
        if len(parts) != 3:
            raise ValueError(f"{path.name}:{number}: wants “path | word | text”, not “{row}”")
        rows.append(Allowed(number, parts[0], parts[1].lower(), parts[2].lower()))
    return rows


def run(root: Path, allow: Path | None, only: str = "", table: Path | None = None) -> list[Finding]:
    found = [] if only == "docs" else list(check_words(root))
    found += list(check_table(root, table)) if table else []
    found += [] if only == "words" else list(check_docs(root))
    allowed = read_allowed(allow) if allow else []
    left = []
    for finding in found:
        excuses = [row for row in allowed if row.excuses(finding)]
        for row in excuses:
            row.used = True
        if not excuses:
            left.append(finding)
    if allow and not only:
        left += [
            Finding(allow.name, row.line, f"{row.glob} | {row.word} | {row.text}", "delete it: it excuses nothing")
            for row in allowed
            if not row.used
        ]
    return left


# ------------------------------------------------------------------------------------------------- self-test
SAMPLE = {
    "templates/a.html": """{# mend: a comment #}<h1 title="Show its lines">Nothing
  to mend</h1><script>mend()</script><p class="mend">{{ n }} to mend, {{ name|default:"Nameless so far" }}</p>
<p>{{ chance }} %</p><p>Fix 2 errors. Choose a campaign.</p>""",
    "characters/views/a.py": '''"""Mend: a docstring."""
KEY = "mend"
LABEL = "Drifted"
def f(x: "Table of the table") -> "the table": 
    """Whoever reads this."""
    if x == "to mend it": log.info("to mend %s", x)
    return f"{x} to mend", "whoever comes", "All good, no errors."
''',
    "rules/systems/dominion/a.py": 'A = "One roll on the table."\n',
    "characters/migrations/1.py": 'A = "to mend it"\n',
    "config/locale/en_GB/LC_MESSAGES/django.po": 'msgid "mend it"\nmsgstr "Second step"\n',
    "static/js/a.js": '// "To mend it"\nconst a = "To mend it";\n',
    "docs/a.md": "# What it is is this\n\nWhoever reads this is lost. The kernel reads choices.\n\n```\nWhat mends is code.\n```\n"
    "What is kept is the build.\n" + "Word " * 50 + "end.\n",
}
EXPECTED = {
    ("templates/a.html", 1, "show its lines"), ("templates/a.html", 1, "nothing to mend"), ("templates/a.html", 2, "to mend"),
    ("templates/a.html", 2, "nameless"), ("templates/a.html", 3, "{…} %"), ("characters/views/a.py", 3, "drifted"),
    ("characters/views/a.py", 7, "to mend"), ("characters/views/a.py", 7, "whoever"),
    ("config/locale/en_GB/LC_MESSAGES/django.po", 2, "second step"), ("static/js/a.js", 2, "to mend"),
    ("docs/a.md", 3, "whoever"), ("docs/a.md", 8, "what is kept is"),
}  # fmt: skip


def self_test() -> int:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in SAMPLE.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        found = {(f.file, f.line, re.sub(r"\s+", " ", f.word.lower())) for f in run(root, None)}
        long_ones = {row for row in found if row[2].startswith("word word")}
        wrong = (found - long_ones) ^ EXPECTED
        allow = root / "words_allow.txt"
        allow.write_text("templates/*.html | * | *  # all\n*.py | nowhere | *\n", encoding="utf-8")
        rest = run(root, allow)
        table = root / "WORDS.md"
        table.write_text("| file:line | now | better |\n|---|---|---|\n| templates/a.html:1 | Nothing to mend | OK |\n"
                         "| templates/a.html:3 | Fix … campaign. | (keep) |\n| templates/a.html:9 | Gone already | x |\n",
                         encoding="utf-8")  # fmt: skip
        rows = list(check_table(root, table))
        checks = {
            f"found and expected differ in {sorted(wrong)}": not wrong,
            "a sentence of 51 words is too long": len(long_ones) == 1,
            "the allow-list excuses templates": not any(f.file.startswith("templates") for f in rest),
            "the table's rows that still stand are found": [(f.line, f.use) for f in rows] == [(1, "OK")],
            "a line that excuses nothing is reported": any(f.file == "words_allow.txt" and f.line == 2 for f in rest),
        }
    for words, good in checks.items():
        if not good:
            print(f"self-test: {words}: failed")
    print("self-test:", "ok" if all(checks.values()) else "failed")
    return 0 if all(checks.values()) else 1


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("project", nargs="?", default=".", type=Path)
    parser.add_argument("--allow", type=Path, help="the allow-list; words_allow.txt beside this file if there is one")
    parser.add_argument("--table", type=Path, help="a Markdown file with rows: file:line, now, better")
    parser.add_argument("--only", choices=("words", "docs"), default="")
    parser.add_argument("--most", type=int, default=0, help="a ratchet: pass with up to so many findings, no fewer")
    parser.add_argument("--counts", action="store_true", help="count by word and by folder and list nothing")
    parser.add_argument("--self-test", action="store_true")
    asked = parser.parse_args(argv)
    if asked.self_test:
        return self_test()
    if not (asked.project / "templates").is_dir() and not (asked.project / "docs").is_dir():
        print(f"{asked.project}: no templates/ and no docs/ here", file=sys.stderr)
        return 2
    beside = Path(__file__).with_name("words_allow.txt")
    try:
        found = run(asked.project, asked.allow or (beside if beside.exists() else None), asked.only, asked.table)
    except (OSError, ValueError, SyntaxError) as fault:
        print(fault, file=sys.stderr)
        return 2
    if asked.counts:
        for title, key in (
            ("word", lambda f: f.word.lower() if not f.file.endswith(".md") else "docs: " + f.use.split(":")[0]),
            (
                "folder",
                lambda f: (
                    "/".join(f.file.split("/")[: 3 if f.file.startswith("rules/sys") else 2][:-1] or ["."])
                    if "/" in f.file
                    else f.file
                ),
            ),
        ):
            print(f"by {title}")
            for name, count in Counter(map(key, found)).most_common(40):
                print(f"{count:6}  {name}")
    else:
        for finding in found:
            print(finding)
    print(f"{len(found)} findings" if found else "no findings", file=sys.stderr)
    if len(found) < asked.most:
        print(f"fewer than --most {asked.most}: lower it to {len(found)}", file=sys.stderr)
        return 1
    return 1 if len(found) > asked.most else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

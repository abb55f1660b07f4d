"""Binding: several tagged PDFs as one, with one tag tree, a bookmark each, a title and a language."""

import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pikepdf import Array, Dictionary, Name, Object, ObjectStreamMode, OutlineItem, Page, Pdf

LANGUAGE = "en-GB"


class MergedPart(NamedTuple):
    """A finished document, and what its bookmark says."""

    title: str
    content: bytes


def merge_pdfs(title: str, leaves: Sequence[MergedPart]) -> bytes:
    """The leaves as one PDF/UA-1 document, in their order. Each has to be one itself, with a tag tree of its own."""
    book, first_pages = Pdf.new(), list[tuple[str, int]]()
    root = book.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    whole = book.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=root, Lang=LANGUAGE))
    parts, tagged = Array(), Array()
    for leaf in leaves:
        first_pages.append((leaf.title, len(book.pages)))
        with Pdf.open(io.BytesIO(leaf.content)) as sheet:
            book.pages.extend(sheet.pages)
            tree = book.copy_foreign(sheet.Root.StructTreeRoot)
            for part in tree.K:
                part.S, part.P = Name.Part, whole
                parts.append(part)
            marked = dict(_tagged(tree.ParentTree.Nums))
            for page in book.pages[first_pages[-1][1] :]:
                _renumber(page, marked, tagged)
    whole.K, root.K = parts, Array([whole])
    root.ParentTree = book.make_indirect(Dictionary(Nums=tagged))
    root.ParentTreeNextKey = len(tagged) // 2
    return _finished(book, root, title, first_pages)


def _tagged(numbers: Object) -> Iterator[tuple[int, Object]]:
    """A tree of numbers as pairs: the key of a page, and the elements on it in the order of their marks."""
    held = list(numbers)
    return ((int(held[n]), held[n + 1]) for n in range(0, len(held), 2))


def _renumber(page: Page, marked: dict[int, Object], tagged: Array) -> None:
    """Give a page a key nobody else has in the bound document; its elements come along under it."""
    elements = marked[int(page.obj.StructParents)]
    page.obj.StructParents = len(tagged) // 2
    tagged.append(page.obj.StructParents)
    tagged.append(elements)


def _finished(book: Pdf, root: Dictionary, title: str, first_pages: Sequence[tuple[str, int]]) -> bytes:
    book.Root.StructTreeRoot = root
    book.Root.MarkInfo = Dictionary(Marked=True)
    book.Root.Lang = LANGUAGE
    book.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
    book.Root.PageMode = Name.UseOutlines
    with book.open_outline() as outline:
        outline.root.extend(OutlineItem(name, page, "XYZ") for name, page in first_pages)
    with book.open_metadata(set_pikepdf_as_editor=False) as about:
        about["dc:title"] = title
        about["dc:language"] = {LANGUAGE}
        about["pdf:Producer"] = about["xmp:CreatorTool"] = "Dramatis"
        about["pdfuaid:part"] = "1"
    out = io.BytesIO()
    book.save(out, object_stream_mode=ObjectStreamMode.generate)
    return out.getvalue()

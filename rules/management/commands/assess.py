from typing import Any

from rules.assess import assess
from rules.management.documents import DocumentCommand


class Command(DocumentCommand):
    help = (
        "Say whether characters are legal: one JSON object a document, a line each. Ends with 0 if all are "
        "legal, 1 if one is not, 2 if one cannot be read. Needs no server and no database."
    )
    answer = staticmethod(assess)

    def status(self, found: dict[str, Any]) -> int:
        return 0 if found["legal"] else 1

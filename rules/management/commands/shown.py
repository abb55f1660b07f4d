from rules.management.documents import DocumentCommand
from rules.shown import shown


class Command(DocumentCommand):
    help = (
        "Say what the pages of play and the printed sheet show of characters as they are marked: one JSON object a "
        "document, a line each. Needs no server and no database."
    )
    answer = staticmethod(shown)

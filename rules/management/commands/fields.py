from rules.management.documents import DocumentCommand
from rules.shown import promised


class Command(DocumentCommand):
    help = (
        "List every number the builder offers for characters with its limits, and each broken rule with the changes "
        "that mend it: one JSON object a document, a line each. Needs no server and no database."
    )
    answer = staticmethod(promised)

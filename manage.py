#!/usr/bin/env python
"""Django's commands, with the embedded database and broker under them when no others are named."""

import os
import re
import sys

#: Commands that need no database, so none is started for them.
WITHOUT_SERVICES = {
    "--help",
    "assess",
    "check",
    "collectstatic",
    "diffsettings",
    "fields",
    "findstatic",
    "help",
    "odds",
    "random",
    "schema",
    "shown",
    "startgame",
    "version",
}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config import services

    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    if command == "random":  # Django has a --settings of its own, and reads it before any command does.
        sys.argv = [re.sub("^--settings(?==|$)", "--house-rules", word) for word in sys.argv]
    # Where one address is given this is an installation of its own: the settings say what else it lacks.
    if command in WITHOUT_SERVICES or services.addressed():
        execute_from_command_line(sys.argv)
        return
    with services.provided():
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()

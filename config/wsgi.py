import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from rules.warm import warm_up  # noqa: E402 - the games are read when all else is set up

warm_up()

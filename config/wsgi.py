import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

django_application = get_wsgi_application()

from config.front import front  # noqa: E402
from rules.warm import warm_up  # noqa: E402 - the games are read when all else is set up

application = front(django_application)

warm_up()

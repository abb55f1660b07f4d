from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from config.devices import Devices
from config.health import healthz

# The admin has no login page of its own: people come through ours, with its limits and second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # allauth's documented way

handler500 = "config.away.fallen"

# Each app names its whole paths ("characters/<id>/"), so that an address can be found by searching for it. They are
# tried in this order, so those that are asked for with every click come first.
urlpatterns = [
    path("", include("characters.urls")),
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("accounts/sessions/", Devices.as_view(), name="usersessions_list"),  # in front of allauth's own
    path("accounts/", include("allauth.urls")),
    path("", include("rules.urls")),
    path("", include("campaigns.urls")),
    path("", include("spells.urls")),
    path("", include("config.moved")),
]

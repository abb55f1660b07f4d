from django.urls import path

from spells import views

urlpatterns = [
    path("spells/", views.grimoire, name="grimoire"),
    path("spells/<slug:system>/<slug:key>/", views.spell, name="spell"),
]

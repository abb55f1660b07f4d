from django.urls import path

from spells import views

urlpatterns = [
    path("grimoire/", views.grimoire, name="grimoire"),
    path("grimoire/<slug:system>/<slug:key>/", views.spell, name="spell"),
]

from django.urls import path

from characters import views

urlpatterns = [
    path("", views.home, name="home"),
    path("theme/", views.theme, name="theme"),
    path("credits/", views.credits_page, name="credits"),
    path("characters/", views.characters, name="characters"),
    path("characters/new/", views.new, name="new"),
    path("characters/import/", views.import_document, name="import"),
    path("characters/<int:pk>/", views.sheet, name="sheet"),
    path("characters/<int:pk>/build/", views.build_start, name="build_start"),
    path("characters/<int:pk>/build/<slug:step>/", views.build, name="build"),
    path("characters/<int:pk>/house-rules/", views.house_rules, name="house_rules"),
    path("characters/<int:pk>/undo/", views.undo, name="undo"),
    path("characters/<int:pk>/redo/", views.redo, name="redo"),
    path("characters/<int:pk>/random/", views.fill_at_random, name="random"),
    path("characters/<int:pk>/figures/<slug:key>/", views.figure, name="figure"),
    path("characters/<int:pk>/budgets/<slug:key>/", views.budget, name="budget"),
    path("characters/<int:pk>/odds/", views.odds, name="odds"),
    path("characters/<int:pk>/spells/", views.spells_of, name="spells_of"),
    path("characters/<int:pk>/spells/<slug:key>/", views.cast, name="cast"),
    path("characters/<int:pk>/play/", views.play, name="play"),
    path("characters/<int:pk>/export/", views.export, name="export"),
    path("characters/<int:pk>/duplicate/", views.duplicate, name="duplicate"),
    path("characters/<int:pk>/bin/", views.bin_character, name="bin"),
    path("characters/<int:pk>/unbin/", views.unbin_character, name="unbin"),
    path("characters/<int:pk>/print/", views.print_sheet, name="print"),
    path("prints/<uuid:pk>/", views.print_job, name="print_job"),
    path("prints/<uuid:pk>/file/", views.print_file, name="print_file"),
    path("rulings/<slug:system>/", views.rulings, name="rulings"),
    path("reference/<slug:system>/", views.reference, name="reference"),
]

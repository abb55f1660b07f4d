from django.urls import path

from campaigns import views

urlpatterns = [
    path("tables/", views.campaigns, name="campaigns"),
    path("tables/<int:pk>/", views.campaign, name="campaign"),
    path("tables/<int:pk>/invitations/", views.invite, name="invite"),
    path("tables/<int:pk>/invitations/<int:invitation>/revoke/", views.revoke, name="revoke"),
    path("tables/<int:pk>/seats/<int:seat>/", views.seat, name="seat"),
    path("tables/<int:pk>/characters/", views.bring, name="bring"),
    path("tables/<int:pk>/npcs/", views.crowd, name="crowd"),
    path("tables/<int:pk>/awards/", views.award, name="award"),
    path("tables/<int:pk>/leave/", views.leave, name="leave"),
    path("tables/<int:pk>/archive/", views.archive, name="archive"),
    path("tables/<int:pk>/house-rules/<slug:system>/", views.campaign_rules, name="campaign_rules"),
    path("tables/<int:pk>/history/", views.campaign_history, name="campaign_history"),
    path("join/<slug:token>/", views.join, name="join"),
    path("characters/<int:pk>/take-away/", views.take_away, name="take_away"),
    path("characters/new/", views.new, name="new"),
    path("characters/<int:pk>/review/", views.review, name="review"),
    path("characters/<int:pk>/submit/", views.submit, name="submit"),
    path("characters/<int:pk>/judge/", views.judge, name="judge"),
    path("tables/<int:pk>/books/", views.table_books, name="table_books"),
    path("tables/<int:pk>/grimoire/", views.spells_at, name="spells_at"),
    path("tables/<int:pk>/roster/", views.roster, name="roster"),
    path("tables/<int:pk>/roster.csv", views.roster_csv, name="roster_csv"),
    path("tables/<int:pk>/roster/<int:who>/", views.roster_panel, name="roster_panel"),
    path("tables/<int:pk>/coverage/", views.coverage, name="coverage"),
    path("tables/<int:pk>/coverage.csv", views.coverage_csv, name="coverage_csv"),
    path("tables/<int:pk>/print/", views.print_party, name="print_party"),
    path("prints/party/<uuid:pk>/", views.party_print, name="party_print"),
    path("prints/party/<uuid:pk>/file/", views.party_file, name="party_file"),
]

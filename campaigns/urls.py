from django.urls import path

from campaigns import views

urlpatterns = [
    path("campaigns/", views.campaigns, name="campaigns"),
    path("campaigns/<int:pk>/", views.campaign, name="campaign"),
    path("campaigns/<int:pk>/invitations/", views.invite, name="invite"),
    path("campaigns/<int:pk>/invitations/<int:invitation>/revoke/", views.revoke, name="revoke"),
    path("campaigns/<int:pk>/members/<int:seat>/", views.seat, name="seat"),
    path("campaigns/<int:pk>/characters/", views.bring, name="bring"),
    path("campaigns/<int:pk>/npcs/", views.crowd, name="crowd"),
    path("campaigns/<int:pk>/awards/", views.award, name="award"),
    path("campaigns/<int:pk>/leave/", views.leave, name="leave"),
    path("campaigns/<int:pk>/archive/", views.archive, name="archive"),
    path("campaigns/<int:pk>/house-rules/<slug:system>/", views.campaign_rules, name="campaign_rules"),
    path("campaigns/<int:pk>/history/", views.campaign_history, name="campaign_history"),
    path("join/<slug:token>/", views.join, name="join"),
    path("characters/<int:pk>/leave-campaign/", views.take_away, name="take_away"),
    path("characters/new/", views.new, name="new"),
    path("characters/<int:pk>/review/", views.review, name="review"),
    path("characters/<int:pk>/submit/", views.submit, name="submit"),
    path("characters/<int:pk>/judge/", views.judge, name="judge"),
    path("campaigns/<int:pk>/books/", views.table_books, name="table_books"),
    path("campaigns/<int:pk>/spells/", views.spells_at, name="spells_at"),
    path("campaigns/<int:pk>/roster/", views.roster, name="roster"),
    path("campaigns/<int:pk>/roster.csv", views.roster_csv, name="roster_csv"),
    path("campaigns/<int:pk>/roster/<int:who>/", views.roster_panel, name="roster_panel"),
    path("campaigns/<int:pk>/coverage/", views.coverage, name="coverage"),
    path("campaigns/<int:pk>/coverage.csv", views.coverage_csv, name="coverage_csv"),
    path("campaigns/<int:pk>/print/", views.print_party, name="print_party"),
    path("prints/party/<uuid:pk>/", views.party_print, name="party_print"),
    path("prints/party/<uuid:pk>/file/", views.party_file, name="party_file"),
]

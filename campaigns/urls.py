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
]

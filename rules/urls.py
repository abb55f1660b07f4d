from django.urls import path

from rules.homebrew import entry_views, views

urlpatterns = [
    path("books/", views.books, name="books"),
    path("books/new/", views.book_new, name="book_new"),
    path("books/import/", views.book_import, name="book_import"),
    path("books/<int:pk>/", views.book, name="book"),
    path("books/<int:pk>/deed/", views.book_deed, name="book_deed"),
    path("books/<int:pk>/export/", views.book_export, name="book_export"),
    path("books/<int:pk>/since/<int:other>/", views.book_changes, name="book_changes"),
    path("books/<int:pk>/new/<slug:kind>/", entry_views.entry_new, name="entry_new"),
    path("books/<int:pk>/entries/<int:entry>/", entry_views.entry, name="entry"),
]

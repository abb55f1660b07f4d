"""Everybody at a table at once: the roster, who can do what, NPCs, books in play, what a change would do."""

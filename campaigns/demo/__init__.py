"""The demonstration: a world that shows every game and every page."""

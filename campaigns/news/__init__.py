"""What others did that somebody wants to know of: gathered for a page, and sent as a letter."""

"""How a character came about: each revision, folded when it is old, and what it says."""

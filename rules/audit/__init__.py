"""What `check` asks of a game, and what it is tried with."""

"""What passes between a player and a game master."""

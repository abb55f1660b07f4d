"""What a table tells of its sessions, and what a game master hands out."""

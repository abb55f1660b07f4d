"""The homebrew a character is built with, the newer editions there are, and who uses a book."""

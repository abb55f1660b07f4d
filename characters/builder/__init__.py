"""The form of a step: drawn, posted, compared with what the page showed."""

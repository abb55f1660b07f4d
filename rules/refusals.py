"""What is refused, with a sentence for whoever asked. A refusal leaves everything as it was."""


class Refused(Exception):
    """Something that cannot be done, and why, in a sentence."""

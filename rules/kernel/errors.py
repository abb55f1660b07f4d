"""The one exception of the kernel. It is for programmers: the rules are wrong, never the player."""


class RuleError(Exception):
    """A rule names an unknown figure, runs in a circle, or rule data does not fit its shape."""

"""What the kernel raises. It is for programmers: the rules are wrong, never the player."""


class RuleError(Exception):
    """A rule names an unknown figure, runs in a circle, or rule data does not fit its shape."""


class CircleError(RuleError):
    """Figures that need each other; `circle` is the way round, such as `a → b → a`."""

    def __init__(self, circle: str) -> None:
        super().__init__(f"These figures need each other: {circle}.")
        self.circle = circle

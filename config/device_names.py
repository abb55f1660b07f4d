"""What a device is called: by its browser and system, as far as the browser says."""

BROWSERS = {
    "Edge": ("Edg/", "EdgA/", "EdgiOS/"), "Opera": ("OPR/", "Opera"), "Samsung Internet": ("SamsungBrowser/",),
    "Firefox": ("Firefox/", "FxiOS/"), "Chrome": ("Chrome/", "CriOS/", "Chromium/"), "Safari": ("Safari/",),
}  # fmt: skip
"""What each browser says of itself. Most also say that they are Chrome or Safari, so these come last."""
SYSTEMS = {
    "iPhone": ("iPhone",), "iPad": ("iPad",), "Android": ("Android",), "Windows": ("Windows",),
    "ChromeOS": ("CrOS",), "Mac": ("Macintosh",), "Linux": ("Linux", "X11"),
}  # fmt: skip


def device_name(user_agent: str) -> str:
    """What people call a device: “Firefox on Linux”, as far as its browser says."""
    browser, system = (_first(known, user_agent) for known in (BROWSERS, SYSTEMS))
    return f"{browser or 'A browser'} on {system}" if system else browser or "Unknown device"


def _first(known: dict[str, tuple[str, ...]], user_agent: str) -> str:
    return next((name for name, signs in known.items() if any(sign in user_agent for sign in signs)), "")

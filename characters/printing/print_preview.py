"""A printed sheet in a browser: the HTML and CSS that a worker would lay out, with addresses a browser knows.

It costs what a page costs: nothing is laid out here. Its own stylesheet, preview.css, makes papers of it.
"""

import re
from base64 import b64encode

from django.templatetags.static import static

from characters.printing.print_html import INK, OURS, drawn, own_file, page_html, page_rules
from characters.printing.print_page import PrintPage
from rules.kernel import Sheet

SOURCE = re.compile('src="(print:[^"]+)"')


def preview(sheet: Sheet, page: PrintPage, *, nonce: str, portrait: str) -> str:
    """The sheet for a browser. `nonce` lets its styles in, and `portrait` is the address of its portrait.

    Raises PrintError, with a sentence for the player, for what cannot be printed.
    """
    html, band = page_html(sheet, page)
    thin = page.variant == "ink-saver"
    rules = page_rules(page.paper, band, thin=thin, game=page.system_key, pocket=page.pocket)
    colour = (INK if thin else band).removeprefix("#")
    frame = f"print:ornament/frame-{page.system_key}-{page.paper}.svg/{colour}{'-thin' if thin else ''}"
    style = OURS.sub(_address, f"{own_file('css/print.css').decode()}{rules} html {{ --frame: url({frame}); }}")
    head = f'<style nonce="{nonce}">{style}</style><link rel="stylesheet" href="{static("css/preview.css")}"></head>'

    def source(found: re.Match[str]) -> str:
        ours = OURS.fullmatch(found[1])
        return f'src="{_address(ours) if ours else portrait}"'

    shown = SOURCE.sub(source, html).replace("</head>", head, 1)
    return re.sub("<(input|textarea) ", r"<\1 disabled ", shown)


def _address(found: re.Match[str]) -> str:
    """Where a browser finds one of the project's own files; a drawing in a colour comes with the page."""
    plain, ornament, colour, thin = found.groups()
    if plain:
        return static(plain)
    return "data:image/svg+xml;base64," + b64encode(drawn(ornament, colour, bool(thin))).decode()

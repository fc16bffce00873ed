"""An analysis as one HTML page that needs no other file and asks for nothing from anywhere.

The page's own script draws it, the one with which the browser table shows an analysis; it is built with that table.
"""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape

import pediment
from pediment.build import STATIC
from pediment.lab.analysis_text import AnalysisText


def page(say: AnalysisText) -> str:
    """The whole page, in the language and with the names of `say`. The browser table must be built."""
    script, style = (STATIC.joinpath(f"analysis.{kind}").read_text(encoding="utf-8").strip() for kind in ("js", "css"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return f"""<!doctype html>
<html lang="{say.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{escape(say("title-of-page", game=say.game_title))}</title>
<style>{style}</style>
</head>
<body>
<noscript><p>{escape(say("needs-script"))}</p></noscript>
<script type="application/json" id="data">{_data(say)}</script>
<script>{script}</script>
</body>
</html>
"""


def _data(say: AnalysisText) -> str:
    """What the script shows; no name can end the element."""
    text = json.dumps({"analysis": say.as_dict(), "version": pediment.__version__}, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")

"""What other programs show of a link to the page: title, description and picture, as Open Graph tags in the document.

Whoever asks shows no keys, so there is a preview only of what anybody may see: finished games, puzzles, the deal of the
day. For everything else, and for what does not exist, the document is the same.
"""

from __future__ import annotations

import html
import logging
import re
from functools import lru_cache
from typing import Any, Final

from litestar import Response, get

import pediment
from pediment.pictures import posters
from pediment.pictures.words import Words
from pediment.server.domain.refusal import TEXTS, Refused
from pediment.server.domain.seats import Caller
from pediment.server.server import Server
from pediment.server.structured_log import log
from pediment.server.web import puzzles
from pediment.server.web.pages import COMPRESSED, PREVIEWED, File, document, files
from pediment.server.web.pictures import find_finished
from pediment.server.web.rest import AnyRequest, Locale, TheServer

_LOCALES: Final = {"en": "en_GB", "fr": "fr_FR"}
_END: Final = b"</head>"
_MOVE: Final = re.compile(r"[0-9]{1,6}")


@get(PREVIEWED, include_in_schema=False, opt={COMPRESSED: True})
async def get_previewed_page(request: AnyRequest, server: TheServer, locale: Locale) -> Response[bytes]:
    """The page, with what a link to it looks like elsewhere."""
    language = request.query_params.get("language", "")
    tags = await _tags(request, server, language if language in _LOCALES else locale)
    index = files().get("/index.html")
    found = document(request, file=None if index is None or not tags else _with_tags(index, tags))
    found.headers["vary"] = "accept-encoding, accept-language"
    return found


@lru_cache(256)
def _with_tags(index: File, tags: str) -> File:
    return File(index.body.replace(_END, tags.encode() + _END, 1), index.type)


async def _tags(request: AnyRequest, server: Server, language: str) -> str:
    """The tags of an address; none if there is nothing to show, or if it cannot be had just now."""
    at: dict[str, Any] = request.path_params
    try:
        if "table" in at:
            return await _of_table(request, server, at["table"], language)
        if "puzzle" in at:
            return _of_puzzle(request, server, at["game"], at["puzzle"], language)
    except Refused:
        return ""
    except Exception as error:  # a preview must cost nobody the page
        log("no preview", level=logging.ERROR, error=error)
        return ""
    return _of_daily(request, server, language)


async def _of_table(request: AnyRequest, server: Server, table: str, language: str) -> str:
    live = await find_finished(request, table, Caller(), language, server)
    found, words = live.table, Words(language)
    names = [name or found.game.player(seat + 1, language) for seat, name in enumerate(found.names(language))]
    title, winners = pediment.kit(found.game.name).title, found.winners()
    key = "stopped" if not winners else "together" if winners[1:] else "won"
    told = TEXTS.say(language, f"preview.{key}", names=words.all([names[seat] for seat in winners]), game=title)
    points = zip(names, found.game.totals(found.state), strict=True)
    text = TEXTS.say(language, "preview.game", points=", ".join(f"{name} {n}" for name, n in points))
    picture, move = f"tables/{found.id}/picture", request.query_params.get("move", "")
    if request.scope["path"].endswith("/review") and _MOVE.fullmatch(move) and int(move) < len(found.labels):
        size = posters.POSITION_SIZE_PIXELS
        return _written(request, server, language, told, text, picture, size, f"&move={move}")
    return _written(request, server, language, told, text, picture, posters.SIZE_PIXELS)


def _of_puzzle(request: AnyRequest, server: Server, game: str, puzzle: str, language: str) -> str:
    found = puzzles.find(game, puzzle, language)
    title = TEXTS.say(language, "preview.puzzle", game=pediment.kit(game).title)
    text = TEXTS.say(language, "preview.find", level=Words(language)(f"poster.{found.level}"))
    size = posters.POSITION_SIZE_PIXELS
    return _written(request, server, language, title, text, f"puzzles/{game}/{found.id}/picture", size)


def _of_daily(request: AnyRequest, server: Server, language: str) -> str:
    words = Words(language)
    text = words("poster.daily-note")
    return _written(request, server, language, words("poster.daily"), text, "daily/picture", posters.SIZE_PIXELS)


def _written(
    request: AnyRequest,
    server: Server,
    language: str,
    title: str,
    text: str,
    picture: str,
    size: tuple[int, int],
    query: str = "",
) -> str:
    """The tags, in which no name can be more than a text."""
    base = server.settings.public_url or f"{request.scope['scheme']}://{request.headers['host']}"
    other = next(name for name in _LOCALES if name != language)
    tags = {
        "og:site_name": "Pediment",
        "og:type": "website",
        "og:title": title,
        "og:description": text,
        "og:url": f"{base}{request.scope['path']}",
        "og:locale": _LOCALES[language],
        "og:locale:alternate": _LOCALES[other],
        "og:image": f"{base}/api/{picture}?language={language}{query}",
        "og:image:type": "image/png",
        "og:image:width": str(size[0]),
        "og:image:height": str(size[1]),
        "og:image:alt": title,
    }
    lines = [f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in tags.items()]
    return "".join(f"{line}\n" for line in [*lines, '<meta name="twitter:card" content="summary_large_image" />'])

"""The browser table: its files, built from `frontend/`, kept in memory as they go out."""

from __future__ import annotations

import gzip
import hashlib
import html
import mimetypes
from functools import cache
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from pediment.build import why_no_page
from pediment.server.domain.refusal import TEXTS
from pediment.server.web.guard import ASSETS, language_of

STATIC: Final = Path(__file__).parent / "static"
ADDRESSES: Final = [
    "/",
    "/play/{game:str}",
    "/learn",
    "/learn/{game:str}",
    "/learn/{game:str}/{chapter:str}",
    "/puzzles",
    "/rules",
    "/rules/{game:str}",
    "/cards",
    "/cards/{game:str}",
    "/lab",
    "/lab/{game:str}",
    "/lobby",
    "/mail",
    "/me",
    "/p/{person:str}",
    "/operator",
]
"""The addresses that the page itself understands; each is answered with the same document."""
PREVIEWED: Final = ["/t/{table:str}", "/t/{table:str}/review", "/puzzles/{game:str}/{puzzle:str}", "/daily"]
"""Those that people share: there the document may say what a link to it looks like elsewhere."""
COMPRESSED: Final = "squeezed"
"""Marks handlers whose answers are compressed already."""
_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
_DENSE: Final = {".woff2", ".png"}
"""Files that compression does not make smaller."""


class File:
    """Something that is sent as it is, with its type, its tag, and compressed if that makes it smaller."""

    def __init__(self, body: bytes, type: str, dense: bool = False) -> None:
        self.body = body
        self.type = type
        self.tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        self.gzip = None if dense else gzip.compress(body, mtime=0)


def _file(path: Path) -> File:
    """A file of the page."""
    found = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(path.read_bytes(), found, path.suffix in _DENSE)


@cache
def files(folder: Path = STATIC) -> dict[str, File]:
    """All files of the page by their address; none where it is not built.

    >>> sorted(files(Path("nowhere")))
    []
    """
    return {
        f"/{path.relative_to(folder).as_posix()}": _file(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".")
    }


def is_file(address: str) -> bool:
    """Whether the page has a file at that address."""
    return address in files()


def document(request: Request[Any, Any, Any], status: int = 200, file: File | None = None) -> Response[bytes]:
    """The page's document, whatever the address: the page reads it itself. `file` is a variant of it."""
    found = file or files().get("/index.html")
    if found is None:
        return Response(not_built(request).encode(), status_code=503, media_type="text/html")
    return sent(request, found, "no-cache", status)


def not_built(request: Request[Any, Any, Any]) -> str:
    """A document in place of the page: what is missing, what still works, and what to do."""
    language = language_of(request.headers.get("accept-language", ""))
    why = why_no_page() or "failed"
    title, text = (html.escape(TEXTS.say(language, f"page.{key}")) for key in ("title", why))
    command = "make page" if why == "sources" else "make play"
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>Pediment</title>'
        f"<h1>{title}</h1><p>{text}</p><pre>{command}</pre></html>"
    )


def sent(request: Request[Any, Any, Any], file: File, cache_control: str, status: int = 200) -> Response[bytes]:
    """The answer that sends a file, unless the client has it; its handler is marked as COMPRESSED."""
    headers = {"cache-control": cache_control, "etag": file.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag and status == 200:
        return Response(b"", status_code=304, media_type=file.type, headers=headers)
    if file.gzip is None or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.body, status_code=status, media_type=file.type, headers=headers)
    squeezed = headers | {"content-encoding": "gzip"}
    return Response(file.gzip, status_code=status, media_type=file.type, headers=squeezed)


@get(ADDRESSES, include_in_schema=False, opt={COMPRESSED: True})
async def get_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page of the browser table."""
    return document(request)


@get(
    ["/assets/{name:str}", "/{name:str}"],
    include_in_schema=False,
    opt={COMPRESSED: True},
)
async def get_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """A file of the page. Those under /assets carry a hash in their names and never change."""
    found = files().get(request.url.path)
    if found is None:
        raise NotFoundException
    lasting = request.url.path.startswith(ASSETS)
    return sent(request, found, "public, max-age=31536000, immutable" if lasting else "no-cache")

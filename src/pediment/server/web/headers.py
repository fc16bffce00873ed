"""What browsers are told to refuse, and which requests of theirs are refused."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Coroutine, Iterable, MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",  # WebSockets of the same host too, in all browsers since 2022
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
_ALWAYS: Final = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_YEAR_SECONDS: Final = 365 * 24 * 3600
LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class SecurityHeaders:
    """An ASGI middleware: every HTTP response of the app gets the headers that it has not set itself."""

    def __init__(self, app: App, public_url: str | None = None) -> None:
        self._app = app
        headers = dict(_ALWAYS)
        if public_url is not None and urlsplit(public_url).scheme == "https":
            headers["strict-transport-security"] = f"max-age={_YEAR_SECONDS}"
        self._headers = _encoded(headers)
        self._api_headers = _encoded(headers | {"cache-control": "no-store"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        path: str = scope["path"]
        added = self._api_headers if path == "/api" or path.startswith("/api/") else self._headers

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = list(message.get("headers", ()))
                names = {name.lower() for name, _ in own}
                message["headers"] = own + [header for header in added if header[0] not in names]
            await send(message)

        return await self._app(scope, receive, send_with_headers)


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def allowed_hosts(listened_on: str, public_url: str | None) -> frozenset[str] | None:
    """The hosts by which the server may be called; None for any.

    Another site that lets its own name point here (DNS rebinding) is not among them. A server that listens on all
    interfaces and has no public URL cannot know its names.

    >>> sorted(allowed_hosts("127.0.0.1", "https://play.example.org"))
    ['127.0.0.1', '::1', 'localhost', 'play.example.org']
    """
    everywhere = False
    try:
        everywhere = ipaddress.ip_address(listened_on).is_unspecified
    except ValueError:
        everywhere = not listened_on
    if everywhere and public_url is None:
        return None
    hosts = set(LOCAL)
    if not everywhere:
        hosts.add(listened_on.lower())
    if public_url is not None:
        hosts.add((urlsplit(public_url).hostname or "").rstrip("."))
    return frozenset(hosts - {""})


def check_host(headers: Iterable[tuple[bytes, bytes]], allowed: frozenset[str] | None) -> bool:
    """Does the one Host header name a host that is allowed? `headers` are those of an ASGI scope."""
    hosts = _values(headers, b"host")
    if len(hosts) != 1:
        return False
    name = _host_of(f"//{hosts[0]}")
    return name is not None and (allowed is None or name in allowed)


def check_origin(headers: Iterable[tuple[bytes, bytes]], allowed: frozenset[str] | None) -> bool:
    """May this request change something, or open a WebSocket? `headers` are those of an ASGI scope.

    Programs send no Origin and are welcome; a browser sends that of the page, which must be one of ours: the very host
    that was called, or one that is allowed.
    """
    headers = list(headers)
    if not check_host(headers, allowed):
        return False
    origins = _values(headers, b"origin")
    if not origins:
        return True
    if len(origins) != 1 or not origins[0].startswith(("http://", "https://")):
        return False  # "null" of a sandbox, or stranger things
    host = _values(headers, b"host")[0]
    authority = origins[0].partition("://")[2]
    if authority.lower() == host.lower():
        return True
    name = _host_of(origins[0])
    return allowed is not None and name is not None and name in allowed - LOCAL


def _values(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key.lower() == name]


def _host_of(url: str) -> str | None:
    """The host in lower case, without brackets; None for anything that is not a plain origin."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  # raises ValueError for what is not a port
    except ValueError:
        return None
    if parts.path or parts.query or parts.fragment or "@" in parts.netloc or "\\" in url or any(map(str.isspace, url)):
        return None
    return (parts.hostname or "").rstrip(".") or None

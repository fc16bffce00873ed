"""A real SMTP server on loopback, which keeps what it is handed."""

from __future__ import annotations

import contextlib
import email
import email.policy
import socketserver
import threading
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any, cast


class PostOffice(socketserver.ThreadingTCPServer):
    """Takes mails over plain SMTP; `answers` are what the next recipients are answered instead of 250."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.mails: list[EmailMessage] = []
        self.envelopes: list[tuple[str, str]] = []
        self.answers: list[str] = []
        self.asked = 0

    @property
    def url(self) -> str:
        """Where it is, as a server is told."""
        return f"smtp://127.0.0.1:{self.server_address[1]}"


class _Talk(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        office = cast(PostOffice, self.server)
        sender = to = ""
        self._say("220 post office")
        while line := self.rfile.readline().decode().strip():
            verb = line.upper()
            if verb.startswith("MAIL FROM:"):
                sender = line[10:].split(">")[0].strip("< ")
            elif verb.startswith("RCPT TO:"):
                to = line[8:].strip("<> ")
                office.asked += 1
                if office.answers:
                    self._say(office.answers.pop(0))
                    continue
            elif verb == "DATA":
                self._say("354 go on")
                lines: list[bytes] = []
                while (part := self.rfile.readline()) != b".\r\n":
                    lines.append(part.removeprefix(b".") if part.startswith(b"..") else part)
                parsed: Any = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
                office.envelopes.append((sender, to))
                office.mails.append(parsed)
            elif verb == "QUIT":
                self._say("221 bye")
                return
            self._say("250 ok")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@contextlib.contextmanager
def post_office() -> Iterator[PostOffice]:
    """An SMTP server, open for as long as this lasts."""
    with PostOffice() as office:
        thread = threading.Thread(target=office.serve_forever, name="post office")
        thread.start()
        try:
            yield office
        finally:
            office.shutdown()
            thread.join()

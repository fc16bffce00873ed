"""People in the lobby of a server, over its socket."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.server.playing import SILENT, Client, Running
from tests.server.stores import PATIENCE

Json = dict[str, Any]


class InLobby:
    """A socket in the lobby, with what it was told last."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Json] = []
        self.tables: dict[str, Json] = {}
        self.people: Json = {}
        self.challenges: list[Json] = []

    def say(self, frame: Json) -> None:
        """Send a frame."""
        self.socket.send(json.dumps(frame))

    def hear(self) -> Json:
        """The next message."""
        message: Json = json.loads(self.socket.recv(timeout=PATIENCE))
        self.heard.append(message)
        match message["type"]:
            case "tables":
                self.tables |= {table["table"]: table for table in message["tables"]}
                for gone in message["gone"]:
                    self.tables.pop(gone)
            case "people":
                self.people = message
            case "challenges":
                self.challenges = message["challenges"]
        return message

    def until(self, kind: str) -> Json:
        """The next message of that kind."""
        while (message := self.hear())["type"] != kind:
            pass
        return message

    def when(self, happened: Callable[[], object]) -> None:
        """Hear on until something is so."""
        while not happened():
            self.hear()

    def ask(self, frame: Json) -> Json:
        """Send a frame and wait for its answer."""
        self.say(frame)
        while (message := self.hear())["type"] not in ("seeking", "error", "pong"):
            pass
        return message

    def seek(self, name: str = "Ann", **wish: Any) -> None:
        """Look for somebody."""
        answer = self.ask({"type": "seek", "name": name, "wish": wish})
        assert answer["type"] == "seeking", answer
        assert answer["wish"] is not None


@contextlib.contextmanager
def lobby_of(client: Client, **hello: Any) -> Iterator[InLobby]:
    """Somebody comes into the lobby and has heard how it stands."""
    with connect(
        f"ws://127.0.0.1:{client.port}/api/lobby/live",
        max_size=None,
        max_queue=None,
        compression=None,
        open_timeout=PATIENCE,
        logger=SILENT,
        additional_headers={"x-forwarded-for": client.address} if client.address else None,
    ) as socket:
        found = InLobby(socket)
        found.say({"type": "hello", "keys": client.keys, **hello})
        found.until("challenges")
        yield found


def somebody(running: Running, name: str) -> Client:
    """Somebody with an identity."""
    client = running.client()
    client.keys = [client.post("/api/people", {"name": name})["key"]]
    return client


def sit_at_meeting(client: Client, met: Json) -> Any:
    """Sit down where one was sent."""
    body = {"seat": met["seat"], "name": met["name"], "token": met["token"], "nonce": f"n{met['seat']}"}
    return client.post(f"/api/tables/{met['table']}/seats", body, keys=[*client.keys, met["token"]])


def played(one: Client, other: Client, game: str = "elysium") -> str:
    """A table where two people play with each other."""
    made = one.post("/api/tables", {"game": game, "chairs": [{"kind": "me", "name": "Ann"}, {"kind": "open"}]})
    table = str(made["table"])
    other.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Ben"}, keys=[*other.keys, made["invite"]])
    return table

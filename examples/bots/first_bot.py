#!/usr/bin/env python3
"""A first bot for Pediment, with nothing but Python's standard library. Copy it, and change `value`.

    pediment bot-check "python3 first_bot.py"
    pediment simulate --games 100 --bots "python3 first_bot.py,uniform"

It speaks the bot protocol (docs/protocol.md): one JSON object per line. Pediment writes to our stdin, and we write to
our stdout. Debugging output goes to stderr, for example print("hm", file=sys.stderr).

With --listen 8765 it is a WebSocket server instead, at ws://localhost:8765; that needs the library websockets, which
`.venv/bin/python` has.
"""

import json
import random
import sys

# ---------------------------------------------------------------------------------------------------------------------
# The protocol: a message comes in, and to some of them we reply.


class FirstBot:
    """One connection: it says hello, then plays one game after the other."""

    def __init__(self):
        self.random = random.Random(0)

    def answer(self, message):
        """Our reply to a message from Pediment, or None."""
        if message["type"] == "hello":
            return {"type": "hello", "protocol": 1, "name": "first bot", "version": "1"}
        if message["type"] == "start":
            # A game begins. All our randomness comes from this seed, so that the same questions get the same answers.
            self.random = random.Random(message["seed"])
        if message["type"] == "ask":
            return {"type": "move", "id": message["id"], "move": self.choose(message)}
        if message["type"] == "error":
            # One of our answers was invalid. This never happens to a correct bot.
            print(message["text"], file=sys.stderr)
        return None  # to "over", and to whatever a newer Pediment may send

    def choose(self, ask):
        """The legal move with the highest value; a small random number breaks ties."""
        value = {"elysium": elysium_value, "ephyran": ephyran_value}[ask["view"]["game"]]
        return max(ask["legal"], key=lambda move: value(move, ask) + 0.01 * self.random.random())


# ---------------------------------------------------------------------------------------------------------------------
# Elysium: collect cards that make Legends together. A card is "family.name"; a view does not give its Level, so we
# list the Levels here.

LEVELS = {
    1: """dark-future charisma assembly temple-of-apollo homer hoplites recruiter temple-of-ares veterans
          trade-agreement democracy temple-of-athena mediation posthumous-hero charons-obol temple-of-hades tartarus
          divine-aid apprentice forges-of-hephaestus gift-of-hephaestus swindler messenger temple-of-hermes cheater
          tidal-wave earthquake temple-of-poseidon divine-wrath garden-of-the-hesperides alliance temple-of-zeus
          justice-of-zeus""",
    2: """prophecy-of-glory initiation offerings war-chariots deimos-and-phobos naval-power panathenaic-games
          helm-of-invisibility charon workshop sacrifice caduceus keeper-of-dreams cyclopes raiders angels-of-zeus
          triumph""",
}
LEVEL = {name: level for level, names in LEVELS.items() for name in names.split()}  # all other cards have Level 3


def kind(card):
    """Family and Level of a card; None for a Citizen."""
    name = card["card"] if isinstance(card, dict) else card  # a used card in a Domain is {"card": ..., "used": true}
    if name == "citizen":
        return None
    family, _, name = name.partition(".")
    return family, LEVEL.get(name, 3)


def fits(card, others):
    """How well a card goes with others: one family in different Levels, or one Level in different families."""
    if kind(card) is None:
        return 0
    family, level = kind(card)
    mates = {kind(other) for other in others if kind(other)}
    family_mates = sum(1 for f, n in mates if f == family and n != level)
    level_mates = sum(1 for f, n in mates if n == level and f != family)
    return 2 * family_mates + level_mates


def elysium_value(move, ask):
    """The value of a move in Elysium, roughly in victory points."""
    view = ask["view"]
    me = view["seats"][ask["seat"]]
    verb, _, thing = move.partition(" ")
    in_elysium = [card for legend in me["elysium"] for card in legend]
    if verb == "take":
        return 3 + fits(thing, me["domain"] + in_elysium)
    if verb == "quest":  # the fewer columns we have left, the more we need one of the remaining Quests
        quest = view["quests"][int(thing) - 1]
        return quest["gold"] / 2 + quest["vp"] + quest["transfers"] + 4 * (len(me["columns"]) < 3)
    if verb == "use":
        return 20  # powers are there to be used
    if verb == "dismiss":  # the column that the cards and Quests on the table need least
        wanted = "".join(view["conditions"][card] for card in view["agora"])
        if me["quest"] is None:
            wanted += "".join(c[0].upper() * 3 for q in view["quests"] if q["taken_by"] is None for c in q["colours"])
        return -wanted.count(thing[0].upper())
    if verb == "transfer":  # first what extends a Legend; a single card scores nothing, but others may follow
        if kind(thing) is None:
            return -1
        rest = [card for card in me["domain"] if kind(card) != kind(thing)]
        late = view["epoch"] - 2
        return late + 2 * fits(thing, in_elysium) + fits(thing, rest)
    if verb == "stop":
        return 0
    if verb == "legend":
        return len(me["elysium"][int(thing) - 1])
    if verb == "new":
        return 0
    if verb in ("discard", "choose") and ask["question"].startswith(("discard", "card-or-gold", "offer-oath")):
        return -fits(thing, me["domain"] + in_elysium) - (3 if kind(thing) else 0)  # give up what we need least
    return {"vp": 1, "pass": -9, "citizen": -9}.get(move, 0)


# ---------------------------------------------------------------------------------------------------------------------
# Ephyran: areas score, and those of our own god count double.


def ephyran_value(move, ask):
    """The value of a move in Ephyran."""
    mine = ask["view"]["seats"][ask["seat"]]["god"]
    own = 2 if mine in move.split() else 0
    verb, _, thing = move.partition(" ")
    if verb == "support":
        worth = {"athena-token": 7, "ares-theft": 8, "castor-pollux": 6, "graeae": 4, "ares-destruction": 5}
        return worth.get(thing.split()[0], 0)
    if verb in ("shield", "hecate"):
        return 1  # a defence is better than letting it happen
    if verb in ("place", "lay", "dionysus"):
        return 10 + own
    if verb == "destroy":
        return -own
    if verb == "seat":  # the player with the highest score
        return ask["view"]["scores"][int(thing)]["total"] if int(thing) != ask["seat"] else -9
    return {"add": 10, "take": 9, "change": 1, "discard": 2}.get(verb, 0)


# ---------------------------------------------------------------------------------------------------------------------
# Two ways to connect.


def over_pipes():
    """Read lines from stdin and write lines to stdout, until Pediment closes our stdin or says bye."""
    bot = FirstBot()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "bye":
            break
        reply = bot.answer(message)
        if reply:
            print(json.dumps(reply), flush=True)  # without flush the line would stay in the buffer


def over_websocket(port):
    """The same messages as text frames. Every connection is a bot of its own."""
    from websockets.sync.server import serve

    def talk(connection):
        bot = FirstBot()
        for frame in connection:
            reply = bot.answer(json.loads(frame))
            if reply:
                connection.send(json.dumps(reply))

    with serve(talk, "localhost", port) as server:
        print(f"listening at ws://localhost:{server.socket.getsockname()[1]}", file=sys.stderr, flush=True)
        server.serve_forever()


if __name__ == "__main__":
    if "--listen" in sys.argv:
        over_websocket(int(sys.argv[sys.argv.index("--listen") + 1]))
    else:
        over_pipes()

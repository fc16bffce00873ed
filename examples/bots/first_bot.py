#!/usr/bin/env python3
"""A first bot for Pediment, with nothing but Python's standard library. Copy it, and change `value`.

    pediment bot-check "python3 first_bot.py"
    pediment simulate --games 100 --bots "python3 first_bot.py,uniform"

It speaks the bot protocol (docs/protocol.md): one JSON object on each line. Pediment writes to our stdin, we write to
our stdout. Whatever we want to tell ourselves goes to stderr, for example print("hm", file=sys.stderr).

With --listen 8765 it is a WebSocket instead, at ws://localhost:8765; that needs the library
websockets, which `.venv/bin/python` has.
"""

import json
import random
import sys

# ---------------------------------------------------------------------------------------------------------------------
# The protocol: a message comes in, and for some of them one goes out.


class FirstBot:
    """One connection: it says hello, then plays one game after the other."""

    def __init__(self):
        self.random = random.Random(0)

    def answer(self, message):
        """What we say to a message of Pediment, or None."""
        if message["type"] == "hello":
            return {"type": "hello", "protocol": 1, "name": "first bot", "version": "1"}
        if message["type"] == "start":
            # A game begins. All our chance comes from this seed, so that the same questions get the same answers.
            self.random = random.Random(message["seed"])
        if message["type"] == "ask":
            return {"type": "move", "id": message["id"], "move": self.choose(message)}
        if message["type"] == "error":
            # An answer of ours did not count. During a game this never happens to a bot that is right.
            print(message["text"], file=sys.stderr)
        return None  # to "over", and to whatever a newer Pediment may tell

    def choose(self, ask):
        """The best of the legal moves: we give each a value, and a little chance decides between equal ones."""
        value = {"elysium": elysium_value, "ephyran": ephyran_value}[ask["view"]["game"]]
        return max(ask["legal"], key=lambda move: value(move, ask) + 0.01 * self.random.random())


# ---------------------------------------------------------------------------------------------------------------------
# Elysium: cards that make Legends together. A card is "family.name"; views do not tell its Level, so we know it.

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
LEVEL = {name: level for level, names in LEVELS.items() for name in names.split()}  # all others have Level 3


def kind(card):
    """Family and Level of a card; None for a Citizen."""
    name = card["card"] if isinstance(card, dict) else card  # a used card of a Domain is {"card": ..., "used": true}
    if name == "citizen":
        return None
    family, _, name = name.partition(".")
    return family, LEVEL.get(name, 3)


def fits(card, others):
    """How well a card makes Legends with others: one family in different Levels, or one Level in different families."""
    if kind(card) is None:
        return 0
    family, level = kind(card)
    mates = {kind(other) for other in others if kind(other)}
    family_mates = sum(1 for f, n in mates if f == family and n != level)
    level_mates = sum(1 for f, n in mates if n == level and f != family)
    return 2 * family_mates + level_mates


def elysium_value(move, ask):
    """What a move of Elysium is worth to us, roughly in victory points."""
    view = ask["view"]
    me = view["seats"][ask["seat"]]
    verb, _, thing = move.partition(" ")
    in_elysium = [card for legend in me["elysium"] for card in legend]
    if verb == "take":
        return 3 + fits(thing, me["domain"] + in_elysium)
    if verb == "quest":  # the sooner the board is empty, the more we need one of the Quests that are left
        quest = view["quests"][int(thing) - 1]
        return quest["gold"] / 2 + quest["vp"] + quest["transfers"] + 4 * (len(me["columns"]) < 3)
    if verb == "use":
        return 20  # powers are there to be used
    if verb == "dismiss":  # the column that the cards and Quests on the table need least
        wanted = "".join(view["conditions"][card] for card in view["agora"])
        if me["quest"] is None:
            wanted += "".join(c[0].upper() * 3 for q in view["quests"] if q["taken_by"] is None for c in q["colours"])
        return -wanted.count(thing[0].upper())
    if verb == "transfer":  # what lengthens a Legend first; alone a card scores nothing, but others may follow
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
        return -fits(thing, me["domain"] + in_elysium) - (3 if kind(thing) else 0)  # give what we need least
    return {"vp": 1, "pass": -9, "citizen": -9}.get(move, 0)


# ---------------------------------------------------------------------------------------------------------------------
# Ephyran: areas score, those of our own god twice.


def ephyran_value(move, ask):
    """What a move of Ephyran is worth to us."""
    mine = ask["view"]["seats"][ask["seat"]]["god"]
    own = 2 if mine in move.split() else 0
    verb, _, thing = move.partition(" ")
    if verb == "support":
        worth = {"athena-token": 7, "ares-theft": 8, "castor-pollux": 6, "graeae": 4, "ares-destruction": 5}
        return worth.get(thing.split()[0], 0)
    if verb in ("shield", "hecate"):
        return 1  # a defence, better than to let it happen
    if verb in ("place", "lay", "dionysus"):
        return 10 + own
    if verb == "destroy":
        return -own
    if verb == "seat":  # whoever stands best
        return ask["view"]["scores"][int(thing)]["total"] if int(thing) != ask["seat"] else -9
    return {"add": 10, "take": 9, "change": 1, "discard": 2}.get(verb, 0)


# ---------------------------------------------------------------------------------------------------------------------
# Two ways to be reached.


def over_pipes():
    """Lines from stdin, lines to stdout, until Pediment closes our stdin or says bye."""
    bot = FirstBot()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "bye":
            break
        reply = bot.answer(message)
        if reply:
            print(json.dumps(reply), flush=True)  # without flush the line would stay with us


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

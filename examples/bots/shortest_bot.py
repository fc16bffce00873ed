#!/usr/bin/env python3
"""The shortest bot: it plays the first legal move."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        reply = {"type": "hello", "protocol": 1, "name": "shortest"}
    elif message["type"] == "ask":
        reply = {"type": "move", "id": message["id"], "move": message["legal"][0]}
    else:
        continue
    print(json.dumps(reply), flush=True)

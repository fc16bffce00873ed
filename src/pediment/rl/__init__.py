"""All games as the environments that researchers know: PettingZoo, Gymnasium, OpenSpiel.

Each is a module of its own, imported when it is wanted; the libraries come with the extra `rl`, in a clone by
`.venv/bin/python install.py extras rl`. With this package imported, `gymnasium.make("pediment/Elysium-v0")` knows the
games.
"""

from __future__ import annotations

import pediment

try:
    from gymnasium import register as _register
except ModuleNotFoundError:  # the module that needs it says so
    pass
else:
    for _name in pediment.games():
        _register(
            f"pediment/{_name.capitalize()}-v0",
            entry_point="pediment.rl.gymnasium:SeatEnv",
            vector_entry_point="pediment.rl.workers:make",
            kwargs={"game": _name},
        )

"""Fair seeds: chance that was promised before the game, and that anybody can derive again after it."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from typing import Any, Final

METHOD: Final = "hmac-sha256"
SECRET_BYTES: Final = 32
MAX_NONCE_LETTERS: Final = 64
_SEED: Final = re.compile(r"hmac-sha256:([0-9a-f]{64}):(0|[1-9][0-9]{0,17}):([0-9a-z,]*)")
_DEAL: Final = re.compile(r"hmac-sha256-deal:([0-9a-f]{64})")
_NONCE: Final = re.compile(r"[0-9a-z]{0,64}")
_RECEIPT: Final = re.compile(r"([0-9]{1,2})\.([0-9]{1,7})\.[0-9a-f]{32}")


class Fair:
    """What a fair seed is made of: the secret, the nonces of the seats, and the branch.

    The seed of a deal, which several tables share, has a secret only.
    """

    __slots__ = ("branch", "deal", "nonces", "secret")

    def __init__(self, secret: bytes, nonces: list[str], branch: int, deal: bool = False) -> None:
        self.secret = secret
        self.nonces = nonces
        self.branch = branch
        self.deal = deal


def fair_seed(secret: bytes, nonces: list[str], branch: int = 0) -> str:
    """The seed of a secret of 32 bytes, of a nonce for each seat and of a branch, which redraws count up.

    >>> fair_seed(bytes(32), ["abc", ""])[:20], fair_seed(bytes(32), ["abc", ""], 1)[-8:]
    ('hmac-sha256:00000000', '0:1:abc,')

    Raises ValueError for a secret of another length, a nonce that is not one, or a negative branch.
    """
    _check_secret(secret)
    for nonce in nonces:
        if _NONCE.fullmatch(nonce) is None:
            raise ValueError(f"a nonce is up to {MAX_NONCE_LETTERS} of the characters 0-9 and a-z, not {nonce!r:.80}")
    seed = f"{METHOD}:{secret.hex()}:{branch}:{','.join(nonces)}"
    parse(seed)
    return seed


def deal_seed(secret: bytes) -> str:
    """The seed of a deal: every game with it has the same cards in the same order, as far as they are still there.

    >>> deal_seed(bytes(32))[:20]
    'hmac-sha256-deal:000'

    Raises ValueError for a secret that does not have 32 bytes.
    """
    _check_secret(secret)
    return f"{METHOD}-deal:{secret.hex()}"


def _check_secret(secret: bytes) -> None:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")


def parse(seed: str) -> Fair:
    """The parts of a fair seed.

    >>> parse(fair_seed(bytes(32), ["abc", ""], 2)).nonces
    ['abc', '']

    Raises ValueError for a text that is not a fair seed; the message does not repeat it, since it may hold a secret.
    """
    deal = _DEAL.fullmatch(seed)
    if deal is not None:
        return Fair(bytes.fromhex(deal[1]), [], 0, True)
    found = _SEED.fullmatch(seed)
    nonces = [] if found is None else found[3].split(",")
    if found is None or any(len(nonce) > MAX_NONCE_LETTERS for nonce in nonces):
        raise ValueError(
            f"a fair seed is {METHOD}, the secret as 64 hex digits, the branch and the nonces of all seats, as in "
            f"{METHOD}:5e...:0:ada,max"
        )
    return Fair(bytes.fromhex(found[1]), nonces, int(found[2]))


def check(seed: str, seats: int) -> None:
    """Raise ValueError unless this is a fair seed of a game with that number of seats."""
    fair = parse(seed)
    n = len(fair.nonces)
    if n != seats and not fair.deal:
        raise ValueError(f"a fair seed has a nonce for each seat, empty or not: {seats} of them, not {n}")


def commitment(secret: bytes, terms: str | None = None) -> str:
    """What is published before the first card, and binds to the secret without telling it: a SHA-256 in hex.

    With the `terms` of the game it binds to them, too (version 2); without, only to the secret (version 1).

    >>> commitment(bytes(32))[:8], commitment(bytes(32), "{}")[:8]
    ('66687aad', 'a60e0406')
    """
    if terms is None:
        return hashlib.sha256(secret).hexdigest()
    return hashlib.sha256(f"{METHOD} 2\n{terms}\n{secret.hex()}".encode()).hexdigest()


def terms(table: str, course: dict[str, Any]) -> str:
    """What a commitment of version 2 binds to besides the secret, as canonical JSON: the table's id, and all that a
    record says of the game before the first draw from this secret.
    """
    return json.dumps({"table": table} | course, sort_keys=True, separators=(",", ":"))


def receipt(secret: bytes, seat: int, seq: int, actions: list[str]) -> str:
    """What a seat is told after its move in answer to the view `seq`: with it, all actions up to there can be checked
    against the record, once the secret is revealed. Without the secret it tells nothing.

    >>> receipt(bytes(32), 0, 7, ["take zeus.hercules"])
    '0.7.6a1a086b27e6025ce2156bbd5096e314'
    """
    shown = hashlib.sha256("\n".join(actions).encode()).hexdigest()
    return f"{seat}.{seq}.{hmac.digest(secret, f'receipt {seat} {seq} {shown}'.encode(), 'sha256')[:16].hex()}"


def covered(given: str, secret: bytes, actions: list[str]) -> int | None:
    """How many of these actions a receipt is of; None if it is of others."""
    found = _RECEIPT.fullmatch(given)
    if found is None:
        return None
    for n in reversed(range(len(actions) + 1)):
        if receipt(secret, int(found[1]), int(found[2]), actions[:n]) == given:
            return n
    return None

"""Peers, each in an environment of its own under `.venv-peers`, driven as a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
HOME = HERE.parent / ".venv-peers"
CATANATRON = "catanatron==3.2.1"


class Peer:
    """A peer's process, which measures a round whenever it is asked to."""

    def __init__(self, python: Path, script: str) -> None:
        command = [str(python), str(HERE / script)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(self, seconds: float) -> dict[str, float]:
        """One round."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(seconds, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise OSError("the peer's process ended before it had measured")
        found: dict[str, float] = json.loads(line)
        return found

    def close(self) -> None:
        """Let the process end by itself."""
        self.process.communicate()


def catanatron() -> Peer:
    """Catanatron, installed if need be. Raises OSError or CalledProcessError if that does not work."""
    return Peer(environment("catanatron", CATANATRON), "catanatron_rounds.py")


def environment(name: str, requirement: str) -> Path:
    """The Python of an environment that has the requirement."""
    home = HOME / name
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    done = home / "installed"
    if not done.exists() or done.read_text() != requirement:
        print(f"Installing {requirement} in {home.relative_to(HERE.parent)}")
        outer = {
            key: value for key, value in os.environ.items() if not key.startswith("PIP_") or "CONSTRAINT" not in key
        }
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(home)], check=True, capture_output=True)
        install = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", requirement]
        subprocess.run(install, check=True, capture_output=True, text=True, env=outer)
        done.write_text(requirement)
    return python

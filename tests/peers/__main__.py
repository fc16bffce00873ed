"""`make test-peers`: other people's libraries on our environments, each in an environment below `.venv-peers`.

`lowest` has the oldest versions that the extra `rl` allows, with RLlib, which wants one of them; the tests of the
environments run there as well. `newest` has those of `make test`, with TorchRL and Stable-Baselines3, and there PyTorch
learns what NumPy does. Pediment is installed as it was built.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from benchmarks.environments import HOME, ROOT, Absent, last_line, python_in, run, without

TORCH = "torch==2.13.0"


class Environment(NamedTuple):
    """What pip installs beside Pediment, and which tests run there."""

    extras: str
    libraries: list[str]
    tests: list[str]


ENVIRONMENTS = {
    "lowest": Environment(
        "rl,data,lab",
        ["gymnasium==1.2.2", "open_spiel==1.6.12", "pettingzoo==1.27.0", "ray[rllib]==2.60.0", TORCH],
        ["tests/peers/rllib.py", "tests/rl"],
    ),
    "newest": Environment(
        "rl,train",
        ["gymnasium==1.4.0", "open_spiel==2.0.2", "sb3-contrib==2.9.2", "torchrl==0.14.1", TORCH],
        ["tests/peers/learners.py", "tests/peers/stable_baselines3.py", "tests/peers/torchrl.py"],
    ),
}
FOR_TESTS = ["hypothesis>=6.150", "pytest>=9,<9.2", "pytest-xdist>=3.8"]


def python_of(name: str) -> str:
    """The Python of that environment, with Pediment as it was built. Raises Absent if that fails."""
    (wheel,) = Path(sys.prefix, "wheel").glob("*.whl")
    extras, libraries, _ = ENVIRONMENTS[name]

    def install(python: str) -> None:
        run(python, "-m", "pip", "install", "-q", f"{wheel}[{extras}]", *libraries, *FOR_TESTS)

    python = python_in(HOME / name, " ".join([extras, *libraries, *FOR_TESTS]), install)
    run(python, "-m", "pip", "install", "-q", "--no-deps", "--force-reinstall", str(wheel))
    return python


def main() -> int:
    """Run the tests of all environments, or of those that are named; the exit code."""
    parser = argparse.ArgumentParser(prog="make test-peers", description=__doc__)
    parser.add_argument("environments", nargs="*", metavar="NAME", help=f"{' or '.join(ENVIRONMENTS)}; all if none")
    names = parser.parse_args().environments or list(ENVIRONMENTS)
    failed = []
    for name in names:
        try:
            command = [python_of(name), "-m", "pytest", "-q", "-n", "auto", "-m", "not long", *ENVIRONMENTS[name].tests]
        except (Absent, subprocess.CalledProcessError) as error:
            sys.exit(f"{name}: {last_line(getattr(error, 'stderr', '')) or error}")
        print(f"{name}: {', '.join(ENVIRONMENTS[name].libraries)}", flush=True)
        if subprocess.run(command, cwd=ROOT, check=False, env=without("PYTHONPATH")).returncode:
            failed.append(name)
    if failed:
        print(f"Failed: {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())

"""Where Chromium comes from: one that is there, else Debian's where it may be installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
LEFT_OUT = (
    "The tests of the browser table (tests/browser) are left out: there is no Chromium or Chrome. "
    "Install one, or name it by PEDIMENT_CHROMIUM."
)
# Chromium refuses root a sandbox; the rest is for machines without a graphics card and a way to the outside.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def found() -> str | None:
    """The program of a Chromium or Chrome; None where there is none."""
    named = os.environ.get("PEDIMENT_CHROMIUM")
    names = (named,) if named else NAMES
    return next((path for name in names if (path := shutil.which(name))), None)


def install() -> None:
    """Install Debian's, where that is possible without asking anybody."""
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    print("Installing Chromium", flush=True)
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]):
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stdout + done.stderr, file=sys.stderr)
            return


def ready() -> str | None:
    """The program of one, installed first if need be; where there is none, says what is left out."""
    if not found():
        install()
    program = found()
    if program is None:
        print(LEFT_OUT, file=sys.stderr)
    return program

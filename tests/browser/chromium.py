"""Where Chromium comes from: one that is there, else Debian's where it may be installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from tests.depth import is_set

# The shell is the same engine without a window's frame, for half the work.
NAMES = (
    *("chromium-headless-shell", "chrome-headless-shell"),
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
)
LEFT_OUT = "there is no Chromium or Chrome for the browser table; install one, or name it by PEDIMENT_CHROMIUM"
PACKAGE = "chromium-headless-shell"
CONSENT = f" With PEDIMENT_INSTALL=1 this command installs Debian's {PACKAGE} by apt-get."
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


def may_install() -> bool:
    """Could Debian's be installed here?"""
    return os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def is_wanted() -> bool:
    """Did somebody agree that it is installed: on a machine for tests, or by a word?"""
    return is_set("CI") or is_set("PEDIMENT_INSTALL")


def install() -> None:
    """Install Debian's."""
    print(f"Installing Debian's {PACKAGE} by apt-get, since CI or PEDIMENT_INSTALL is set", flush=True)
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", PACKAGE]):
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stdout + done.stderr, file=sys.stderr)
            return


def ready() -> str | None:
    """The program of one, installed first if that is possible and wanted; else says what is left out."""
    if not found() and may_install() and is_wanted():
        install()
    program = found()
    if program is None:
        advice = CONSENT if may_install() and not is_wanted() else ""
        print(f"The tests of the page are left out: {LEFT_OUT}.{advice}", file=sys.stderr)
    return program

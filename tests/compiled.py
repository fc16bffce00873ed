"""The suite on the compiled engine, as it is installed; arguments are handed on to pytest.

python -m tests.compiled     runs it; says why not where the installed engine is plain Python
PEDIMENT_MUST_COMPILE=1      makes that a failure
"""

from __future__ import annotations

import os
import sys

import pytest

import pediment


def main() -> int:
    if pediment.build.compiled():
        return pytest.main(["-n", "auto", *sys.argv[1:]])
    print(f"The tests of the compiled engine are left out: the installed one is plain ({pediment.build.why_plain()}).")
    return int("PEDIMENT_MUST_COMPILE" in os.environ)


if __name__ == "__main__":
    sys.exit(main())

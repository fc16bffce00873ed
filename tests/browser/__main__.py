"""The tests of the browser table, on the page that is installed; arguments are handed on to pytest.

python -m tests.browser      runs them; says that they are left out where there is no Chromium
PEDIMENT_MUST_BROWSE=1       makes that a failure
"""

from __future__ import annotations

import sys

import pytest

from tests.browser import chromium


def main() -> int:
    if chromium.ready():
        return pytest.main(["-n", "2", "tests/browser", *sys.argv[1:]])
    return int(chromium.is_must())


if __name__ == "__main__":
    sys.exit(main())

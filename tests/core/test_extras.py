"""A library that is missing is named together with the command that gets it."""

from __future__ import annotations

import pytest

from pediment.core.extras import extra


def test_a_missing_library_is_named_with_its_command() -> None:
    with pytest.raises(ModuleNotFoundError) as error, extra("rl"):
        import no_such_library.inside  # type: ignore[import-not-found] # noqa: F401
    assert str(error.value) == "no_such_library is missing; get it with: pip install 'pediment[rl]'"
    assert error.value.name == "no_such_library"

from __future__ import annotations

from tests.server.stores import database, new_database, old, postgres, postgres_server

__all__ = ["database", "new_database", "old", "postgres", "postgres_server"]

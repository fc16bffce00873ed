from __future__ import annotations

from tests.table.stores import database, new_database, old, postgres, postgres_server, redis_server

__all__ = ["database", "new_database", "old", "postgres", "postgres_server", "redis_server"]

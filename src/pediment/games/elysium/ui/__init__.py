"""How Elysium meets people: its lesson."""

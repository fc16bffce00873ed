"""The rules of Elysium: its state, its verbs, its course."""

"""Elysium: its words, its state, its verbs, its cards."""

"""The rules of Ephyran: its state, its verbs, its course."""

"""Ephyran: its words, its state, its supports."""

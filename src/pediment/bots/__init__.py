"""Bots: anything that chooses a move from what its seat may know."""

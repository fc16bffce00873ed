"""Shipped for whoever tests a game: the scenario language, the conformance suite, a toy game."""

"""Benchmarks: our engines, plain and compiled, beside engines of other games, measured in the same run."""

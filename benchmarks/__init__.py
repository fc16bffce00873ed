"""Benchmarks: our engines, plain and compiled, side by side with the engines of other games in the same run."""

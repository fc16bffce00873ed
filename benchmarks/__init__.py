"""Benchmarks: our engine in plain Python on one core, beside a peer measured in the same run."""

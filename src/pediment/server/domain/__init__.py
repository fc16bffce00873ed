"""A table and everything that can happen at it: no input, no output, no waiting."""

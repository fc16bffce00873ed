"""What leaves and enters Ephyran: views, observations, positions, the log."""

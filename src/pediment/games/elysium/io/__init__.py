"""What leaves and enters Elysium: views, observations, positions, the log."""

"""Child processes: bots, hints and analyses."""

"""What all commands share: how their arguments are read, how files are read and written, and how they complain."""

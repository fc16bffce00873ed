"""The lab: simulate games and read what happened."""

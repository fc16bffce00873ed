"""Elysium in sentences: captions, reasons, and why a move is not allowed."""

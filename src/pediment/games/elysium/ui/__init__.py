"""How Elysium meets people: its lesson, the terminal's board, the reader of its cards, and a picture."""

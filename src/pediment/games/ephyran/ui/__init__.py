"""How Ephyran meets people: its lesson."""

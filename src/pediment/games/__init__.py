"""The games, a folder each. They never import each other."""

"""All cards, a file for each family."""

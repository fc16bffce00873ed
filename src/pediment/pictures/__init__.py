"""Pictures of tables, positions and results, drawn with Pillow in the style of the page."""

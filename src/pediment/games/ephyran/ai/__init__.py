"""What bots and hints of Ephyran weigh a position by."""

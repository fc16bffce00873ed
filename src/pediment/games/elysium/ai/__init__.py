"""What bots and hints of Elysium weigh a position by."""

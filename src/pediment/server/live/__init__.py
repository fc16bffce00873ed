"""Tables in use: in memory, with their listeners, bots and clocks."""

"""The machine: states, effects and the loop between two choices. Everything here is compiled."""

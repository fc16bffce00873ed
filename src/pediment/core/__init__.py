"""The machine that plays: states, frames, effects, records. It knows no game."""

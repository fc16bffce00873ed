"""How Ephyran was judged in November 2026, frozen: `benchmarks/former` plays with it against later judges.

It lies here to be compiled with the engine, because both sides of a match at equal time have to be equally fast.
"""

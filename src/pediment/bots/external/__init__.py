"""Bots that run in a process of their own, in any language."""

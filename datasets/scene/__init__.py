"""Scenes as data: what lies where, and the truth to it."""

"""Rendered scenes and films with the truth to each."""

"""Measuring every stage on this machine."""

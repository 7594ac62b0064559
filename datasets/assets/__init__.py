"""Painted faces and the pack of rendered material."""

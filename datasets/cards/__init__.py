"""Scenes of the card game: card styles, how cards lie, and the truth to each."""

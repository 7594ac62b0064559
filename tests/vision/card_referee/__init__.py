"""Tests of the live referee of the card game."""

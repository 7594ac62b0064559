"""Tests of the interface for other programs."""

"""Tests of the rendered scenes and the truth to each."""

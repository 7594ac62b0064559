"""Tests of tileye.datasets.render."""

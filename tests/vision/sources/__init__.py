"""Tests of tileye.vision.sources."""

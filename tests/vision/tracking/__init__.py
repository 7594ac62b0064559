"""Tests of tileye.vision.tracking."""

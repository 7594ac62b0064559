"""Tests of tileye.vision.geometry."""

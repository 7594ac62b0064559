"""Tests of tileye.vision.referee."""

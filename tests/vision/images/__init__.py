"""Tests of tileye.vision.images."""

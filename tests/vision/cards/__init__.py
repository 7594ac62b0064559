"""Tests of tileye.vision.naming."""

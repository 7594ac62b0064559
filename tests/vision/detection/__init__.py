"""Tests of tileye.vision.detection."""

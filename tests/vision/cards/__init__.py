"""Tests of tileye.vision.cards."""

"""Tests of tileye.datasets.camera."""

"""Tests of tileye.vision.benchmarks."""

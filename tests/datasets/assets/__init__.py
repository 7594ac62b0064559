"""Tests of tileye.datasets.assets."""

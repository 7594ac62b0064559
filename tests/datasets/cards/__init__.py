"""Tests of tileye.datasets.scene."""

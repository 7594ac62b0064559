"""Tests of tileye.datasets.compose."""

"""Tests of tileye.datasets.film."""

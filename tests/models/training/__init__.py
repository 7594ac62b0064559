"""Tests of tileye.models.training."""

"""Tests of the model's recipe, training and weights."""

"""Tests of datasets/card_film."""

"""Qwirkle without a camera: tiles, boards, rule sets, judging, scoring, games and move search."""

"""A companion for Qwirkle on a real table: sees the tiles, checks the rules, keeps the score."""

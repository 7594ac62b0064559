"""A companion for Qwirkle on a real table: sees the tiles, checks the rules, keeps the score."""

from tileye.answers import Answer, Moves
from tileye.game import Game
from tileye.interface import judge, legal_moves, read, watch

__all__ = ["Answer", "Game", "Moves", "judge", "legal_moves", "read", "watch"]

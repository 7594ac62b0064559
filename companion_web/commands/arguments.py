"""What the arguments of several commands must be."""

import argparse
from pathlib import Path


def given_name(word: str) -> str:
    """Take the name of something; nothing but spaces is wrong usage."""
    if not word.strip():
        raise argparse.ArgumentTypeError("a name is needed, this one is empty")
    return word


def given_path(word: str) -> Path:
    """Take the path of a file or a folder; nothing but spaces is wrong usage."""
    return Path(given_name(word))

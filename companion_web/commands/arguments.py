"""What the arguments of several commands must be."""

import argparse


def given_name(word: str) -> str:
    """Take the name of something; nothing but spaces is wrong usage."""
    if not word.strip():
        raise argparse.ArgumentTypeError("a name is needed, this one is empty")
    return word

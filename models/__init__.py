"""The model's weights, their training, evaluation and export."""

from pathlib import Path


def weights_folder() -> Path:
    """Where the shipped weights and their description, `weights.json`, lie."""
    return Path(__file__).parent / "weights"

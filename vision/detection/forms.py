"""The forms of detectors: `weights.json` says of which form a net is, here stands what its answers mean."""

from collections.abc import Mapping
from pathlib import Path

from tileye.vision.detection.detector import Decoder, Detector, decode
from tileye.vision.detection.runtime import Weights, describe_one, open_engine

DECODERS: Mapping[str, Decoder] = {"obb": decode}
"""What makes boxes of the answers of each form of net."""


def describe_detector(folder: Path | None = None) -> Weights:
    """Find the one detector among the shipped weights, of whatever form it is."""
    return describe_one(tuple(DECODERS), folder)


def open_detector(folder: Path | None = None, runtime: str | None = None) -> Detector:
    """Make the shipped detector ready."""
    weights = describe_detector(folder)
    return Detector(open_engine(weights, runtime), weights.size, DECODERS[weights.form])

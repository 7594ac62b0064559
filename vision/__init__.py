"""Seeing: frame sources, the detector, the lattice and the live referee."""

import os

MOST_PIXELS = 64_000_000
"""Larger pictures are not read."""

# OpenCV asks for this when it is loaded; it holds where the header of a file lies about its size.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))

"""Seeing: frame sources, the detector, the lattice and the live referee."""

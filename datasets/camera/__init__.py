"""Cameras: projection, exposure, motion blur, lens and sensor."""

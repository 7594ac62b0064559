"""Where tiles are in a picture: the runtimes, the detector, the fitter."""

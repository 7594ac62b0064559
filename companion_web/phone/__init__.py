"""A phone as the camera: its certificate, its listener with TLS, its page, and its frames as a source."""

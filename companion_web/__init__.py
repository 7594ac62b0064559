"""What people meet: the command line, score sheets and, built on them, the page."""

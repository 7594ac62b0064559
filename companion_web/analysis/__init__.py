"""What pages show and say, made of a game: pure functions."""

"""From frame to frame: the motion gate, what is read when, tiles registered to the cells of a game."""

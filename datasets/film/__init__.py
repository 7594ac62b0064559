"""Films: the game, its script, what hands do, and every frame."""

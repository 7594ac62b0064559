"""Films of the card game: the game, its script, where cards lie, and what hands do with them."""

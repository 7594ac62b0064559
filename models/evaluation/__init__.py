"""How well the nets read."""

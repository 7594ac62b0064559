"""How the nets are trained."""

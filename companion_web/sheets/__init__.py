"""Score sheets: `layout` arranges a game, one small module for each format writes it."""

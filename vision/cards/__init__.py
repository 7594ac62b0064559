"""Reading cards in a picture: where they are, which they are, which of them lie together."""

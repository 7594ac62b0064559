"""What the net for cards says in one row of numbers."""

KIND, SHAPE, COLOUR, CORNERS = slice(0, 3), slice(3, 9), slice(9, 16), slice(16, 24)
"""Whether there is a card, a back or neither; which shape, which colour; where the corners are."""
ANSWER = 24
IS_CARD, IS_BACK, IS_NONE = range(3)

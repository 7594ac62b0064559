"""Find the best move on a photographed board.

python examples/find_the_best_move.py TABLE.jpg 4O 2O 5R
"""

import sys

import tileye


def main() -> int:
    """Print the best three moves of a hand."""
    picture, *hand = sys.argv[1:]
    board = {(one["x"], one["y"]): one["tile"] for one in tileye.read(picture).tiles if one["x"] is not None}
    for move in tileye.legal_moves("tiles", board, hand)[:3]:
        print(f"{move.points} points: {' '.join(f'{tile} at {x},{y}' for tile, x, y in move.move)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

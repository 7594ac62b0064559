"""Score the last move of a game: one photograph before it, one after it.

python examples/score_a_photo.py BEFORE.jpg AFTER.jpg
"""

import sys

import tileye


def board_of(path: str) -> dict[tuple[int, int], str]:
    """The tiles that lie on the board."""
    seen = tileye.read(path)
    for doubtful in seen.unsure:
        print(f"{path}: not sure at {doubtful['x']}, {doubtful['y']}: {doubtful['candidates']}", file=sys.stderr)
    return {(one["x"], one["y"]): one["tile"] for one in seen.tiles if one["x"] is not None}


def moved(board: dict[tuple[int, int], str], dx: int, dy: int) -> dict[tuple[int, int], str]:
    """The same board with its tiles so many cells further."""
    return {(x + dx, y + dy): tile for (x, y), tile in board.items()}


def main() -> int:
    """Find what was laid, and judge it."""
    before, after = (board_of(path) for path in sys.argv[1:3])
    # Cells count from the corner of what lies there: a move to the left or up shifts all others.
    fits = (moved(before, dx, dy) for dx in range(7) for dy in range(7))
    known = next((board for board in fits if board.items() <= after.items()), None)
    if known is None:
        print("the second picture does not show the first board with more tiles")
        return 1
    move = [(tile, cell) for cell, tile in after.items() if cell not in known]
    verdict = tileye.judge("tiles", known, move)
    reasons = ", ".join(fault["code"] for fault in verdict.violations)
    print(f"{len(move)} tiles laid: {f'{verdict.points} points' if verdict.legal else f'illegal ({reasons})'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

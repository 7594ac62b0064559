"""Where cards lie: middles, sizes, directions, in pixels of the picture."""

import math
from collections.abc import Iterable, Sequence

from tileye.vision.card_referee.observations import Corners, Point


def middle(corners: Corners) -> Point:
    """The middle of a card."""
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def sides(corners: Corners) -> tuple[float, float]:
    """How long its short and its long side are."""
    one, two, three, four = corners
    across = (math.dist(one, two) + math.dist(four, three)) / 2
    along = (math.dist(one, four) + math.dist(two, three)) / 2
    return min(across, along), max(across, along)


def direction(corners: Corners) -> float:
    """Where its upper edge points, in degrees from 0 to 180: cards lie upside down as often as not."""
    (x, y), (right, down) = corners[0], corners[1]
    return math.degrees(math.atan2(down - y, right - x)) % 180.0


def turned(one: float, other: float) -> float:
    """By how many degrees two directions differ, at most 90."""
    return abs((one - other + 90.0) % 180.0 - 90.0)


def along(points: Sequence[Point]) -> list[int]:
    """The numbers of points in their order along the line on which they lie, from left to right or top to bottom."""
    if len(points) < 2:
        return list(range(len(points)))
    first, last = max(
        ((one, other) for number, one in enumerate(points) for other in points[number + 1 :]),
        key=lambda pair: math.dist(*pair),
    )
    dx, dy = last[0] - first[0], last[1] - first[1]
    if dx + dy / 2 < 0:
        dx, dy = -dx, -dy
    return sorted(range(len(points)), key=lambda number: points[number][0] * dx + points[number][1] * dy)


def beyond(point: Point, others: Iterable[Point]) -> float:
    """How far a point lies beyond the box around others; infinitely where there are none."""
    xs, ys = zip(*others, strict=True) if (others := list(others)) else ((), ())
    if not xs:
        return math.inf
    x = max(min(xs) - point[0], 0.0, point[0] - max(xs))
    y = max(min(ys) - point[1], 0.0, point[1] - max(ys))
    return math.hypot(x, y)

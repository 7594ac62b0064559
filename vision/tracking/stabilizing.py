"""A camera, or a table, that shakes: frames are compared as if nothing did."""

from functools import cached_property

from tileye.vision.geometry.shifts import HALF_BLOCK, Anchor, half_copy, moved_back, shaken
from tileye.vision.images.changes import BLOCK, Glance, Small, block_means, glance_of, small_copy
from tileye.vision.images.pictures import Picture

Pair = tuple[Glance, Glance]
"""A later and an earlier picture as if nothing had shaken; they show no fine details."""


class Seen:
    """A frame; what can be told of it is worked out when it is asked for."""

    def __init__(self, at: float, picture: Picture) -> None:
        self.at = at
        self.size = (picture.shape[0], picture.shape[1])
        self.small = small_copy(picture)
        self._laid: AlignedFrame | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """How many blocks it has, downwards and across."""
        return self.small.shape[0] // BLOCK, self.small.shape[1] // BLOCK

    @cached_property
    def glance(self) -> Glance:
        """What it shows."""
        return glance_of(self.small, self.size)

    @cached_property
    def means(self) -> Small:
        """The colours of its blocks."""
        return block_means(self.small)

    @cached_property
    def half(self) -> Small:
        """The copy by which shifts are told."""
        return half_copy(self.small)

    def laid_over(self, anchor: Anchor) -> "AlignedFrame":
        """The frame as it lies over what is known; kept as long as that is the same."""
        if self._laid is None or self._laid.anchor is not anchor:
            self._laid = AlignedFrame(self, anchor)
        return self._laid


class AlignedFrame:
    """A frame laid over another picture."""

    def __init__(self, seen: Seen, anchor: Anchor) -> None:
        self.anchor = anchor
        self.shift = anchor.shift(seen.half)
        """None where nobody can tell."""
        self._seen = seen

    @property
    def shook(self) -> bool:
        """Tell whether it lies elsewhere by itself."""
        return self.shift is not None and shaken(self.shift, self._seen.half)

    @cached_property
    def glance(self) -> Glance:
        """What it shows there."""
        seen = self._seen
        half = seen.half if self.shift is None else moved_back(seen.half, self.shift)
        return glance_of(half, seen.size, HALF_BLOCK)


class Known:
    """The picture with which frames are compared."""

    def __init__(self, glance: Glance) -> None:
        self.glance = glance

    @cached_property
    def _half(self) -> Small:
        return half_copy(self.glance.small)

    @cached_property
    def _anchor(self) -> Anchor:
        return Anchor(self._half)

    @cached_property
    def _coarse(self) -> Glance:
        return glance_of(self._half, self.glance.size, HALF_BLOCK)

    def beside(self, seen: Seen) -> Pair | None:
        """A frame and this picture as if nothing had shaken; None where nothing did, or nobody can tell."""
        laid = seen.laid_over(self._anchor)
        return (laid.glance, self._coarse) if laid.shook else None

    def apart(self, now: Seen, before: Seen) -> Pair | None:
        """Two frames as if nothing had shaken; None where nothing did, or nobody can tell."""
        one, other = now.laid_over(self._anchor), before.laid_over(self._anchor)
        if one.shift is not None and other.shift is not None:
            return (one.glance, other.glance) if one.shook or other.shook else None
        # What is known lies elsewhere by now. Where it shows next to nothing, whatever moves is a hand.
        return pair(now, before) if self._anchor.tells else None


def pair(now: Seen, before: Seen) -> Pair | None:
    """Two frames as if nothing had shaken between them; None where nothing did, or nobody can tell."""
    anchor = Anchor(before.half)
    one, other = AlignedFrame(now, anchor), AlignedFrame(before, anchor)
    return (one.glance, other.glance) if one.shook else None

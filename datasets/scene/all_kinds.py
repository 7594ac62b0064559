"""All kinds of pieces, by their names."""

from tileye.datasets.scene.kinds import TILE, PieceKind

KINDS: dict[str, PieceKind] = {kind.name: kind for kind in (TILE,)}
"""A tile style names its kind; `--kind` of the tools that make pictures takes these names."""

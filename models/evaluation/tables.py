"""Results as tables that Markdown reads."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tileye.models.evaluation.summary import Counts, Figures

_WANTED = ("wanted", "", "", "", "99.80 %", "", "", "98.00 %", "5.0", "1.00 %", "")
_HEAD = (
    "set",
    "pictures",
    "tiles",
    "found",
    "found and named right",
    "shape right",
    "colour right",
    "boards exact",
    "wrong and not unsure, of 10,000",
    "unsure",
    "false tiles",
)
_GROUP_HEAD = ("tiles", "found", "found and named right", "wrong and not unsure, of 10,000", "unsure", "boards exact")
_PHOTO_HEAD = ("photographs", "pictures", "exact", "tiles", "found", "found and named right", "extra", "unsure")
_COLOUR_NAMES = dict(zip("ROYGBPW", ("red", "orange", "yellow", "green", "blue", "purple", "white"), strict=True))
_SHAPE_NAMES = dict(zip("123456", ("circle", "clover", "diamond", "square", "cross", "star"), strict=True))
_TITLES = {
    "size": "side of the tile at 1920 px",
    "light": "first lamp",
    "brightness": "picture",
    "elevation": "camera above the table",
    "make": "tiles",
    "colour": "colour",
    "shape": "shape",
}


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Draw a table."""
    every = [head, *rows]
    widths = [max(len(row[column]) for row in every) for column in range(len(head))]
    lines = ["| " + " | ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)) + " |" for row in every]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def share(part: int, whole: int) -> str:
    """A share in percent."""
    return f"{100 * part / whole:.2f} %" if whole else "-"


def all_tables(results: Figures) -> str:
    """Every table of the results, the totals first."""
    return "\n\n".join(_tables(results))


def _tables(results: Figures) -> Iterator[str]:
    sets, photos, curves = (results.get(part) for part in ("sets", "photos", "curves"))
    if sets:
        yield markdown(_HEAD, [*(_set_row(name, figures) for name, figures in sets.items()), _WANTED])
    if photos:
        yield markdown(_PHOTO_HEAD, (_photo_row(name, counts) for name, counts in photos.items()))
    for name, figures in (sets or {}).items():
        yield f"In `{name}`, by what tiles and pictures are like:"
        yield from (group_table(trait, groups) for trait, groups in figures["by"].items())
        heaps = figures["heaps"]
        found, right = (share(heaps[part], heaps["tiles"]) for part in ("found", "right"))
        yield f"Tiles in heaps count by themselves: of {heaps['tiles']}, {found} were found and {right} named right."
    if curves:
        yield from (curve_table(curve) for curve in curves)


def group_table(trait: str, groups: Mapping[str, Counts]) -> str:
    """Figures by one trait."""
    names = {**_COLOUR_NAMES, **_SHAPE_NAMES}
    rows = ((names.get(name, name), *_group_cells(counts)) for name, counts in groups.items())
    return markdown((_TITLES[trait], *_GROUP_HEAD), rows)


def curve_table(curve: Mapping[str, Any]) -> str:
    """The steps of one curve with the shares found and named right."""
    head = (f"{curve['name']} {curve['unit']}".strip(), *(f"{step:g}" for step in curve["steps"]))
    tiles = curve["tiles"]
    return markdown(head, [(f"right of {tiles} tiles", *(share(right, tiles) for right in curve["right"]))])


def rotation_sentence(curves: Sequence[Mapping[str, Any]]) -> str:
    """Accuracy straight and at 45 degrees, side by side."""
    curve = next(curve for curve in curves if curve["name"] == "rotation")
    straight, turned = (curve["right"][curve["steps"].index(step)] for step in (0, 45))
    tiles = curve["tiles"]
    return f"Of {tiles} tiles {share(straight, tiles)} are right at 0 degrees, {share(turned, tiles)} at 45 degrees."


def _set_row(name: str, figures: Figures) -> tuple[str, ...]:
    total = figures["total"]
    tiles = total["tiles"]
    return (
        name,
        str(figures["pictures"]),
        str(tiles),
        *(share(total[part], tiles) for part in ("found", "right", "shape_right", "colour_right")),
        share(total["boards_exact"], total["boards"]),
        _of_10_000(total["wrong_sure"], tiles),
        share(total["unsure"], tiles),
        str(figures["false_tiles"]),
    )


def _group_cells(counts: Counts) -> tuple[str, ...]:
    tiles = counts["tiles"]
    return (
        str(tiles),
        share(counts["found"], tiles),
        share(counts["right"], tiles),
        _of_10_000(counts["wrong_sure"], tiles),
        share(counts["unsure"], tiles),
        share(counts["boards_exact"], counts["boards"]) if "boards" in counts else "-",
    )


def _photo_row(name: str, counts: Counts) -> tuple[str, ...]:
    parts = ("photos", "exact", "tiles", "found", "right", "extra", "unsure")
    return (name, *(str(counts[part]) for part in parts))


def _of_10_000(part: int, whole: int) -> str:
    return f"{10_000 * part / whole:.1f}" if whole else "-"

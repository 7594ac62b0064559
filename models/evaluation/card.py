"""The model card: words about the nets, figures from results alone."""

import os
from collections.abc import Iterator
from pathlib import Path

from tileye.models.evaluation.card_results import card_figures, card_section, has_card_nets
from tileye.models.evaluation.summary import Figures
from tileye.models.evaluation.tables import all_tables, markdown, rotation_sentence
from tileye.models.recipe import Variant

_PURPOSES = {
    "fit": "fits corners",
    "cls": "names tiles",
    "obb-pieces": "finds cards, tells kinds",
    "card": "names and fits cards",
}
_FINDS = "finds tiles"
"""What nets of all other forms do: they are detectors."""
CONFUSION, CURVES = "confusion.png", "curves.svg"
_MISSING = "Not measured yet: `make evaluate` fills this in."

_HEAD = """\
# Model card

Three small nets read Qwirkle tiles in pictures of a table. The first, a YOLO with turned boxes, finds tiles; the second
looks at each box once more and says where the corners of the tile are, or that there is none; the third names each
tile, by shape and colour, from a straightened crop. `tileye` runs them with OpenVINO or ONNX Runtime. This card
is written by `make evaluate`, with every figure from `models/results/`.

Licence: AGPL-3.0-or-later, as all of tileye."""

_DATA = """\
## What they were trained on

Scenes that tileye draws and renders by itself (`datasets/`) and nothing else: no photographs, no pictures and no
weights of others. Tile styles, table tops and lamps of the three splits (train, val, test) never meet. Photographs
only measure."""

_RULES = """\
A tile counts where it has 24 px a side and more once the long side of the picture has 1920, shows at least 60 % of
its face, is whole in the picture, and lies on the board or loose on the table. It is found where a tile was read whose
middle is less than half a side away. A board is exact where every such tile of it is in its cell by its name, and
nothing else is on it, up to a shift and quarter turns. Sets with `render` in their names are rendered with ray tracing,
those with `compose` are composed like the pictures that the nets learned from, of designs, tables and lamps of the test
split."""

_CURVES = """\
The same scenes of the test split, composed again and again with one thing changed: a good camera in good light else.
All steps of a curve count the same tiles. The white balance follows the colour temperature half the way; tiles
of all sizes count. Blue: found and named right; grey: found."""

_LIMITS = """\
## Limits

- They know the six shapes and seven colours of Qwirkle's wooden and plastic tiles. Other pieces that are black with a
  coloured print may be taken for tiles.
- Small tiles, strong blur and light of one colour cost accuracy: the curves show how much.
- Red and orange, and blue and purple, come close to each other under lamps. Names with a thin margin are marked as
  unsure, with candidates.
- Rendered pictures may predict real photographs poorly: both are reported, and the photographs count.
- Not meant for anything but board games: they see tiles, not people."""

_REST = """Times and pictures shown are of the last training of each net, which went on from earlier weights where
`models/recipe.json` names a start. That has the rest, such as how many close-ups and small looks there are of each
picture."""


def model_card(results: Figures, nets: dict[str, Variant], folder: Path, card: Path) -> str:
    """Write the card; `folder` holds the pictures of the results, `card` is where it will lie."""
    weights = results.get("weights") or {}
    cards = card_section(card_figures(folder, weights)) if has_card_nets(weights) else ()
    return "\n\n".join([_HEAD, _DATA, *_nets(results, nets), *_figures(results, folder, card), *cards, _LIMITS]) + "\n"


def _nets(results: Figures, nets: dict[str, Variant]) -> Iterator[str]:
    """The nets and how they were trained."""
    yield "## How"
    if not results.get("weights"):
        yield _MISSING
        return
    head = ("net", "what for", "file", "kB", "sha256", "layers", "pictures are", "optimizer", "seed")
    yield markdown(head, (_net_row(one, nets.get(name)) for name, one in results["weights"].items()))
    trained = results.get("training", {})
    if trained:
        yield markdown(("net", "minutes", "steps", "pictures shown"), (_run_row(*one) for one in trained.items()))
    used = {name: one.pictures for name, one in nets.items() if name in results["weights"]}
    yield markdown(("net", "composed pictures to train", "to validate"), (_pictures_row(*one) for one in used.items()))
    yield _REST


def _pictures_row(name: str, pictures: dict[str, dict[str, int]]) -> tuple[str, ...]:
    counts = (", ".join(f"{one[part]} of {theme}" for theme, one in pictures.items()) for part in ("train", "val"))
    return name, *counts


def _run_row(name: str, run: Figures) -> tuple[str, ...]:
    return (name, *(f"{run[part]:.0f}" for part in ("minutes", "steps", "pictures")))


def _net_row(described: Figures, variant: Variant | None) -> tuple[str, ...]:
    recipe = ("-", "-", "-") if variant is None else (variant.net, variant.settings["optimizer"], str(variant.seed))
    return (
        described["variant"],
        _PURPOSES.get(described["form"], _FINDS),
        described["file"],
        f"{described['bytes'] / 1000:.0f}",
        f"`{described['sha256'][:16]}`",
        recipe[0],
        f"{described['size']} px",
        *recipe[1:],
    )


def _figures(results: Figures, folder: Path, card: Path) -> Iterator[str]:
    yield f"## How well they read\n\n{_RULES}"
    if not (results.get("sets") or results.get("photos")):
        yield _MISSING
    yield from filter(None, [all_tables({part: results.get(part) for part in ("sets", "photos")})])
    if results.get("sets"):
        yield "Which tiles were taken for which:"
        yield f"![Confusion matrix]({_link(folder / CONFUSION, card)})"
    yield f"## How far they hold\n\n{_CURVES}"
    if not results.get("curves"):
        yield _MISSING
        return
    yield f"![Accuracy as one thing is changed]({_link(folder / CURVES, card)})"
    yield rotation_sentence(results["curves"])
    yield all_tables({"curves": results["curves"]})


def _link(file: Path, card: Path) -> str:
    return Path(os.path.relpath(file.resolve(), card.resolve().parent)).as_posix()

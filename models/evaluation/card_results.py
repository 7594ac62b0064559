"""What was measured of cards, kept as JSON beside the other results, and told in the model card."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from tileye.models.evaluation.card_traits import TITLES
from tileye.models.evaluation.summary import Figures
from tileye.models.evaluation.tables import markdown
from tileye.vision.cards.genuine import FILE as JUDGE

FILE = "cards.json"
CARD_NETS = ("obb-pieces-640", "card-96")
"""What reads cards; tiles are read without them."""
_WANTED = ("wanted", "", "99.00 %", "95.00 %", "98.00 %", "90.00 %", "30.0", "", "0", "0")
_HEAD = (
    "set",
    "pictures",
    "cards with 40 % seen, right",
    "cards with only an index, right",
    "groups right",
    "pictures exact",
    "wrong and not unsure, of 10,000",
    "unsure",
    "false cards",
    "taken for tiles",
)
_HOW = """\
One net, a YOLO as well, tells tiles, cards and backs apart and finds cards, whole, as far as they lie under others.
Another one says of each whether it is a card, a back or neither, its shape, its colour and where its corners are. What
the cards of the game look like they were never shown: designs are drawn from all that is usual."""
_RULES = """\
A card counts where 40 % of its face is seen, or else where a whole symbol in a corner has 14 px and more once the long
side of the picture has 1920. It is right where a card of its name was read with its middle less than half a short side
away. Groups count of which all cards count; a picture is exact where all of them are right and no card was read where
there is none."""


def keep_card_figures(folder: Path, weights: Path, name: str, figures: Figures) -> None:
    """Keep the figures of a set; those that other weights gave go."""
    hashes = _hashes(json.loads((weights / "weights.json").read_text(encoding="utf-8")))
    kept = card_figures(folder)
    sets = kept["sets"] if kept.get("weights") == hashes else {}
    told = {"weights": hashes, "sets": {**sets, name: figures}}
    (folder / FILE).write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


def card_figures(folder: Path, weights: Figures | None = None) -> Figures:
    """What was measured; nothing where it was measured with other weights."""
    file = folder / FILE
    kept: Figures = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {} if weights is not None and kept.get("weights") != _hashes(weights) else kept


def _hashes(weights: Figures) -> dict[str, str]:
    """Of all that decides what is read as cards."""
    judge = hashlib.sha256(JUDGE.read_bytes()).hexdigest()
    return {**{name: weights[name]["sha256"] for name in CARD_NETS if name in weights}, JUDGE.name: judge}


def has_card_nets(weights: Figures) -> bool:
    """Whether there are nets for cards among the weights."""
    return all(name in weights for name in CARD_NETS)


def card_section(figures: Figures) -> Iterator[str]:
    """What the model card says of cards."""
    yield f"## How well cards are read\n\n{_HOW}\n\n{_RULES}"
    if not figures.get("sets"):
        yield "Not measured yet: `python -m tileye.models.evaluate_cards --keep` fills this in."
        return
    yield markdown(_HEAD, [*(_row(name, one) for name, one in figures["sets"].items()), _WANTED])
    for name, one in figures["sets"].items():
        yield f"In `{name}`, of the cards with 40 % seen, by what they and their pictures are like:"
        yield from (_trait_table(trait, groups) for trait, groups in one.get("by", {}).items())
        for other, seen in one.get("without_cards", {}).items():
            wrong = f"{seen['taken_for_cards']} of {seen['pictures']} pictures were taken for cards"
            yield f"In `{other}`, where no cards are, {wrong}, and {seen['cards']} cards were read."


def _row(name: str, one: Figures) -> tuple[str, ...]:
    return (
        name,
        str(one["pictures"]),
        *(f"{_share(one[part]['right'], one[part]['cards'])} of {one[part]['cards']}" for part in ("open", "by_index")),
        f"{_share(one['groups_right'], one['groups'])} of {one['groups']}",
        _share(one["exact"], one["pictures"]),
        f"{one['wrong_sure_of_10000']:g}",
        str(one["unsure"]),
        str(one["false"]),
        str(one["kind_wrong"]),
    )


def _trait_table(trait: str, groups: Figures) -> str:
    """Figures by one trait."""
    rows = (
        (
            name,
            str(one["cards"]),
            *(_share(one[part], one["cards"]) for part in ("found", "right")),
            f"{10_000 * one['wrong_sure'] / one['cards']:.1f}",
        )
        for name, one in groups.items()
    )
    return markdown((TITLES[trait], "cards", "found", "right", "wrong and not unsure, of 10,000"), rows)


def _share(count: int, total: int) -> str:
    return f"{count / max(1, total):.2%}".replace("%", " %")

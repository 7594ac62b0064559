"""Which of the things that were taken for cards are cards: told by what each shows, and by all others of its picture.

A square of a printed board with a symbol on it is much like a card. But the nets are surer of real cards, the cards of
a deck are all of one size and form, and where cards lie, nearly all that was found is surely cards. Two small nets
weigh that, as for tiles (`vision/naming/genuine.py`). `python -m tileye.models.genuine_cards` trains them.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tileye.rules.tiles import COLOURS, SHAPES
from tileye.vision.cards.patches import Quads, frames
from tileye.vision.naming.genuine import SmallNet, log_odds, net_from, with_company

Real = NDArray[np.float64]

FILE = Path(__file__).with_suffix(".json")
LEAST, LEAST_WHERE_TOLD = -1.5, -5.0
"""What is believed less, in log odds, is no card; and where somebody says that there are cards."""
_SURELY_NONE, _ROUNDS = -2.5, 3
"""What is believed less has no part in what the others are judged beside."""


@dataclass(frozen=True, slots=True)
class CardEvidence:
    """What the nets say of the things of one picture: a row for each."""

    quads: Quads
    scores: Real
    """Of the detector."""
    cards: Real
    """How likely each is a card."""
    names: Real
    """The chances of all names."""
    boxes: Real
    """How many boxes were put right to this one."""

    def taken(self, which: NDArray[np.intp]) -> "CardEvidence":
        """Some of them."""
        parts = (self.quads, self.scores, self.cards, self.names, self.boxes)
        return CardEvidence(*(part[which] for part in parts))


@dataclass(frozen=True, slots=True)
class CardJudge:
    """What tells cards from what looks like them."""

    alone: SmallNet
    together: SmallNet

    def belief(self, seen: CardEvidence) -> Real:
        """For all things of one picture the log odds that they are cards."""
        belief = np.zeros(len(seen.scores))
        left = np.arange(len(belief))
        for _ in range(_ROUNDS):
            if not len(left):
                break
            belief[left] = self.together.answer(with_company(self.alone, own_features(seen.taken(left))))
            company = left[belief[left] >= _SURELY_NONE]
            if len(company) == len(left):
                break
            left = company
        return belief


@cache
def shipped_card_judge() -> CardJudge:
    """The one that comes with the program."""
    told = json.loads(FILE.read_text(encoding="utf-8"))
    return CardJudge(net_from(told["alone"]), net_from(told["together"]))


def own_features(seen: CardEvidence) -> Real:
    """What each thing by itself says, and how much it differs in size and form from the middling one."""
    _, long, _ = frames(seen.quads)
    short = np.linalg.norm(seen.quads[:, 1] - seen.quads[:, 0] + seen.quads[:, 2] - seen.quads[:, 3], axis=1) / 2
    size, form = np.log(long * short + 1e-6) / 2, np.log(long / np.maximum(short, 1e-6))
    shapes = seen.names.reshape(len(size), len(SHAPES), len(COLOURS))
    parts = [
        log_odds(seen.scores),
        log_odds(seen.cards),
        log_odds(seen.names.max(1)),
        log_odds(shapes.sum(2).max(1)),
        log_odds(shapes.sum(1).max(1)),
        np.log(seen.boxes),
        size,
        form,
        abs(size - np.median(size)),
        abs(form - np.median(form)),
    ]
    return np.column_stack(parts)

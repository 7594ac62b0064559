"""What the referee may think at a moment, without a camera."""

from dataclasses import replace

from tests.rules.positions import lay
from tileye.companion_web.analysis.display import DisplayContext
from tileye.rules.events import Laid
from tileye.rules.flow import verdict_of
from tileye.rules.game import Game
from tileye.vision.referee.machine import RefereeView

BY_HAND = DisplayContext("k3y2abcd", "Ada and Ben", 1.79e9, "hand", live=False, saved=True, automatic=True, grace=3.0)
WATCHED = replace(BY_HAND, source="camera 0", live=True, status="watching", view=RefereeView("watching", 0))


def lying(game: Game, text: str, player: int = 0) -> RefereeView:
    """These tiles lie there and are not recorded."""
    placed = lay(text)
    verdict = verdict_of(game.state, Laid(player, placed))
    return RefereeView("proposed" if verdict.legal else "settling", player, placed, verdict)

"""Whether the camera sees well enough, in plain words."""

from typing import TYPE_CHECKING

from tileye.companion_web.languages import Words
from tileye.rules.jsonlines import Json
from tileye.rules.wire import placed_json
from tileye.vision.referee.beginning import is_line

if TYPE_CHECKING:
    from tileye.vision.checkup import Checkup, Mark


def checks_json(checkup: "Checkup", words: Words) -> Json:
    """Write what was looked at for the page of a new game."""
    marks = [{"what": mark.what, "good": mark.good, "text": mark_text(mark, words)} for mark in checkup.marks]
    lying = placed_json(checkup.lying)
    return {"marks": marks, "tiles": checkup.tiles, "lying": lying, "line": is_line(checkup.lying)}


def mark_text(mark: "Mark", words: Words) -> str:
    """Say one thing in a sentence, and what to do about it where it is not good."""
    if mark.fault is None:
        return words[f"checks.good.{mark.what}"]
    # A limit that is missed by little is not to look as if it were met.
    below = mark.value < mark.limit
    return words.say(
        f"checks.amber.{mark.fault}", value=int(mark.value) if below else round(mark.value), limit=round(mark.limit)
    )

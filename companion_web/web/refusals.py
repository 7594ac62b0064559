"""What people are refused, in their language.

An error is a code with what it is about. What a family meets at the table is told in its own words; of everything else
programs and people get the English sentence.
"""

from collections.abc import Mapping

from tileye.companion_web.languages import Words
from tileye.rules.errors import CodedError

TOLD_AS: Mapping[str, str] = {
    "name_taken": "same_name",
    "empty_move": "empty_turn",
    "no_card_played": "empty_turn",
    "no_hand": "no_deck",
    "step_impossible": "then_impossible",
    "not_standing": "nothing_to_undo",
    "not_undone": "nothing_to_redo",
    "game_begun": "start_late",
    "unseen": "no_camera",
    "no_such_start": "no_such_turn",
    "start_occupied": "occupied",
    "no_room": "full_disk",
    "camera_dark": "camera",
    "film_empty": "film",
    "film_blank": "film",
    "pictures": "no_pictures",
    "stream_dark": "stream",
    "address": "stream",
    "wrong_kind": "source_gone",
    "no_file": "source_gone",
    "picture": "source_gone",
    "unreadable": "source_gone",
    "missing": "source_gone",
    "no_such_source": "no_source",
}
"""Codes that a family is told as another one."""


def in_words(error: Exception, chosen: Words) -> str:
    """Say why something was refused in a language, where there are words for it.

    Where files lie on this machine concerns nobody on the network, so a sentence never tells it.
    """
    return worded(error, chosen) or (error.sentence if isinstance(error, CodedError) else str(error))


def code_of(error: CodedError) -> str:
    """The code that programs get: of an error for the reason of another one, that of the reason."""
    reason = error.fields.get("reason")
    return code_of(reason) if error.code in ("because", "within") and isinstance(reason, CodedError) else error.code


def worded(error: object, chosen: Words) -> str | None:
    """The words of a family for an error; None where there are none."""
    if not isinstance(error, CodedError):
        return None
    key = f"web.refused.{TOLD_AS.get(error.code, error.code)}"
    if key in chosen.texts:
        return chosen.say(key, **{name: _field(name, value, chosen) for name, value in error.fields.items()})
    return worded(error.fields.get("reason"), chosen)


def _field(name: str, value: object, chosen: Words) -> object:
    if isinstance(value, Exception):
        return in_words(value, chosen)
    if isinstance(value, tuple):
        return chosen.listed(value)
    return chosen[f"tiles.{value}"] if name == "tile" else value

"""Games that are being played: their records, referees and cameras, and everybody who looks on."""

from collections.abc import Mapping
from typing import ClassVar

from tileye.companion_web.errors import InputError
from tileye.rules.errors import CodedError


class Refused(CodedError, InputError):  # noqa: N818 - it is an answer
    """Something that cannot be done now; its text is one sentence that says why, or what to do."""

    sentences: ClassVar[Mapping[str, str]] = {
        "because": "{reason}",
        "said_just_now": "somebody said this just now: it is recorded once",
        "meanwhile": "another turn was recorded meanwhile: look whether this still holds",
        "who_started": "nobody has said who laid the first turn: say so first",
        "not_foreseeable": "only a change of what is recorded can be foreseen",
        "unheard": "nobody has heard this yet: look whether it is there before saying it again",
        "stumbled": "something went wrong while looking at the table: say it again",
        "closed": "this game is closed: open it again in the list of games",
        "opened": "this game is open: close it to go on with another camera",
        "goes_on": "this game goes on: a rematch comes after its end",
        "in_bin": "this game is in the bin: restore it to go on",
        "unsaved": "the last turns are not saved yet: make room on the disk, or save the record as a file first",
        "in_use": "that camera or film shows the game {name!r}: close that game first",
        "no_such_source": "there is no such camera or film: look for cameras again, or name a source with --source",
        "no_camera": "no camera watches this game",
        "no_photos": "this game is not followed photo by photo",
        "superseded": "a newer photo came before anybody looked at this one: that one is looked at",
        "paused": "this game is paused: go on with it first, then take the photo",
        "photo": "this photo cannot be read ({why}): take it anew, as JPEG",
        "photo_large": "this photo is too large: take a smaller one, of 15 MB and 50 megapixels at most",
        "no_cards": "no camera reads cards yet: this game is entered by hand",
        "cannot_set": "{name}: {value} cannot be set",
    }

    @classmethod
    def because(cls, reason: Exception) -> "Refused":
        """Refuse for a reason that another part has given."""
        return cls("because", reason=reason)


class InUse(Refused):
    """A camera or film shows another game, which can be stopped to use it here."""

    def __init__(self, game: str, name: str) -> None:
        super().__init__("in_use", name=name)
        self.game, self.name = game, name

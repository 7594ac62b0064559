"""Games that are being played: their records, referees and cameras, and everybody who looks on."""

from tileye.companion_web.errors import InputError


class Refused(InputError):  # noqa: N818 - it is an answer
    """Something that cannot be done now; its text is one sentence that says why, or what to do."""


class InUse(Refused):
    """A camera or film shows another game, which can be stopped to use it here."""

    def __init__(self, game: str, name: str) -> None:
        super().__init__(f"that camera or film shows the game {name!r}: close that game first")
        self.game, self.name = game, name

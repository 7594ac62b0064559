"""Games that are being played: their records, referees and cameras, and everybody who looks on."""

from tileye.companion_web.errors import InputError


class Refused(InputError):  # noqa: N818 - it is an answer
    """Something that cannot be done now; its text is one sentence that says why, or what to do."""

"""What the page on a phone shows: how the game stands, else what could be better about what it sees."""

from tileye.companion_web.languages import words
from tileye.companion_web.phone.camera import PhoneCamera
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.sessions.source_choices import PHONE
from tileye.companion_web.web.checkups import Checkups, checks_json
from tileye.rules.jsonlines import Json


class PhoneAdvice:
    """Asks the game that is watched through the phone, else the set-up that looks through it; for any thread.

    Where nobody looks, `waits` tells that an unfinished game can be gone on with.
    """

    def __init__(self, manager: GameManager, checkups: Checkups, camera: PhoneCamera) -> None:
        self._manager, self._checkups, self._camera = manager, checkups, camera

    def __call__(self, language: str) -> Json:
        """Say it in a language."""
        for session in self._manager.sessions:
            if session.info.plan.get("source") == PHONE and not session.game.state.ended:
                return {"playing": True, "waits": False, "text": session.snapshot(language)["status_text"], "marks": []}
        checkup = self._checkups.latest(PHONE)
        if checkup and any(mark.what == "size" and mark.fault == "far" for mark in checkup.marks):
            self._camera.want_more_pixels()
        marks = checks_json(checkup, words(language))["marks"] if checkup else []
        return {"playing": False, "waits": checkup is None and self._waits(), "text": "", "marks": marks}

    def _waits(self) -> bool:
        return any(info.plan.get("source") == PHONE and info.ended is None for info in self._manager.games())

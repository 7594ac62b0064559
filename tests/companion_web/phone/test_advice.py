"""What the page on a phone is told besides its frames."""

from pathlib import Path

from tileye.companion_web.phone.advice import PhoneAdvice
from tileye.companion_web.phone.camera import PhoneCamera
from tileye.companion_web.sessions.game_manager import GameManager
from tileye.companion_web.storage import open_store
from tileye.companion_web.web.checkups import Checkups
from tileye.rules.jsonlines import Json

PLAN: Json = {"rules": "tiles", "players": [{"name": "Ada"}, {"name": "Dora"}], "source": "hand"}


def test_an_unfinished_game_of_the_phone_waits(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    manager = GameManager(store)
    advice = PhoneAdvice(manager, Checkups(manager), PhoneCamera())
    assert advice("en") == {"playing": False, "waits": False, "text": "", "marks": []}
    session = manager.begin(PLAN)
    game = session.id
    assert not advice("en")["waits"], "a game without a phone"
    manager.leave(game)
    store.set_plan(game, {**store.info(game).plan, "source": "phone"})
    assert advice("en")["waits"]
    store.delete(game)
    assert not advice("en")["waits"], "a game in the bin"
    manager.close()
    store.close()

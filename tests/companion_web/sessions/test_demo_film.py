"""A piece of the demo film: seen through the real nets, killed in the middle, gone on with."""

import json

from tests.companion_web.sessions.playing import turns
from tests.vision.detection.test_runtime import needs_weights
from tests.waiting import PATIENCE, wait_until
from tileye.companion_web.commands.demo import FILM
from tileye.companion_web.sessions.game_manager import GameManager, ManagerSettings
from tileye.companion_web.sessions.source_choices import Sources
from tileye.companion_web.storage import Store
from tileye.rules.jsonlines import Json, parse_object


def lines(name: str) -> list[Json]:
    return [parse_object(line) for line in (FILM / name).read_bytes().splitlines()]


def manager_of_the_demo(store: Store) -> GameManager:
    return GameManager(
        store,
        Sources(str(FILM / "film.mp4"), lines("inputs.jsonl"), finder=list),
        ManagerSettings(speed=1000, hearing=PATIENCE),
    )


@needs_weights
def test_the_first_turns_are_seen_through_a_kill(store: Store) -> None:
    truth = [turn["placed"] for turn in lines("truth.jsonl") if turn["event"] == "turn"]
    manager = manager_of_the_demo(store)
    session = manager.begin({"rules": "tiles", "players": [{"name": "Ada"}, {"name": "Dora"}], "source": "named"})
    wait_until(lambda: len(turns(session)) == 1)
    manager.close()
    kept = store.lines(session.id)
    manager = manager_of_the_demo(store)
    again = manager.resume(session.id)
    wait_until(lambda: len(turns(again)) == 2)
    manager.close()
    assert [sorted(turn) for turn in turns(again)] == [sorted(turn) for turn in truth[:2]]
    assert store.lines(session.id)[: len(kept)] == kept
    assert [json.loads(line).get("event") for line in kept] == [None, "opening", "turn"]
    row = again.snapshot("en")["turns"][1]["id"]
    assert 5_000 < len(again.evidence(row) or b"") <= 200_000

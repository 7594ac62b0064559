"""How films are compared with their truth."""

import json
from pathlib import Path
from typing import Any

import pytest

from tileye.companion_web.benchmarks import of_films
from tileye.companion_web.benchmarks.of_films import Score, best_move, main, score

Events = list[dict[str, Any]]


def turn(
    number: int, player: int, placed: list[tuple[str, int, int]], points: int = 2, **more: object
) -> dict[str, Any]:
    return {
        "event": "turn",
        "at": 5.0 * number,
        "number": number,
        "player": player,
        "placed": placed,
        "points": points,
    } | more


def alarm(at: float, *codes: str) -> dict[str, Any]:
    return {"event": "violation", "at": at, "violations": [{"code": code} for code in codes]}


def sheet(at: float, *points: int) -> dict[str, Any]:
    return {"event": "sheet", "at": at, "players": [{"name": str(n), "points": p} for n, p in enumerate(points)]}


TRUTH: Events = [
    turn(1, 0, [("1R", 0, 0), ("2R", 1, 0)]),
    turn(2, 1, [("1G", 0, 1)]),
    alarm(12.0, "gap"),
    turn(3, 0, [("2G", 1, 1)], points=4),
    sheet(20.0, 6, 2),
]


def test_the_truth_is_right() -> None:
    found, differences = score(TRUTH, TRUTH)
    assert found == Score(films=1, turns=3, turns_right=3, sheets_right=1, alarms=1)
    assert differences == []


def test_cells_may_be_counted_from_elsewhere_and_turned() -> None:
    told = [dict(event) for event in TRUTH]
    for event in told:
        if "placed" in event:
            event["placed"] = [(tile, 5 - y, x - 2) for tile, x, y in event["placed"]]
    assert score(TRUTH, told)[0].turns_right == 3


def test_a_mirrored_board_is_wrong() -> None:
    told = [dict(event) for event in TRUTH]
    for event in told:
        if "placed" in event:
            event["placed"] = [(tile, -x, y) for tile, x, y in event["placed"]]
    assert score(TRUTH, told)[0].turns_right < 3


@pytest.mark.parametrize(
    "change", [{"player": 1}, {"points": 5}, {"placed": [("2B", 1, 1)]}, {"placed": [("2G", 1, 2)]}]
)
def test_a_turn_is_right_with_all_that_belongs_to_it(change: dict[str, Any]) -> None:
    told = [*TRUTH[:3], TRUTH[3] | change, *TRUTH[4:]]
    found, differences = score(TRUTH, told)
    assert found.turns_right == 2
    assert [difference.split(":")[0] for difference in differences] == ["missing", "wrong"]


def test_what_stands_at_the_end_counts() -> None:
    wrong = turn(3, 0, [("5B", 1, 1)])
    corrected = TRUTH[3] | {"event": "corrected"}
    lifted = [turn(4, 1, [("6G", 2, 2)]), {"event": "takeback", "at": 16.0, "number": 4}]
    found, _ = score(TRUTH, [*TRUTH[:3], wrong, corrected, *lifted, TRUTH[4]])
    assert (found.turns_right, found.turns_too_many, found.takebacks_seen) == (3, 0, 1)


def test_alarms_have_the_right_codes_at_the_right_time() -> None:
    def alarms(*told: dict[str, Any]) -> tuple[int, int]:
        found, _ = score(TRUTH, [*TRUTH[:2], *told, *TRUTH[3:]])
        return found.alarms_missed, found.false_alarms

    assert alarms(alarm(19.0, "gap")) == (0, 0)
    assert alarms() == (1, 0)
    assert alarms(alarm(21.0, "gap")) == (1, 1)
    assert alarms(alarm(12.0, "gap", "mismatch")) == (1, 1)
    assert alarms(alarm(12.0, "gap"), alarm(13.0, "gap")) == (0, 1)


def test_only_long_desyncs_count() -> None:
    def desync(*times: float) -> Events:
        return [{"event": name, "at": at} for name, at in zip(("desync", "resync") * 2, times, strict=False)]

    assert score(TRUTH, [*TRUTH[:4], *desync(16, 18), TRUTH[4]])[0].long_desyncs == 0
    assert score(TRUTH, [*TRUTH[:4], *desync(16, 19.5), TRUTH[4]])[0].long_desyncs == 1
    assert score(TRUTH, [*TRUTH[:4], *desync(16), TRUTH[4]])[0].long_desyncs == 1


def test_nothing_seen_is_no_crash() -> None:
    assert score(TRUTH, [])[0].turns_right == 0
    assert best_move([], [])((3, 4)) == (3, 4)


def test_films_are_summed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "truth.jsonl").write_text("\n".join(map(json.dumps, TRUTH)), encoding="utf-8")
    told = {"one": TRUTH, "two": TRUTH[:3]}
    monkeypatch.setattr(of_films, "open_reader", lambda: None)
    monkeypatch.setattr(of_films, "referee", lambda reader, folder, *shaken: told[folder.name])
    assert main([str(tmp_path / "one"), str(tmp_path / "two"), "--wrong"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("| all 2 | 6 | 5 | 0 | 1 | 2 |")
    assert any("missing: (0, (('2G', (1, 1)),), 4)" in line for line in lines)
    assert main([str(tmp_path / "one")]) == 0


def test_turns_of_cards_are_compared_by_their_tables() -> None:
    turn = {"event": "turn", "number": 1, "player": 0, "after": [["1R", "2R", "3R"]], "taken": [], "points": 0}
    sheet = {"event": "sheet", "players": [{"name": "Ada", "points": 0}]}
    found, differences = score([turn, sheet], [{**turn, "after": [["3R", "1R", "2R"]]}, sheet])
    assert (found.turns_right, found.sheets_right, differences) == (1, 1, [])
    found, differences = score([turn, sheet], [{**turn, "taken": [["1R"]]}, sheet])
    assert (found.turns_right, len(differences)) == (0, 2)

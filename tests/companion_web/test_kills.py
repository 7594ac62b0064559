"""Killed at random moments, the demo has lost nothing that it had shown as saved."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.companion_web.played import CARD_GAME, game_of, laid
from tests.vision.detection.test_runtime import needs_weights
from tileye.companion_web.analysis.display import DisplayContext, state
from tileye.companion_web.analysis.speech import announcement
from tileye.companion_web.benchmarks import kills
from tileye.companion_web.benchmarks.kills import Campaign, KillResult, report, section, sections_of
from tileye.companion_web.benchmarks.loss_check import LossCheck
from tileye.companion_web.commands.demo import CARD_FILM
from tileye.companion_web.languages import words
from tileye.rules.game import Game
from tileye.rules.record import record_lines
from tileye.rules.rulesets import TILES
from tileye.vision.cards.reading import reads_cards
from tileye.vision.referee.events import Turn

MOVES = [laid(0, "1R@0,0 2R@1,0"), laid(1, "3R@2,0"), laid(0, "1B@0,1")]
MOMENT = DisplayContext(id="", name="", began=0.0, source="hand", live=False, saved=True, automatic=True, grace=3.0)


@needs_weights
def test_nothing_is_lost_when_the_demo_is_killed_eight_times(tmp_path: Path) -> None:
    result = Campaign(tmp_path, seed=8, news=3).run(8, to_the_end=False)
    assert list(result.losses) == []
    assert result.kills == 8
    # One in eight is killed before it has shown anything; what any other shows is looked for in all later ones.
    assert result.met >= 6
    assert result.comparisons >= sum(range(6))


@needs_weights
def test_nothing_is_lost_when_the_demo_of_cards_is_killed_four_times(tmp_path: Path) -> None:
    if not (CARD_FILM / "film.mp4").exists() or not reads_cards():
        pytest.skip("the film of cards or nets that read cards are missing")
    result = Campaign(tmp_path, seed=8, news=3, game="cards").run(4, to_the_end=False)
    assert list(result.losses) == []
    assert result.kills == 4
    assert result.comparisons >= 3


def record(game: Game) -> list[bytes]:
    return [line.encode() for line in record_lines(game)]


def watched_states(games: Sequence[Game], *, saved: bool = True) -> LossCheck:
    """Somebody who saw these standings, and was told of the last turn of each."""
    seen = LossCheck()
    for game in games:
        seen.see("state", state(game, MOMENT, words("en")) | {"game": {"saved": saved}})
        row = game.state.rows[-1]
        seen.see("told", announcement(Turn(1.0, row, game.state.points[row.player]), game, words("en")) or {})
    return seen


def test_a_check_misses_what_is_gone() -> None:
    one, two, three = (game_of(TILES, MOVES[:count]) for count in (1, 2, 3))
    seen = watched_states([one, two])
    assert (seen.seen, seen.lost(record(two)), seen.lost(record(three))) == (4, [], [])
    assert [loss.split(":")[0] for loss in seen.lost(record(one))] == ["shown, but gone", "told, but gone"]
    assert "does not open" in seen.lost(record(two)[1:])[0]
    assert "torn" in seen.lost([*record(two), b'{"seq":3'])[0]


def test_a_check_sees_a_game_go_back() -> None:
    one, two = (game_of(TILES, MOVES[:count]) for count in (1, 2))
    assert [loss.split(":")[0] for loss in watched_states([two, one]).lost(record(two))] == ["shown, but gone"]


def test_a_check_knows_turns_of_cards() -> None:
    seen = watched_states([CARD_GAME])
    assert seen.lost(record(CARD_GAME)) == []
    other = seen.standings[0].replace('"6R"', '"5R"')
    assert other != seen.standings[0]
    seen.standings[0] = other
    assert [loss.split(":")[0] for loss in seen.lost(record(CARD_GAME))] == ["shown, but gone"]


def test_what_was_not_shown_as_saved_may_be_gone() -> None:
    one, two = (game_of(TILES, MOVES[:count]) for count in (1, 2))
    seen = watched_states([two], saved=False)
    assert not seen.standings
    assert [loss.split(":")[0] for loss in seen.lost(record(one))] == ["told, but gone"]


def test_a_campaign_compares_the_sheet_with_the_film(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path, seed=1)
    campaign._checks["k3x7ab2q"] = watched_states([])
    campaign._finish("k3x7ab2q", record(game_of(TILES, MOVES)))
    assert list(campaign.result.losses) == ["the sheet of the game k3x7ab2q is wrong"]
    assert "\n- the sheet of the game" in section(campaign.result)


def test_the_campaign_tells_and_writes_what_came_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Campaign, "run", lambda self, times: KillResult(self.result.seed, kills=times, met=times - 1))
    out = tmp_path / "campaign.md"
    assert kills.main(["--times", "5", "--seed", "9", "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == capsys.readouterr().out
    assert "| kills | 5 |" in out.read_text(encoding="utf-8")
    # What it says of another game stays.
    assert kills.main(["--game", "cards", "--times", "6", "--out", str(out)]) == 0
    assert kills.main(["--times", "7", "--out", str(out)]) == 0
    told = sections_of(out.read_text(encoding="utf-8"))
    assert list(told) == ["tiles", "cards"]
    assert "| kills | 7 |" in told["tiles"]
    assert "| kills | 6 |" in told["cards"]
    assert report(told) == out.read_text(encoding="utf-8")
    monkeypatch.setattr(Campaign, "run", lambda self, times: KillResult(9, losses={"gone": None}))
    assert kills.main([]) == 1

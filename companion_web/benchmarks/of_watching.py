"""What it costs to watch a game: the shipped film, enlarged to what cameras give."""

from pathlib import Path

from tileye.companion_web.benchmarks.measure import Figure, figure
from tileye.companion_web.benchmarks.of_reading import plain_prediction
from tileye.rules.game import Game, Setup
from tileye.rules.rulesets import TILES
from tileye.rules.state import Player
from tileye.vision.benchmarks.frame_costs import watched
from tileye.vision.reading import open_reader
from tileye.vision.referee.machine import Referee
from tileye.vision.sources.files import FilmSource

FILM = Path(__file__).parents[1] / "film" / "film.mp4"
SECONDS = 105.0
"""How much of the film is watched: all of it."""
LOAD_BUDGET = 25.0
"""In percent of one core."""
_STILL_MS, _BUSY_MS, _PROPOSED_MS = 2.0, 4.0, 700.0


def new_referee() -> Referee:
    """A referee of the game that the film shows."""
    return Referee(Game(Setup(TILES, (Player("Ada"), Player("Dora")))))


def watching_figures() -> tuple[list[Figure], float]:
    """Measure frames of each kind, and the load in percent of a core; raise WeightsError without weights."""
    result = watched(FilmSource(FILM), open_reader(), new_referee(), SECONDS)
    everything, plain = [*result.still, *result.busy, *result.read], plain_prediction()
    figures = [
        figure("watch: a frame in which nothing happens", result.still, _STILL_MS),
        figure("watch: a frame with a hand", result.busy, _BUSY_MS),
        figure("watch: a frame that is read", result.read, None),
        figure("watch: from the first still frame to the proposed turn", result.proposed, _PROPOSED_MS),
        figure("watch: all frames, beside reading each in full", everything, None, naive=(result.in_full, everything)),
    ]
    if plain:
        beside = figure("watch: all frames, beside plain prediction", everything, None, naive=(plain, everything))
        figures.append(beside)
    return figures, round(result.load, 1)

"""What it costs to watch a game: the shipped films, of tiles and of cards, enlarged to what cameras give."""

from collections.abc import Iterator
from pathlib import Path

from tileye.companion_web.benchmarks.measure import Figure, figure
from tileye.companion_web.benchmarks.of_reading import plain_prediction
from tileye.companion_web.commands.demo import CARD_FILM
from tileye.rules.game import Game, Setup
from tileye.rules.rulesets import CARDS_DE, TILES
from tileye.rules.state import Player
from tileye.vision.benchmarks.frame_costs import FrameTimes, watched
from tileye.vision.benchmarks.reading_costs import CARDS_PICTURE
from tileye.vision.card_live import CardLive, followed_cards
from tileye.vision.card_referee.settings import CardSettings
from tileye.vision.cards.reading import open_card_reader, reads_cards
from tileye.vision.detection.runtime import installed_runtimes
from tileye.vision.images.pictures import load_picture
from tileye.vision.live import Live
from tileye.vision.reading import open_reader
from tileye.vision.referee.machine import Referee
from tileye.vision.sources.files import FilmSource
from tileye.vision.sources.frames import Source

FILM = Path(__file__).parents[1] / "film" / "film.mp4"
SECONDS = 105.0
"""How much of the films is watched: all of them."""
LOAD_BUDGET = 25.0
"""In percent of one core."""
_LOOKS = CardSettings().least_looks
_TIMES = 5
_STILL_MS, _BUSY_MS, _PROPOSED_MS, _CARDS_PROPOSED_MS = 2.0, 4.0, 700.0, 1000.0


def new_referee() -> Referee:
    """A referee of the game that the film shows."""
    return Referee(Game(Setup(TILES, (Player("Ada"), Player("Dora")))))


def watching_figures() -> tuple[list[Figure], float]:
    """Measure frames of each kind, and the load in percent of a core; raise WeightsError without weights."""
    reader = open_reader()
    result = watched(FilmSource(FILM), lambda film: Live(film, reader, new_referee()), reader.read, SECONDS)
    figures = _figures("watch", result, _PROPOSED_MS)
    if plain := plain_prediction():
        everything = [*result.still, *result.busy, *result.read]
        beside = figure("watch: all frames, beside plain prediction", everything, None, naive=(plain, everything))
        figures.append(beside)
    if reads_cards():
        figures += _card_figures()
    return figures, round(result.load, 1)


def _card_figures() -> list[Figure]:
    reader = open_card_reader()

    def follow(film: Source) -> CardLive:
        return followed_cards(Game(Setup(CARDS_DE, (Player("Ada"), Player("Dora")))), film, reader)

    result = watched(FilmSource(CARD_FILM / "film.mp4"), follow, reader.read, SECONDS)
    return [*_figures("cards", result, _CARDS_PROPOSED_MS), *_crowded_figures()]


def _crowded_figures() -> Iterator[Figure]:
    """What has to be looked at before a turn is proposed where hardly any card is left in the deck."""
    picture = load_picture(CARDS_PICTURE)
    for runtime in installed_runtimes():
        reader = open_card_reader(runtime=runtime)
        times = [sum(sum(reader.read(picture).ms.values()) for _ in range(_LOOKS)) for _ in range(_TIMES)]
        yield figure(f"cards: {_LOOKS} looks at a crowded table ({runtime})", times, _CARDS_PROPOSED_MS)


def _figures(name: str, result: FrameTimes, proposed_ms: float) -> list[Figure]:
    everything = [*result.still, *result.busy, *result.read]
    return [
        figure(f"{name}: a frame in which nothing happens", result.still, _STILL_MS),
        figure(f"{name}: a frame with a hand", result.busy, _BUSY_MS),
        figure(f"{name}: a frame that is read", result.read, None),
        figure(f"{name}: from the first still frame to the proposed turn", result.proposed, proposed_ms),
        figure(
            f"{name}: all frames, beside reading each in full", everything, None, naive=(result.in_full, everything)
        ),
    ]

import json
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.laws import tried
from tileye.vision.benchmarks.reading_costs import PICTURE as TABLE
from tileye.vision.images.changes import ChangedBlocks
from tileye.vision.images.pictures import Picture, load_picture
from tileye.vision.sources.files import FilmSource
from tileye.vision.sources.frames import Frame
from tileye.vision.tracking.motion_gate import Gate, MotionVerdict

FILM = Path(__file__).parents[3] / "companion_web" / "film"
FPS = 15
SIZE = (960, 540)
Change = Callable[[Picture, float], Picture]
"""What becomes of the table some seconds after the gate has seen it at rest."""


@lru_cache(maxsize=1)
def table() -> Picture:
    return np.asarray(cv2.resize(load_picture(TABLE), SIZE, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=2)
def noise_of(strength: float) -> NDArray[np.int16]:
    return np.random.default_rng(1).normal(0, strength, (SIZE[1] + 64, SIZE[0] + 64, 3)).astype(np.int16)


def noisy(picture: Picture, seed: int, strength: float = 2.0) -> Picture:
    high, wide = picture.shape[:2]
    top, left = np.random.default_rng(seed).integers(0, 64, 2)
    noise = noise_of(strength)[top : top + high, left : left + wide]
    return np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)


def lit(picture: Picture, factor: float | NDArray[Any], power: float = 1.0) -> Picture:
    """The picture in another light, by another camera curve."""
    return np.asarray(np.clip(255 * (picture / 255) ** power * factor, 0, 255), np.uint8)


def seen(gate: Gate, change: Change, seconds: float, start: float = 1.0, strength: float = 2.0) -> list[MotionVerdict]:
    """The verdicts while the table changes, noise and all."""
    times = [number / FPS for number in range(round(seconds * FPS))]
    return [gate.step(noisy(change(table(), at), round(1000 * at), strength), start + at) for at in times]


def known() -> Gate:
    """A gate that knows the table."""
    gate = Gate()
    for verdict in seen(gate, lambda picture, _: picture, 0.5, start=0.0):
        last = verdict
    assert last.kind == "still"
    assert last.still_for == pytest.approx(0.4, abs=0.05)
    gate.remember()
    return gate


def kinds(verdicts: Iterable[MotionVerdict]) -> list[str]:
    """The kinds in order, each run as one."""
    names = [verdict.kind for verdict in verdicts]
    return [name for name, before in zip(names, ["", *names], strict=False) if name != before]


def unrest(verdicts: Iterable[MotionVerdict]) -> float:
    """How many seconds were no rest."""
    return sum(not verdict.at_rest for verdict in verdicts) / FPS


def test_a_table_at_rest_is_still_and_unchanged() -> None:
    verdicts = seen(known(), lambda picture, _: picture, 4)
    assert kinds(verdicts) == ["still"]
    assert not any(verdict.changed or verdict.covered for verdict in verdicts)
    stills = [verdict.still_for for verdict in verdicts]
    assert stills == sorted(stills)
    assert stills[-1] > 3.5


def _bands(picture: Picture, at: float) -> Picture:
    """Mains flicker under a rolling shutter."""
    rows = np.arange(picture.shape[0])[:, None, None]
    return lit(picture, 1 + 0.06 * np.sin(2 * np.pi * (rows / 160 + 6.7 * at)))


def _squeezed(picture: Picture, at: float) -> Picture:
    """Poor compression, with a better frame now and then."""
    quality = 75 if round(at * FPS) % 12 == 0 else 40
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _lamp(picture: Picture, at: float) -> Picture:
    """A lamp at the right is switched on, and the exposure follows."""
    side = np.linspace(0.6, 1.5, picture.shape[1])[None, :, None] * np.array([1.1, 1.0, 0.8])
    return lit(picture, side * (1 - 0.25 * (1 - np.exp(-at / 0.5))) if at > 0.5 else 1.0)


LIGHTS: dict[str, Change] = {
    "lamp dimmed at once": lambda picture, at: lit(picture, 0.5 if at > 0.5 else 1.0),
    "lamp switched on at one side": _lamp,
    "cloud": lambda picture, at: lit(picture, 1 - 0.4 * min(1.0, at / 2)),
    "exposure in steps": lambda picture, at: lit(picture, 1 + 0.15 * (int(at * 3) % 2)),
    "white balance drifts": lambda picture, at: lit(picture, np.array([1 + 0.06 * at, 1.0, 1 - 0.06 * at])),
    "contrast": lambda picture, at: lit(picture, 1.0, 1 + 0.15 * min(1.0, at)),
    "mains flicker": _bands,
    "compression": _squeezed,
}


@pytest.mark.parametrize("name", LIGHTS)
def test_light_is_no_hand_and_no_tile(name: str) -> None:
    verdicts = seen(known(), LIGHTS[name], 3)
    assert unrest(verdicts) <= 0.3
    assert not any(verdict.changed for verdict in verdicts[-FPS:])


def test_light_that_changes_is_called_light() -> None:
    assert "light" in kinds(seen(known(), LIGHTS["cloud"], 3))


def test_a_noisy_sensor_is_still() -> None:
    gate = Gate()
    seen(gate, lambda picture, _: picture, 1, start=0.0, strength=12)
    gate.remember()
    verdicts = seen(gate, lambda picture, _: picture, 2, start=2.0, strength=12)
    assert kinds(verdicts) == ["still"]
    assert not any(verdict.changed for verdict in verdicts)


def with_hand(picture: Picture, reach: float) -> Picture:
    """An arm from the left edge whose fingers reach so far."""
    shown, end = picture.copy(), round(reach * picture.shape[1])
    if end > 0:
        cv2.rectangle(shown, (0, 230), (end, 320), (205, 160, 130), -1)
        cv2.circle(shown, (end, 275), 60, (200, 150, 120), -1)
        cv2.line(shown, (end - 30, 250), (end + 50, 255), (150, 105, 85), 4)
    return shown


def _visit(picture: Picture, at: float) -> Picture:
    """A hand comes, and goes after two seconds."""
    return with_hand(picture, 0.5 * max(0.0, 1 - abs(at - 1)))


def test_a_hand_is_busy_from_its_first_fingertip_until_it_has_left() -> None:
    verdicts = seen(known(), _visit, 3)
    assert kinds(verdicts) == ["busy", "still"] or kinds(verdicts) == ["still", "busy", "still"]
    assert unrest(verdicts) == pytest.approx(2, abs=0.3)
    assert not verdicts[-1].changed
    assert all(verdict.covered and not verdict.changed for verdict in verdicts if verdict.kind == "busy")


def test_a_hand_that_rests_covers_the_table() -> None:
    gate = known()
    verdicts = seen(gate, lambda picture, at: with_hand(picture, min(0.5, at)), 4)
    assert kinds(verdicts[5:]) == ["busy", "still"]
    assert unrest(verdicts) > 2
    assert verdicts[-1].covered.touches((300, 240, 400, 310))
    assert not verdicts[-1].covered.touches((700, 0, 960, 200))
    assert not verdicts[-1].changed


def test_a_reflection_that_grew_from_the_edge_while_a_hand_was_elsewhere_is_no_hand() -> None:
    high, wide = SIZE[1], SIZE[0]
    rows, columns = np.mgrid[:high, :wide]
    veil = np.clip(1.2 - np.hypot(rows - high, columns) / (0.45 * wide), 0, 1)[..., None]

    def change(picture: Picture, at: float) -> Picture:
        shone = np.asarray(picture + (235.0 - picture) * veil * min(1.0, at / 4), np.uint8)
        return _visit(shone, at)

    verdicts = seen(known(), change, 6)
    last = [number for number, verdict in enumerate(verdicts) if verdict.kind == "busy"][-1]
    assert last / FPS < 4.3
    assert verdicts[-1].changed
    assert not verdicts[-1].covered


def test_what_a_hand_covered_is_news_when_it_has_gone() -> None:
    gate = known()
    seen(gate, lambda picture, at: with_hand(picture, min(0.5, at)), 4)
    gate.remember()
    verdicts = seen(gate, lambda picture, at: with_hand(picture, max(0.0, 0.5 - at)), 2, start=6)
    assert verdicts[-1].at_rest
    assert verdicts[-1].changed.touches((300, 240, 400, 310))
    assert not verdicts[-1].changed.touches((700, 0, 960, 200))


def test_an_arm_that_was_taken_for_the_table_covers_nothing_when_it_has_gone() -> None:
    gate = known()
    seen(gate, lambda picture, at: with_hand(picture, min(0.5, at)), 4)
    gate.remember(uncovered=True)
    verdicts = seen(gate, lambda picture, at: with_hand(picture, max(0.0, 0.5 - at)), 4, start=6)
    assert verdicts[-1].at_rest
    assert verdicts[-1].changed.touches((300, 240, 400, 310))
    assert not verdicts[-1].covered


def with_tile(picture: Picture, x: int, y: int, side: int, print_colour: tuple[int, int, int]) -> Picture:
    shown = picture.copy()
    cv2.rectangle(shown, (x, y), (x + side, y + side), (25, 24, 22), -1)
    cv2.circle(shown, (x + side // 2, y + side // 2), side // 3, print_colour, -1)
    return shown


def turn(before: Picture, after: Picture) -> MotionVerdict:
    """What the gate says when a hand came and the one picture became the other."""
    gate = Gate()
    for number in range(8):
        gate.step(noisy(before, number), number / FPS)
    gate.remember()
    for number in range(30):
        lying = before if number < 10 else after
        hand = with_hand(lying, 0.8 * max(0.0, 1 - abs(number - 10) / 10))
        verdict = gate.step(noisy(hand, 100 + number), 1 + number / FPS)
    assert verdict.kind == "still"
    return verdict


@given(st.integers(40, 900), st.integers(40, 480), st.integers(14, 40), st.booleans())
@settings(tried(12), phases=(Phase.explicit, Phase.generate))
def test_a_tile_that_was_laid_is_found_where_it_lies(x: int, y: int, side: int, bright: bool) -> None:
    cloth = np.full((540, 960, 3), (40, 90, 60) if bright else (38, 36, 34), np.uint8)
    verdict = turn(cloth, with_tile(cloth, x, y, side, (210, 60, 40)))
    assert verdict.changed.touches((x, y, x + side, y + side))
    boxes = verdict.changed.boxes()
    assert len(boxes) == 1
    left, top, right, bottom = boxes[0]
    assert left <= x + 1
    assert top <= y + 1
    assert right >= x + side - 1
    assert bottom >= y + side - 1
    assert (right - left) * (bottom - top) < 150 * 150


def test_a_tile_that_was_laid_into_the_reflection_of_a_lamp_is_found() -> None:
    assert turn(table(), with_tile(table(), 180, 120, 24, (190, 40, 35))).changed.touches((180, 120, 204, 144))


def test_a_tile_of_another_colour_in_the_same_place_is_found() -> None:
    red, orange = ((with_tile(table(), 500, 300, 36, colour)) for colour in ((190, 40, 35), (215, 120, 40)))
    assert turn(red, orange).changed.touches((500, 300, 536, 336))


def test_nothing_changed_when_a_hand_only_came_and_went() -> None:
    assert not turn(table(), table()).changed


@pytest.mark.parametrize(("far", "degrees"), [((25, 0), 0), ((-60, 40), 0), ((20, 15), 4), ((0, 0), 90)])
def test_a_bump_is_a_move_and_then_all_is_news(far: tuple[int, int], degrees: float) -> None:
    seconds = 0.3 if degrees < 10 else 1.2

    def bumped(picture: Picture, at: float) -> Picture:
        share = min(1.0, max(0.0, (at - 0.5) / seconds))
        matrix = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), degrees * share, 1)
        matrix[:, 2] += np.multiply(share, far)
        return np.asarray(cv2.warpAffine(picture, matrix, SIZE, borderMode=cv2.BORDER_REFLECT), np.uint8)

    verdicts = seen(known(), bumped, 3)
    moved = [verdict for verdict in verdicts if verdict.kind == "moved"]
    assert len(moved) / FPS > 0.5 * seconds
    assert unrest(verdicts) < seconds + 0.3
    assert verdicts[-1].kind == "still"
    assert verdicts[-1].changed.share == 1


def test_frames_of_another_size_begin_anew() -> None:
    gate = known()
    small = np.asarray(cv2.resize(table(), (640, 360)), np.uint8)
    verdicts = [gate.step(small, 1 + number / FPS) for number in range(5)]
    assert kinds(verdicts) == ["moved", "still"]
    assert verdicts[-1].changed.share == 1
    assert verdicts[-1].changed.size == (360, 640)


def test_light_over_hours_is_followed() -> None:
    gate = known()
    for number in range(60):
        picture = lit(table(), np.linspace(1, 1 - number / 100, 960)[None, :, None], 1 + number / 150)
        verdict = gate.step(noisy(picture, number), 2.0 + number)
    assert verdict.at_rest
    assert not verdict.changed


PICTURES: tuple[Picture, ...] = (
    np.zeros((24, 32, 3), np.uint8),
    np.full((24, 32, 3), 255, np.uint8),
    np.random.default_rng(1).integers(0, 256, (24, 32, 3), np.uint8),
    np.random.default_rng(2).integers(0, 256, (24, 32, 3), np.uint8),
    np.random.default_rng(3).integers(0, 256, (700, 17, 3), np.uint8),
    np.full((1, 1, 3), 99, np.uint8),
)
STEPS = st.lists(st.tuples(st.sampled_from(range(len(PICTURES))), st.floats(0, 3), st.booleans()), max_size=25)


def told(steps: list[tuple[int, float, bool]]) -> Iterator[tuple[float, MotionVerdict]]:
    gate, at = Gate(), 0.0
    for number, gap, remembers in steps:
        at += gap
        yield at, gate.step(PICTURES[number], at)
        if remembers:
            gate.remember()


@given(STEPS)
def test_whatever_comes_the_gate_keeps_its_word(steps: list[tuple[int, float, bool]]) -> None:
    verdicts = list(told(steps))
    for (before, one), (at, other) in pairwise(verdicts):
        assert 0 <= other.still_for <= at
        assert other.at_rest or other.still_for == 0
        if one.at_rest and other.at_rest:
            assert other.still_for == pytest.approx(one.still_for + at - before)
        assert other.at_rest or not other.changed
        assert not (other.changed.blocks & other.covered.blocks).any()


@given(STEPS)
@tried(30)
def test_the_same_frames_give_the_same_verdicts(steps: list[tuple[int, float, bool]]) -> None:
    one, other = ([(v.kind, v.still_for, v.changed.blocks.tobytes()) for _, v in told(steps)] for _ in range(2))
    assert one == other


@given(st.integers(0, 21), st.integers(0, 39))
def test_boxes_hold_their_blocks(row: int, column: int) -> None:
    blocks = np.zeros((22, 40), np.bool_)
    blocks[row, column] = True
    region = ChangedBlocks(blocks, (1080, 1920))
    x, y = (column + 0.5) * 1920 / 40, (row + 0.5) * 1080 / 22
    assert region.touches((x, y, x + 1, y + 1))
    assert not region.touches((x + 60, y, x + 80, y + 1))
    [(left, top, right, bottom)] = region.boxes()
    assert 0 <= left <= x <= right <= 1920
    assert 0 <= top <= y <= bottom <= 1080


def test_each_turn_of_a_film_is_seen_at_rest_before_it_counts() -> None:
    turns = [event for line in (FILM / "truth.jsonl").read_text("utf-8").splitlines() if (event := json.loads(line))]
    counts = [event["at"] for event in turns if event["event"] == "turn" and event["at"] < 25]
    gate, news, rests = Gate(), list[float](), list[float]()
    for item in FilmSource(FILM / "film.mp4"):
        assert isinstance(item, Frame)
        if item.at > 25:
            break
        verdict = gate.step(item.picture, item.at)
        if verdict.at_rest and verdict.still_for >= 0.2:
            rests.append(item.at)
            if verdict.changed:
                news.append(item.at)
                gate.remember()
    for at in counts:
        # The hand left three seconds before the turn counts.
        assert any(at - 3.2 < one < at - 2.3 for one in news)
        assert sum(at - 2.7 < one < at for one in rests) >= 0.9 * 2.7 * FPS

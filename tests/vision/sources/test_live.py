import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.waiting import PATIENCE, patiently, wait_for_event, wait_until
from tileye.vision.images.pictures import Picture
from tileye.vision.sources.cameras import CameraWish, open_camera
from tileye.vision.sources.captures import Connection, next_picture
from tileye.vision.sources.frames import Frame, Item, Notice, SourceError
from tileye.vision.sources.live import PAUSES, LiveSource
from tileye.vision.sources.opening import open_source
from tileye.vision.sources.pushed import PushedSource

PICTURE: Picture = np.full((48, 64, 3), (30, 20, 10), np.uint8)
PER_SECOND = 60
"""As often a camera is asked in a second of its own time."""


class Camera:
    """A camera as OpenCV shows it; `plan` says what comes of each grab: a picture, rubbish, or None: it is lost."""

    def __init__(self, plan: Callable[[int], object] = lambda number: PICTURE, refuses: Sequence[int] = ()) -> None:
        self.plan, self.refuses = plan, refuses
        self.settings = {cv2.CAP_PROP_WB_TEMPERATURE: 4600.0, cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_FPS: 30.0}
        self.number, self.decoded, self.released, self.plugged = -1, 0, 0, True

    def __call__(self, *_: object) -> "Camera":
        return self

    def isOpened(self) -> bool:  # noqa: N802
        return self.plugged

    def seconds(self) -> float:
        """Its own time."""
        return self.number / PER_SECOND

    def grab(self) -> bool:
        # Lets others go on, too.
        time.sleep(0.001)
        self.number += 1
        return self.plugged and self.plan(self.number) is not None

    def retrieve(self) -> tuple[bool, Any]:
        self.decoded += 1
        return True, self.plan(self.number)

    def get(self, what: int, /) -> float:
        return self.settings.get(what, 0.0)

    def set(self, what: int, value: float, /) -> bool:
        if what not in self.refuses:
            self.settings[what] = value
        return True

    def release(self) -> None:
        self.released += 1


def connection(camera: Camera) -> Connection:
    first = next_picture(camera, 5) if camera.plugged else None
    if first is None:
        raise SourceError("camera", n=0)
    return Connection(camera, first)


def live(
    name: str, camera: Camera, now: Callable[[], float] | None = None, pauses: Sequence[float] = (0.01,)
) -> LiveSource:
    """A camera in its own time, whose pictures are waited for however long they take."""
    return LiveSource(name, lambda: connection(camera), now or camera.seconds, pauses=pauses, patience=PATIENCE)


def followed(source: Iterable[Item], done: Callable[[list[Item]], bool]) -> list[Item]:
    """What comes until enough has come."""
    items: list[Item] = []
    for item in patiently(source):
        items.append(item)
        if done(items):
            break
    return items


def kinds(items: list[Item]) -> list[str]:
    """The kinds in order, each run of frames as one; a busy machine may let anybody wait."""
    names = ["frame" if isinstance(item, Frame) else item.kind for item in items]
    names = [name for name in names if name != "waiting"]
    return [name for name, before in zip(names, ["", *names], strict=False) if name != before or name != "frame"]


def test_only_the_newest_frame_waits_for_a_slow_reader() -> None:
    camera = Camera(lambda number: np.full((48, 64, 3), min(number, 255), np.uint8))
    with live("camera", camera) as source:
        frames = iter(source)
        next(frames)
        wait_until(lambda: camera.number >= 200)
        item = next(frames)
        assert isinstance(item, Frame)
        assert item.picture[0, 0, 0] > 190
        assert 190 / PER_SECOND < item.at <= source.seconds


def test_no_more_than_fifteen_frames_a_second_are_decoded() -> None:
    camera = Camera()
    with live("camera", camera):
        wait_until(lambda: camera.number >= 10 * PER_SECOND)
    wait_until(lambda: gone("frames of camera"))
    assert camera.decoded / camera.seconds() == pytest.approx(15, abs=0.5)


def test_a_lost_camera_is_announced_tried_again_and_goes_on() -> None:
    camera = Camera(lambda number: None if number == 5 else PICTURE)
    tries = Counter[str]()

    def connect() -> Connection:
        tries["all"] += 1
        if tries["all"] in (2, 3):
            raise SourceError("camera", n=0)
        return connection(camera)

    with LiveSource("camera 7", connect, camera.seconds, pauses=(0.01, 0.02), patience=PATIENCE) as source:
        items = followed(iter(source), lambda items: "back" in kinds(items) and isinstance(items[-1], Frame))
    assert kinds(items) == ["frame", "lost", "back", "frame"]
    wait_until(lambda: gone("frames of camera 7"))
    assert tries["all"] == 4
    assert camera.released == 2
    assert next(item.text for item in items if isinstance(item, Notice)).startswith("camera 7 is lost: ")
    times = [item.at for item in items]
    assert times == sorted(times)


def test_pauses_grow_and_the_last_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    camera, waited = Camera(), list[float]()

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout or 0)
            return len(waited) > 7

    source = live("camera", camera, pauses=PAUSES)
    monkeypatch.setattr(source, "_stop", Stop())
    camera.plugged = False
    followed(iter(source), lambda items: False)
    assert waited == [0.5, 1, 2, 4, 8, 8, 8, 8]


@pytest.mark.parametrize("rubbish", [np.zeros(0, np.uint8), np.zeros((48, 64), np.uint8), "rubbish", PICTURE[:2]])
def test_rubbish_is_left_out_and_too_much_of_it_is_a_loss(rubbish: object) -> None:
    camera = Camera(lambda number: rubbish if number % 3 else PICTURE)
    with live("camera", camera) as source:
        items = followed(iter(source), lambda items: len(items) == 3)
        assert kinds(items) == ["frame"]
        assert all(item.picture.shape == PICTURE.shape for item in items if isinstance(item, Frame))


def test_nothing_but_rubbish_is_a_loss() -> None:
    camera = Camera(lambda number: PICTURE if number == 0 else "rubbish")
    now = iter(range(10**9))
    with live("camera", camera, lambda: float(next(now)), pauses=(9,)) as source:
        assert kinds(followed(iter(source), lambda items: "lost" in kinds(items))) == ["frame", "lost"]


def test_a_camera_that_changes_its_size_says_so() -> None:
    larger = threading.Event()
    camera = Camera(lambda number: np.zeros((96, 128, 3), np.uint8) if larger.is_set() else PICTURE)
    with live("camera", camera) as source:
        frames = iter(source)
        first = next(frames)
        larger.set()
        items = followed(frames, lambda items: "resized" in kinds(items) and isinstance(items[-1], Frame))
    assert kinds([first, *items]) == ["frame", "resized", "frame"]
    assert "128 x 96" in next(item.text for item in items if isinstance(item, Notice))


def test_a_clock_that_jumps_back_never_turns_times_back() -> None:
    camera, back = Camera(), threading.Event()

    def clock() -> float:
        return camera.seconds() - 3600 * back.is_set()

    with live("camera", camera, clock) as source:
        frames = iter(source)
        before = followed(frames, lambda items: len(items) == 5)
        back.set()
        after = followed(frames, lambda items: len(items) == 5)
    times = [item.at for item in before + after]
    assert times == sorted(times)
    assert times[-1] > times[4]


def test_a_camera_that_hangs_is_reported_and_closed_at_once() -> None:
    hangs = threading.Event()

    def grab(number: int) -> object:
        if number:
            wait_for_event(hangs)
        return PICTURE

    camera = Camera(grab)
    source = LiveSource("hanging camera", lambda: connection(camera), camera.seconds, patience=0.05)
    items = followed(iter(source), lambda items: len(items) >= 3 and isinstance(items[-1], Notice))
    assert kinds(items) == ["frame"]
    assert items[-1].kind == "waiting"  # type: ignore[union-attr]
    source.close()
    # Closing has not waited for what hangs.
    assert not gone("frames of hanging camera")
    assert list(source) == []
    hangs.set()
    wait_until(lambda: gone("frames of hanging camera"))
    assert camera.released == 1


def gone(name: str) -> bool:
    """Whether no thread of that name is there."""
    return not any(thread.name == name for thread in threading.enumerate())


def test_closing_leaves_no_thread_and_may_be_done_twice() -> None:
    camera = Camera()
    source = live("closed camera", camera)
    source.close()
    source.close()
    wait_until(lambda: gone("frames of closed camera"))
    assert camera.released == 1


def test_closing_ends_the_search_for_a_lost_camera() -> None:
    camera = Camera(lambda number: PICTURE if number == 0 else None)
    source = live("lost camera", camera, pauses=(PATIENCE * 2,))
    followed(iter(source), lambda items: "lost" in kinds(items))
    source.close()
    wait_until(lambda: gone("frames of lost camera"))


def granted(camera: Camera, wish: CameraWish) -> dict[str, bool]:
    return {setting.name: setting.granted for setting in open_camera(0, wish, camera).settings}


def test_a_camera_is_set_and_read_back() -> None:
    camera = Camera()
    found = open_camera(0, CameraWish(width=64, height=48), camera)
    assert all(setting.granted for setting in found.settings)
    assert {setting.name: setting.got for setting in found.settings} | {"automatic exposure": 0} == {
        "width": 64,
        "height": 48,
        "rate": 30,
        "automatic white balance": 0,
        "white balance": 4600,
        "automatic exposure": 0,
        "exposure": 156,
    }


def test_how_a_camera_is_set_is_told_once_it_is_open() -> None:
    camera = Camera()
    with open_source("0", wish=CameraWish(width=1920, height=48), opener=camera) as source:
        items = followed(iter(source), lambda items: isinstance(items[-1], Frame))
    assert kinds(items)[:2] == ["settings", "frame"]
    assert "width 64 (asked for 1920), height 48, rate 30" in next(i.text for i in items if isinstance(i, Notice))


def test_a_driver_that_lies_is_found_out() -> None:
    assert not granted(Camera(), CameraWish(width=1920, height=1080))["width"]
    assert not granted(Camera(refuses=[cv2.CAP_PROP_EXPOSURE]), CameraWish(exposure=20))["exposure"]
    told = granted(Camera(refuses=[cv2.CAP_PROP_FPS]), CameraWish(rate=60, white_balance=3000))
    assert (told["rate"], told["white balance"]) == (False, True)


def test_an_exposure_that_spoils_the_picture_is_not_held() -> None:
    camera = Camera()
    camera.plan = lambda number: (
        PICTURE // 10 if camera.settings.get(cv2.CAP_PROP_AUTO_EXPOSURE) in (1, 0.25) else PICTURE
    )
    assert granted(camera, CameraWish())["automatic exposure"] is False


def test_nothing_is_held_that_is_not_to_be() -> None:
    camera = Camera()
    assert set(granted(camera, CameraWish(hold=False))) == {"width", "height", "rate"}
    assert cv2.CAP_PROP_AUTO_WB not in camera.settings


def test_a_camera_that_is_not_there_or_shows_nothing_is_refused() -> None:
    camera = Camera()
    camera.plugged = False
    with pytest.raises(SourceError, match="camera 3 cannot be opened: plug it in"):
        open_source("3", opener=camera)
    with pytest.raises(SourceError, match="camera 3 gives no picture"):
        open_source("3", opener=Camera(lambda number: None))


def test_a_number_names_a_camera() -> None:
    with open_source(" 2 ", opener=Camera()) as source:
        assert source.live
        assert any(isinstance(item, Frame) for item in source)


class Network(ThreadingHTTPServer):
    """Serves MJPEG; `mode` is `gives`, `hangs` or `drops`."""

    daemon_threads = True
    mode = "gives"

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/video"


class Answer(BaseHTTPRequestHandler):
    server: Network

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        data = cv2.imencode(".jpg", np.ascontiguousarray(PICTURE[..., ::-1]))[1].tobytes()
        self.send_response(200 if self.server.mode != "drops" else 503)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            while self.server.mode != "drops":
                if self.server.mode == "gives":
                    self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n")
                    self.wfile.write(b"Content-Length: %d\r\n\r\n%b\r\n" % (len(data), data))
                # As often as a camera in the network.
                time.sleep(1 / 30)
        except OSError:
            pass


@contextmanager
def network() -> Iterator[Network]:
    server = Network(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.mode = "drops"
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_stream_gives_frames_drops_and_comes_back() -> None:
    with network() as server, open_source(server.address) as source:
        frames = iter(source)
        items = followed(frames, lambda items: len(items) == 5)
        assert kinds(items) == ["frame"]
        colour: NDArray[Any] = np.concatenate([item.picture for item in items if isinstance(item, Frame)]).mean((0, 1))
        assert abs(colour - PICTURE[0, 0]).max() < 4
        server.mode = "drops"
        followed(frames, lambda items: "lost" in kinds(items))
        server.mode = "gives"
        back = followed(frames, lambda items: isinstance(items[-1], Frame))
        assert "back" in kinds(back)


def test_a_stream_that_hangs_is_reported_lost_and_can_be_closed() -> None:
    with network() as server:
        source = open_source(server.address)
        frames = iter(source)
        next(frames)
        server.mode = "hangs"
        followed(frames, lambda items: "lost" in kinds(items))
        source.close()
        wait_until(lambda: gone(f"frames of the stream {server.address}"))


def test_an_address_where_nothing_answers_is_refused_without_its_password() -> None:
    # Nobody else gets the port of this socket, and it takes no connections.
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        with pytest.raises(SourceError, match="nothing that can be shown answers") as caught:
            open_source(f"http://ada:secret@127.0.0.1:{port}/video")
    assert "secret" not in str(caught.value)


def test_an_address_of_a_film_is_refused() -> None:
    camera = Camera()
    camera.settings[cv2.CAP_PROP_FRAME_COUNT] = 300
    with pytest.raises(SourceError, match="there is a film, nothing live"):
        open_source("http://there/film.mp4", opener=camera)


def test_pushed_frames_come_out_newest_first_and_end() -> None:
    source = PushedSource()
    assert all(source.push(PICTURE + np.uint8(step)) for step in range(5))
    assert not source.push(np.zeros((3, 3), np.uint8))
    source.end()
    assert not source.push(PICTURE)
    items = list(source)
    assert kinds(items) == ["frame"]
    assert isinstance(items[0], Frame)
    assert (items[0].picture == PICTURE + 4).all()


def test_a_pushed_frame_is_a_copy() -> None:
    source, mine = PushedSource(), PICTURE.copy()
    source.push(mine)
    mine[:] = 0
    item = next(iter(source))
    assert isinstance(item, Frame)
    assert item.picture.any()


def test_many_threads_may_push_while_one_looks() -> None:
    source = PushedSource(patience=0.01)
    workers = [threading.Thread(target=lambda: [source.push(PICTURE) for _ in range(200)]) for _ in range(4)]
    for worker in workers:
        worker.start()

    def end() -> None:
        for worker in workers:
            worker.join()
        source.end()

    threading.Thread(target=end).start()
    times = [item.at for item in source if isinstance(item, Frame)]
    assert times
    assert times == sorted(times)

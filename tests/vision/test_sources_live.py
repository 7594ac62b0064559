import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.sources.cameras import CameraWish, open_camera
from vision.sources.captures import Connection, next_picture
from vision.sources.frames import Frame, Item, Notice, SourceError
from vision.sources.live import LiveSource
from vision.sources.opening import open_source
from vision.sources.pushed import PushedSource

PICTURE: Picture = np.full((48, 64, 3), (30, 20, 10), np.uint8)
SOON = 5.0


class Camera:
    """A camera as OpenCV shows it; `plan` says what comes of each grab: a picture, rubbish, or None: it is lost."""

    def __init__(self, plan: Callable[[int], object] = lambda number: PICTURE, refuses: Sequence[int] = ()) -> None:
        self.plan, self.refuses = plan, refuses
        self.settings = {cv2.CAP_PROP_WB_TEMPERATURE: 4600.0, cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_FPS: 30.0}
        self.number, self.released, self.plugged = -1, 0, True

    def __call__(self, *_: object) -> "Camera":
        return self

    def isOpened(self) -> bool:  # noqa: N802
        return self.plugged

    def grab(self) -> bool:
        time.sleep(0.001)
        self.number += 1
        return self.plugged and self.plan(self.number) is not None

    def retrieve(self) -> tuple[bool, Any]:
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
        raise SourceError("it is not there")
    return Connection(camera, first)


def followed(source: Iterator[Item], done: Callable[[list[Item]], bool]) -> list[Item]:
    """What comes until enough has come."""
    items: list[Item] = []
    deadline = time.monotonic() + SOON
    for item in source:
        items.append(item)
        if done(items):
            return items
        assert time.monotonic() < deadline, items
    return items


def kinds(items: list[Item]) -> list[str]:
    """The kinds in order, each run of frames as one."""
    names = ["frame" if isinstance(item, Frame) else item.kind for item in items]
    return [name for name, before in zip(names, ["", *names], strict=False) if name != before or name != "frame"]


def test_only_the_newest_frame_waits_for_a_slow_reader() -> None:
    camera = Camera(lambda number: np.full((48, 64, 3), min(number, 255), np.uint8))
    with LiveSource("camera", lambda: connection(camera), time.monotonic) as source:
        frames = iter(source)
        next(frames)
        time.sleep(0.4)
        newest = camera.number
        item = next(frames)
        assert isinstance(item, Frame)
        assert item.picture[0, 0, 0] > newest / 2
        assert 0.2 < item.at <= source.seconds


def test_no_more_than_fifteen_frames_a_second_are_decoded() -> None:
    camera = Camera()
    with LiveSource("camera", lambda: connection(camera), time.monotonic) as source:
        items = followed(iter(source), lambda items: source.seconds > 1)
    assert 8 <= len(items) <= 17
    assert camera.number > 2 * len(items)


def test_a_lost_camera_is_announced_tried_again_and_goes_on() -> None:
    camera = Camera(lambda number: None if number == 5 else PICTURE)
    tries = Counter[str]()

    def connect() -> Connection:
        tries["all"] += 1
        if tries["all"] in (2, 3):
            raise SourceError("not yet")
        return connection(camera)

    with LiveSource("camera 7", connect, time.monotonic, pauses=(0.01, 0.02)) as source:
        items = followed(iter(source), lambda items: "back" in kinds(items) and isinstance(items[-1], Frame))
    assert kinds(items) == ["frame", "lost", "back", "frame"]
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

    source = LiveSource("camera", lambda: connection(camera), time.monotonic)
    monkeypatch.setattr(source, "_stop", Stop())
    camera.plugged = False
    followed(iter(source), lambda items: False)
    assert waited == [0.5, 1, 2, 4, 8, 8, 8, 8]


@pytest.mark.parametrize("rubbish", [np.zeros(0, np.uint8), np.zeros((48, 64), np.uint8), "rubbish", PICTURE[:2]])
def test_rubbish_is_left_out_and_too_much_of_it_is_a_loss(rubbish: object) -> None:
    camera = Camera(lambda number: rubbish if number % 3 else PICTURE)
    with LiveSource("camera", lambda: connection(camera), time.monotonic) as source:
        items = followed(iter(source), lambda items: len(items) == 3)
        assert kinds(items) == ["frame"]
        assert all(item.picture.shape == PICTURE.shape for item in items if isinstance(item, Frame))


def test_nothing_but_rubbish_is_a_loss() -> None:
    camera = Camera(lambda number: PICTURE if number == 0 else "rubbish")
    now = iter(range(10**9))
    with LiveSource("camera", lambda: connection(camera), lambda: float(next(now)), pauses=(9,)) as source:
        assert kinds(followed(iter(source), lambda items: "lost" in kinds(items))) == ["frame", "lost"]


def test_a_camera_that_changes_its_size_says_so() -> None:
    camera = Camera(lambda number: PICTURE if number < 300 else np.zeros((96, 128, 3), np.uint8))
    with LiveSource("camera", lambda: connection(camera), time.monotonic) as source:
        items = followed(iter(source), lambda items: "resized" in kinds(items) and isinstance(items[-1], Frame))
    assert kinds(items) == ["frame", "resized", "frame"]
    assert "128 x 96" in next(item.text for item in items if isinstance(item, Notice))


def test_a_clock_that_jumps_back_never_turns_times_back() -> None:
    camera, start = Camera(), time.monotonic()

    def clock() -> float:
        passed = time.monotonic() - start
        return passed if passed < 0.3 else passed - 3600

    with LiveSource("camera", lambda: connection(camera), clock) as source:
        items = followed(iter(source), lambda items: len(items) == 10)
    times = [item.at for item in items]
    assert times == sorted(times)
    assert times[-1] > 0.4


def test_a_camera_that_hangs_is_reported_and_closed_at_once() -> None:
    hangs = threading.Event()

    def grab(number: int) -> object:
        if number:
            hangs.wait(SOON)
        return PICTURE

    camera = Camera(grab)
    source = LiveSource("camera", lambda: connection(camera), time.monotonic, patience=0.05)
    assert kinds(followed(iter(source), lambda items: len(items) == 3)) == ["frame", "waiting", "waiting"]
    started = time.monotonic()
    source.close()
    assert time.monotonic() - started < 1
    assert list(source) == []
    hangs.set()
    assert gone("frames of camera")
    assert camera.released == 1


def gone(name: str) -> bool:
    """Whether threads of that name are there no more, soon."""
    deadline = time.monotonic() + SOON
    while time.monotonic() < deadline:
        if not any(thread.name == name for thread in threading.enumerate()):
            return True
        time.sleep(0.01)
    return False


def test_closing_leaves_no_thread_and_may_be_done_twice() -> None:
    camera = Camera()
    source = LiveSource("closed camera", lambda: connection(camera), time.monotonic)
    source.close()
    source.close()
    assert not any(thread.name == "frames of closed camera" for thread in threading.enumerate())
    assert camera.released == 1


def test_closing_ends_the_search_for_a_lost_camera() -> None:
    camera = Camera(lambda number: PICTURE if number == 0 else None)
    source = LiveSource("lost camera", lambda: connection(camera), time.monotonic)
    followed(iter(source), lambda items: "lost" in kinds(items))
    source.close()
    assert not any(thread.name == "frames of lost camera" for thread in threading.enumerate())


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


def test_a_stream_that_hangs_is_reported_lost_and_closed_soon() -> None:
    with network() as server:
        source = open_source(server.address)
        frames = iter(source)
        next(frames)
        server.mode = "hangs"
        items = followed(frames, lambda items: "lost" in kinds(items))
        assert "waiting" in kinds(items)
        started = time.monotonic()
        source.close()
        assert time.monotonic() - started < 1
        assert gone(f"frames of the stream {server.address}")


def test_an_address_where_nothing_answers_is_refused_without_its_password() -> None:
    with network() as server:
        port = server.server_port
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

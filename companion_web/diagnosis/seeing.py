"""Whether this machine can see: its cameras, the nets, and what runs them."""

import os
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from tileye.companion_web.diagnosis.checks import Finding, Phrase, Surroundings, advice, found

# What sees loads large libraries, one of which may be what is missing here.
if TYPE_CHECKING:
    from tileye.vision.detection.runtime import Weights
    from tileye.vision.sources.probing import CameraMode, ProbedCamera

NEEDED_MS = 150.0
"""Three readings in a row make a turn: with this they take half a second, and points come while people still look."""
_TIMES = 3
_MB = 1_000_000
_NAMES = {"onnxruntime": "ONNX Runtime", "openvino": "OpenVINO"}
_INSTALL = {"onnxruntime": "pip install onnxruntime", "openvino": "pip install 'tileye[openvino]'"}


def cameras(around: Surroundings) -> Finding:
    """Try every camera that no game of ours uses."""
    from tileye.vision.sources.probing import probe_cameras

    return cameras_found(probe_cameras(around.cameras_in_use), around.cameras_in_use)


def cameras_found(probed: "list[ProbedCamera]", in_use: tuple[int, ...]) -> Finding:
    """Say which cameras there are; that there is none keeps nobody from playing."""
    seeing = [camera for camera in probed if camera.modes]
    hanging = [camera.number for camera in probed if camera.hangs]
    # On Linux a camera has more devices than the one that gives pictures.
    closed = [] if seeing or in_use else [camera.number for camera in probed if not (camera.modes or camera.hangs)]
    text = (
        *(found("camera", n=camera.number, modes=tuple(map(_mode, camera.modes))) for camera in seeing),
        *(found("camera_used", n=number) for number in in_use),
        *(found("camera_hangs", n=number) for number in hanging),
        *(found("camera_closed", n=number) for number in closed),
    )
    told = {
        "cameras": [{"number": one.number, "modes": [asdict(mode) for mode in one.modes]} for one in seeing],
        "in_use": list(in_use),
        "hanging": hanging,
        "closed": closed,
    }
    return Finding(
        text or (found("no_camera"),), _camera_advice(hanging, closed, any=bool(seeing or in_use)), values=told
    )


def _camera_advice(hanging: list[int], closed: list[int], *, any: bool) -> Phrase | None:
    if hanging:
        return advice("camera_hangs")
    if closed:
        return advice("camera_closed")
    return None if any else advice("no_camera")


def _mode(mode: "CameraMode") -> Phrase:
    size = {"width": mode.width, "height": mode.height}
    return found("mode", **size, rate=f"{mode.rate:g}") if mode.rate else found("mode_only", **size)


def runtime(_: Surroundings, clock: Callable[[], float] = time.perf_counter) -> Finding:
    """Read the picture of the benchmark with what runs the nets, and look at the time."""
    from tileye.vision.detection.runtime import CHOICE, WeightsError, installed_runtimes

    installed, wanted = installed_runtimes(), os.environ.get(CHOICE)
    values = {"installed": list(installed), "needed_ms": NEEDED_MS}
    if not installed:
        return _no_runtime(advice("install", command=_INSTALL["onnxruntime"]), **values)
    if wanted and wanted not in _INSTALL:
        known = " / ".join(sorted(_INSTALL))
        return _no_runtime(advice("runtime_unknown", setting=CHOICE, wanted=wanted, known=known), **values)
    if wanted and wanted not in installed:
        return _no_runtime(advice("runtime_choice", setting=CHOICE, wanted=wanted), **values)
    try:
        return _timed(wanted or installed[0], clock, **values)
    except WeightsError as error:
        return _no_runtime(advice("runtime_says", why=error), **values)


def _no_runtime(mend: Phrase, **values: object) -> Finding:
    return Finding((found("no_runtime"),), mend, blocks=True, values=values)


def _timed(name: str, clock: Callable[[], float], **values: object) -> Finding:
    from tileye.vision.benchmarks.reading_costs import PICTURE, TILES, WatchedReader
    from tileye.vision.images.pictures import load_picture

    # One that does not run gives way to the next, as in a game.
    reader, picture = WatchedReader(), load_picture(PICTURE)
    tiles, times = int(reader.read(picture)["tiles"]), []
    for _ in range(_TIMES):
        started = clock()
        reader.read(picture)
        times.append((clock() - started) * 1000)
    return reading_found(reader.runtime, min(times), (tiles, TILES), **values)


def reading_found(name: str, ms: float, tiles: tuple[int, int], **values: object) -> Finding:
    """Say how fast pictures are read, and whether everything in them: tiles that were read, of how many."""
    read, shown = tiles
    text = found(
        "reading", runtime=_NAMES.get(name, name), ms=round(ms), tiles=read, all=shown, needed=round(NEEDED_MS)
    )
    known = {**values, "runtime": name, "ms": round(ms, 1), "tiles": read}
    if read != shown:
        return Finding((text,), advice("reinstall"), values=known)
    return Finding((text,), _speed_advice(name) if ms > NEEDED_MS else None, values=known)


def _speed_advice(name: str) -> Phrase:
    return advice("slow") if name == "openvino" else advice("slower", command=_INSTALL["openvino"])


def weights(_: Surroundings) -> Finding:
    """See whether the files of all nets are as they were shipped."""
    from tileye.vision.cards.reading import CARD_FORMS, reads_cards
    from tileye.vision.detection.forms import describe_detector
    from tileye.vision.detection.runtime import WeightsError, describe_weights

    forms = ("fit", "cls", *(CARD_FORMS if reads_cards() else ()))
    try:
        nets = [describe_detector(), *(describe_weights(form) for form in forms)]
    except WeightsError:
        return Finding((found("weights_unknown"),), advice("reinstall"), blocks=True)
    files = [{"file": net.path.name, "bytes": _size(net), "ok": _is_whole(net)} for net in nets]
    spoilt = [str(file["file"]) for file in files if not file["ok"]]
    whole = sum(_size(net) or 0 for net in nets) / _MB
    values = {"files": files, "mb": round(whole, 1)}
    if spoilt:
        return Finding(
            (found("weights_spoilt", files=", ".join(spoilt)),), advice("reinstall"), blocks=True, values=values
        )
    return Finding((found("weights", mb=round(whole)),), values=values)


def _size(net: "Weights") -> int | None:
    return net.path.stat().st_size if net.path.is_file() else None


def _is_whole(net: "Weights") -> bool:
    from tileye.vision.detection.runtime import WeightsError, load_weights

    try:
        return bool(load_weights(net))
    except WeightsError:
        return False

"""What the program runs on: a browser for its page, and the versions of everything."""

import importlib
import os
import platform
import sys
import webbrowser
from importlib import metadata

from tileye.companion_web.diagnosis.checks import Finding, Surroundings, advice, found

NEEDED = (
    "cryptography.x509",  # loads what is compiled in it
    "cv2",
    "flask",
    "h11",
    "jinja2",
    "numpy",
    "platformdirs",
    "segno",
    "waitress",
    "werkzeug",
)
"""What `tileye play` cannot do without, besides what runs the nets."""
_MISSING = "missing"
_OPENCV = ("opencv-python-headless", "opencv-python", "opencv-contrib-python-headless", "opencv-contrib-python")
"""The packages that bring it; whichever is there will do."""


def browser(_: Surroundings) -> Finding:
    """See whether the page can be opened on this machine; elsewhere it can in any case."""
    screen = has_screen()
    # Without one, some would be asked that live in terminals.
    name = _browser_name() if screen else None
    values = {"browser": name, "screen": screen}
    if not screen:
        return Finding((found("no_screen"),), advice("browser"), values=values)
    if name is None:
        return Finding((found("no_browser"),), advice("browser"), values=values)
    return Finding((found("browser", name=name),), values=values)


def _browser_name() -> str | None:
    try:
        known = webbrowser.get()
    except webbrowser.Error:
        return None
    return str(getattr(known, "name", "")) or type(known).__name__


def has_screen() -> bool:
    """Whether a browser would open a window; other systems than Linux always have one."""
    return sys.platform != "linux" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def versions(_: Surroundings) -> Finding:
    """List what everything is built on, and load it: what is there may be broken."""
    runtimes = {name: version for name in ("openvino", "onnxruntime") if (version := _version(name))}
    known = {
        "tileye": _version("tileye"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}".strip(),
        "opencv": _version(*_OPENCV),
        "numpy": _version("numpy"),
        "flask": _version("flask"),
    }
    shown = {name: version or "?" for name, version in known.items()}
    listed = ", ".join(f"{name} {version}" for name, version in runtimes.items()) or "?"
    text, values = found("versions", **shown, runtimes=listed), {**known, "runtimes": runtimes}
    troubles = {name: why for module in NEEDED if (why := _trouble(module)) for name in [module.partition(".")[0]]}
    missing = [name for name, why in troubles.items() if why == _MISSING]
    broken = [found("broken", name=name, why=why) for name, why in troubles.items() if why != _MISSING]
    if missing:
        broken.insert(0, found("missing", names=", ".join(missing)))
    return Finding((text, *broken), advice("reinstall") if broken else None, bool(broken), values)


def _trouble(module: str) -> str | None:
    """Why a module cannot be loaded; None where it can."""
    name = module.partition(".")[0]
    try:
        importlib.import_module(name)
        importlib.import_module(module)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # noqa: BLE001 - a module that is broken raises whatever it likes, Rust panics as well
        if isinstance(error, ModuleNotFoundError) and error.name == name:
            return _MISSING
        return str(error) or type(error).__name__
    return None


def _version(*packages: str) -> str | None:
    """The version of the first of some packages that is installed."""
    for package in packages:
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return None

"""What `tileye play` and `tileye demo` do before they serve their page."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tileye.companion_web.commands.serving import share_freed_memory

HEAPS = """
import ctypes, sys, threading
from pathlib import Path
from tileye.companion_web.cli import main
from tileye.companion_web.commands import demo, play

def heaps() -> int:
    libc, path = ctypes.CDLL(None), Path(sys.argv[1], "heaps.xml")
    libc.fopen.restype = ctypes.c_void_p
    file = ctypes.c_void_p(libc.fopen(bytes(path), b"w"))
    libc.malloc_info(0, file)
    libc.fclose(file)
    return path.read_text().count("<heap nr=")

def serve(*_) -> None:
    # All are alive at once, and each takes memory.
    met = threading.Barrier(25)
    def take() -> None:
        kept = ctypes.create_string_buffer(5000)
        met.wait()
        met.wait()
    threads = [threading.Thread(target=take) for _ in range(24)]
    for thread in threads:
        thread.start()
    met.wait()
    print("heaps", heaps())
    met.wait()

play.serve_page = demo.serve_page = serve
sys.exit(main([sys.argv[2], "--data", sys.argv[1]]))
"""


def heaps_of(command: str, folder: Path, choice: str | None) -> int:
    """How many heaps the program has when many threads take memory while it serves."""
    around = {name: value for name, value in os.environ.items() if name != "MALLOC_ARENA_MAX"}
    around |= {"MALLOC_ARENA_MAX": choice} if choice else {}
    words = [sys.executable, "-c", HEAPS, str(folder), command]
    done = subprocess.run(words, capture_output=True, text=True, env=around, check=True)
    return int(done.stdout.split()[-1])


@pytest.mark.skipif(not hasattr(ctypes.pythonapi, "malloc_info"), reason="only glibc has heaps for threads")
@pytest.mark.parametrize("command", ["play", "demo"])
def test_all_threads_share_what_was_freed(command: str, tmp_path: Path) -> None:
    assert heaps_of(command, tmp_path, None) == 1


@pytest.mark.skipif(not hasattr(ctypes.pythonapi, "malloc_info"), reason="only glibc has heaps for threads")
def test_whoever_chooses_more_heaps_gets_them(tmp_path: Path) -> None:
    assert heaps_of("play", tmp_path, "4") == 4


@pytest.mark.parametrize("error", [OSError, AttributeError, ImportError])
def test_a_libc_without_such_heaps_is_left_alone(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        raise error

    monkeypatch.delenv("MALLOC_ARENA_MAX", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", refuse)
    share_freed_memory()


def test_other_systems_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[object]()
    monkeypatch.delenv("MALLOC_ARENA_MAX", raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "CDLL", asked.append)
    share_freed_memory()
    assert asked == []

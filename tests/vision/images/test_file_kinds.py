"""Devices and the system's own files are refused by their kind, before anything is read."""

import socket
from pathlib import Path

import pytest

from tileye.vision.images.file_kinds import forbidden_kind
from tileye.vision.images.pictures import PictureError, find_pictures, load_picture
from tileye.vision.sources.frames import SourceError
from tileye.vision.sources.opening import open_source

_OWN = ("/proc/kmsg", "/proc/self/maps", "/sys/kernel/uevent_seqnum")
OWN_FILES = [Path(name) for name in _OWN if Path(name).exists()]
DEVICES = [Path(name) for name in ("/dev/zero", "/dev/null", "/dev/full") if Path(name).exists()]


@pytest.mark.parametrize("path", [*OWN_FILES, *DEVICES], ids=str)
def test_they_are_no_pictures_and_no_films(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "table.jpg"
    link.symlink_to(path)
    kind = "a device" if path in DEVICES else "a file of the system itself"
    for named in (path, link):
        with pytest.raises(PictureError, match=f"this is {kind}: name a picture"):
            load_picture(named)
        with pytest.raises(SourceError, match=f"is {kind}: name a film"):
            open_source(str(named))


def test_a_socket_is_named_by_its_kind(tmp_path: Path) -> None:
    if not hasattr(socket, "AF_UNIX"):
        pytest.skip("this system has no sockets in folders")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "s"))
        assert forbidden_kind(tmp_path / "s") == "a socket"


def test_own_files_and_folders_are_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert forbidden_kind(tmp_path / "file") is None
    assert forbidden_kind(tmp_path) is None
    assert list(find_pictures([tmp_path / "file"])) == [tmp_path / "file"]

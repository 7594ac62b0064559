"""What kind of file a path leads to: devices and the system's own files are never read."""

import os
import stat
from functools import cache
from pathlib import Path

_MOUNTS = Path("/proc/self/mountinfo")
_MADE_UP = frozenset(
    {"proc", "sysfs", "debugfs", "tracefs", "securityfs", "configfs", "cgroup", "cgroup2", "bpf", "pstore", "efivarfs"}
)
"""File systems without a disk, whose files are questions to the system: some never end, some wait for ever."""


def forbidden_kind(path: Path) -> str | None:
    """Name the kind of what must not be read: a device, a socket, a file of the system itself; OSError if unknown."""
    about = path.stat()
    if stat.S_ISCHR(about.st_mode) or stat.S_ISBLK(about.st_mode):
        return "a device"
    if stat.S_ISSOCK(about.st_mode):
        return "a socket"
    if stat.S_ISREG(about.st_mode) and _numbers(about.st_dev) in _made_up_numbers():
        return "a file of the system itself"
    return None


def _numbers(device: int) -> str:
    return f"{os.major(device)}:{os.minor(device)}" if hasattr(os, "major") else ""


@cache
def _made_up_numbers() -> frozenset[str]:
    """The numbers of the file systems without a disk; none where the system does not tell."""
    try:
        lines = _MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return frozenset()
    # Number, parent, device, root, place, options, ... - kind, ...
    return frozenset(line.split()[2] for line in lines if line.partition(" - ")[2].split(" ")[0] in _MADE_UP)

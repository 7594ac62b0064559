"""How much memory this process takes."""

from pathlib import Path

_STATUS = Path("/proc/self/status")


def peak_memory_mb() -> float | None:
    """The most memory that this process ever had; None where the system does not tell."""
    return _memory_mb("VmHWM")


def memory_mb() -> float | None:
    """The memory that this process has now; None where the system does not tell."""
    return _memory_mb("VmRSS")


def _memory_mb(what: str) -> float | None:
    try:
        lines = _STATUS.read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    kilobytes = [line.split()[1] for line in lines if line.startswith(what)]
    return round(int(kilobytes[0]) / 1000, 1) if kilobytes else None

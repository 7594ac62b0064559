"""Processes of a pool."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

_POOL = """
import os, time
from datasets.workers import worker_pool

def pid(_):
    time.sleep(0.3)
    return os.getpid()

if __name__ == "__main__":
    with worker_pool(2) as pool:
        print(*set(pool.map(pid, range(4))), flush=True)
        list(pool.map(time.sleep, [60, 60]))
"""


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] == "Z")


@pytest.mark.skipif(sys.platform == "win32", reason="asks for processes as POSIX does")
def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "pool.py"
    script.write_text(_POOL)
    root = str(Path(__file__).parents[2])
    parent = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": root}
    )
    assert parent.stdout
    workers = [int(pid) for pid in parent.stdout.readline().split()]
    assert workers
    assert all(_lives(pid) for pid in workers)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    until = time.monotonic() + 10
    while any(_lives(pid) for pid in workers) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(_lives(pid) for pid in workers)

"""Processes of a pool."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import wait_until

_POOL = """
import os, threading
from tileye.datasets.workers import worker_pool

def tell(_):
    # In one piece, since two tell at once.
    os.write(1, f"{os.getpid()}\\n".encode())
    threading.Event().wait()

if __name__ == "__main__":
    with worker_pool(2) as pool:
        list(pool.map(tell, range(2)))
"""


def lives(pid: int) -> bool:
    """Whether a process runs."""
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
    workers = {int(parent.stdout.readline()) for _ in range(2)}
    assert len(workers) == 2
    assert all(lives(pid) for pid in workers)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_until(lambda: not any(lives(pid) for pid in workers))

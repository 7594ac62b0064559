"""Runs the suite while the machine is busy: `python -m tests.busy --times 3`.

Programs that only calculate run beside it on the same two cores. What fails then depends on speed or chance.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_CORES = 2
_LOOP = """
import os, sys
while os.getppid() == int(sys.argv[1]):
    for _ in range(1_000_000):
        pass
"""
"""Calculates until the program that started it is gone."""


@contextmanager
def busy(loops: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Keep the machine busy with so many programs."""
    command = [sys.executable, "-c", _LOOP, str(os.getpid())]
    running = [subprocess.Popen(command) for _ in range(loops)]
    try:
        yield running
    finally:
        for one in running:
            one.kill()
            one.wait()


def main(words: Sequence[str] | None = None) -> int:
    """Run the suite so many times; the exit status is that of the first run that fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.busy", description=__doc__)
    parser.add_argument(
        "--loops", type=int, default=4, metavar="N", help="how many programs calculate beside the suite"
    )
    parser.add_argument("--times", type=int, default=1, metavar="N", help="how often the suite is run")
    wanted, more = parser.parse_known_args(words)
    with suppress(AttributeError):  # Only Linux lets a program choose its cores.
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:_CORES])
    # Whoever is told to end takes what was started along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with busy(wanted.loops):
        for number in range(1, wanted.times + 1):
            began = time.monotonic()
            status = subprocess.run([sys.executable, "-m", "pytest", *more], cwd=_ROOT, check=False).returncode
            minutes = (time.monotonic() - began) / 60
            outcome = f"{f'failed with status {status}' if status else 'green'} after {minutes:.1f} minutes"
            sys.stdout.write(f"run {number} of {wanted.times} beside {wanted.loops} loops: {outcome}\n")
            sys.stdout.flush()
            if status:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())

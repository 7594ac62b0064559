"""Processes that make pictures beside each other."""

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor

import cv2


def worker_pool(processes: int | None = None) -> ProcessPoolExecutor:
    """As many processes as there are cores; they end when the one that started them does."""
    # Not forked: OpenCV hangs in the fork of a process where it has threads.
    return ProcessPoolExecutor(processes or os.cpu_count(), multiprocessing.get_context("spawn"), _start)


def _start() -> None:
    """Set up a process: one thread, as there are as many processes as cores, and no life of its own."""
    cv2.setNumThreads(1)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Stop when the process that gives out work is gone, even if it was killed and could not say so."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

"""Figures and how they are taken."""

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured stage, in milliseconds, with its budget, if any, and how many times slower the naive version is."""

    name: str
    samples: int
    median_ms: float
    p95_ms: float
    budget_ms: float | None
    budget_p95_ms: float | None = None
    naive_ratio: float | None = None

    @property
    def within_budget(self) -> bool:
        """Whether the median and the 95th percentile keep their budgets where they have one."""
        kept = self.median_ms <= (self.budget_ms or self.median_ms)
        return kept and self.p95_ms <= (self.budget_p95_ms or self.p95_ms)

    def json(self) -> dict[str, object]:
        """All fields by name."""
        return {**asdict(self), "within_budget": self.within_budget}


def times_ms(calls: Iterable[Callable[[], object]], repeats: int = 1) -> list[float]:
    """Time each call, the fastest of some repeats, in milliseconds."""
    with _steady():
        return [min(_once_ms(call) for _ in range(repeats)) for call in calls]


def figure(
    name: str,
    times: list[float],
    budget_ms: float | None,
    *,
    budget_p95_ms: float | None = None,
    naive: tuple[list[float], list[float]] | None = None,
) -> Figure:
    """Sum up times; `naive` holds the times of the naive version and of ours for the same inputs."""
    p95 = sorted(times)[int(len(times) * 0.95)]
    ratio = round(statistics.fmean(naive[0]) / statistics.fmean(naive[1]), 1) if naive else None
    return Figure(name, len(times), round(statistics.median(times), 4), round(p95, 4), budget_ms, budget_p95_ms, ratio)


def table(figures: list[Figure]) -> str:
    """Draw the figures as a table that Markdown reads, too."""
    head = ("stage", "samples", "median ms", "budget", "p95 ms", "budget", "times faster than naive", "kept")
    rows = [head, *(_cells(one) for one in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = ["| " + " | ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "|".join("-" * (w + 2) for w in widths) + "|", *lines[1:]])


def _cells(one: Figure) -> tuple[str, ...]:
    numbers = (one.median_ms, one.budget_ms, one.p95_ms, one.budget_p95_ms, one.naive_ratio)
    median, budget, p95, budget_p95, ratio = ("-" if number is None else f"{number:g}" for number in numbers)
    kept = "-" if one.budget_ms is None else "yes" if one.within_budget else "NO"
    return one.name, str(one.samples), median, budget, p95, budget_p95, ratio, kept


def _once_ms(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


@contextmanager
def _steady() -> Iterator[None]:
    """Keep the garbage collector from striking in the middle of a measurement."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

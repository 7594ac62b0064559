"""`tileye bench`: what every stage costs on this machine."""

import argparse
import os
import platform
import sys
from itertools import chain
from typing import NamedTuple

from tileye.companion_web.benchmarks.measure import Figure, table
from tileye.companion_web.benchmarks.of_moves import MEMORY_BUDGET_MB as MOVES_BUDGET_MB
from tileye.companion_web.benchmarks.of_moves import moves_figures, moves_memory_mb
from tileye.companion_web.benchmarks.of_rules import rules_figures
from tileye.companion_web.terminal import progress
from tileye.rules.jsonlines import dump

NAME = "bench"
HELP = "time every stage on this machine"
DESCRIPTION = (
    "Time every stage on this machine, with its budget and, measured in the same run, how much slower "
    "a naive version of it is. Takes about a minute."
)
EXAMPLE = "  tileye bench --json"


class BenchFigure(NamedTuple):
    """Something beside times, None where it was not measured, and how much it may be."""

    measured: float | None
    budget: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print; exceeded budgets are shown, not an error."""
    figures: list[Figure] = []
    progress("measuring the rules ...")
    for one in chain(rules_figures(), moves_figures()):
        figures.append(one)
        progress(f"measured: {one.name}")
    moves = BenchFigure(moves_memory_mb(), MOVES_BUDGET_MB)
    seeing = _measure_seeing(figures)
    progress("")
    machine = {"python": platform.python_version(), "system": platform.system(), "cores": os.cpu_count()}
    if arguments.json:
        told = {
            "machine": machine,
            "figures": [one.json() for one in figures],
            "moves_memory_mb": moves._asdict(),
            **seeing.json(),
        }
        sys.stdout.write(dump(told) + "\n")
    else:
        about = f"Python {machine['python']}, {machine['system']}, {machine['cores']} cores"
        memory = _line("memory of the search for moves at most", moves, "MB")
        sys.stdout.write(f"{about}\n\n{table(figures)}\n\n{memory}\n{seeing.text()}\n")
    return 0


class Seeing(NamedTuple):
    """What seeing costs beside time."""

    memory_mb: BenchFigure
    """The most that reading took, in megabytes."""
    load: BenchFigure
    """The processor load of a game that is watched, in percent of one core."""
    note: str | None = None
    """Why it was not measured."""

    def json(self) -> dict[str, object]:
        """All fields by name."""
        return {"memory_mb": self.memory_mb._asdict(), "load_percent": self.load._asdict(), "note": self.note}

    def text(self) -> str:
        """All of it in words."""
        lines = [
            _line("memory of reading at most", self.memory_mb, "MB"),
            _line("load of one core while a game is watched, decoding apart", self.load, "%"),
        ]
        return "\n".join([*lines, self.note] if self.note else lines)


def _line(name: str, one: BenchFigure, unit: str) -> str:
    found = "not measured" if one.measured is None else f"{one.measured:g} {unit}"
    return f"{name}: {found}, budget {one.budget:g} {unit}"


def _measure_seeing(figures: list[Figure]) -> Seeing:
    """Add the figures of reading and watching; say why where there are none."""
    # Seeing loads large libraries: rules are measured without them.
    from tileye.companion_web.benchmarks.of_reading import MEMORY_BUDGET_MB, peak_memory_mb, reading_figures
    from tileye.companion_web.benchmarks.of_watching import LOAD_BUDGET, watching_figures
    from tileye.vision.detection.runtime import WeightsError

    progress("measuring reading ...")
    try:
        for one in reading_figures():
            figures.append(one)
            progress(f"measured: {one.name}")
        progress("measuring watching ...")
        more, load = watching_figures()
    except WeightsError as error:
        note = f"seeing is not measured: {error}"
        return Seeing(BenchFigure(None, MEMORY_BUDGET_MB), BenchFigure(None, LOAD_BUDGET), note)
    figures.extend(more)
    return Seeing(BenchFigure(peak_memory_mb(), MEMORY_BUDGET_MB), BenchFigure(load, LOAD_BUDGET))

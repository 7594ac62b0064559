"""`tileye bench`: what every stage costs on this machine."""

import argparse
import os
import platform
import sys
from typing import NamedTuple

from companion_web.benchmarks.measure import Figure, table
from companion_web.benchmarks.of_rules import rules_figures
from companion_web.terminal import progress
from rules.jsonlines import dump

NAME = "bench"
HELP = "time every stage on this machine"
DESCRIPTION = (
    "Time every stage on this machine, with its budget and, measured in the same run, how much slower "
    "a naive version of it is. Takes about half a minute."
)
EXAMPLE = "  tileye bench --json"


class Memory(NamedTuple):
    """The most memory that reading took, in megabytes; None where it was not measured."""

    reading: float | None
    budget: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print; exceeded budgets are shown, not an error."""
    figures: list[Figure] = []
    progress("measuring the rules ...")
    for one in rules_figures():
        figures.append(one)
        progress(f"measured: {one.name}")
    memory, note = _measure_reading(figures)
    progress("")
    machine = {"python": platform.python_version(), "system": platform.system(), "cores": os.cpu_count()}
    if arguments.json:
        measured = [one.json() for one in figures]
        sys.stdout.write(
            dump({"machine": machine, "figures": measured, "memory_mb": memory._asdict(), "note": note}) + "\n"
        )
    else:
        about = f"Python {machine['python']}, {machine['system']}, {machine['cores']} cores"
        used = "not measured" if memory.reading is None else f"{memory.reading:g} MB"
        remarks = f"memory of reading at most: {used}, budget {memory.budget:g} MB\n{note or ''}"
        sys.stdout.write(f"{about}\n\n{table(figures)}\n\n{remarks.rstrip()}\n")
    return 0


def _measure_reading(figures: list[Figure]) -> tuple[Memory, str | None]:
    """Add the figures of reading; say why where there are none."""
    # Seeing loads large libraries: rules are measured without them.
    from companion_web.benchmarks.of_reading import MEMORY_BUDGET_MB, peak_memory_mb, reading_figures
    from vision.runtime import WeightsError

    progress("measuring reading ...")
    try:
        for one in reading_figures():
            figures.append(one)
            progress(f"measured: {one.name}")
    except WeightsError as error:
        return Memory(None, MEMORY_BUDGET_MB), f"reading is not measured: {error}"
    return Memory(peak_memory_mb(), MEMORY_BUDGET_MB), None

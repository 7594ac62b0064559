"""`tileye bench`: what every stage costs on this machine."""

import argparse
import os
import platform
import sys

from companion_web.benchmarks.measure import Figure, table
from companion_web.benchmarks.of_rules import rules_figures
from companion_web.terminal import progress
from rules.jsonlines import dump

NAME = "bench"
HELP = "time every stage on this machine"
DESCRIPTION = (
    "Time every stage on this machine, with its budget and, measured in the same run, how much slower "
    "a naive version of it is. Takes about ten seconds."
)
EXAMPLE = "  tileye bench --json"


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
    progress("")
    machine = {"python": platform.python_version(), "system": platform.system(), "cores": os.cpu_count()}
    if arguments.json:
        sys.stdout.write(dump({"machine": machine, "figures": [one.json() for one in figures]}) + "\n")
    else:
        about = f"Python {machine['python']}, {machine['system']}, {machine['cores']} cores"
        sys.stdout.write(f"{about}\n\n{table(figures)}\n")
    return 0

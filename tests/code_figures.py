"""How Python code is made, in figures: `python -m tests.code_figures FOLDER...`; without folders our own parts.

Tests, examples and what is generated are left out by whoever names the folders.
"""

import ast
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

_ROOT = Path(__file__).parents[1]
_PARTS = ("rules", "vision", "companion_web", "tileye", "models", "datasets")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Figures(NamedTuple):
    """What a tree of code is like."""

    modules: int
    lines: int
    median_module: int
    longest_module: int
    functions: int
    median_function: int
    p95_function: int
    longest_function: int
    typed: int
    """Functions with types for all that goes in and comes out, in percent."""
    documented: int
    """Public modules, classes and functions with a docstring, in percent."""


def measure(files: Sequence[Path]) -> Figures:
    """Measure some files together."""
    texts = [path.read_text(encoding="utf-8") for path in files]
    trees = [ast.parse(text) for text in texts]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, _Function)]
    public = [node for tree in trees for node in (tree, *_public(tree))]
    modules = sorted(text.count("\n") for text in texts)
    lengths = sorted(_length(function) for function in functions)
    return Figures(
        modules=len(modules),
        lines=sum(modules),
        median_module=round(statistics.median(modules)),
        longest_module=modules[-1],
        functions=len(lengths),
        median_function=round(statistics.median(lengths)),
        p95_function=lengths[int(0.95 * len(lengths))],
        longest_function=lengths[-1],
        typed=_percent(_is_typed(function) for function in functions),
        documented=_percent(ast.get_docstring(node) is not None for node in public),
    )


def _public(tree: ast.Module | ast.ClassDef) -> Iterator[ast.ClassDef | _Function]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef | _Function) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from _public(node)


def _length(function: _Function) -> int:
    """Lines of code from `def` on, without the docstring."""
    first = function.body[0]
    told = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    docstring = (first.end_lineno or first.lineno) - first.lineno + 1 if told else 0
    return (function.end_lineno or function.lineno) - function.lineno + 1 - docstring


def _is_typed(function: _Function) -> bool:
    given = function.args
    named = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
    return function.returns is not None and all(
        one.annotation is not None or (place == 0 and one.arg in ("self", "cls")) for place, one in enumerate(named)
    )


def _percent(those: Iterator[bool]) -> int:
    found = list(those)
    return round(100 * sum(found) / len(found)) if found else 100


def main(words: Sequence[str]) -> None:
    """Print a row of a Markdown table for each folder."""
    names = words or [str(_ROOT / part) for part in _PARTS]
    trees = {name: sorted(Path(name).rglob("*.py")) for name in names}
    if not words:
        trees = {"all parts": [path for files in trees.values() for path in files], **trees}
    sys.stdout.write(f"| {' | '.join(('folder', *Figures._fields))} |\n|{'---|' * (len(Figures._fields) + 1)}\n")
    for name, files in trees.items():
        sys.stdout.write(f"| {Path(name).name} | {' | '.join(map(str, measure(files)))} |\n")


if __name__ == "__main__":
    main(sys.argv[1:])
